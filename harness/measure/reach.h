/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far an edit reaches (docs/dirty.md): brush strokes at random over a world, the chunks and triangles that really
 * change, and what the paper's dilation (bank 10 m + macro cell 64 m) would have left stale.
 */
#ifndef TWC_HARNESS_REACH_H
#define TWC_HARNESS_REACH_H

#include "twc/chunk_grid.h"
#include "results/studies.h"
#include "twc/world_data.h"

/* Studies `edits` strokes of 5 to 25 m radius over a copy of the world. Fails on memory. */
twc_status twc_reach_measure(const twc_world_data *world, twc_builder builder, uint64_t seed, uint64_t edits,
                             twc_reach_study *study);

#endif
