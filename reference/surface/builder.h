/* SPDX-License-Identifier: MIT */
/* Builds of surfaces: for the table of stages above, and for the fast library's builder. */
#ifndef TWC_REFERENCE_SURFACE_BUILDER_H
#define TWC_REFERENCE_SURFACE_BUILDER_H

#include "twc/chunk.h"

/* build.c: all that the stage can refuse. */
twc_status twc_surface_build_check(const twc_chunk_request *request, const twc_mesh *meshes);

/* build.c: what twc_stage_builder says. */
size_t twc_reference_surface_workspace(const twc_chunk_request *request, uint32_t facets);
twc_status twc_reference_surface_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                       const twc_chunks *chunks);

#endif
