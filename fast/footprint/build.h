/* SPDX-License-Identifier: MIT */
/* What the files of the fast footprints say to each other: sections, outlines and faces of corridors, and the build. */
#ifndef TWC_FAST_FOOTPRINT_BUILD_H
#define TWC_FAST_FOOTPRINT_BUILD_H

#include "../cut/work.h"
#include "reference/footprint/layered.h"
#include "twc/chunk.h"

/* solve.c: the sections of all cells, and the cells' boxes and corners. */
int twc_fast_solve(fast_work *w);

/* outline.c: begins an arrangement with the segments of all cells. */
int twc_fast_outline(fast_work *w);

/* fill.c */
void twc_fast_fill(fast_work *w, uint32_t cell, fast_pieces *pieces);

/* build.c: chunks about which no features meet. */
twc_status twc_fast_apart_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                const twc_chunks *chunks);

/* layered.c: whether features meet about some chunk; bytes for the largest such; builds all, with an overlay. */
int twc_fast_features_meet(const twc_chunk_request *request);
size_t twc_fast_layered_workspace(const twc_chunk_request *request);
twc_status twc_fast_layered_build(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                  const twc_layered_kernels *kernels, const twc_chunks *chunks);

/* ---- a build in four steps (build.c) ---- */

typedef struct fast_source {
    const twc_builder *builder;
    const twc_chunk_request *request;
    void *workspace;
    twc_rect all;
    twc_mesh *meshes; /* of the asked chunks */
    twc_mesh *ground; /* the same, but those near cells stand in the workspace until they are assembled */
} fast_source;

typedef struct fast_build {
    fast_work work;
    fast_source source;
    fast_ground *grounds;
    uint32_t ground_count;
    fast_pieces pieces;
    unsigned char *arrangement; /* where the arrangement's memory begins */
    uint32_t cut;               /* ground triangles that changed */
} fast_build;

/*
 * All before the arrangement; there is nothing else to do where work.cell_count is 0 then. The arguments are those of
 * twc_fast_feature_build, have been checked, and outlive the last step. Then the arrangement, then the cut: both may be
 * done again. Then the fill and the meshes.
 */
twc_status twc_fast_feature_begin(const twc_builder *builder, const twc_chunk_request *request, void *workspace,
                                  twc_mesh *meshes, fast_build *b);
twc_status twc_fast_feature_arrange(fast_build *b);
void twc_fast_feature_cut(fast_build *b);
twc_status twc_fast_feature_end(fast_build *b);

#endif
