/* SPDX-License-Identifier: MIT */
/*
 * Turns, powers and cube roots by polynomials and whole numbers, nothing of libm. Spec tower 1.1, 1.2; twin
 * fast/tower/numbers.c; test tests/tower/test_tower_numbers.c.
 */
#include <math.h>

#include "tower/stage.h"

static double horner(const double *coefficient, int count, double x)
{
    double value = coefficient[0];
    for (int k = 1; k < count; k++)
        value = value * x + coefficient[k];
    return value;
}

twc_turned twc_reference_turned(uint32_t theta)
{
    static const double cosine[8] = {-1.0 / 87178291200.0, 1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320,
                                     -1.0 / 720,           1.0 / 24,        -1.0 / 2,       1.0};
    static const double sine[7] = {1.0 / 6227020800.0, -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040,
                                   1.0 / 120,          -1.0 / 6,        1.0};
    uint32_t q = (theta + 0x20000000U) >> 30;
    int32_t r = (int32_t)(theta - (q << 30));
    double a = r * TWC_TOWER_ANGLE, b = a * a;
    double s = horner(sine, 7, b) * a, c = horner(cosine, 8, b);
    switch (q) {
    case 0:
        return (twc_turned){c, s};
    case 1:
        return (twc_turned){-s, c};
    case 2:
        return (twc_turned){-c, -s};
    default:
        return (twc_turned){s, -c};
    }
}

void twc_reference_turn_cos_sin(size_t n, const uint32_t *theta, double *cosine, double *sine)
{
    for (size_t k = 0; k < n; k++) {
        twc_turned turned = twc_reference_turned(theta[k]);
        cosine[k] = turned.cosine;
        sine[k] = turned.sine;
    }
}

static double of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* x = m 2^e with m in [sqrt(1/2), sqrt(2)); log2 m = 2 / ln 2 (s + s^3 / 3 + ..), s = (m - 1) / (m + 1). */
static double log2_of(double x)
{
    static const double series[8] = {0.19235933878519512, 0.22195308321368667, 0.2623081892525388, 0.3205988979753252,
                                     0.4121985831111324,  0.5770780163555853,  0.9617966939259756, 2.8853900817779268};
    uint64_t bits = bits_of(x);
    int32_t e = (int32_t)(bits >> 52) - 1023;
    double m = of_bits((bits & 0xFFFFFFFFFFFFFU) | (uint64_t)1023 << 52);
    if (m >= 1.4142135623730951) {
        m = m * 0.5;
        e = e + 1;
    }
    double s = (m - 1.0) / (m + 1.0);
    return e + horner(series, 8, s * s) * s;
}

/* 2^t = 2^k 2^f, k the nearest whole number: the series of exp(f ln 2) to f^13. */
static double exp2_of(double t)
{
    static const double series[14] = {1.3691488853904128e-12, 2.5678435993488206e-11,
                                      4.4455382718708116e-10, 7.054911620801123e-09,
                                      1.01780860092397e-07,   1.321548679014431e-06,
                                      1.5252733804059841e-05, 0.0001540353039338161,
                                      0.0013333558146428443,  0.009618129107628477,
                                      0.05550410866482158,    0.24022650695910072,
                                      0.6931471805599453,     1.0};
    double k = rint(t);
    if (!(k >= -1022.0))
        return 0.0;
    if (k >= 1024.0)
        return INFINITY;
    return horner(series, 14, t - k) * of_bits((uint64_t)((int64_t)k + 1023) << 52);
}

double twc_reference_power_of(double x, double y)
{
    return exp2_of(y * log2_of(x));
}

void twc_reference_power(size_t n, const double *x, double y, double *out)
{
    for (size_t k = 0; k < n; k++)
        out[k] = twc_reference_power_of(x[k], y);
}

/* A third of the exponent, then y = (2 y + x / y^2) / 3 four times. */
double twc_reference_cube_root_of(double x)
{
    double y = of_bits(bits_of(x) / 3 + 0x2A9F789300000000U);
    for (int k = 0; k < 4; k++)
        y = (2.0 * y + x / (y * y)) / 3.0;
    return y;
}

void twc_reference_cube_root(size_t n, const double *x, double *out)
{
    for (size_t k = 0; k < n; k++)
        out[k] = twc_reference_cube_root_of(x[k]);
}
