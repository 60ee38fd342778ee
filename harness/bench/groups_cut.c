/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a cut ground triangle costs: classified, clipped and triangulated on the arrangement, and with the making of
 * that.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "fast/footprint/build.h" /* the steps of a build are the fast library's own */
#include "measure/grid_difference.h"
#include "regions/region_roads.h"

enum { ROADS = 2, REPEATS = 16 };

typedef struct cut_context {
    twc_world_data data;
    twc_features features;
    twc_chunk_grid expected[ROADS], meshes[ROADS];
    twc_builder builder;
    twc_chunk_request request[ROADS];
    fast_build build[ROADS];
} cut_context;

static void close_cut(void *memory)
{
    cut_context *context = memory;
    for (int k = 0; k < ROADS; k++) {
        twc_chunk_grid_destroy(&context->expected[k]);
        twc_chunk_grid_destroy(&context->meshes[k]);
    }
    twc_features_destroy(&context->features);
    twc_world_data_destroy(&context->data);
    free(context);
}

/* Variants by road: the cut, then the arrangement and the cut. */
static void run_cut(void *memory, int variant)
{
    fast_build *build = &((cut_context *)memory)->build[variant / 2];
    for (int k = 0; k < REPEATS; k++) {
        if (variant & 1)
            (void)twc_fast_feature_arrange(build); /* as it did when the group was opened */
        twc_fast_feature_cut(build);
    }
}

static twc_status begin(cut_context *context, int k)
{
    const twc_chunk_grid *meshes = &context->meshes[k];
    twc_status status = twc_fast_feature_begin(&context->builder, &context->request[k], meshes->workspace.bytes,
                                               meshes->mesh, &context->build[k]);
    if (!status.code)
        status = twc_fast_feature_arrange(&context->build[k]);
    if (!status.code)
        twc_fast_feature_cut(&context->build[k]);
    return status;
}

/* The steps give the reference's meshes; then they stand before the last step again. */
static twc_status prepare_road(cut_context *context, int k, const char *name, twc_bench_group *group)
{
    char text[192];
    const twc_feature_list road = {&context->features.feature[k], 1};
    context->request[k] = (twc_chunk_request){.world = &context->data.world,
                                              .chunks = twc_bench_road_chunks(road.feature),
                                              .stages = TWC_BUILD_FEATURES,
                                              .features = road,
                                              .options = {0, 1, TWC_STATIC}};
    twc_status status = twc_chunk_grid_build(twc_reference_builder(), &context->request[k], &context->expected[k]);
    if (!status.code) /* for its memory */
        status = twc_chunk_grid_build(context->builder, &context->request[k], &context->meshes[k]);
    if (!status.code)
        status = begin(context, k);
    if (!status.code)
        status = twc_fast_feature_end(&context->build[k]);
    if (!status.code && twc_chunk_grids_differ(&context->expected[k], &context->meshes[k], text, sizeof text))
        status = twc_fail(TWC_CHECK_FAILED, "%s is not timed, it differs from the reference: %s", group->name, text);
    if (!status.code)
        status = begin(context, k);
    if (status.code)
        return status;
    const double triangles = (double)context->build[k].cut * REPEATS;
    snprintf(text, sizeof text, "%.30s", name);
    twc_bench_add(group, 1, triangles, 0, text);
    snprintf(text, sizeof text, "%.30s/arranged", name);
    twc_bench_add(group, 1, triangles, 0, text);
    return twc_ok();
}

twc_status twc_bench_open_cut(const twc_bench_plan *plan, twc_bench_group *group)
{
    twc_region region;
    cut_context *context = twc_bench_begin(group, "cut triangle", sizeof *context, run_cut, close_cut);
    if (!context)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, "feature.cut");
    context->builder = twc_fast_builder(plan->level);
    twc_status status = twc_bench_region(plan, &region, &context->data);
    if (!status.code)
        status = twc_region_place_roads(&region, &context->data.world, &context->features);
    if (!status.code && context->features.list.count < ROADS)
        status = twc_fail(TWC_USAGE, "%s has %zu roads, the cut is timed on %d", plan->region,
                          context->features.list.count, ROADS);
    for (int k = 0; k < ROADS && !status.code; k++)
        status = prepare_road(context, k, region.road[k].name, group);
    if (status.code)
        close_cut(context);
    return status;
}
