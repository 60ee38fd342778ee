/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long an edit takes, from the call to the swapped meshes: brush strokes of several radii on worlds of several
 * sizes (copies of the test region side by side), and roads placed and removed. Times are of one thread.
 */
#ifndef TWC_HARNESS_LATENCY_H
#define TWC_HARNESS_LATENCY_H

#include "twc/chunk_grid.h"
#include "results/studies.h"
#include "twc/world_data.h"

/* `region`: 4 x 4 tiles. `edits` a row. */
twc_status twc_latency_measure(const twc_world_data *region, twc_builder builder, int edits, twc_latency_study *study);

#endif
