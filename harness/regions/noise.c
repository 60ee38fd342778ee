/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise.h"

#include <math.h>

#include "twc/numbers.h"

double twc_smoothstep(double t)
{
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

twc_noise_layer twc_noise_begin(uint32_t seed, int32_t number, twc_octave octave)
{
    /* Halved, the hash fits an int32 whatever the machine makes of a cast beyond it. */
    int32_t salt = (int32_t)(twc_hash((int32_t)(seed & INT32_MAX), number, (int32_t)(seed >> 31)) >> 1);
    return (twc_noise_layer){.wavelength = octave.wavelength, .amplitude = octave.amplitude, .salt = salt};
}

/* Rises from 0 to 1 with flat first and second derivatives at both ends, so that layers join without creases. */
static double fade(double t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

/* Slopes at the corners of cell (i, j), both parts uniform in -1..1. */
static void enter_cell(twc_noise_layer *layer, int32_t i, int32_t j)
{
    for (int32_t k = 0; k < 4; k++) {
        uint32_t hash = twc_hash(i + (k & 1), j + (k >> 1), layer->salt);
        layer->slope[k][0] = (double)(hash & 0xFFFF) / 32767.5 - 1;
        layer->slope[k][1] = (double)(hash >> 16) / 32767.5 - 1;
    }
    layer->i = i;
    layer->j = j;
    layer->known = 1;
}

static double corner(const double slope[2], double dx, double dz)
{
    return slope[0] * dx + slope[1] * dz;
}

double twc_noise(twc_noise_layer *layer, double x, double z)
{
    double u = x / layer->wavelength, v = z / layer->wavelength;
    if (layer->salt & 1) {
        double turned = u * 0.8 - v * 0.6;
        v = u * 0.6 + v * 0.8;
        u = turned;
    }
    double left = floor(u), top = floor(v);
    int32_t i = (int32_t)left, j = (int32_t)top;
    if (!layer->known || layer->i != i || layer->j != j)
        enter_cell(layer, i, j);
    double du = u - left, dv = v - top, s = fade(du), t = fade(dv);
    double north = corner(layer->slope[0], du, dv);
    north += (corner(layer->slope[1], du - 1, dv) - north) * s;
    double south = corner(layer->slope[2], du, dv - 1);
    south += (corner(layer->slope[3], du - 1, dv - 1) - south) * s;
    return north + (south - north) * t;
}

double twc_noise_ridged(twc_noise_layer *layer, double x, double z)
{
    double ridge = 1 - 2 * fabs(twc_noise(layer, x, z));
    return ridge * ridge - 0.45;
}
