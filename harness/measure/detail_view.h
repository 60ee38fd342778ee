/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of detail of a world, made: pyramid and errors; and views of it, built. */
#ifndef TWC_HARNESS_MEASURE_DETAIL_VIEW_H
#define TWC_HARNESS_MEASURE_DETAIL_VIEW_H

#include "twc/fast.h"
#include "twc/view.h"

typedef struct twc_detail_made {
    const twc_world *world;
    twc_detail_kernels kernels;
    twc_pyramid pyramid;
    twc_detail_tree tree;
    twc_detail_view view;
    void *memory[3], *workspace; /* of the three above */
} twc_detail_made;

/* The kernels of a level that is usable here, or of the best there is; of the reference where there is none. */
twc_detail_kernels twc_detail_kernels_at(twc_level level);
twc_detail_kernels twc_detail_kernels_best(void);

/* Fails on memory. The caller destroys it, after failures too. */
twc_status twc_detail_make(const twc_world *world, twc_detail_kernels kernels, twc_detail_made *made);
void twc_detail_made_destroy(twc_detail_made *made);

/* Chooses for an eye, from nothing, and balances. Divides everything above a level, and nothing else. */
void twc_detail_look(twc_detail_made *made, twc_eye eye);
void twc_detail_uniform(twc_detail_made *made, int32_t level);

/* The node of a chunk. */
const twc_detail_node *twc_detail_node_of(const twc_detail_made *made, twc_detail_chunk chunk);

/* Chunks and their meshes, in the order of twc_detail_view_chunks: level by level, from the coarsest. */
typedef struct twc_detail_built {
    size_t count;
    twc_detail_chunk *chunk;
    twc_mesh *mesh;
} twc_detail_built;

/* The view as it is, built. Likewise. */
twc_status twc_detail_build_view(const twc_detail_made *made, twc_detail_built *built);
void twc_detail_built_destroy(twc_detail_built *built);

#endif
