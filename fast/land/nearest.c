/* SPDX-License-Identifier: MIT */
/*
 * Nearest points of a spine. Runs of sixteen pieces have boxes. Those whose box is not nearer than the best so far are
 * left out, the others are gone through in their order, so that the first of equals wins as in the reference. Spec land
 * 4.2; twin reference/land/nearest.c; test tests/land/test_island.c.
 */
#include "land/land.h"

/* More than all roundings of a squared distance amount to within TWC_LAND_REACH. */
#define SLACK 0x1p-10

void TWC_NAME(spine_runs)(const twc_spine *spine, twc_spine_runs *runs)
{
    runs->count = 0;
    for (int32_t first = 0; first + 1 < spine->count; first += TWC_SPINE_RUN) {
        const int32_t last = first + TWC_SPINE_RUN < spine->count ? first + TWC_SPINE_RUN : spine->count - 1;
        double low_x = spine->x[first], high_x = low_x, low_z = spine->z[first], high_z = low_z;
        for (int32_t k = first + 1; k <= last; k++) {
            low_x = twc_fast_min(low_x, spine->x[k]);
            high_x = twc_fast_max(high_x, spine->x[k]);
            low_z = twc_fast_min(low_z, spine->z[k]);
            high_z = twc_fast_max(high_z, spine->z[k]);
        }
        TWC_ASSERT(runs->count < TWC_SPINE_RUNS);
        runs->low_x[runs->count] = low_x - SLACK;
        runs->high_x[runs->count] = high_x + SLACK;
        runs->low_z[runs->count] = low_z - SLACK;
        runs->high_z[runs->count] = high_z + SLACK;
        runs->count++;
    }
}

/* The squares of distances to the pieces of a run, and where on them the feet are. */
static void measure(const double *x, const double *z, int32_t n, double px, double pz, double *restrict square,
                    double *restrict along)
{
    for (int32_t k = 0; k < n; k++) {
        const double ex = x[k + 1] - x[k], ez = z[k + 1] - z[k], qx = px - x[k], qz = pz - z[k];
        const double t = twc_fast_unit((qx * ex + qz * ez) / (ex * ex + ez * ez));
        const double dx = qx - t * ex, dz = qz - t * ez;
        square[k] = dx * dx + dz * dz;
        along[k] = t;
    }
}

twc_land_near TWC_NAME(spine_near)(const twc_spine *spine, const twc_spine_runs *runs, double within, double x,
                                   double z)
{
    double bound[TWC_SPINE_RUNS], square[TWC_SPINE_RUN], along[TWC_SPINE_RUN];
    double best = within * within;
    twc_land_near near = {-1, 0.0, within};
    for (int32_t k = 0; k < runs->count; k++) {
        const double dx = twc_fast_max(twc_fast_max(runs->low_x[k] - x, x - runs->high_x[k]), 0.0);
        const double dz = twc_fast_max(twc_fast_max(runs->low_z[k] - z, z - runs->high_z[k]), 0.0);
        bound[k] = dx * dx + dz * dz;
    }
    for (int32_t run = 0; run < runs->count; run++) {
        const int32_t first = run * TWC_SPINE_RUN, left = spine->count - 1 - first;
        const int32_t n = left < TWC_SPINE_RUN ? left : TWC_SPINE_RUN;
        TWC_ASSERT(n >= 1);
        if (!(bound[run] < best))
            continue;
        if (n == TWC_SPINE_RUN) /* a loop without a remainder */
            measure(spine->x + first, spine->z + first, TWC_SPINE_RUN, x, z, square, along);
        else
            measure(spine->x + first, spine->z + first, n, x, z, square, along);
        for (int32_t k = 0; k < n; k++)
            if (square[k] < best) {
                best = square[k];
                near.piece = first + k;
                near.t = along[k];
            }
    }
    TWC_ASSERT(near.piece < spine->count - 1);
    near.distance = near.piece < 0 ? within : sqrt(best);
    return near;
}

void TWC_NAME(spine_nearest)(const twc_spine *spine, double within, twc_spots at, twc_nearest out)
{
    twc_spine_runs runs;
    TWC_NAME(spine_runs)(spine, &runs);
    for (size_t k = 0; k < at.count; k++) {
        const twc_land_near near = TWC_NAME(spine_near)(spine, &runs, within, at.x[k], at.z[k]);
        out.distance[k] = near.distance;
        out.at[k] = near.piece < 0 ? 0.0 : twc_spine_lerp(spine->at, &near);
        out.along[k] = near.piece < 0 ? 0.0 : twc_spine_lerp(spine->along, &near);
    }
}
