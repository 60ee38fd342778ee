/* SPDX-License-Identifier: MIT */
/*
 * The stages of a chunk as the engine's libraries know them: the reference's builders, and the checks that those of
 * both make before they write. Only the tables of twc/chunk.h and other stages call them.
 */
#ifndef TWC_CHUNK_STAGE_H
#define TWC_CHUNK_STAGE_H

#include "twc/chunk.h"

/* pipeline.c: what every stage asks that reads the world: an extent in order, chunks within it, a thread. */
twc_status twc_build_check(const twc_chunk_request *request);

/* ground/chunk.c, feature/build.c, surface/build.c: all that a stage can refuse. */
twc_status twc_ground_build_check(const twc_chunk_request *request, const twc_mesh *meshes);
twc_status twc_feature_build_check(const twc_chunk_request *request, const twc_mesh *meshes);
twc_status twc_surface_build_check(const twc_chunk_request *request, const twc_mesh *meshes);

/* Each is what twc_stage_builder says. */
size_t twc_reference_ground_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_reference_ground_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                      const twc_chunks *chunks);
size_t twc_reference_feature_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_reference_feature_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                       const twc_chunks *chunks);
size_t twc_reference_surface_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_reference_surface_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                       const twc_chunks *chunks);

/* buckets.c: with the builder's kernels, so both libraries' table has it. */
twc_status twc_chunk_buckets_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                   const twc_chunks *chunks);

/* The chunks of a request; none of one that makes no sense. */
static inline size_t twc_request_count(const twc_chunk_request *request)
{
    const twc_rect chunks = request->chunks;
    return chunks.nx > 0 && chunks.nz > 0 ? (size_t)chunks.nx * (size_t)chunks.nz : 0;
}

/* Chunk k of a request. */
static inline twc_point twc_request_chunk(const twc_chunk_request *request, size_t k)
{
    const size_t nx = (size_t)request->chunks.nx;
    return (twc_point){request->chunks.x + (int32_t)(k % nx), request->chunks.z + (int32_t)(k / nx)};
}

#endif
