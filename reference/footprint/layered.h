/* SPDX-License-Identifier: MIT */
/*
 * A chunk built from layers, with the kernels of either library: the same bits, sooner. For chunks about which features
 * meet (twc_feature_meetings); elsewhere cut and fill give the same.
 */
#ifndef TWC_REFERENCE_FOOTPRINT_LAYERED_H
#define TWC_REFERENCE_FOOTPRINT_LAYERED_H

#include "../common/arena.h"
#include "twc/chunk.h"
#include "twc/feature_layers.h"

typedef struct twc_layered_kernels {
    const twc_ground_table *ground;
    twc_overlay_table overlay;
} twc_layered_kernels;

/* Bytes for a chunk with so many cells near it. */
size_t twc_layered_workspace(twc_feature_list features, twc_point chunk, int64_t cells);

/* Fails where the arena is full, the mesh too small or a layer not a simple sheet. */
twc_status twc_layered_chunk(const twc_layered_kernels *kernels, const twc_chunk_request *request, twc_point chunk,
                             twc_arena arena, twc_mesh *mesh);

#endif
