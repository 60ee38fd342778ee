/* SPDX-License-Identifier: MIT */
/*
 * A land's ground: memory, the hill's highest point, base, and the features in their order. Spec land 1.4, 3.3; twin
 * fast/land/build.c; test tests/land/test_island.c.
 */
#include "land/stage.h"

static size_t grid_bytes(const twc_land *land)
{
    size_t side = (size_t)land->grid.points;
    return (side * side * sizeof(float) + 7) / 8 * 8;
}

size_t twc_land_ground_bytes(const twc_land *land)
{
    size_t bytes = grid_bytes(land);
    for (int32_t k = 0; k < land->feature_count; k++)
        bytes += 5 * (size_t)twc_spine_count(&land->feature[k]) * sizeof(double);
    return bytes;
}

void twc_land_ground_place(const twc_land *land, void *memory, twc_land_ground *ground)
{
    *ground = (twc_land_ground){.land = land, .heights = memory};
    double *next = (double *)((char *)memory + grid_bytes(land));
    for (int32_t k = 0; k < land->feature_count; k++) {
        int32_t count = twc_spine_count(&land->feature[k]);
        ground->spine[k] = (twc_spine){count, next, next + count, next + 2 * count, next + 3 * count, next + 4 * count};
        next += 5 * count;
    }
}

double twc_land_highest(const twc_land_table *table, const twc_land *land)
{
    enum { BATCH = 64 };
    double low = twc_grid_low(&land->grid), every = land->hill.every, highest = 0.0;
    double x[BATCH], z[BATCH], value[BATCH];
    int32_t points = (int32_t)floor(-2.0 * low / every) + 1;
    for (int32_t j = 0; j < points; j++)
        for (int32_t first = 0; first < points; first += BATCH) {
            int32_t count = points - first < BATCH ? points - first : BATCH;
            for (int32_t k = 0; k < count; k++) {
                x[k] = low + every * (first + k);
                z[k] = low + every * j;
            }
            table->raw_hill(land, (twc_spots){(size_t)count, x, z}, value);
            for (int32_t k = 0; k < count; k++)
                highest = twc_max(highest, value[k]);
        }
    return highest > 0.0 ? highest : 1.0;
}

twc_status twc_land_build_check(const twc_land *land, twc_build_options options)
{
    twc_status status = twc_land_check(land);
    if (status.code)
        return status;
    if (options.threads < 1)
        return twc_fail(TWC_USAGE, "a build needs at least one thread, not %d", options.threads);
    return twc_environment_check();
}

void twc_land_apply_features(const twc_land_table *table, twc_land_ground *ground)
{
    const twc_land *land = ground->land;
    for (int32_t k = 0; k < land->feature_count; k++) {
        const twc_land_feature *feature = &land->feature[k];
        twc_spine *spine = &ground->spine[k];
        twc_spine_lay(feature, spine);
        twc_spine_settle(land, feature, ground->heights, spine, NULL);
        (feature->how == TWC_LAND_PRESS ? table->press : table->carve)(land, feature, spine, ground->heights);
    }
}

twc_status twc_reference_land_build(const twc_land *land, twc_build_options options, twc_land_ground *ground)
{
    const twc_land_table *table = twc_reference_land();
    twc_status status = twc_land_build_check(land, options);
    if (status.code)
        return status;
    ground->highest = twc_land_highest(table, land);
    table->base_heights(land, ground->highest, (twc_rect){0, 0, land->grid.points, land->grid.points}, ground->heights);
    twc_land_apply_features(table, ground);
    return twc_ok();
}
