/* SPDX-License-Identifier: MIT */
/* Lanes of reference/common/polynomial.c. */
#ifndef TWC_FAST_POLYNOMIAL_H
#define TWC_FAST_POLYNOMIAL_H

#include "common/real.h"

TWC_INLINE double twc_fast_expm2(double q)
{
    const double s = q * 0.25;
    double p = -1.0 / 5040;
    p = p * s + 1.0 / 720;
    p = p * s + -1.0 / 120;
    p = p * s + 1.0 / 24;
    p = p * s + -1.0 / 6;
    p = p * s + 1.0 / 2;
    p = p * s + -1.0;
    p = p * s + 1.0;
    p = p * p;
    p = p * p;
    return p * p;
}

typedef struct twc_fast_rotation {
    double c, s;
} twc_fast_rotation;

/*
 * Adding 1.5 2^52 rounds to a whole number, ties to even as rint does, and leaves it in the lowest bits: its parity
 * swaps the two series, the bit above it and the carry between them are their signs.
 */
TWC_INLINE twc_fast_rotation twc_fast_cos_sin(double turns)
{
    const double shifted = 4.0 * turns + 0x1.8p52, k = shifted - 0x1.8p52;
    const uint64_t quarter = twc_fast_bits(shifted), odd = 0 - (quarter & 1), sign = (uint64_t)1 << 63;
    const double a = (turns - k * 0.25) * 6.283185307179586, b = a * a;
    double s = 1.0 / 362880, c = -1.0 / 3628800;
    s = s * b + -1.0 / 5040;
    s = s * b + 1.0 / 120;
    s = s * b + -1.0 / 6;
    s = s * b + 1.0;
    s = s * a;
    c = c * b + 1.0 / 40320;
    c = c * b + -1.0 / 720;
    c = c * b + 1.0 / 24;
    c = c * b + -1.0 / 2;
    c = c * b + 1.0;
    const uint64_t c_bits = twc_fast_bits(c), s_bits = twc_fast_bits(s);
    return (twc_fast_rotation){
        twc_fast_real(twc_fast_choose(c_bits, s_bits, odd) ^ ((quarter + 1) << 62 & sign)),
        twc_fast_real(twc_fast_choose(s_bits, c_bits, odd) ^ (quarter << 62 & sign)),
    };
}

#endif
