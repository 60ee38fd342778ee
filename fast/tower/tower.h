/* SPDX-License-Identifier: MIT */
/* What the files of the fast library's tower stage say to each other. */
#ifndef TWC_FAST_TOWER_H
#define TWC_FAST_TOWER_H

#include "common/hash.h"
#include "common/real.h"
#include "twc/tower.h"

#ifdef TWC_LEVEL_TAG
#include "kernels/fast_tower.h"

enum { TWC_TOWER_BATCH = 128 }; /* places of a batch: all lanes are full */

/* A batch in space, metres. */
typedef struct twc_tower_places {
    _Alignas(64) double x[TWC_TOWER_BATCH];
    _Alignas(64) double y[TWC_TOWER_BATCH];
    _Alignas(64) double z[TWC_TOWER_BATCH];
} twc_tower_places;

/* noise3.c: the noise at all places of a batch. */
void TWC_NAME(tower_fbm_batch)(const twc_tower_noise *noise, const twc_tower_places *at, double *out);
#endif

/* numbers.c's cosine and sine, in lanes without a branch: the parity of q swaps, its bits are the signs. */
TWC_INLINE void twc_tower_turned(uint32_t theta, double *cosine, double *sine)
{
    const uint32_t q = (theta + 0x20000000u) >> 30;
    const double a = (double)(int32_t)(theta - (q << 30)) * TWC_TOWER_ANGLE, b = a * a;
    double s = 1.0 / 6227020800.0, c = -1.0 / 87178291200.0;
    s = s * b + -1.0 / 39916800;
    s = s * b + 1.0 / 362880;
    s = s * b + -1.0 / 5040;
    s = s * b + 1.0 / 120;
    s = s * b + -1.0 / 6;
    s = s * b + 1.0;
    s = s * a;
    c = c * b + 1.0 / 479001600;
    c = c * b + -1.0 / 3628800;
    c = c * b + 1.0 / 40320;
    c = c * b + -1.0 / 720;
    c = c * b + 1.0 / 24;
    c = c * b + -1.0 / 2;
    c = c * b + 1.0;
    const uint64_t odd = 0 - (uint64_t)(q & 1), c_bits = twc_fast_bits(c), s_bits = twc_fast_bits(s);
    *cosine = twc_fast_real(twc_fast_choose(c_bits, s_bits, odd) ^ (uint64_t)((q + 1) >> 1 & 1) << 63);
    *sine = twc_fast_real(twc_fast_choose(s_bits, c_bits, odd) ^ (uint64_t)(q >> 1) << 63);
}

#endif
