/* SPDX-License-Identifier: MIT */
/*
 * Turns, powers and cube roots by lanes: choices instead of branches, conversions that every level has. Spec tower 1.1,
 * 1.2; twin reference/tower/numbers.c; test tests/tower/test_tower_numbers.c.
 */
#include <math.h>

#include "tower/tower.h"

void TWC_NAME(turn_cos_sin)(size_t n, const uint32_t *theta, double *restrict cosine, double *restrict sine)
{
    for (size_t k = 0; k < n; k++)
        twc_tower_turned(theta[k], &cosine[k], &sine[k]);
}

TWC_INLINE double log2_of(double x)
{
    const uint64_t bits = twc_fast_bits(x);
    const double raw = twc_fast_real((bits & 0xFFFFFFFFFFFFFu) | (uint64_t)1023 << 52);
    const int high = raw >= 1.4142135623730951;
    const double m = high ? raw * 0.5 : raw, e = (double)((int32_t)(bits >> 52) - 1023 + high);
    const double s = (m - 1.0) / (m + 1.0), q = s * s;
    double sum = 0.19235933878519512;
    sum = sum * q + 0.22195308321368667;
    sum = sum * q + 0.2623081892525388;
    sum = sum * q + 0.3205988979753252;
    sum = sum * q + 0.4121985831111324;
    sum = sum * q + 0.5770780163555853;
    sum = sum * q + 0.9617966939259756;
    sum = sum * q + 2.8853900817779268;
    return e + sum * s;
}

/* Adding 1.5 2^52 rounds as rint does and leaves the whole number in the lowest bits. */
TWC_INLINE double exp2_of(double t)
{
    const int low = !(t >= -1022.5), high = t >= 1023.5;
    const double inside = low | high ? 0.0 : t, shifted = inside + 0x1.8p52, k = shifted - 0x1.8p52, f = inside - k;
    double sum = 1.3691488853904128e-12;
    sum = sum * f + 2.5678435993488206e-11;
    sum = sum * f + 4.4455382718708116e-10;
    sum = sum * f + 7.054911620801123e-09;
    sum = sum * f + 1.01780860092397e-07;
    sum = sum * f + 1.321548679014431e-06;
    sum = sum * f + 1.5252733804059841e-05;
    sum = sum * f + 0.0001540353039338161;
    sum = sum * f + 0.0013333558146428443;
    sum = sum * f + 0.009618129107628477;
    sum = sum * f + 0.05550410866482158;
    sum = sum * f + 0.24022650695910072;
    sum = sum * f + 0.6931471805599453;
    sum = sum * f + 1.0;
    const double value = sum * twc_fast_real((twc_fast_bits(shifted) + 1023) << 52);
    return low ? 0.0 : high ? (double)INFINITY : value;
}

void TWC_NAME(power)(size_t n, const double *x, double y, double *restrict out)
{
    for (size_t k = 0; k < n; k++)
        out[k] = exp2_of(y * log2_of(x[k]));
}

void TWC_NAME(cube_root)(size_t n, const double *x, double *restrict out)
{
    for (size_t k = 0; k < n; k++) {
        double y = twc_fast_real(twc_fast_bits(x[k]) / 3 + 0x2A9F789300000000u);
        y = (2.0 * y + x[k] / (y * y)) / 3.0;
        y = (2.0 * y + x[k] / (y * y)) / 3.0;
        y = (2.0 * y + x[k] / (y * y)) / 3.0;
        y = (2.0 * y + x[k] / (y * y)) / 3.0;
        out[k] = y;
    }
}
