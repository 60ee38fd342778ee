/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Corridors: the region's roads with the chunks they touch, and one chunk of a short and of a very long road. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "measure/grid_difference.h"
#include "regions/region_roads.h"

/* One thread builds them. */
static twc_chunk_request request_of(const twc_world *world, twc_rect chunks, twc_feature_list features)
{
    return (twc_chunk_request){.world = world,
                               .chunks = chunks,
                               .stages = TWC_BUILD_FEATURES,
                               .features = features,
                               .options = {0, 1, TWC_STATIC}};
}

/* ---- a road of the region ---- */

typedef struct road_context {
    twc_world_data data;
    twc_features features;
    twc_chunk_request with, bare; /* the road's chunks, with it and without */
    twc_chunk_grid expected, meshes;
    twc_builder builder[TWC_BENCH_VARIANTS];
    int without; /* the variant that builds the same chunks without the road */
} road_context;

static void close_road(void *memory)
{
    road_context *context = memory;
    twc_chunk_grid_destroy(&context->expected);
    twc_chunk_grid_destroy(&context->meshes);
    twc_features_destroy(&context->features);
    twc_world_data_destroy(&context->data);
    free(context);
}

static void run_road(void *memory, int variant)
{
    road_context *context = memory;
    /* Opening the group has shown that it succeeds. */
    (void)twc_chunk_grid_build(context->builder[variant], variant == context->without ? &context->bare : &context->with,
                               &context->meshes);
}

twc_rect twc_bench_road_chunks(const twc_feature *road)
{
    const twc_box box = road->tree[1];
    twc_rect chunks = {twc_floor_div(box.x0, TWC_CHUNK_CM), twc_floor_div(box.z0, TWC_CHUNK_CM), 0, 0};
    chunks.nx = twc_floor_div(box.x1, TWC_CHUNK_CM) - chunks.x + 1;
    chunks.nz = twc_floor_div(box.z1, TWC_CHUNK_CM) - chunks.z + 1;
    return chunks;
}

static twc_status prepare_road(const twc_bench_plan *plan, int number, twc_bench_group *group, road_context *context)
{
    twc_region region;
    twc_status status = twc_bench_region(plan, &region, &context->data);
    if (!status.code)
        status = twc_region_place_roads(&region, &context->data.world, &context->features);
    if (!status.code && (size_t)number >= context->features.list.count)
        status = twc_fail(TWC_USAGE, "%s has no road number %d", plan->region, number);
    if (status.code)
        return status;
    snprintf(group->name, sizeof group->name, "feature.build/%.40s", region.road[number].name);
    const twc_feature_list road = {&context->features.feature[number], 1};
    const twc_rect chunks = twc_bench_road_chunks(road.feature);
    context->with = request_of(&context->data.world, chunks, road);
    context->bare = request_of(&context->data.world, chunks, (twc_feature_list){NULL, 0});
    status = twc_chunk_grid_build(context->builder[0], &context->with, &context->expected);
    if (!status.code) /* so that no build that is timed takes memory */
        status = twc_chunk_grid_build(context->builder[0], &context->with, &context->meshes);
    return status;
}

static twc_status add_road_variants(const twc_bench_plan *plan, twc_bench_group *group, road_context *context)
{
    char where[192], name[TWC_BENCH_NAME];
    twc_bench_add(group, 1, 1, 0, "reference");
    for (int level = 0; level < TWC_LEVEL_COUNT; level++) {
        if (!twc_fast_ground((twc_level)level))
            continue;
        context->builder[group->count] = twc_fast_builder((twc_level)level);
        twc_bench_add(group, 1, 1, 0, twc_level_name((twc_level)level));
        run_road(context, group->count - 1);
        if (twc_chunk_grids_differ(&context->expected, &context->meshes, where, sizeof where))
            return twc_fail(TWC_CHECK_FAILED, "%s/%s is not timed, it differs from the reference: %s", group->name,
                            twc_level_name((twc_level)level), where);
    }
    snprintf(name, sizeof name, "%s/without", twc_level_name(plan->level));
    context->without = group->count;
    context->builder[group->count] = twc_fast_builder(plan->level);
    twc_bench_add(group, 1, 1, 0, name);
    return twc_ok();
}

twc_status twc_bench_open_road(const twc_bench_plan *plan, int number, twc_bench_group *group)
{
    road_context *context = twc_bench_begin(group, "road", sizeof *context, run_road, close_road);
    if (!context)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    context->without = -1;
    context->builder[0] = twc_reference_builder();
    twc_status status = prepare_road(plan, number, group, context);
    if (!status.code)
        status = add_road_variants(plan, group, context);
    if (status.code)
        close_road(context);
    return status;
}

/* ---- one chunk of roads of different lengths ---- */

enum { LENGTHS = 4, WORLD_TILES = 42 };

static const int32_t length_m[LENGTHS] = {500, 2000, 10000, 20000};

/* Straight roads about the middle of one flat world; the chunk in the middle holds the same stretch of each. */
typedef struct length_context {
    twc_world_data data;
    twc_features features[LENGTHS];
    twc_chunk_grid chunk[LENGTHS];
    twc_level level;
} length_context;

static void close_lengths(void *memory)
{
    length_context *context = memory;
    for (int k = 0; k < LENGTHS; k++) {
        twc_chunk_grid_destroy(&context->chunk[k]);
        twc_features_destroy(&context->features[k]);
    }
    twc_world_data_destroy(&context->data);
    free(context);
}

static void run_length(void *memory, int k)
{
    length_context *context = memory;
    const twc_chunk_request request = request_of(&context->data.world, (twc_rect){0, 0, 1, 1},
                                                 context->features[k].list);
    (void)twc_chunk_grid_build(twc_fast_builder(context->level), &request, &context->chunk[k]);
}

static twc_status make_lengths(length_context *context)
{
    twc_status status = twc_world_data_create((twc_rect){-WORLD_TILES / 2, -1, WORLD_TILES, 2}, 22000, "flat",
                                              &context->data);
    for (int k = 0; k < LENGTHS && !status.code; k++) {
        const twc_point nodes[2] = {{-length_m[k] * 50, 12800}, {length_m[k] * 50, 12800}};
        const twc_corridor corridor = {.id = 1, .profile = &twc_cart_road, .node_count = 2, .nodes = nodes};
        status = twc_features_place(&context->data.world, 0, &corridor, &context->features[k]);
        const twc_chunk_request request = request_of(&context->data.world, (twc_rect){0, 0, 1, 1},
                                                     context->features[k].list);
        if (!status.code)
            status = twc_chunk_grid_build(twc_fast_builder(context->level), &request, &context->chunk[k]);
    }
    return status;
}

twc_status twc_bench_open_lengths(const twc_bench_plan *plan, twc_bench_group *group)
{
    length_context *context = twc_bench_begin(group, "chunk", sizeof *context, run_length, close_lengths);
    if (!context)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, "feature.chunk/length");
    context->level = plan->level;
    twc_status status = make_lengths(context);
    for (int k = 0; k < LENGTHS && !status.code; k++) {
        char name[TWC_BENCH_NAME];
        snprintf(name, sizeof name, "%s/m:%d", twc_level_name(plan->level), length_m[k]);
        twc_bench_add(group, 1, 1, 0, name);
    }
    if (status.code)
        close_lengths(context);
    return status;
}
