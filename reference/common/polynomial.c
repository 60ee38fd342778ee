/* SPDX-License-Identifier: MIT */
/*
 * Polynomials that stand in for libm. Spec land 2.3; no twin: fast files have them in 64-bit lanes,
 * fast/common/polynomial.h; test tests/land/test_land.c.
 */
#include "common/polynomial.h"

#include <math.h>
#include <stdint.h>

static double horner(const double *coefficient, int count, double x)
{
    double value = coefficient[0];
    for (int k = 1; k < count; k++)
        value = value * x + coefficient[k];
    return value;
}

/* The series of exp(-s) at s = q / 4, squared three times. */
double twc_reference_expm2(double q)
{
    static const double series[8] = {-1.0 / 5040, 1.0 / 720, -1.0 / 120, 1.0 / 24, -1.0 / 6, 1.0 / 2, -1.0, 1.0};
    double p = horner(series, 8, q * 0.25);
    p = p * p;
    p = p * p;
    return p * p;
}

/* The series of both at the angle from the nearest quarter turn, at most an eighth of a turn. */
twc_rotation twc_reference_cos_sin(double turns)
{
    static const double sine[5] = {1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6, 1.0};
    static const double cosine[6] = {-1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24, -1.0 / 2, 1.0};
    double k = rint(4.0 * turns);
    double a = (turns - k * 0.25) * 6.283185307179586, b = a * a;
    double s = horner(sine, 5, b) * a, c = horner(cosine, 6, b);
    switch ((int64_t)k & 3) {
    case 0:
        return (twc_rotation){c, s};
    case 1:
        return (twc_rotation){-s, c};
    case 2:
        return (twc_rotation){-c, -s};
    default:
        return (twc_rotation){s, -c};
    }
}
