/* SPDX-License-Identifier: MIT */
/*
 * How the world looks: the constants of shading, the presets, and what stands in for libm. Spec surface 5.1, 5.2, 5.3,
 * 5.4; paper Table 2, Table 4; no twin: constants and short functions, shared by both libraries; test
 * tests/surface/test_raster.c, tests/surface/test_weather.c.
 */
#include "twc/look.h"

#include <math.h>
#include <string.h>

#include "common/assertion.h"

const twc_look twc_the_look = {
    .sun = {-0x1.3e903e4e3b854p-1, 0x1.e6888464dd3b3p-2, 0x1.3e903e4e3b854p-1},
    .hemisphere = {0.55, 0.45},
    .puddle_cover = {[TWC_MATERIAL_GROUND] = 0.10, [TWC_MATERIAL_BED] = 0.32, [TWC_MATERIAL_BANK] = 0.10},
    .snow_offset = {[TWC_MATERIAL_BED] = 0.35, [TWC_MATERIAL_BANK] = 0.10},
    .snow_relief = 260.0,
    .snow_limit = 1.35,
    .snow_gain = 1.25,
    .snow_least_ny = 0.62,
    .snow_srgb = {232, 238, 246},
    .snow_ambient = {0.86, 0.96, 1.16},
    .wet_darkening = 0.3,
    .schlick = 0.02,
    .puddle_fresnel = {0.35, 0.60},
    .puddle_keep = 0.45,
    .water_fresnel = {0.10, 0.85},
    .exposure = 0.62,
    .near = 0.05,
    .shadow_bias = {0.02, 0.0002},
};

const twc_weather twc_presets[TWC_PRESET_COUNT] = {
    [TWC_CLEAR] = {2.1,
                   0.70,
                   6500.0,
                   0.0,
                   0.0,
                   40.0,
                   {1.08, 0.98, 0.80},
                   {0.80, 0.93, 1.18},
                   {0.98, 1.12, 1.26},
                   {0.26, 0.56, 1.10},
                   0.45},
    [TWC_RAIN] = {0.45,
                  1.35,
                  900.0,
                  0.85,
                  0.0,
                  40.0,
                  {1.0, 0.98, 0.94},
                  {0.88, 0.95, 1.04},
                  {0.66, 0.72, 0.78},
                  {0.40, 0.46, 0.54},
                  0.0},
    [TWC_SNOW] = {1.8,
                  0.80,
                  4500.0,
                  0.0,
                  0.62,
                  40.0,
                  {1.06, 0.98, 0.86},
                  {0.82, 0.94, 1.16},
                  {1.02, 1.12, 1.24},
                  {0.42, 0.66, 1.04},
                  0.30},
};

const char *twc_preset_name(twc_preset preset)
{
    static const char *const names[TWC_PRESET_COUNT] = {"clear", "rain", "snow"};
    return names[preset];
}

uint8_t twc_srgb_encode(double linear)
{
    int low = 0, high = 255; /* as many bytes as there are borders not above the value */
    while (low < high) {
        int middle = (low + high) / 2;
        if (twc_srgb_linear[2 * middle + 1] <= linear)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint8_t)low;
}

const double twc_exp_coefficients[9] = {
    0x1.6a09e667f3bcdp-1,   -0x1.f5e46537ab907p-2, 0x1.5be298adf0352p-3,   -0x1.41839eb881562p-5, 0x1.bdb696e8a0afcp-8,
    -0x1.ee4fd234aabe3p-11, 0x1.c8d752e2475fdp-14, -0x1.69e51ed115674p-17, 0x1.f5b1687066adap-21,
};

double twc_exp_minus(double x)
{
    double near = x < 700.0 ? x : 700.0, t = near * 0x1.71547652b82fep+0, whole = floor(t), f = t - whole - 0.5;
    double power = twc_exp_coefficients[8];
    for (int k = 7; k >= 0; k--)
        power = power * f + twc_exp_coefficients[k];
    TWC_ASSERT(x >= 0.0 && whole >= 0.0 && whole <= 1010.0);
    /* 2^-whole from its bits; whole <= 1010, so it is a normal number and the product exact. */
    uint64_t bits = (uint64_t)(1023 - (int64_t)whole) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return power * scale;
}
