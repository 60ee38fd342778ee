/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trial.h"

#include <math.h>
#include <string.h>

twc_builder twc_trial_builder(void)
{
    return twc_fast_builder(twc_level_best());
}

double twc_trial_value(const twc_trial *trial, const char *column, int metric)
{
    if (metric < 0 || metric >= TWC_METRIC_COUNT)
        return NAN;
    double fine = trial->variant[TWC_VARIANT_FINE].value[metric],
           broad = trial->variant[TWC_VARIANT_BROAD].value[metric];
    return strcmp(column, "fine") == 0                  ? fine
           : strcmp(column, "broad") == 0               ? broad
           : strcmp(column, "ratio") == 0 && broad != 0 ? fine / broad
                                                        : NAN;
}

static twc_status build_and_measure(const twc_world *world, twc_builder builder, int fine_only, twc_chunk_grid *grid,
                                    twc_ground_metrics *metrics)
{
    const twc_chunk_request request = {.world = world,
                                       .chunks = twc_world_chunks(world),
                                       .stages = TWC_BUILD_GROUND,
                                       .options = {fine_only, 1, TWC_STATIC}};
    twc_status status = twc_chunk_grid_build(builder, &request, grid);
    return status.code ? status : twc_ground_measure(world, grid->mesh, grid->count, fine_only, metrics);
}

twc_status twc_trial_run(const twc_world *world, twc_builder builder, twc_trial *trial)
{
    twc_chunk_grid grid = {0};
    twc_status status = build_and_measure(world, builder, 1, &grid, &trial->variant[TWC_VARIANT_FINE]);
    if (!status.code)
        status = build_and_measure(world, builder, 0, &grid, &trial->variant[TWC_VARIANT_BROAD]);
    twc_chunk_grid_destroy(&grid);
    return status;
}
