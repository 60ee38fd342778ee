/* SPDX-License-Identifier: MIT */
/*
 * Dryness: two octaves of value noise. Spec surface 2.2; paper section 4.4; twin fast/surface/dryness.c; test
 * tests/surface/test_surface.c.
 */
#include "common/assertion.h"
#include "surface/stage.h"

static double smooth(double t)
{
    return (t * t) * (3.0 - 2.0 * t);
}

static double value_noise(int32_t x, int32_t z, int32_t spacing, int32_t salt)
{
    int32_t i = twc_floor_div(x, spacing), j = twc_floor_div(z, spacing);
    double u = smooth((double)(x - i * spacing) / (double)spacing);
    double v = smooth((double)(z - j * spacing) / (double)spacing);
    double north_west = twc_reference_xi(twc_hash(i, j, salt)), north_east = twc_reference_xi(twc_hash(i + 1, j, salt));
    double south_west = twc_reference_xi(twc_hash(i, j + 1, salt));
    double south_east = twc_reference_xi(twc_hash(i + 1, j + 1, salt));
    double north = north_west + (north_east - north_west) * u;
    double south = south_west + (south_east - south_west) * u;
    return north + (south - north) * v;
}

double twc_reference_dryness_at(int32_t x, int32_t z)
{
    double broad = value_noise(x, z, TWC_DRY_LONG_CM, TWC_SALT_DRY_LONG);
    double narrow = value_noise(x, z, TWC_DRY_SHORT_CM, TWC_SALT_DRY_SHORT);
    TWC_ASSERT(broad >= 0.0 && broad <= 1.0 && narrow >= 0.0 && narrow <= 1.0);
    return (2.0 * broad + narrow) / 3.0;
}

void twc_reference_dryness(size_t n, const twc_point *points, double *out)
{
    for (size_t k = 0; k < n; k++)
        out[k] = twc_reference_dryness_at(points[k].x, points[k].z);
}
