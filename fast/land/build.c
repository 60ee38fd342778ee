/* SPDX-License-Identifier: MIT */
/*
 * A land's ground over threads. The unit of work is a band of rows, features touch too little to be shared out. Spec
 * land 1.4, 3.3; twin reference/land/build.c; test tests/land/test_island.c.
 */
#include <omp.h>

#include "dispatch.h"
#include "reference/common/assertion.h"

enum { BAND = 64 }; /* rows: a band works out two rows of its hill that are its neighbours' */

static twc_status base_heights(const twc_land_table *table, int threads, twc_land_ground *ground)
{
    const twc_land *land = ground->land;
    const int32_t side = land->grid.points, bands = (side + BAND - 1) / BAND;
    twc_status fault = twc_ok();
#pragma omp parallel num_threads(threads)
    {
        const twc_status own = twc_environment_check();
        if (own.code) {
#pragma omp critical(twc_land_fault)
            fault = own;
        }
#pragma omp barrier
        if (!fault.code) {
#pragma omp for schedule(runtime)
            for (int32_t band = 0; band < bands; band++) {
                const int32_t first = band * BAND, rows = side - first < BAND ? side - first : BAND;
                TWC_ASSERT(rows >= 1);
                table->base_heights(land, ground->highest, (twc_rect){0, first, side, rows},
                                    ground->heights + (size_t)first * (size_t)side);
            }
        }
    }
    return fault;
}

twc_status twc_fast_land_build(twc_level level, const twc_land *land, twc_build_options options,
                               twc_land_ground *ground)
{
    const twc_level_table *table = twc_level_table_of(level);
    twc_status status = twc_land_build_check(land, options);
    if (status.code)
        return status;
    if (!table)
        return twc_fail(TWC_USAGE, "level %s is not usable here; the best one is %s", twc_level_name(level),
                        twc_level_name(twc_level_best()));
    omp_sched_t kind;
    int size;
    omp_get_schedule(&kind, &size); /* the caller's setting is put back */
    omp_set_schedule((omp_sched_t)twc_fast_schedule(options.schedule), 0);
    ground->highest = twc_land_highest(&table->land, land);
    status = base_heights(&table->land, options.threads, ground);
    omp_set_schedule(kind, size);
    if (!status.code)
        twc_land_apply_features(&table->land, ground);
    return status;
}
