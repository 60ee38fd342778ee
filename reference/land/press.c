/* SPDX-License-Identifier: MIT */
/*
 * The two ways a feature changes the grid. Each height is read, worked out in binary64 and rounded once. Spec land 4.4,
 * 4.6; twin fast/land/press.c; test tests/land/test_island.c.
 */
#include "common/assertion.h"
#include "land/stage.h"

static double pressed(const twc_land_press *press, const twc_spine *spine, twc_near near, double h)
{
    TWC_ASSERT(near.piece >= 0 && near.piece + 1 < spine->count);
    int32_t i = near.piece;
    double along = twc_lerp(spine->along[i], spine->along[i + 1], near.t), length = spine->along[spine->count - 1];
    double level = twc_lerp(spine->level[i], spine->level[i + 1], near.t);
    double target = level - press->depth * twc_ss(length - along, press->end);
    return twc_lerp(h, target, 1.0 - twc_ss(near.distance, press->ease));
}

static double carved(const twc_land_feature *feature, const twc_spine *spine, twc_near near, double h)
{
    TWC_ASSERT(near.piece >= 0 && near.piece + 1 < spine->count);
    int32_t i = near.piece;
    double at = twc_lerp(spine->at[i], spine->at[i + 1], near.t);
    double level = twc_lerp(spine->level[i], spine->level[i + 1], near.t);
    double bed = level - twc_spine_read(feature, TWC_SPINE_DEPTH, at);
    double beyond = twc_max(near.distance - twc_spine_read(feature, TWC_SPINE_HALF_BED, at), 0.0);
    double profile = bed + beyond * twc_spine_read(feature, TWC_SPINE_BANK, at);
    return twc_smooth_min(h, profile, twc_spine_read(feature, TWC_SPINE_ROUNDING, at));
}

void twc_reference_press(const twc_land *land, const twc_land_feature *feature, const twc_spine *spine, float *heights)
{
    double low = twc_grid_low(&land->grid), cell = land->grid.cell;
    int32_t side = land->grid.points;
    for (int32_t j = 0; j < side; j++)
        for (int32_t i = 0; i < side; i++) {
            twc_near near = twc_reference_near(spine, feature->press.ease.to, low + cell * i, low + cell * j);
            float *h = &heights[(size_t)j * (size_t)side + (size_t)i];
            if (near.piece >= 0)
                *h = (float)pressed(&feature->press, spine, near, *h);
        }
}

void twc_reference_carve(const twc_land *land, const twc_land_feature *feature, const twc_spine *spine, float *heights)
{
    double low = twc_grid_low(&land->grid), cell = land->grid.cell;
    int32_t side = land->grid.points;
    for (int32_t j = 0; j < side; j++)
        for (int32_t i = 0; i < side; i++) {
            twc_near near = twc_reference_near(spine, feature->carve.reach, low + cell * i, low + cell * j);
            float *h = &heights[(size_t)j * (size_t)side + (size_t)i];
            if (near.piece >= 0)
                *h = (float)carved(feature, spine, near, *h);
        }
}
