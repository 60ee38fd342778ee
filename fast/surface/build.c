/* SPDX-License-Identifier: MIT */
/*
 * Surfaces over threads, a chunk at a time. Spec surface 4; twin reference/surface/build.c; test
 * tests/surface/test_surface.c.
 */
#include <omp.h>

#include "dispatch.h"

static size_t padded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t thread_bytes(uint32_t facets)
{
    return padded(sizeof(twc_surface_work)) + padded(twc_rank_scratch(facets));
}

size_t twc_fast_surface_workspace(uint32_t facets, int threads)
{
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
static twc_status build_chunks(const twc_parts_table *parts, const twc_world *world, double water, twc_rect chunks,
                               int threads, char *workspace, const twc_mesh *meshes, twc_chunk_surface *surfaces)
{
    const size_t bytes = thread_bytes(most_facets(chunks, meshes));
    twc_status fault = twc_ok();
#pragma omp parallel num_threads(threads)
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
                parts->surface_chunk(world, water, (twc_surface_work *)(void *)memory, scratch, &meshes[k],
                                     &surfaces[k]);
        }
    }
    return fault;
}

twc_status twc_fast_surface_build(twc_level level, const twc_world *world, double water, twc_rect chunks,
                                  twc_build_options options, void *workspace, const twc_mesh *meshes,
                                  twc_chunk_surface *surfaces)
{
    const twc_level_table *table = twc_level_table_of(level);
    twc_status status = twc_surface_build_check(world, water, chunks, options, meshes);
    if (status.code)
        return status;
    if (!table)
        return twc_fail(TWC_USAGE, "level %s is not usable here; the best one is %s", twc_level_name(level),
                        twc_level_name(twc_level_best()));
    omp_sched_t kind;
    int size;
    omp_get_schedule(&kind, &size); /* the caller's setting is put back */
    omp_set_schedule((omp_sched_t)twc_fast_schedule(options.schedule), 0);
    status = build_chunks(&table->parts, world, water, chunks, options.threads, workspace, meshes, surfaces);
    omp_set_schedule(kind, size);
    return status;
}
