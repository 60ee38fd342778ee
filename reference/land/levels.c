/* SPDX-License-Identifier: MIT */
/*
 * Heights along a spine: a path's smoothed, a brook's water held below the ground and never rising, its ribbon. Spec
 * land 4.3, 4.5, 4.7; no twin: shared by both libraries; test tests/land/test_island.c.
 */
#include "common/assertion.h"
#include "land/stage.h"

/* The mean of the points at most `half` away; `out` is another array. */
static void box(const double *in, int32_t count, int32_t half, double *out)
{
    for (int32_t k = 0; k < count; k++) {
        int32_t first = k > half ? k - half : 0, last = k + half < count ? k + half : count - 1;
        double sum = 0.0;
        TWC_ASSERT(0 <= first && first <= k && k <= last && last < count);
        for (int32_t i = first; i <= last; i++)
            sum += in[i];
        out[k] = sum / (last - first + 1);
    }
}

static void settle_path(const twc_land *land, const twc_land_press *press, const float *heights, twc_spine *spine)
{
    double before[TWC_SPINE_POINTS];
    TWC_ASSERT(spine->count >= 1 && spine->count <= TWC_SPINE_POINTS);
    for (int32_t k = 0; k < spine->count; k++)
        spine->level[k] = twc_reference_height_at(&land->grid, heights, spine->x[k], spine->z[k]);
    for (int32_t pass = 0; pass < press->passes; pass++) {
        for (int32_t k = 0; k < spine->count; k++)
            before[k] = spine->level[k];
        box(before, spine->count, press->window / 2, spine->level);
    }
    spine->level[spine->count - 1] = press->end_height;
}

static int dressed(const twc_land *land, double x, double z)
{
    return twc_reference_contains(&land->dressed, (twc_point){(int32_t)rint(100.0 * x), (int32_t)rint(100.0 * z)});
}

static void settle_brook(const twc_land *land, const twc_land_feature *feature, const float *heights, twc_spine *spine,
                         twc_spine_held *held)
{
    const twc_land_carve *carve = &feature->carve;
    *held = (twc_spine_held){0, 0, 0};
    for (int32_t k = 0; k < spine->count; k++) {
        double x = spine->x[k], z = spine->z[k], level = twc_spine_read(feature, TWC_SPINE_TABLE, spine->at[k]);
        int32_t *rule = &held->table;
        double below = twc_reference_height_at(&land->grid, heights, x, z) - carve->below;
        if (below < level) {
            level = below;
            rule = &held->ground;
        }
        if (k > 0) {
            double fall = dressed(land, x, z) ? carve->fall : 0.0;
            double falling = spine->level[k - 1] - fall * (spine->along[k] - spine->along[k - 1]);
            if (falling < level) {
                level = falling;
                rule = &held->fall;
            }
        }
        spine->level[k] = level;
        *rule += 1;
    }
}

void twc_spine_settle(const twc_land *land, const twc_land_feature *feature, const float *heights, twc_spine *spine,
                      twc_spine_held *held)
{
    twc_spine_held own;
    if (feature->how == TWC_LAND_CARVE)
        settle_brook(land, feature, heights, spine, held ? held : &own);
    else
        settle_path(land, &feature->press, heights, spine);
}

void twc_spine_ribbon(const twc_land_feature *feature, const twc_spine *spine, twc_ribbon *ribbon)
{
    const twc_land_carve *carve = &feature->carve;
    for (int32_t k = 0; k < spine->count; k++) {
        int32_t before = k > 0 ? k - 1 : k, after = k + 1 < spine->count ? k + 1 : k;
        double x = spine->x[k], z = spine->z[k], at = spine->at[k];
        double tx = spine->x[after] - spine->x[before], tz = spine->z[after] - spine->z[before];
        double length = twc_length(tx, tz);
        double half = twc_spine_read(feature, TWC_SPINE_HALF_BED, at) +
                      twc_spine_read(feature, TWC_SPINE_DEPTH, at) / twc_spine_read(feature, TWC_SPINE_BANK, at);
        TWC_ASSERT(spine->along[after] > spine->along[before]);
        double fall = (spine->level[before] - spine->level[after]) / (spine->along[after] - spine->along[before]);
        double side_x = half * tz / length, side_z = half * tx / length;
        double speed = twc_min(carve->still + carve->quick * sqrt(fall), carve->fastest);
        ribbon[k] = (twc_ribbon){spine->level[k], half, x + side_x, z - side_z, x - side_x, z + side_z, speed};
    }
}
