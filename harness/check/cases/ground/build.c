/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of the ground build: chunks over threads and schedules, from small worlds with holes. */
#include "check/case_meshes.h"
#include "check/case_world.h"
#include "check/registry.h"

enum { OFFSET_X = W_COUNT, OFFSET_Z, NX, NZ, FINE_ONLY };
enum { TILES, STATUS };
enum { SIDE = 3, CHUNKS = SIDE * SIDE };

static const twc_scalar scalars[] = {
    TWC_WORLD_SCALARS,
    {"chunk_x", 0, TWC_TILE_CHUNKS *TWC_CASE_WORLD_SIDE - 1, 0}, /* from the extent's first */
    {"chunk_z", 0, TWC_TILE_CHUNKS *TWC_CASE_WORLD_SIDE - 1, 0},
    {"chunks_x", 1, SIDE, 1},
    {"chunks_z", 1, SIDE, 1},
    {"fine_only", 0, 1, 0},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_world_draw(random, value);
    for (int axis = 0; axis < 2; axis++) {
        int64_t all = value[W_NX + axis] * TWC_TILE_CHUNKS, *first = &value[OFFSET_X + axis],
                *count = &value[NX + axis];
        *count = twc_random_between(random, 1, index % 3 || axis ? (all < 2 ? all : 2) : (all < SIDE ? all : SIDE));
        *first = twc_random_once_in(random, 2) ? 0 : twc_random_between(random, 0, all - *count);
    }
    value[FINE_ONLY] = index % 8 == 7;
}

static int shape(twc_case *c)
{
    for (int axis = 0; axis < 2; axis++)
        if (c->value[OFFSET_X + axis] + c->value[NX + axis] > c->value[W_NX + axis] * TWC_TILE_CHUNKS)
            return 0;
    if (!twc_case_world_shape(c))
        return 0;
    twc_case_meshes_shape(c, (size_t)(c->value[NX] * c->value[NZ]), TWC_GROUND_MAX_TRIANGLES, TWC_GROUND_MAX_FACETS);
    return 1;
}

static void fill(twc_case *c)
{
    twc_case_world_fill(c, &c->array[TILES]);
}

static twc_chunk_request request_of(const twc_case *c, const twc_implementation *implementation, const twc_world *world)
{
    const twc_rect all = twc_world_chunks(world);
    const twc_rect chunks = {all.x + (int32_t)c->value[OFFSET_X], all.z + (int32_t)c->value[OFFSET_Z],
                             (int32_t)c->value[NX], (int32_t)c->value[NZ]};
    twc_chunk_request request = twc_implementation_request(implementation, world, chunks, TWC_BUILD_GROUND);
    request.options.fine_only = (int)c->value[FINE_ONLY];
    return request;
}

static size_t scratch(const twc_case *c, const twc_implementation *implementation)
{
    twc_case_world view;
    twc_case_world_view(c, c->array[TILES].data, &view);
    const twc_chunk_request request = request_of(c, implementation, &view.world);
    return twc_chunks_workspace(twc_implementation_builder(implementation), &request, NULL);
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_case_world view;
    twc_mesh meshes[CHUNKS];
    twc_case_world_view(c, call->buffer[TILES], &view);
    const twc_chunk_request request = request_of(c, implementation, &view.world);
    twc_case_meshes_view(c, call, STATUS, meshes);
    twc_status status = twc_chunks_build(twc_implementation_builder(implementation), &request, call->scratch,
                                         &(twc_chunks){meshes, NULL, NULL});
    twc_case_meshes_note(c, call, STATUS, status, meshes);
}

static const twc_planted_fault ground_build_faults[] = {
    {"unsynchronised write", "ground/build.c", "(size_t)omp_get_thread_num()", "(size_t)0"},
    {"wrong stride", "ground/build_block.c", "(ptrdiff_t)(z - chunks.z) * chunks.nx",
     "(ptrdiff_t)(z - chunks.z) * part.nx"},
    {"wrong row", "ground/sparse.c", "center[c - (r - 1) * stride]", "center[c - r * stride]"},
    {"wrong rounding", "ground/sparse.c", "(double)(int64_t)right", "(double)(int64_t)(right & ~(uint64_t)0x3FFF)"},
    {"margin too small", "ground/build_block.c", "TWC_CHUNK_FINE_MARGIN + twc_filter_radius(TWC_FILTER_FINE)",
     "TWC_CHUNK_FINE_MARGIN"},
    {"option ignored", "ground/build_block.c", "if (fine_only)", "if (TWC_FAULT(fine_only, 0))"},
    {"missing tail", "ground/sparse.c", "const size_t count = n - k < BATCH ? n - k : BATCH;",
     "const size_t count = TWC_FAULT(n - k < BATCH ? n - k : BATCH, n - k < BATCH ? (n - k > 1 ? n - k - 1 : n - k) : BATCH);"},
    {"off by one", "ground/build.c", "twc_floor_div(chunks.x + chunks.nx - 1, TWC_TILE_CHUNKS) - x0 + 1",
     "twc_floor_div(chunks.x + chunks.nx - 2, TWC_TILE_CHUNKS) - x0 + 1"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_ground_build = {
    .name = "ground.build",
    .cases = 64,
    .threaded = 1,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .scratch = scratch,
    .run = run,
    .faults = ground_build_faults,
};
