/* SPDX-License-Identifier: MIT */
/* The fast library's stages of a chunk; each is what twc_stage_builder says, for the builder's level. */
#ifndef TWC_FAST_CHUNK_STAGE_H
#define TWC_FAST_CHUNK_STAGE_H

#include "reference/chunk/stage.h" /* the checks, and the buckets' stage */

/* Spread over options.threads threads; the workspace grows with them. */
size_t twc_fast_ground_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_fast_ground_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                 const twc_chunks *chunks);

/* The arrangement is made once for all asked chunks; threads build the ground. */
size_t twc_fast_feature_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_fast_feature_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                  const twc_chunks *chunks);

size_t twc_fast_surface_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_fast_surface_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                  const twc_chunks *chunks);

#endif
