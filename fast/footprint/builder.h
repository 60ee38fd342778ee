/* SPDX-License-Identifier: MIT */
/* Builds of chunks with features, as twc_stage_builder says, for the builder's level. */
#ifndef TWC_FAST_FOOTPRINT_BUILDER_H
#define TWC_FAST_FOOTPRINT_BUILDER_H

#include "reference/footprint/builder.h" /* the checks */

/* build.c: the arrangement is made once for all asked chunks; threads build the ground. */
size_t twc_fast_feature_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_fast_feature_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                  const twc_chunks *chunks);

#endif
