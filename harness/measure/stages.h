/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each stage of a chunk's build costs, kernel by kernel, in the reference and in the fast library. */
#ifndef TWC_HARNESS_STAGES_H
#define TWC_HARNESS_STAGES_H

#include "twc/chunk_grid.h"
#include "results/studies.h"

typedef enum twc_stage_cost_kind {
    TWC_COST_SAMPLES,
    TWC_COST_FINE_FILTER,
    TWC_COST_BROAD_FILTER,
    TWC_COST_TRIANGLES,
    TWC_COST_CUT_AND_FILL, /* of a build with features, less one without; zero without features */
    TWC_COST_BASIN_FILTER,
    TWC_COST_FACES,
    TWC_COST_RANKS,
    TWC_COST_VERTICES,
    TWC_COST_COUNT
} twc_stage_cost_kind;

const char *twc_stage_cost_name(twc_stage_cost_kind stage);

/*
 * Microseconds a chunk on one thread, the mean over the chunks of the world: the median of some rounds, between the
 * least and the most of them.
 */
typedef struct twc_stage_costs {
    twc_interval reference[TWC_COST_COUNT], fast[TWC_COST_COUNT];
    twc_level level;
} twc_stage_costs;

/* The costs with the names of their stages. */
twc_cost_table twc_stage_costs_table(const twc_stage_costs *costs);

/* Measures on the whole world. CPU time of this thread, so that other work on the machine counts little. */
twc_status twc_stage_costs_measure(const twc_world *world, twc_feature_list features, double water, twc_level level,
                                   twc_stage_costs *costs);

#endif
