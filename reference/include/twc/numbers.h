/* SPDX-License-Identifier: MIT */
/*
 * Numbers: the units, the constants of the persistent format, and the integer arithmetic every stage shares
 * (docs/spec/numbers.md).
 *
 * Plan positions are int32 centimetres, x to the right and z down the page; heights are binary32 metres.
 * Whatever decides topology is exact integer arithmetic; floating point is + - * / sqrt in the written
 * order, round to nearest, never contracted.
 */
#ifndef TWC_NUMBERS_H
#define TWC_NUMBERS_H

#include <stdint.h>
#include <string.h>

#include "twc/salts.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    /* heightfield */
    TWC_SAMPLE_CM = 400,    /* spacing of height samples */
    TWC_TILE_CELLS = 128,   /* sample intervals along a tile */
    TWC_TILE_SAMPLES = 129, /* samples along a tile; the last repeats the neighbour's first */
    TWC_TILE_CM = 51200,    /* side of a tile */
    TWC_TILE_MACROS = 8,    /* facet classes along a tile */
    /* lattice */
    TWC_LATTICE_CM = 1600, /* spacing of the fine lattice */
    TWC_LATTICE_JITTER_CM = 608,
    TWC_MACRO_CELLS = 4, /* fine cells along a macro cell */
    TWC_MACRO_CM = 6400,
    TWC_MACRO_JITTER_CM = 2432, /* of a corner whose four macro cells are Broad */
    /* chunk */
    TWC_CHUNK_CM = 25600,
    TWC_CHUNK_MACROS = 4,
    TWC_CHUNK_CELLS = 16,
    TWC_TILE_CHUNKS = 2,
    /*
     * Tiles lie in [-TWC_TILE_LIMIT, TWC_TILE_LIMIT). Then every plan coordinate, jitter included, stays
     * below 2^30 cm in magnitude, differences below 2^31, and twice the area of any triangle fits in int64.
     */
    TWC_TILE_LIMIT = 20971
};

/*
 * Comments that begin with @ are contracts in ACSL: ./run prove shows with Frama-C that the functions keep them and
 * that no step overflows, for all arguments they allow.
 */
/*@ // any plan coordinate
    predicate in_world(integer cm) = -(1 << 30) < cm < 1 << 30;
    // of a segment, along one axis: 10 km
    predicate short_side(integer cm) = -(1 << 20) < cm < 1 << 20;
    // a lattice index, up to three macro cells beyond the widest extent
    logic integer tile_indices = TWC_TILE_CM / TWC_LATTICE_CM;
    predicate on_lattice(integer index) =
      -TWC_TILE_LIMIT * tile_indices - 12 <= index <= TWC_TILE_LIMIT * tile_indices + 12;
    // as far as any two plan coordinates
    predicate apart(integer a, integer b) = -(1LL << 31) < a - b < 1LL << 31;
    // 160 m: within a facet, within a cell of a corridor
    predicate close(integer a, integer b) = -(1 << 14) < a - b < 1 << 14;
    predicate between(integer a, integer b, integer v) = a <= v <= b || b <= v <= a;
    logic integer cross(integer ux, integer uz, integer vx, integer vz) = ux * vz - uz * vx; */

/* Integer hash of two global indices and a salt (docs/spec/numbers.md 3): every bit of the result avalanches. */
/*@ assigns \nothing; */
uint32_t twc_hash(int32_t i, int32_t j, int32_t salt);

/* Uniform integer in [-amplitude, amplitude] from a hash; amplitude >= 0. */
/*@ requires 0 <= amplitude < 1 << 30;
    assigns \nothing;
    ensures \result == hash * (2 * amplitude + 1) / 4294967296 - amplitude;
    ensures -amplitude <= \result <= amplitude; */
int32_t twc_jitter(uint32_t hash, int32_t amplitude);

/* Floor division and the matching remainder in [0, divisor); divisor > 0. */
/*@ requires divisor > 0;
    assigns \nothing;
    ensures \result * divisor <= value < (\result + 1) * divisor; */
static inline int32_t twc_floor_div(int32_t value, int32_t divisor)
{
    int32_t quotient = value / divisor;
    return quotient - (value % divisor < 0);
}

/*@ requires divisor > 0;
    assigns \nothing;
    ensures 0 <= \result < divisor;
    ensures (value - \result) % divisor == 0; */
static inline int32_t twc_floor_mod(int32_t value, int32_t divisor)
{
    int32_t remainder = value % divisor;
    return remainder < 0 ? remainder + divisor : remainder;
}

/*@ requires low <= high;
    assigns \nothing;
    ensures low <= \result <= high;
    ensures low <= value <= high ==> \result == value; */
static inline int32_t twc_clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* A product of 128 bits, without a type for it, which 32-bit machines lack. */
typedef struct twc_wide {
    uint64_t high, low;
} twc_wide;

/*@ predicate limb(integer a, integer b) = 0 <= a * b <= 18446744065119617025; // (2^32 - 1)^2 */
/*@ assigns \nothing;
    ensures \result.high * 18446744073709551616 + \result.low == a * b; */
static inline twc_wide twc_product(uint64_t a, uint64_t b)
{
    const uint64_t word = 4294967296;
    uint64_t al = a % word, ah = a / word, bl = b % word, bh = b / word;
    /*@ assert a == ah * 4294967296 + al && b == bh * 4294967296 + bl; */
    /*@ assert limb(al, bl) && limb(ah, bl) && limb(al, bh) && limb(ah, bh); */
    uint64_t low = al * bl, middle = ah * bl + low / word, other = al * bh + middle % word; /* no sum wraps */
    /*@ assert middle == ah * bl + low / 4294967296 && other == al * bh + middle % 4294967296; */
    /*@ assert a * b == ah * bh * 18446744073709551616 + (ah * bl + al * bh) * 4294967296 + low; */
    /*@ assert 0 <= ah * bh + middle / 4294967296 + other / 4294967296 <= 18446744073709551615; */
    const twc_wide product = {ah * bh + middle / word + other / word, other % word * word + low % word};
    return product; /* C++ has no compound literals */
}

/* The sign of a b - c d, exact in 128 bits. */
/*@ assigns \nothing;
    ensures \result == (a * b > c * d ? 1 : a * b < c * d ? -1 : 0); */
static inline int twc_compare_products(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    twc_wide one = twc_product(a, b), other = twc_product(c, d);
    return one.high != other.high ? (one.high > other.high) - (one.high < other.high)
                                  : (one.low > other.low) - (one.low < other.low);
}

/* The bits of a binary32: what two equal heights must share, -0 and 0 apart. */
static inline uint32_t twc_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/*
 * A half-open rectangle of integer indices: x, x+1 .. x+nx-1 by z .. z+nz-1. Arrays over it are row-major, z the row.
 */
typedef struct twc_rect {
    int32_t x, z, nx, nz;
} twc_rect;

#ifdef __cplusplus
}
#endif
#endif
