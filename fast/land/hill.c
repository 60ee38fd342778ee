/* SPDX-License-Identifier: MIT */
/*
 * The hill, a batch at a time, worked out only near it. Spec land 3.3; twin reference/land/hill.c; test
 * tests/land/test_island.c, tests/land/test_island_claims.c.
 */
#include "land/land.h"

/*
 * How many of the positions lie so near the hill that the warp can bring them within its foot; elsewhere the dome is 0.
 * Noise is a mean of four products of vectors at most sqrt(2) long: below 2 in magnitude. A metre covers the roundings.
 */
static int32_t within_reach(const twc_land_hill *hill, int32_t count, const twc_land_places *at)
{
    const double reach = hill->foot + 3.0 * fabs(hill->warp.by) + 1.0, square = reach * reach;
    const double x = hill->middle.x, z = hill->middle.z;
    const int32_t n = TWC_LAND_WHOLE(count);
    int32_t within = 0;
    for (int32_t k = 0; k < n; k++) {
        const double dx = at->x[k] - x, dz = at->z[k] - z;
        within += dx * dx + dz * dz < square;
    }
    return within;
}

void TWC_NAME(raw_hill_batch)(const twc_land_hill *hill, int32_t count, const twc_land_places *at, double *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    const twc_ramp flank = hill->flank;
    const double x = hill->middle.x, z = hill->middle.z, foot = hill->foot;
    const double spread = hill->spread, core = hill->core, far_scale = hill->far_scale;
    const double crease = hill->crease, soft = hill->soft, steepness = hill->steepness, cut = hill->cut;
    twc_land_places p;
    double e[TWC_LAND_BATCH], ridges[TWC_LAND_BATCH];
    if (within_reach(hill, count, at) == 0) {
        memset(out, 0, (size_t)n * sizeof *out);
        return;
    }
    TWC_NAME(warp_batch)(&hill->warp, count, at, &p);
    for (int32_t k = 0; k < n; k++) {
        const double dx = p.x[k] - x, dz = p.z[k] - z, r = twc_fast_length(dx, dz);
        const double scale = spread / sqrt(r * r + core) + far_scale;
        e[k] = twc_fast_min(r / foot, 1.0);
        p.x[k] = dx * scale;
        p.z[k] = dz * scale;
    }
    TWC_NAME(fbm_batch)(&hill->ridges, count, p.x, p.z, ridges);
    for (int32_t k = 0; k < n; k++) {
        const double dome = 1.0 - (e[k] * e[k]) * (3.0 - 2.0 * e[k]);
        const double hollow = twc_fast_min((sqrt(ridges[k] * ridges[k] + crease) - soft) * steepness, 1.0);
        out[k] = dome * (1.0 - (cut * twc_fast_ss(e[k], flank)) * hollow);
    }
}

void TWC_NAME(hill_batch)(const twc_land_hill *hill, double highest, int32_t count, const twc_land_places *at,
                          double *restrict out)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    const double top = hill->top;
    TWC_NAME(raw_hill_batch)(hill, count, at, out);
    for (int32_t k = 0; k < n; k++)
        out[k] = out[k] * top / highest;
}

void TWC_NAME(raw_hill)(const twc_land *land, twc_spots at, double *out)
{
    twc_land_places places;
    double value[TWC_LAND_BATCH];
    for (size_t first = 0; first < at.count; first += TWC_LAND_BATCH) {
        const int32_t n = TWC_NAME(land_take)(at, first, &places);
        TWC_NAME(raw_hill_batch)(&land->hill, twc_land_rounded(n), &places, value);
        memcpy(out + first, value, (size_t)n * sizeof(double));
    }
}
