/* SPDX-License-Identifier: MIT */
/*
 * Stripes, a batch of positions at a time: for each of the sixteen cells about them, one loop over the positions. Spec
 * land 2.6; twin reference/land/phacelle.c; test tests/land/test_island.c, tests/land/test_island_claims.c.
 */
#include "land/land.h"

typedef struct waves {
    _Alignas(64) double rx[TWC_LAND_BATCH];
    double rz[TWC_LAND_BATCH], side_x[TWC_LAND_BATCH], side_z[TWC_LAND_BATCH];
    double c[TWC_LAND_BATCH], s[TWC_LAND_BATCH], weight[TWC_LAND_BATCH];
    int32_t i[TWC_LAND_BATCH], j[TWC_LAND_BATCH];
} waves;

/* The wave of the cell (i, j) cells on, for all. */
static void add_cell(waves *b, int32_t count, int32_t i, int32_t j, int32_t seed)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    for (int32_t k = 0; k < n; k++) {
        const uint32_t h = twc_fast_hash(b->i[k] + i, b->j[k] + j, seed);
        const double vx = (b->rx[k] - i) - ((double)(int32_t)(h & 0xFFFFu) * (1.0 / 65536) - 0.5);
        const double vz = (b->rz[k] - j) - ((double)(int32_t)(h >> 16) * (1.0 / 65536) - 0.5);
        const double q = vx * vx + vz * vz, bell = twc_fast_max(0.0, twc_fast_expm2(q) - 0.01111);
        const double w = q < 2.25 ? bell : 0.0;
        const twc_fast_rotation wave = twc_fast_cos_sin(vx * b->side_x[k] + vz * b->side_z[k]);
        b->c[k] += w * wave.c;
        b->s[k] += w * wave.s;
        b->weight[k] += w;
    }
}

void TWC_NAME(stripe_batch)(int32_t seed, int32_t count, const twc_land_places *at, const twc_land_places *way,
                            twc_land_stripes *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    waves b;
    for (int32_t k = 0; k < n; k++) {
        const int32_t i = twc_fast_floor(at->x[k]), j = twc_fast_floor(at->z[k]);
        b.i[k] = i;
        b.j[k] = j;
        b.rx[k] = at->x[k] - (double)i;
        b.rz[k] = at->z[k] - (double)j;
        b.side_x[k] = -way->z[k];
        b.side_z[k] = way->x[k];
        b.c[k] = b.s[k] = b.weight[k] = 0.0;
    }
    for (int32_t j = -1; j <= 2; j++)
        for (int32_t i = -1; i <= 2; i++)
            add_cell(&b, count, i, j, seed);
    for (int32_t k = 0; k < n; k++) {
        const double c = b.c[k] / b.weight[k], s = b.s[k] / b.weight[k], m = twc_fast_max(0.5, sqrt(c * c + s * s));
        const double g = 3.141592653589793 * (s / m);
        out->depth[k] = 0.5 - 0.5 * (c / m);
        out->slope_x[k] = g * b.side_x[k];
        out->slope_z[k] = g * b.side_z[k];
    }
}

void TWC_NAME(phacelle)(int32_t seed, twc_spots at, const double *dx, const double *dz, twc_stripes out)
{
    twc_land_places places, ways;
    twc_land_stripes stripes;
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        const int32_t n = TWC_NAME(land_take)(at, first, &places);
        const size_t bytes = (size_t)n * sizeof(double);
        TWC_NAME(land_take)((twc_spots){at.count, dx, dz}, first, &ways);
        TWC_NAME(stripe_batch)(seed, twc_land_rounded(n), &places, &ways, &stripes);
        memcpy(out.depth + first, stripes.depth, bytes);
        memcpy(out.slope_x + first, stripes.slope_x, bytes);
        memcpy(out.slope_z + first, stripes.slope_z, bytes);
    }
}
