/* SPDX-License-Identifier: MIT */
/*
 * Gradient noise after Perlin (2002), with sixteen directions a sixteenth of a turn apart, none along an axis. Spec
 * land 2.4, 2.5; twin fast/land/fbm.c; test tests/land/test_land.c.
 */
#include "common/gradient_noise.h"

#include <math.h>

#include "twc/land_kernels.h"

/* sqrt(2) times the cosines of odd multiples of 11.25 degrees: eight directions, and their opposites. */
#define A 1.3870398453221475
#define B 0.2758993792829431
#define C 1.1758756024193588
#define D 0.7856949583871022
const double twc_gradient_x[16] = {A, C, D, B, -B, -D, -C, -A, -A, -C, -D, -B, B, D, C, A};
const double twc_gradient_z[16] = {B, D, C, A, A, C, D, B, -B, -D, -C, -A, -A, -C, -D, -B};

/* What the direction of corner (i, j) gives at (x, z) from it. */
static double corner(int32_t i, int32_t j, int32_t seed, double x, double z)
{
    uint32_t k = twc_hash(i, j, seed) >> 28;
    return twc_gradient_x[k] * x + twc_gradient_z[k] * z;
}

static double fade(double r)
{
    return ((r * r) * r) * (r * (r * 6.0 - 15.0) + 10.0);
}

double twc_reference_noise(double x, double z, int32_t seed)
{
    double floor_x = floor(x), floor_z = floor(z);
    int32_t i = (int32_t)floor_x, j = (int32_t)floor_z;
    double rx = x - floor_x, rz = z - floor_z, u = fade(rx), v = fade(rz);
    double n00 = corner(i, j, seed, rx, rz), n10 = corner(i + 1, j, seed, rx - 1.0, rz);
    double n01 = corner(i, j + 1, seed, rx, rz - 1.0), n11 = corner(i + 1, j + 1, seed, rx - 1.0, rz - 1.0);
    double a = n00 + (n10 - n00) * u, b = n01 + (n11 - n01) * u;
    return a + (b - a) * v;
}

double twc_reference_fbm_at(const twc_fbm *noise, double x, double z)
{
    double sum = 0.0, gains = 0.0, gain = 1.0;
    x = x / noise->size;
    z = z / noise->size;
    for (int32_t i = 0; i < noise->octaves; i++) {
        sum += gain * twc_reference_noise(x + i * 19.1875, z + i * 7.4375, noise->seed + i);
        gains += gain;
        x *= 2.0;
        z *= 2.0;
        gain *= 0.5;
    }
    return sum / gains;
}

twc_spot twc_reference_warped(const twc_warp *warp, double x, double z)
{
    twc_fbm other = warp->noise;
    other.seed += 1000;
    return (twc_spot){x + warp->by * twc_reference_fbm_at(&warp->noise, x, z),
                      z + warp->by * twc_reference_fbm_at(&other, x, z)};
}
