/* SPDX-License-Identifier: MIT */
/* The small functions that heights are blended with, in the order of the contract (twc/land_kernels.h). */
#ifndef TWC_REFERENCE_COMMON_BLEND_H
#define TWC_REFERENCE_COMMON_BLEND_H

#include <math.h>

#include "twc/noise.h"

static inline double twc_min(double a, double b)
{
    return a < b ? a : b;
}

static inline double twc_max(double a, double b)
{
    return a > b ? a : b;
}

static inline double twc_clamp01(double t)
{
    return t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
}

static inline double twc_ss(double x, twc_ramp ramp)
{
    double t = twc_clamp01((x - ramp.from) / (ramp.to - ramp.from));
    return (t * t) * (3.0 - 2.0 * t);
}

static inline double twc_lerp(double a, double b, double t)
{
    return (1.0 - t) * a + t * b;
}

static inline double twc_length(double x, double z)
{
    return sqrt(x * x + z * z);
}

static inline double twc_smooth_min(double a, double b, double width)
{
    double h = twc_max(width - fabs(a - b), 0.0) / width;
    return twc_min(a, b) - ((h * h) * width) * 0.25;
}

static inline double twc_smooth_max(double a, double b, double width)
{
    return -twc_smooth_min(-a, -b, width);
}

#endif
