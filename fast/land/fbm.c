/* SPDX-License-Identifier: MIT */
/*
 * Gradient noise over octaves and the warp by it, a batch at a time. Spec land 2.4, 2.5; twin
 * reference/common/gradient_noise.c, reference/land/coast.c; test tests/land/test_island.c.
 */
#include "land/land.h"

void TWC_NAME(fbm_batch)(const twc_fbm *noise, int32_t count, const double *x, const double *z, double *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    _Alignas(64) double px[TWC_LAND_BATCH], pz[TWC_LAND_BATCH];
    double gain = 1.0, gains = 0.0;
    for (int32_t k = 0; k < n; k++) {
        px[k] = x[k] / noise->size;
        pz[k] = z[k] / noise->size;
        out[k] = 0.0;
    }
    for (int32_t i = 0; i < noise->octaves; i++) {
        const double shift_x = i * 19.1875, shift_z = i * 7.4375;
        const int32_t seed = noise->seed + i;
        for (int32_t k = 0; k < n; k++) {
            out[k] += gain * twc_fast_noise(px[k] + shift_x, pz[k] + shift_z, seed);
            px[k] *= 2.0;
            pz[k] *= 2.0;
        }
        gains += gain;
        gain *= 0.5;
    }
    for (int32_t k = 0; k < n; k++)
        out[k] = out[k] / gains;
}

void TWC_NAME(warp_batch)(const twc_warp *warp, int32_t count, const twc_land_places *at, twc_land_places *out)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    const double by = warp->by;
    twc_fbm other = warp->noise;
    other.seed += 1000;
    TWC_NAME(fbm_batch)(&warp->noise, count, at->x, at->z, out->x);
    TWC_NAME(fbm_batch)(&other, count, at->x, at->z, out->z);
    for (int32_t k = 0; k < n; k++) {
        out->x[k] = at->x[k] + by * out->x[k];
        out->z[k] = at->z[k] + by * out->z[k];
    }
}

void TWC_NAME(fbm)(const twc_fbm *noise, twc_spots at, double *out)
{
    twc_land_places places;
    double value[TWC_LAND_BATCH];
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        const int32_t n = TWC_NAME(land_take)(at, first, &places);
        TWC_NAME(fbm_batch)(noise, twc_land_rounded(n), places.x, places.z, value);
        memcpy(out + first, value, (size_t)n * sizeof(double));
    }
}
