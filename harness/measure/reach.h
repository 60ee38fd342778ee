/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far an edit reaches (docs/dirty.md): brush strokes at random over a world, the chunks and triangles that really
 * change, and what the paper's dilation (bank 10 m + macro cell 64 m) would have left stale.
 */
#ifndef TWC_HARNESS_REACH_H
#define TWC_HARNESS_REACH_H

#include "meshes.h"
#include "twc/world_data.h"

enum { TWC_REACH_BINS = 180 }; /* of one metre */

typedef struct twc_reach_study {
    uint64_t edits;
    uint64_t rebuilt, changed;          /* chunks: followed by twc_dirty_chunks, really other than before */
    uint64_t stale_edits, stale_chunks; /* with the paper's dilation: edits that leave one, chunks left */
    double farthest; /* metres in plan from an edited sample's rectangle to the centroid of a changed triangle */
    uint64_t bin[TWC_REACH_BINS]; /* edits by their own farthest changed triangle, metres rounded down */
} twc_reach_study;

/* Studies `edits` strokes of 5 to 25 m radius over a copy of the world. Fails on memory. */
twc_status twc_reach_measure(const twc_world_data *world, twc_builder builder, uint64_t seed, uint64_t edits,
                             twc_reach_study *study);

#endif
