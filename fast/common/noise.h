/* SPDX-License-Identifier: MIT */
/* Lanes of reference/common/gradient_noise.c. */
#ifndef TWC_FAST_NOISE_H
#define TWC_FAST_NOISE_H

#include "common/hash.h"
#include "common/real.h"
#include "twc/land_kernels.h" /* the table of directions */

/* The hash of a corner from the products of its coordinates, one of them joined to the seed's. */
TWC_INLINE uint32_t twc_fast_corner_hash(uint32_t x, uint32_t z)
{
    return twc_fast_hash_end(x ^ z);
}

/* The hashes of a cell's corners; a step aside adds the factor to the product. */
typedef struct twc_fast_cell {
    uint32_t h00, h10, h01, h11;
} twc_fast_cell;

TWC_INLINE twc_fast_cell twc_fast_cell_of(int32_t i, int32_t j, int32_t seed)
{
    const uint32_t x = (uint32_t)i * 0x8DA6B343u, z = (uint32_t)j * 0xD8163841u, s = (uint32_t)seed * 0xCB1AB31Fu;
    const uint32_t east = x + 0x8DA6B343u, north = z ^ s, south = (z + 0xD8163841u) ^ s;
    return (twc_fast_cell){twc_fast_corner_hash(x, north), twc_fast_corner_hash(east, north),
                           twc_fast_corner_hash(x, south), twc_fast_corner_hash(east, south)};
}

/* The dot product of a corner's direction, which the upper bits of its hash name. */
TWC_INLINE double twc_fast_corner(uint32_t h, double x, double z)
{
#ifdef __AVX2__
    /*
     * Without a table. With g = h ^ h << 1: of the two magnitudes, A and B or (bit 29 of g) C and D, x takes the
     * larger, or (bit 30) the smaller, and z the other; x is negative by bit 31 of g, z by bit 31 of h.
     */
    const uint64_t a = 0x3FF63150B15E8536u, b = 0x3FD1A855DEC071B7u, c = 0x3FF2D062EF88E31Au, d = 0x3FE92469C0DCF32Eu;
    const uint32_t g = h ^ h << 1;
    const uint64_t inner = (uint64_t)(int64_t)((int32_t)(g << 2) >> 31),
                   swap = (uint64_t)(int64_t)((int32_t)(g << 1) >> 31);
    const uint64_t large = a ^ ((a ^ c) & inner), small = b ^ ((b ^ d) & inner), other = (large ^ small) & swap;
    const uint64_t sign = (uint64_t)1 << 63;
    const double way_x = twc_fast_real(large ^ other ^ ((uint64_t)g << 32 & sign));
    const double way_z = twc_fast_real(small ^ other ^ ((uint64_t)h << 32 & sign));
    return way_x * x + way_z * z;
#else
    /* Two lanes do not make up for the masks. */
    return twc_gradient_x[h >> 28] * x + twc_gradient_z[h >> 28] * z;
#endif
}

TWC_INLINE double twc_fast_fade(double r)
{
    return ((r * r) * r) * (r * (r * 6.0 - 15.0) + 10.0);
}

/* The noise at (rx, rz) in a cell of these hashes. */
TWC_INLINE double twc_fast_in_cell(twc_fast_cell cell, double rx, double rz)
{
    const double u = twc_fast_fade(rx), v = twc_fast_fade(rz);
    const double n00 = twc_fast_corner(cell.h00, rx, rz), n10 = twc_fast_corner(cell.h10, rx - 1.0, rz);
    const double n01 = twc_fast_corner(cell.h01, rx, rz - 1.0), n11 = twc_fast_corner(cell.h11, rx - 1.0, rz - 1.0);
    const double a = n00 + (n10 - n00) * u, b = n01 + (n11 - n01) * u;
    return a + (b - a) * v;
}

TWC_INLINE double twc_fast_noise(double x, double z, int32_t seed)
{
    const int32_t i = twc_fast_floor(x), j = twc_fast_floor(z);
    return twc_fast_in_cell(twc_fast_cell_of(i, j, seed), x - (double)i, z - (double)j);
}

#endif
