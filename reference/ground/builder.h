/* SPDX-License-Identifier: MIT */
/*
 * Builds of the ground, and what every build of chunks asks first: for the stages above, and for the fast library's
 * builder of the ground.
 */
#ifndef TWC_REFERENCE_GROUND_BUILDER_H
#define TWC_REFERENCE_GROUND_BUILDER_H

#include "twc/chunk.h"

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

/* world_check.c: what every stage asks that reads the world: an extent in order, chunks within it, a thread. */
twc_status twc_build_check(const twc_chunk_request *request);

/* chunk.c: all that the stage can refuse. */
twc_status twc_ground_build_check(const twc_chunk_request *request, const twc_mesh *meshes);

/* chunk.c: what twc_stage_builder says. */
size_t twc_reference_ground_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_reference_ground_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                      const twc_chunks *chunks);

#endif
