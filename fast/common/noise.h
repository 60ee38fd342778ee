/* SPDX-License-Identifier: MIT */
/* Lanes of reference/common/gradient_noise.c. */
#ifndef TWC_FAST_NOISE_H
#define TWC_FAST_NOISE_H

#include "common/hash.h"
#include "common/real.h"

/*
 * The direction's dot product without a table. With g = h ^ h << 1: of the two magnitudes, A and B or (bit 29 of g) C
 * and D, x takes the larger, or (bit 30) the smaller, and z the other; x is negative by bit 31 of g, z by bit 31 of h.
 */
TWC_INLINE double twc_fast_corner(int32_t i, int32_t j, int32_t seed, double x, double z)
{
    const uint64_t a = 0x3FF63150B15E8536u, b = 0x3FD1A855DEC071B7u, c = 0x3FF2D062EF88E31Au, d = 0x3FE92469C0DCF32Eu;
    const uint32_t h = twc_fast_hash(i, j, seed), g = h ^ h << 1;
    const uint64_t inner = (uint64_t)(int64_t)((int32_t)(g << 2) >> 31),
                   swap = (uint64_t)(int64_t)((int32_t)(g << 1) >> 31);
    const uint64_t large = a ^ ((a ^ c) & inner), small = b ^ ((b ^ d) & inner), other = (large ^ small) & swap;
    const uint64_t sign = (uint64_t)1 << 63;
    const double way_x = twc_fast_real(large ^ other ^ ((uint64_t)g << 32 & sign));
    const double way_z = twc_fast_real(small ^ other ^ ((uint64_t)h << 32 & sign));
    return way_x * x + way_z * z;
}

TWC_INLINE double twc_fast_fade(double r)
{
    return ((r * r) * r) * (r * (r * 6.0 - 15.0) + 10.0);
}

TWC_INLINE double twc_fast_noise(double x, double z, int32_t seed)
{
    const int32_t i = twc_fast_floor(x), j = twc_fast_floor(z);
    const double rx = x - (double)i, rz = z - (double)j, u = twc_fast_fade(rx), v = twc_fast_fade(rz);
    const double n00 = twc_fast_corner(i, j, seed, rx, rz), n10 = twc_fast_corner(i + 1, j, seed, rx - 1.0, rz);
    const double n01 = twc_fast_corner(i, j + 1, seed, rx, rz - 1.0);
    const double n11 = twc_fast_corner(i + 1, j + 1, seed, rx - 1.0, rz - 1.0);
    const double a = n00 + (n10 - n00) * u, b = n01 + (n11 - n01) * u;
    return a + (b - a) * v;
}

#endif
