/* SPDX-License-Identifier: MIT */
/* Builds of the ground, as twc_stage_builder says, for the builder's level. */
#ifndef TWC_FAST_GROUND_BUILDER_H
#define TWC_FAST_GROUND_BUILDER_H

#include "reference/ground/builder.h" /* the checks */

/* build.c: spread over options.threads threads; the workspace grows with them. */
size_t twc_fast_ground_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_fast_ground_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                 const twc_chunks *chunks);

#endif
