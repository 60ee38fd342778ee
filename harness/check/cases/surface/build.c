/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of the surface build: over threads, from meshes that the reference builds. */
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "check/case_world.h"
#include "check/registry.h"

enum { S_X = W_COUNT, S_Z, S_NX, S_NZ, S_WATER };
enum { S_TILES, S_COUNTS, S_TRIANGLES, S_FACETS, S_STATUS, S_FACES, S_VERTICES };
enum { S_SIDE = 2, S_CHUNKS = S_SIDE * S_SIDE };

static const twc_scalar build_scalars[] = {
    TWC_WORLD_SCALARS,
    {"chunk_x", 0, TWC_TILE_CHUNKS *TWC_CASE_WORLD_SIDE - 1, 0}, /* from the extent's first */
    {"chunk_z", 0, TWC_TILE_CHUNKS *TWC_CASE_WORLD_SIDE - 1, 0},
    {"chunks_x", 1, S_SIDE, 1},
    {"chunks_z", 1, S_SIDE, 1},
    {"water", -300, 500, -300}, /* metres */
    {NULL, 0, 0, 0},
};

static void build_draw(twc_random *random, uint32_t index, int64_t *value)
{
    (void)index;
    twc_case_world_draw(random, value);
    for (int axis = 0; axis < 2; axis++) {
        value[S_NX + axis] = twc_random_between(random, 1, S_SIDE);
        value[S_X + axis] = twc_random_between(random, 0, value[W_NX + axis] * TWC_TILE_CHUNKS - value[S_NX + axis]);
    }
    value[S_WATER] = twc_random_between(random, -300, 100);
}

static int build_shape(twc_case *c)
{
    size_t count = (size_t)(c->value[S_NX] * c->value[S_NZ]);
    for (int axis = 0; axis < 2; axis++)
        if (c->value[S_X + axis] + c->value[S_NX + axis] > c->value[W_NX + axis] * TWC_TILE_CHUNKS)
            return 0;
    if (!twc_case_world_shape(c))
        return 0;
    twc_case_list(c, TWC_INPUT, "counts", &twc_layout_u32, 2 * count);
    twc_case_list(c, TWC_INPUT, "triangles", &twc_layout_triangle, count * TWC_GROUND_MAX_TRIANGLES);
    twc_case_list(c, TWC_INPUT, "facets", &twc_layout_facet, count * TWC_GROUND_MAX_FACETS);
    twc_case_list(c, TWC_OUTPUT, "status", &twc_layout_u32, 1);
    twc_case_list(c, TWC_OUTPUT, "faces", &twc_layout_face, count * TWC_GROUND_MAX_FACETS);
    twc_case_list(c, TWC_OUTPUT, "vertices", &twc_layout_u8, count * TWC_GROUND_MAX_TRIANGLES * 3 * TWC_VERTEX_BYTES);
    c->array[S_FACES].segments = c->array[S_VERTICES].segments = count;
    return 1;
}

/* Meshes over given arrays, with the counts that `counts` holds. */
static twc_rect view_meshes(const twc_case *c, const twc_world *world, void *triangles, void *facets,
                            const uint32_t *counts, twc_mesh *meshes)
{
    twc_rect all = twc_world_chunks(world);
    for (size_t k = 0; k < (size_t)(c->value[S_NX] * c->value[S_NZ]); k++)
        meshes[k] = (twc_mesh){(twc_triangle *)triangles + k * TWC_GROUND_MAX_TRIANGLES,
                               (twc_facet *)facets + k * TWC_GROUND_MAX_FACETS,
                               counts[2 * k],
                               TWC_GROUND_MAX_TRIANGLES,
                               counts[2 * k + 1],
                               TWC_GROUND_MAX_FACETS};
    return (twc_rect){all.x + (int32_t)c->value[S_X], all.z + (int32_t)c->value[S_Z], (int32_t)c->value[S_NX],
                      (int32_t)c->value[S_NZ]};
}

static void build_fill(twc_case *c)
{
    twc_case_world view;
    twc_mesh meshes[S_CHUNKS];
    uint32_t *counts = c->array[S_COUNTS].data;
    const twc_implementation reference = {0};
    twc_case_world_fill(c, &c->array[S_TILES]);
    twc_case_world_view(c, c->array[S_TILES].data, &view);
    twc_rect chunks = view_meshes(c, &view.world, c->array[S_TRIANGLES].data, c->array[S_FACETS].data, counts, meshes);
    const twc_chunk_request request = twc_implementation_request(&reference, &view.world, chunks, TWC_BUILD_GROUND);
    void *workspace = twc_aligned_alloc(twc_chunks_workspace(twc_reference_builder(), &request, NULL));
    if (workspace)
        twc_chunks_build(twc_reference_builder(), &request, workspace, &(twc_chunks){meshes, NULL, NULL});
    for (size_t k = 0; k < c->array[S_COUNTS].count / 2; k++) {
        counts[2 * k] = meshes[k].triangle_count;
        counts[2 * k + 1] = meshes[k].facet_count;
    }
    free(workspace);
}

static size_t build_scratch(const twc_case *c, const twc_implementation *implementation)
{
    twc_case_world view;
    twc_mesh meshes[S_CHUNKS];
    twc_case_world_view(c, c->array[S_TILES].data, &view);
    twc_rect chunks = view_meshes(c, &view.world, c->array[S_TRIANGLES].data, c->array[S_FACETS].data,
                                  c->array[S_COUNTS].data, meshes);
    const twc_chunk_request request = twc_implementation_request(implementation, &view.world, chunks,
                                                                 TWC_BUILD_SURFACE);
    return twc_chunks_workspace(twc_implementation_builder(implementation), &request, meshes);
}

static void build_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const uint32_t *counts = call->buffer[S_COUNTS];
    size_t count = c->array[S_COUNTS].count / 2;
    twc_case_world view;
    twc_mesh meshes[S_CHUNKS];
    twc_chunk_surface surfaces[S_CHUNKS];
    twc_case_world_view(c, call->buffer[S_TILES], &view);
    twc_rect chunks = view_meshes(c, &view.world, call->buffer[S_TRIANGLES], call->buffer[S_FACETS], counts, meshes);
    for (size_t k = 0; k < count; k++) {
        surfaces[k].faces = (twc_surface_face *)call->buffer[S_FACES] + k * TWC_GROUND_MAX_FACETS;
        surfaces[k].vertices = (uint8_t *)call->buffer[S_VERTICES] +
                               k * TWC_GROUND_MAX_TRIANGLES * 3 * TWC_VERTEX_BYTES;
        call->written[S_FACES][k] = counts[2 * k + 1];
        call->written[S_VERTICES][k] = (size_t)counts[2 * k] * 3 * TWC_VERTEX_BYTES;
    }
    twc_chunk_request request = twc_implementation_request(implementation, &view.world, chunks, TWC_BUILD_SURFACE);
    request.water = (double)c->value[S_WATER];
    twc_status status = twc_chunks_build(twc_implementation_builder(implementation), &request, call->scratch,
                                         &(twc_chunks){meshes, surfaces, NULL});
    uint32_t code = (uint32_t)status.code;
    memcpy(call->buffer[S_STATUS], &code, sizeof code);
}

static const twc_planted_fault surface_build_faults[] = {
    {"unsynchronised write", "surface/build.c", "(size_t)omp_get_thread_num()", "(size_t)0"},
    {"margin too small", "surface/build_chunk.c", "samples_about(mesh, 1)", "samples_about(mesh, 0)"},
    {"off by one", "surface/build_chunk.c", "twc_floor_div(high_z, TWC_SAMPLE_CM) + 2 + reach - z",
     "twc_floor_div(high_z, TWC_SAMPLE_CM) + 1 + reach - z"},
    {"dropped last", "surface/build.c",
     "k < (int64_t)chunks.nx * chunks.nz; k++)\n"
     "                parts->surface_chunk",
     "k < (int64_t)chunks.nx * chunks.nz - TWC_FAULT(0, chunks.nz > 1); k++)\n"
     "                parts->surface_chunk"},
    {"wrong filter", "surface/build_chunk.c", "filtered(world, TWC_FILTER_BASIN, samples_about",
     "filtered(world, TWC_FAULT(TWC_FILTER_BASIN, TWC_FILTER_BROAD), samples_about"},
    {"origin of the other field", "surface/faces.c", "place.i + dx", "place.i"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_surface_build = {
    .name = "surface.build",
    .cases = 24,
    .threaded = 1,
    .scalars = build_scalars,
    .draw = build_draw,
    .shape = build_shape,
    .fill = build_fill,
    .scratch = build_scratch,
    .run = build_run,
    .faults = surface_build_faults,
};
