/* SPDX-License-Identifier: MIT */
/*
 * Surfaces over threads, a chunk at a time. Spec surface 4; twin reference/surface/build.c; test
 * tests/surface/test_surface.c.
 */
#include <omp.h>

#include "ground/builder.h"
#include "surface/builder.h"
#include "dispatch.h"
#define TWC_LEVEL_TAG base /* types only: the functions of this header carry a level's name */
#include "surface/surface.h"

static size_t padded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t thread_bytes(uint32_t facets)
{
    return padded(sizeof(twc_surface_work)) + padded(twc_rank_scratch(facets));
}

size_t twc_fast_surface_workspace(const twc_chunk_request *request, uint32_t facets)
{
    const int threads = request->options.threads;
    return (size_t)(threads < 1 ? 1 : threads) * thread_bytes(facets);
}

static uint32_t most_facets(twc_rect chunks, const twc_mesh *meshes)
{
    uint32_t most = 0;
    for (ptrdiff_t k = 0; k < (ptrdiff_t)chunks.nx * chunks.nz; k++)
        most = meshes[k].facet_count > most ? meshes[k].facet_count : most;
    return most;
}

/*
 * All chunks, over a team; each worker first looks at its own floating-point environment, and none builds if one is at
 * fault.
 */
static twc_status build_chunks(const twc_parts_table *parts, const twc_chunk_request *request, char *workspace,
                               const twc_mesh *meshes, twc_chunk_surface *surfaces)
{
    const twc_rect chunks = request->chunks;
    const size_t bytes = thread_bytes(most_facets(chunks, meshes));
    twc_status fault = twc_ok();
#pragma omp parallel num_threads(request->options.threads)
    {
        const twc_status own = twc_environment_check();
        if (own.code) {
#pragma omp critical(twc_surface_fault)
            fault = own;
        }
#pragma omp barrier
        if (!fault.code) {
            char *memory = workspace + (size_t)omp_get_thread_num() * bytes;
            void *scratch = memory + padded(sizeof(twc_surface_work));
#pragma omp for schedule(runtime)
            for (int64_t k = 0; k < (int64_t)chunks.nx * chunks.nz; k++)
                parts->surface_chunk(request->world, request->water, (twc_surface_work *)(void *)memory, scratch,
                                     &meshes[k], &surfaces[k]);
        }
    }
    return fault;
}

twc_status twc_fast_surface_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                  const twc_chunks *chunks)
{
    twc_status status = twc_surface_build_check(request, chunks->mesh);
    if (status.code)
        return status;
    omp_sched_t kind;
    int size;
    omp_get_schedule(&kind, &size); /* the caller's setting is put back */
    omp_set_schedule((omp_sched_t)twc_fast_schedule(request->options.schedule), 0);
    status = build_chunks(&twc_level_table_of((twc_level)builder->level)->parts, request, workspace, chunks->mesh,
                          chunks->surface);
    omp_set_schedule(kind, size);
    return status;
}
