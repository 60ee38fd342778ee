/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trial.h"

#include <math.h>
#include <string.h>

twc_builder twc_trial_builder(void)
{
    twc_level best = twc_level_best();
    return (twc_builder){.fast = twc_fast_ground(best) != NULL, .level = best};
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

static twc_status build_and_measure(const twc_world *world, twc_builder builder, int fine_only, twc_meshes *meshes,
                                    twc_ground_metrics *metrics)
{
    twc_build_options options = {.fine_only = fine_only, .threads = 1, .schedule = TWC_STATIC};
    twc_status status = twc_meshes_build(world, builder, options, meshes);
    if (status.code)
        return status;
    size_t count = (size_t)meshes->chunks.nx * (size_t)meshes->chunks.nz;
    return twc_ground_measure(world, meshes->mesh, count, fine_only, metrics);
}

twc_status twc_trial_run(const twc_world *world, twc_builder builder, twc_trial *trial)
{
    twc_meshes meshes;
    twc_status status = twc_meshes_create(twc_world_chunks(world), 1, &meshes);
    if (status.code)
        return status;
    status = build_and_measure(world, builder, 1, &meshes, &trial->variant[TWC_VARIANT_FINE]);
    if (!status.code)
        status = build_and_measure(world, builder, 0, &meshes, &trial->variant[TWC_VARIANT_BROAD]);
    twc_meshes_destroy(&meshes);
    return status;
}
