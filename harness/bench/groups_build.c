/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole builds: the test region from tiles to finished meshes, and larger worlds made of copies of its tiles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "measure/grid_difference.h"
#include "twc/chunk_grid.h"
#include "regions/region.h"

void *twc_bench_begin(twc_bench_group *group, const char *unit, size_t size, void (*run)(void *, int),
                      void (*close)(void *))
{
    memset(group, 0, sizeof *group);
    group->unit = unit;
    group->context = calloc(1, size);
    group->run = run;
    group->close = close;
    return group->context;
}

twc_bench_variant *twc_bench_add(twc_bench_group *group, int threads, double units, double bytes, const char *name)
{
    twc_bench_variant *variant = &group->variant[group->count++];
    memset(variant, 0, sizeof *variant);
    snprintf(variant->name, sizeof variant->name, "%s", name);
    variant->threads = threads;
    variant->units = units;
    variant->bytes = bytes;
    return variant;
}

twc_status twc_bench_region(const twc_bench_plan *plan, twc_region *region, twc_world_data *data)
{
    twc_status status = twc_region_read(plan->region, region);
    return status.code ? status : twc_region_generate(region, data);
}

static twc_chunk_request ground_of(const twc_world *world, twc_build_options options)
{
    return (twc_chunk_request){
        .world = world, .chunks = twc_world_chunks(world), .stages = TWC_BUILD_GROUND, .options = options};
}

/* What a finished set of meshes holds. */
static double mesh_bytes(const twc_chunk_grid *meshes)
{
    return (double)meshes->triangle_count * sizeof(twc_triangle) + (double)meshes->facet_count * sizeof(twc_facet);
}

/* ---- the region ---- */

typedef struct build_context {
    twc_world_data data;
    twc_chunk_grid expected, meshes;
    twc_builder builder[TWC_BENCH_VARIANTS];
    twc_chunk_request request[TWC_BENCH_VARIANTS];
    int copies; /* the variant that only copies the meshes; -1: none */
} build_context;

static void close_build(void *memory)
{
    build_context *context = memory;
    twc_chunk_grid_destroy(&context->expected);
    twc_chunk_grid_destroy(&context->meshes);
    twc_world_data_destroy(&context->data);
    free(context);
}

/* The same bytes as a build writes, to the same places, from finished meshes. */
static void copy_meshes(const twc_chunk_grid *from, twc_chunk_grid *to)
{
    for (size_t k = 0; k < from->count; k++) {
        const twc_mesh *mesh = &from->mesh[k];
        memcpy(to->mesh[k].triangles, mesh->triangles, mesh->triangle_count * sizeof *mesh->triangles);
        memcpy(to->mesh[k].facets, mesh->facets, mesh->facet_count * sizeof *mesh->facets);
    }
}

static void run_build(void *memory, int variant)
{
    build_context *context = memory;
    if (variant == context->copies)
        copy_meshes(&context->expected, &context->meshes);
    else /* opening the group has shown that it succeeds */
        (void)twc_chunk_grid_build(context->builder[variant], &context->request[variant], &context->meshes);
}

static void add_build(twc_bench_group *group, build_context *context, twc_builder builder, twc_build_options options,
                      const char *name)
{
    context->builder[group->count] = builder;
    context->request[group->count] = ground_of(&context->data.world, options);
    const double chunks = (double)context->expected.count;
    twc_bench_add(group, options.threads, chunks, mesh_bytes(&context->expected), name);
}

static void add_builds(const twc_bench_plan *plan, int fine_only, twc_bench_group *group, build_context *context)
{
    char name[TWC_BENCH_NAME];
    add_build(group, context, twc_reference_builder(), (twc_build_options){fine_only, 1, TWC_STATIC}, "reference");
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (twc_fast_ground((twc_level)level) && !(plan->counting && level > TWC_LEVEL_V3))
            add_build(group, context, twc_fast_builder((twc_level)level),
                      (twc_build_options){fine_only, 1, TWC_DYNAMIC}, twc_level_name((twc_level)level));
    if (plan->counting)
        return;
    for (int threads = 2; threads <= plan->threads && group->count < TWC_BENCH_VARIANTS - 2; threads++) {
        snprintf(name, sizeof name, "%s/threads:%d", twc_level_name(plan->level), threads);
        add_build(group, context, twc_fast_builder(plan->level), (twc_build_options){fine_only, threads, TWC_DYNAMIC},
                  name);
    }
    snprintf(name, sizeof name, "%s/swept", twc_level_name(plan->level));
    add_build(group, context, twc_fast_builder(plan->level), (twc_build_options){fine_only, 1, TWC_DYNAMIC}, name);
    group->variant[group->count - 1].swept = 1;
    context->copies = group->count;
    twc_bench_add(group, 1, group->variant[0].units, group->variant[0].bytes, "memcpy");
}

/* Other bytes in every mesh, so that a copy which leaves some out is seen. */
static void spoil_meshes(twc_chunk_grid *grid)
{
    for (size_t k = 0; k < grid->count; k++) {
        memset(grid->mesh[k].triangles, 0, grid->mesh[k].triangle_count * sizeof *grid->mesh[k].triangles);
        memset(grid->mesh[k].facets, 0, grid->mesh[k].facet_count * sizeof *grid->mesh[k].facets);
    }
}

/* Builds with every variant, or copies, and compares all meshes with the reference's. */
static twc_status check_builds(twc_bench_group *group, build_context *context)
{
    char where[192];
    for (int v = 1; v < group->count; v++) {
        twc_status status = twc_ok();
        if (v == context->copies) {
            spoil_meshes(&context->meshes);
            copy_meshes(&context->expected, &context->meshes);
        } else {
            status = twc_chunk_grid_build(context->builder[v], &context->request[v], &context->meshes);
        }
        if (status.code)
            return status;
        if (twc_chunk_grids_differ(&context->expected, &context->meshes, where, sizeof where))
            return twc_fail(TWC_CHECK_FAILED, "%s/%s is not timed, it differs from the reference: %s", group->name,
                            group->variant[v].name, where);
    }
    return twc_ok();
}

twc_status twc_bench_open_build(const twc_bench_plan *plan, int fine_only, twc_bench_group *group)
{
    twc_region region;
    build_context *context = twc_bench_begin(group, "chunk", sizeof *context, run_build, close_build);
    if (!context)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, "ground.build/%s", fine_only ? "region_fine_only" : "region");
    context->copies = -1;
    twc_status status = twc_bench_region(plan, &region, &context->data);
    /* Both once, and with all threads, so that no build that is timed takes memory. */
    twc_chunk_request request = ground_of(&context->data.world, (twc_build_options){fine_only, 1, TWC_STATIC});
    if (!status.code)
        status = twc_chunk_grid_build(twc_reference_builder(), &request, &context->expected);
    if (!status.code)
        status = twc_chunk_grid_build(twc_reference_builder(), &request, &context->meshes);
    request.options.threads = plan->threads;
    if (!status.code)
        status = twc_chunk_grid_build(twc_fast_builder(plan->level), &request, &context->meshes);
    if (!status.code) {
        add_builds(plan, fine_only, group, context);
        if (!plan->counting)
            status = check_builds(group, context);
    }
    if (status.code)
        close_build(context);
    return status;
}

/* ---- sizes ---- */

enum { SIZES = 5, REGION_TILES = 4, LARGEST_TILES = REGION_TILES << (SIZES - 1), BAND_CHUNKS = 8 };

/*
 * Worlds of 2 to 32 km, each of its own tiles: copies of the region's in a repeating pattern, so that the mix of work
 * is the same and only size differs. They are built in bands 2 km deep, into one band's meshes.
 */
typedef struct size_context {
    twc_world_data data;
    twc_tile *copies; /* LARGEST_TILES squared */
    const twc_tile **pointers;
    twc_world world[SIZES];
    twc_chunk_grid band[SIZES];
    twc_level level;
} size_context;

static void close_sizes(void *memory)
{
    size_context *context = memory;
    for (int k = 0; k < SIZES; k++)
        twc_chunk_grid_destroy(&context->band[k]);
    twc_world_data_destroy(&context->data);
    free(context->copies);
    free(context->pointers);
    free(context);
}

static void run_size(void *memory, int k)
{
    size_context *context = memory;
    const twc_rect all = twc_world_chunks(&context->world[k]);
    for (int32_t z = 0; z < all.nz; z += BAND_CHUNKS) {
        twc_chunk_request request = ground_of(&context->world[k], (twc_build_options){0, 1, TWC_STATIC});
        request.chunks = (twc_rect){all.x, all.z + z, all.nx, BAND_CHUNKS};
        (void)twc_chunk_grid_build(twc_fast_builder(context->level), &request, &context->band[k]);
    }
}

static twc_status make_sizes(size_context *context)
{
    const size_t most = (size_t)LARGEST_TILES * LARGEST_TILES;
    context->copies = malloc(most * sizeof *context->copies);
    context->pointers = malloc(SIZES * most * sizeof *context->pointers);
    if (!context->copies || !context->pointers)
        return twc_fail(TWC_IO, "not enough memory for a world of %d x %d tiles", LARGEST_TILES, LARGEST_TILES);
    for (size_t k = 0; k < most; k++) {
        const size_t x = k % LARGEST_TILES % REGION_TILES, z = k / LARGEST_TILES % REGION_TILES;
        context->copies[k] = *context->data.world.tiles[z * REGION_TILES + x];
    }
    for (int k = 0; k < SIZES; k++) {
        const int32_t side = REGION_TILES << k;
        const twc_tile **tiles = context->pointers + (size_t)k * most;
        for (int32_t z = 0; z < side; z++)
            for (int32_t x = 0; x < side; x++)
                tiles[z * side + x] = &context->copies[(size_t)z * LARGEST_TILES + (size_t)x];
        context->world[k] = (twc_world){{-side / 2, -side / 2, side, side}, context->data.world.base_sample, tiles};
        twc_chunk_request request = ground_of(&context->world[k], (twc_build_options){0, 1, TWC_STATIC});
        request.chunks.nz = BAND_CHUNKS;
        twc_status status = twc_chunk_grid_build(twc_fast_builder(context->level), &request, &context->band[k]);
        if (status.code)
            return status;
    }
    return twc_ok();
}

twc_status twc_bench_open_sizes(const twc_bench_plan *plan, twc_bench_group *group)
{
    twc_region region;
    size_context *context = twc_bench_begin(group, "chunk", sizeof *context, run_size, close_sizes);
    if (!context)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, "ground.build/size");
    context->level = plan->level;
    twc_status status = twc_bench_region(plan, &region, &context->data);
    const twc_rect extent = context->data.world.extent;
    if (!status.code && (extent.nx != REGION_TILES || extent.nz != REGION_TILES))
        status = twc_fail(TWC_USAGE, "sizes are made of a region of %d x %d tiles, %s has %d x %d", REGION_TILES,
                          REGION_TILES, plan->region, extent.nx, extent.nz);
    if (!status.code)
        status = make_sizes(context);
    for (int k = 0; k < SIZES && !status.code; k++) {
        char name[TWC_BENCH_NAME];
        const double chunks = (double)(REGION_TILES << k) * (REGION_TILES << k) * TWC_TILE_CHUNKS * TWC_TILE_CHUNKS;
        snprintf(name, sizeof name, "%s/km:%d", twc_level_name(plan->level), (2 << k));
        twc_bench_add(group, 1, chunks, 0, name)->swept = 1; /* or the smallest would be timed in the caches */
    }
    if (status.code)
        close_sizes(context);
    return status;
}
