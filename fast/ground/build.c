/* SPDX-License-Identifier: MIT */
/*
 * Builds over threads. Spec ground 5; twin reference/ground/chunk.c; test tests/ground/test_build.c.
 *
 * The unit of work is the part of a tile, up to 2 x 2 chunks, that the asked chunks hold.
 */
#include <omp.h>

#include "ground/builder.h"
#include "dispatch.h"
#define TWC_LEVEL_TAG base /* types only: the functions of this header carry a level's name */
#include "ground/ground.h"

static size_t thread_bytes(void)
{
    return (sizeof(twc_block_workspace) + 63) / 64 * 64;
}

size_t twc_fast_ground_workspace(const twc_chunk_request *request, uint32_t facets)
{
    const int threads = request->options.threads;
    (void)facets;
    return (size_t)(threads < 1 ? 1 : threads) * thread_bytes();
}

static int32_t greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The part of `chunks` that lies in tile (x, z). */
static twc_rect in_tile(twc_rect chunks, int32_t x, int32_t z)
{
    twc_rect part;
    part.x = greater(chunks.x, x * TWC_TILE_CHUNKS);
    part.z = greater(chunks.z, z * TWC_TILE_CHUNKS);
    part.nx = least(chunks.x + chunks.nx, (x + 1) * TWC_TILE_CHUNKS) - part.x;
    part.nz = least(chunks.z + chunks.nz, (z + 1) * TWC_TILE_CHUNKS) - part.z;
    return part;
}

int twc_fast_schedule(twc_schedule schedule)
{
    return (int)(schedule == TWC_STATIC    ? omp_sched_static
                 : schedule == TWC_DYNAMIC ? omp_sched_dynamic
                                           : omp_sched_guided);
}

/*
 * All blocks, over a team; each worker first looks at its own floating-point environment, and none builds if one is at
 * fault.
 */
static twc_status build_blocks(const twc_parts_table *parts, const twc_chunk_request *request, char *workspace,
                               twc_mesh *meshes)
{
    const twc_rect chunks = request->chunks;
    const int32_t x0 = twc_floor_div(chunks.x, TWC_TILE_CHUNKS), z0 = twc_floor_div(chunks.z, TWC_TILE_CHUNKS);
    const int32_t nx = twc_floor_div(chunks.x + chunks.nx - 1, TWC_TILE_CHUNKS) - x0 + 1;
    const int32_t nz = twc_floor_div(chunks.z + chunks.nz - 1, TWC_TILE_CHUNKS) - z0 + 1;
    twc_status fault = twc_ok();
#pragma omp parallel num_threads(request->options.threads)
    {
        const twc_status own = twc_environment_check();
        if (own.code) {
#pragma omp critical(twc_build_fault)
            fault = own;
        }
#pragma omp barrier
        if (!fault.code) {
            twc_block_workspace *work = (void *)(workspace + (size_t)omp_get_thread_num() * thread_bytes());
#pragma omp for schedule(runtime)
            for (int64_t k = 0; k < (int64_t)nx * nz; k++) {
                const twc_rect part = in_tile(chunks, x0 + (int32_t)(k % nx), z0 + (int32_t)(k / nx));
                parts->build_block(request->world, request->options.fine_only, chunks, part, work, meshes);
            }
        }
    }
    return fault;
}

twc_status twc_fast_ground_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                 const twc_chunks *chunks)
{
    twc_status status = twc_ground_build_check(request, chunks->mesh);
    if (status.code)
        return status;
    omp_sched_t kind;
    int size;
    omp_get_schedule(&kind, &size); /* the caller's setting is put back */
    omp_set_schedule((omp_sched_t)twc_fast_schedule(request->options.schedule), 0);
    status = build_blocks(&twc_level_table_of((twc_level)builder->level)->parts, request, workspace, chunks->mesh);
    omp_set_schedule(kind, size);
    return status;
}
