/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The surface stage of the whole test region, and a picture of it with shadows at the size a screen has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "bench/bench.h"
#include "measure/grid_difference.h"
#include "regions/built_region.h"

/* Half the lake, the lowlands and the whole range: what figure 1 shows from 150 m, a little higher. */
#define VIEW {0, 300, 900}, {0, 60, 0}, 0.45

/*
 * As large as a screen; and so small that the reference, which asks every triangle for each of its shadows, is done in
 * a third of a second.
 */
static const twc_camera screen = {VIEW, 1920, 1080, 2}, stamp = {VIEW, 96, 54, 1};

typedef struct surface_context {
    twc_built_region region; /* by the reference */
    twc_chunk_grid grid;     /* its meshes again, with surfaces that are built again and again */
    twc_builder builder[TWC_BENCH_VARIANTS];
    int threads[TWC_BENCH_VARIANTS];
    const twc_camera *camera;
    void *workspace;
    uint8_t *picture, *expected;
} surface_context;

static void close_surface(void *memory)
{
    surface_context *context = memory;
    twc_built_region_destroy(&context->region);
    twc_chunk_grid_destroy(&context->grid);
    free(context->workspace);
    free(context->picture);
    free(context->expected);
    free(context);
}

static void add(twc_bench_group *group, surface_context *context, twc_builder builder, int threads, double units,
                double bytes)
{
    char name[TWC_BENCH_NAME];
    context->builder[group->count] = builder;
    context->threads[group->count] = threads;
    if (threads > 1)
        snprintf(name, sizeof name, "%s/threads:%d", builder.name, threads);
    else
        snprintf(name, sizeof name, "%s", builder.name);
    twc_bench_add(group, threads, units, bytes, name);
}

/* Every level at one thread, then the plan's at more. */
static void add_fast(const twc_bench_plan *plan, twc_bench_group *group, surface_context *context, double units,
                     double bytes)
{
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (twc_fast_ground((twc_level)level))
            add(group, context, twc_fast_builder((twc_level)level), 1, units, bytes);
    for (int threads = 2; threads <= plan->threads && group->count < TWC_BENCH_VARIANTS; threads++)
        add(group, context, twc_fast_builder(plan->level), threads, units, bytes);
}

static twc_status open_context(const twc_bench_plan *plan, const char *name, const char *unit, void (*run)(void *, int),
                               twc_bench_group *group, surface_context **out)
{
    twc_region region;
    surface_context *context = twc_bench_begin(group, unit, sizeof *context, run, close_surface);
    if (!context)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, "%s", name);
    twc_status status = twc_region_read(plan->region, &region);
    if (!status.code)
        status = twc_built_region_create(
            &region, &(twc_built_region_options){0, twc_reference_builder(), {0, 1, TWC_DYNAMIC}}, &context->region);
    if (status.code) {
        free(context);
        memset(group, 0, sizeof *group);
    }
    *out = context;
    return status;
}

/* ---- surface.build ---- */

static twc_status build_with(surface_context *context, int variant)
{
    twc_chunk_request request = context->region.request;
    request.stages = TWC_BUILD_SURFACE;
    request.options.threads = context->threads[variant];
    return twc_chunk_grid_build(context->builder[variant], &request, &context->grid);
}

static void run_build(void *memory, int variant)
{
    (void)build_with(memory, variant); /* opening the group has shown that it succeeds */
}

static twc_status check_builds(twc_bench_group *group, surface_context *context)
{
    for (int v = 0; v < group->count; v++) {
        memset(context->grid.vertices, 0, context->grid.triangle_count * 3 * TWC_VERTEX_BYTES);
        twc_status status = build_with(context, v);
        if (status.code)
            return status;
        if (!twc_grid_surfaces_same(&context->grid, &context->region.grid))
            return twc_fail(TWC_CHECK_FAILED, "%s/%s is not timed, it differs from the reference", group->name,
                            group->variant[v].name);
    }
    return twc_ok();
}

static twc_status open_build(const twc_bench_plan *plan, twc_bench_group *group)
{
    surface_context *context;
    twc_status status = open_context(plan, "surface.build/region", "chunk", run_build, group, &context);
    if (status.code)
        return status;
    status = twc_chunk_grid_build(twc_reference_builder(), &context->region.request, &context->grid);
    if (!status.code) {
        double chunks = (double)context->grid.count;
        double bytes = (double)(context->grid.triangle_count * 3 * TWC_VERTEX_BYTES);
        add(group, context, twc_reference_builder(), 1, chunks, bytes);
        add_fast(plan, group, context, chunks, bytes);
        status = check_builds(group, context);
    }
    if (status.code)
        close_surface(context);
    return status;
}

/* ---- surface.render ---- */

static size_t picture_bytes(const twc_camera *camera)
{
    return 3 * (size_t)camera->width * (size_t)camera->height;
}

static twc_status render_with(surface_context *context, int variant)
{
    const twc_chunk_grid *s = &context->region.grid;
    const twc_drawing drawing = {s->vertices, (uint32_t)s->triangle_count};
    if (strcmp(context->builder[variant].name, twc_reference_builder().name) == 0)
        return twc_reference_render(context->camera, &twc_presets[TWC_CLEAR], drawing, context->workspace,
                                    context->picture);
    return twc_fast_render((twc_level)context->builder[variant].level, context->camera, &twc_presets[TWC_CLEAR],
                           drawing, context->threads[variant], context->workspace, context->picture);
}

static void run_render(void *memory, int variant)
{
    (void)render_with(memory, variant);
}

/* Against the first one's: of the large picture the lowest level's, of the small one the reference's. */
static twc_status check_pictures(twc_bench_group *group, surface_context *context)
{
    const size_t bytes = picture_bytes(context->camera);
    for (int v = 0; v < group->count; v++) {
        twc_status status = render_with(context, v);
        if (status.code)
            return status;
        if (v == 0)
            memcpy(context->expected, context->picture, bytes);
        else if (memcmp(context->expected, context->picture, bytes) != 0)
            return twc_fail(TWC_CHECK_FAILED, "%s/%s is not timed, its picture differs from that of %s", group->name,
                            group->variant[v].name, group->variant[0].name);
    }
    return twc_ok();
}

static twc_status open_render(const twc_bench_plan *plan, const twc_camera *camera, twc_bench_group *group)
{
    char name[TWC_BENCH_NAME];
    surface_context *context;
    snprintf(name, sizeof name, "surface.render/%dx%d", camera->width, camera->height);
    twc_status status = open_context(plan, name, "picture", run_render, group, &context);
    if (status.code)
        return status;
    const uint32_t triangles = (uint32_t)context->region.grid.triangle_count;
    const size_t bytes = picture_bytes(camera), reference = twc_reference_render_workspace(camera, triangles);
    size_t room = twc_fast_render_workspace(camera, triangles, plan->threads);
    room = room > reference ? room : reference;
    context->camera = camera;
    context->workspace = twc_aligned_alloc(room);
    context->picture = malloc(bytes);
    context->expected = malloc(bytes);
    if (!context->workspace || !context->picture || !context->expected) {
        status = twc_fail(TWC_IO, "not enough memory for a benchmark");
    } else {
        if (camera == &stamp)
            add(group, context, twc_reference_builder(), 1, 1, (double)bytes);
        add_fast(plan, group, context, 1, (double)bytes);
        status = check_pictures(group, context);
    }
    if (status.code)
        close_surface(context);
    return status;
}

twc_status twc_bench_open_surface(const twc_bench_plan *plan, int index, twc_bench_group *group)
{
    return index == 0 ? open_build(plan, group) : open_render(plan, index == 1 ? &stamp : &screen, group);
}
