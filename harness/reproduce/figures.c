/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section of figures: those of `twc plot`, of the test region with its roads, into the run's folder. */
#include <string.h>

#include "plot/figure.h"
#include "measure/stages.h"
#include "measure/trial.h"
#include "progress.h"
#include "regions/region_roads.h"
#include "reproduce/measures.h"
#include "write_json.h"

/* The ensemble, the land and levels are drawn where they are measured; the free camera shows nothing in particular. */
static int belongs(const twc_figure *figure)
{
    return !(figure->parts & (TWC_STUDY_STRIPS | TWC_STUDY_LAND)) && strncmp(figure->name, "detail_", 7) != 0 &&
           strcmp(figure->name, "view") != 0;
}

static twc_status draw(const twc_reproduce *context, const twc_region *region, const twc_world *world,
                       twc_feature_list roads, int *count)
{
    twc_stage_costs costs;
    twc_cost_table table;
    const twc_study_source source = {.world = world,
                                     .water = region->lake.level,
                                     .lake = {region->lake.x, region->lake.z, region->lake.radius},
                                     .features = roads,
                                     .builder = twc_trial_builder(),
                                     .threads = context->threads,
                                     .costs = &table};
    twc_status status = twc_stage_costs_measure(world, roads, region->lake.level, context->level, &costs);
    table = twc_stage_costs_table(&costs);
    for (const twc_figure *figure = twc_figures; figure->name && !status.code; figure++) {
        twc_progress(figure->name, 0);
        if (belongs(figure)) {
            status = twc_figure_write(figure, &source, context->out);
            ++*count;
        }
    }
    twc_progress("", -1);
    return status;
}

twc_status twc_measure_figures(twc_section *section)
{
    int count = 0;
    twc_world_data data;
    twc_features roads;
    twc_status status = twc_region_generate(&section->region, &data);
    if (status.code)
        return status;
    status = twc_region_place_roads(&section->region, &data.world, &roads);
    if (!status.code) {
        status = draw(section->context, &section->region, &data.world, roads.list, &count);
        twc_features_destroy(&roads);
    }
    twc_world_data_destroy(&data);
    twc_json_add_number(section->results, "drawn", count);
    return status;
}
