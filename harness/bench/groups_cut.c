/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a cut ground triangle costs: classified, clipped and triangulated on the arrangement, and with the making of
 * that.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "fast/footprint/build.h" /* the steps of a build are the fast library's own */
#include "feature_meshes.h"
#include "regions/region_roads.h"

enum { ROADS = 2, REPEATS = 16 };

typedef struct cut_context {
    twc_world_data data;
    twc_features features;
    twc_meshes expected[ROADS], meshes[ROADS];
    fast_build build[ROADS];
} cut_context;

static const twc_build_options one_thread = {0, 1, TWC_STATIC};

static void close_cut(void *memory)
{
    cut_context *context = memory;
    for (int k = 0; k < ROADS; k++) {
        twc_meshes_destroy(&context->expected[k]);
        twc_meshes_destroy(&context->meshes[k]);
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

static twc_status begin(cut_context *context, twc_level level, int k, twc_feature_list road)
{
    const twc_meshes *meshes = &context->meshes[k];
    twc_status status = twc_fast_feature_begin(&context->build[k], level, &context->data.world, road, meshes->chunks,
                                               one_thread, meshes->workspace, meshes->mesh);
    if (!status.code)
        status = twc_fast_feature_arrange(&context->build[k]);
    if (!status.code)
        twc_fast_feature_cut(&context->build[k]);
    return status;
}

/* The steps give the reference's meshes; then they stand before the last step again. */
static twc_status prepare_road(cut_context *context, twc_level level, int k, const char *name, twc_bench_group *group)
{
    char text[192];
    const twc_feature_list road = {&context->features.feature[k], 1};
    const twc_rect chunks = twc_bench_road_chunks(&context->features.feature[k]);
    twc_status status = twc_feature_meshes_create(road, chunks, 1, &context->expected[k]);
    if (!status.code)
        status = twc_feature_meshes_create(road, chunks, 1, &context->meshes[k]);
    if (!status.code)
        status = twc_feature_meshes_build(&context->data.world, road, (twc_builder){0, TWC_LEVEL_BASE}, one_thread,
                                          &context->expected[k]);
    if (!status.code)
        status = begin(context, level, k, road);
    if (!status.code)
        status = twc_fast_feature_end(&context->build[k]);
    if (!status.code && twc_meshes_differ(&context->expected[k], &context->meshes[k], text, sizeof text))
        status = twc_fail(TWC_CHECK_FAILED, "%s is not timed, it differs from the reference: %s", group->name, text);
    if (!status.code)
        status = begin(context, level, k, road);
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
    twc_status status = twc_bench_region(plan, &region, &context->data);
    if (!status.code)
        status = twc_region_place_roads(&region, &context->data.world, &context->features);
    if (!status.code && context->features.list.count < ROADS)
        status = twc_fail(TWC_USAGE, "%s has %zu roads, the cut is timed on %d", plan->region,
                          context->features.list.count, ROADS);
    for (int k = 0; k < ROADS && !status.code; k++)
        status = prepare_road(context, plan->level, k, region.road[k].name, group);
    if (status.code)
        close_cut(context);
    return status;
}
