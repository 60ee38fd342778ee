/* SPDX-License-Identifier: MIT */
/*
 * Gradient noise in space after Perlin (2002), on the cylinder's floor: it has no seam. Spec tower 1.3, 1.4; twin
 * fast/tower/noise3.c; test tests/tower/test_tower_noise.c.
 */
#include <math.h>

#include "tower/stage.h"

/* The last steps of twc_hash alone: the factor undoes its first. */
static uint32_t finish(uint32_t h)
{
    enum { NO_MORE = 0 };
    return twc_hash((int32_t)(h * 2979787115U), 0, NO_MORE);
}

/* What the edge of corner (i, j, k) gives at (x, y, z) from it: Perlin's twelve, four of them twice. */
static double corner(int32_t i, int32_t j, int32_t k, uint32_t seed, const double p[3])
{
    uint32_t edge = finish(twc_hash(i, j, k) ^ seed * 0x9E3779B9U) >> 28;
    double u = edge < 8 ? p[0] : p[1], v = edge < 4 ? p[1] : edge == 12 || edge == 14 ? p[0] : p[2];
    return (edge & 1 ? -u : u) + (edge & 2 ? -v : v);
}

static double fade(double r)
{
    return ((r * r) * r) * (r * (r * 6.0 - 15.0) + 10.0);
}

static double between(double a, double b, double t)
{
    return a + (b - a) * t;
}

double twc_reference_noise3(double x, double y, double z, uint32_t seed)
{
    double floors[3] = {floor(x), floor(y), floor(z)}, r[3] = {x - floors[0], y - floors[1], z - floors[2]};
    int32_t i = (int32_t)floors[0], j = (int32_t)floors[1], k = (int32_t)floors[2];
    double n[8];
    for (int c = 0; c < 8; c++) {
        const double p[3] = {r[0] - (c & 1), r[1] - (c >> 1 & 1), r[2] - (c >> 2)};
        n[c] = corner(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2), seed, p);
    }
    double u = fade(r[0]), v = fade(r[1]), w = fade(r[2]);
    double low = between(between(n[0], n[1], u), between(n[2], n[3], u), v);
    double high = between(between(n[4], n[5], u), between(n[6], n[7], u), v);
    return between(low, high, w);
}

double twc_reference_tower_noise(const twc_tower_noise *noise, uint32_t theta, int32_t z)
{
    twc_turned turned = twc_reference_turned(theta);
    double x = TWC_TOWER_RADIUS * turned.cosine / noise->size, y = TWC_TOWER_RADIUS * turned.sine / noise->size;
    double at = z * 0.01 / noise->size, sum = 0.0, gains = 0.0, gain = 1.0;
    for (int32_t i = 0; i < noise->octaves; i++) {
        sum += gain * twc_reference_noise3(x + i * 19.1875, y + i * 7.4375, at + i * 3.5625, noise->seed + (uint32_t)i);
        gains += gain;
        x *= 2.0;
        y *= 2.0;
        at *= 2.0;
        gain *= 0.5;
    }
    return sum / gains;
}

void twc_reference_tower_fbm(const twc_tower_noise *noise, twc_tower_spots at, double *out)
{
    for (size_t k = 0; k < at.count; k++)
        out[k] = twc_reference_tower_noise(noise, at.theta[k], at.z[k]);
}
