/* SPDX-License-Identifier: MIT */
/*
 * Real arithmetic of a lane in forms that vectorise at every level: no branches, no calls, no comparison of 64-bit
 * integers.
 */
#ifndef TWC_FAST_REAL_H
#define TWC_FAST_REAL_H

#include <math.h>
#include <string.h>

#include "level.h"
#include "twc/noise.h"

TWC_INLINE double twc_fast_min(double a, double b)
{
    return a < b ? a : b;
}

TWC_INLINE double twc_fast_max(double a, double b)
{
    return a > b ? a : b;
}

/* Not a number is never asked for; a choice in this order is one instruction. */
TWC_INLINE double twc_fast_unit(double t)
{
    t = t < 0.0 ? 0.0 : t;
    return t > 1.0 ? 1.0 : t;
}

TWC_INLINE double twc_fast_ss(double x, twc_ramp ramp)
{
    const double t = twc_fast_unit((x - ramp.from) / (ramp.to - ramp.from));
    return (t * t) * (3.0 - 2.0 * t);
}

TWC_INLINE double twc_fast_lerp(double a, double b, double t)
{
    return (1.0 - t) * a + t * b;
}

TWC_INLINE double twc_fast_length(double x, double z)
{
    return sqrt(x * x + z * z);
}

TWC_INLINE double twc_fast_smooth_min(double a, double b, double width)
{
    const double h = twc_fast_max(width - fabs(a - b), 0.0) / width;
    return twc_fast_min(a, b) - ((h * h) * width) * 0.25;
}

/*
 * The floor of a value below 2^31 in magnitude: its truncation, less one where that is above. gcc vectorises no call of
 * floor while operations may trap, and no choice between reals here.
 */
TWC_INLINE int32_t twc_fast_floor(double value)
{
    const int32_t whole = (int32_t)value;
    return whole - ((double)whole > value);
}

TWC_INLINE uint64_t twc_fast_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

TWC_INLINE double twc_fast_real(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* `b` where all bits of `which` are set, `a` where none is. */
TWC_INLINE uint64_t twc_fast_choose(uint64_t a, uint64_t b, uint64_t which)
{
    return a ^ ((a ^ b) & which);
}

#endif
