/* SPDX-License-Identifier: MIT */
/*
 * Gradient noise over octaves and the warp by it, a batch at a time. Spec land 2.4, 2.5; twin
 * reference/common/gradient_noise.c, reference/land/coast.c; test tests/land/test_island.c.
 */
#include "land/land.h"

/* A batch of one octave: places in cells, and the cells' hashes. */
typedef struct octave {
    _Alignas(64) double x[TWC_LAND_BATCH];
    double z[TWC_LAND_BATCH];
    int32_t i[TWC_LAND_BATCH], j[TWC_LAND_BATCH];
    uint32_t h00[TWC_LAND_BATCH], h10[TWC_LAND_BATCH], h01[TWC_LAND_BATCH], h11[TWC_LAND_BATCH];
} octave;

/* Loops of their own: integers have twice the lanes that reals have. */
static void hash_cells(int32_t count, int32_t seed, octave *restrict o)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    for (int32_t k = 0; k < n; k++) {
        o->i[k] = twc_fast_floor(o->x[k]);
        o->j[k] = twc_fast_floor(o->z[k]);
    }
    for (int32_t k = 0; k < n; k++) {
        const twc_fast_cell cell = twc_fast_cell_of(o->i[k], o->j[k], seed);
        o->h00[k] = cell.h00;
        o->h10[k] = cell.h10;
        o->h01[k] = cell.h01;
        o->h11[k] = cell.h11;
    }
}

void TWC_NAME(fbm_batch)(const twc_fbm *noise, int32_t count, const double *x, const double *z, double *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    _Alignas(64) double px[TWC_LAND_BATCH], pz[TWC_LAND_BATCH];
    double gain = 1.0, gains = 0.0;
    octave o;
    for (int32_t k = 0; k < n; k++) {
        px[k] = x[k] / noise->size;
        pz[k] = z[k] / noise->size;
        out[k] = 0.0;
    }
    for (int32_t i = 0; i < noise->octaves; i++) {
        const double shift_x = i * 19.1875, shift_z = i * 7.4375;
        for (int32_t k = 0; k < n; k++) {
            o.x[k] = px[k] + shift_x;
            o.z[k] = pz[k] + shift_z;
            px[k] *= 2.0;
            pz[k] *= 2.0;
        }
        hash_cells(count, noise->seed + i, &o);
        for (int32_t k = 0; k < n; k++) {
            const twc_fast_cell cell = {o.h00[k], o.h10[k], o.h01[k], o.h11[k]};
            out[k] += gain * twc_fast_in_cell(cell, o.x[k] - (double)o.i[k], o.z[k] - (double)o.j[k]);
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
