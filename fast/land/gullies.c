/* SPDX-License-Identifier: MIT */
/*
 * Gullies of a batch of positions, stripes only for those steep enough. Spec land 3.4; twin reference/land/hill.c; test
 * tests/land/test_island.c.
 */
#include "land/land.h"

/* Positions in cells. */
static void count_in_cells(int32_t n, const twc_land_places *at, double size, twc_land_places *cells)
{
    for (int32_t k = 0; k < n; k++) {
        cells->x[k] = at->x[k] / size;
        cells->z[k] = at->z[k] / size;
    }
}

/* Directions of the steer; returns how many are steep enough to be cut. */
static int32_t steer_by(int32_t n, double level, const twc_land_places *steer, double *restrict steep,
                        twc_land_places *way)
{
    int32_t cut = 0;
    for (int32_t k = 0; k < n; k++) {
        const double length = twc_fast_length(steer->x[k], steer->z[k]);
        const double divisor = twc_fast_max(length, level); /* of those that are not cut, something above 0 */
        steep[k] = length;
        way->x[k] = steer->x[k] / divisor;
        way->z[k] = steer->z[k] / divisor;
        cut += length > level;
    }
    return cut;
}

void TWC_NAME(gully_batch)(const twc_land *land, int32_t count, const twc_land_places *at, const double *h,
                           twc_land_places *steer, double *restrict out)
{
    const twc_land_gullies *gullies = &land->gullies;
    const int32_t n = TWC_LAND_WHOLE(count);
    const double top = land->hill.top, level = gullies->level, full = gullies->full, summit_cut = gullies->summit_cut;
    const twc_ramp foot = gullies->foot, summit = gullies->summit;
    double crisp[TWC_LAND_BATCH], steep[TWC_LAND_BATCH], size = gullies->size, depth = gullies->depth;
    twc_land_places cells, way;
    twc_land_stripes stripes;
    for (int32_t k = 0; k < n; k++) {
        const double up = twc_fast_min(h[k] / top, 1.0);
        crisp[k] = twc_fast_ss(up, foot) * (1.0 - summit_cut * twc_fast_ss(up, summit));
        out[k] = h[k];
    }
    for (int32_t i = 0; i < gullies->octaves; i++) {
        if (steer_by(n, level, steer, steep, &way) > 0) {
            count_in_cells(n, at, size, &cells);
            TWC_NAME(stripe_batch)(gullies->seed + i, count, &cells, &way, &stripes);
            for (int32_t k = 0; k < n; k++) {
                const double v = 1.0 - twc_fast_min(steep[k] / full, 1.0);
                const double whole = (depth * (1.0 - v * v)) * crisp[k], amount = steep[k] > level ? whole : 0.0;
                const double r = amount / size;
                out[k] -= amount * stripes.depth[k];
                steer->x[k] -= r * stripes.slope_x[k];
                steer->z[k] -= r * stripes.slope_z[k];
            }
        }
        size = size / 2.0;
        depth = depth / 2.0;
    }
}
