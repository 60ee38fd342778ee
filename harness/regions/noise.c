/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise.h"

#include <math.h>

#include "twc/numbers.h"

double twc_smoothstep(double t)
{
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

int32_t twc_noise_salt(uint32_t seed, int32_t layer)
{
    /* Through unsigned arithmetic only: the cast of a hash beyond INT32_MAX would be the implementation's choice. */
    return (int32_t)(twc_hash((int32_t)(seed & 0x7FFFFFFF), layer, (int32_t)(seed >> 31)) >> 1);
}

/* Rises from 0 to 1 with flat first and second derivatives at both ends, so that layers join without creases. */
static double fade(double t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

/* Slope at lattice point (i, j), both parts uniform in -1..1, times the offset from it. */
static double corner(int32_t i, int32_t j, int32_t salt, double dx, double dz)
{
    uint32_t hash = twc_hash(i, j, salt);
    double gx = (double)(hash & 0xFFFF) / 32767.5 - 1, gz = (double)(hash >> 16) / 32767.5 - 1;
    return gx * dx + gz * dz;
}

double twc_noise(double x, double z, double wavelength, int32_t salt)
{
    double u = x / wavelength, v = z / wavelength;
    if (salt & 1) {
        double turned = u * 0.8 - v * 0.6;
        v = u * 0.6 + v * 0.8;
        u = turned;
    }
    double left = floor(u), top = floor(v);
    int32_t i = (int32_t)left, j = (int32_t)top;
    double du = u - left, dv = v - top, s = fade(du), t = fade(dv);
    double north = corner(i, j, salt, du, dv);
    north += (corner(i + 1, j, salt, du - 1, dv) - north) * s;
    double south = corner(i, j + 1, salt, du, dv - 1);
    south += (corner(i + 1, j + 1, salt, du - 1, dv - 1) - south) * s;
    return north + (south - north) * t;
}

double twc_noise_ridged(double x, double z, double wavelength, int32_t salt)
{
    double ridge = 1 - 2 * fabs(twc_noise(x, z, wavelength, salt));
    return ridge * ridge;
}
