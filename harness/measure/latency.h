/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long an edit takes, from the call to the swapped meshes: brush strokes of several radii on worlds of several
 * sizes (copies of the test region side by side), and roads placed and removed. Times are of one thread.
 */
#ifndef TWC_HARNESS_LATENCY_H
#define TWC_HARNESS_LATENCY_H

#include "meshes.h"
#include "twc/world_data.h"

enum { TWC_LATENCY_RADII = 6, TWC_LATENCY_SIZES = 4 };

/* Milliseconds over many edits. */
typedef struct twc_latency {
    double radius; /* metres; 0: a road */
    int32_t tiles; /* along a side of the world */
    int edits;
    double median, most_99, most; /* milliseconds: the middle, the 99th percentile, the greatest */
    double rebuilt;               /* chunks an edit, mean */
} twc_latency;

typedef struct twc_latency_study {
    twc_latency radius[TWC_LATENCY_RADII]; /* on the region */
    twc_latency size[TWC_LATENCY_SIZES];   /* strokes of 20 m on worlds of 4, 8, 16 and 32 tiles */
    twc_latency road;                      /* roads across three chunks, placed on the region */
} twc_latency_study;

/* `region`: 4 x 4 tiles. `edits` a row. */
twc_status twc_latency_measure(const twc_world_data *region, twc_builder builder, int edits, twc_latency_study *study);

#endif
