/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is measured on a corridor (the paper's Table 6). Definitions, where the words leave room:
 *
 *  - Length is that of the polyline through the stations; metres.
 *  - Fill triangles are bed and bank; walls (retaining faces and ends) are counted apart.
 *  - Ground triangles added are those of the ground with the corridor cut in, less those without.
 *  - A bank's width is the plan distance from the inner row to the outer row, at every station and side.
 *  - The bed range is the highest less the lowest frozen level.
 *  - Closure is twc_mesh_check over the whole extent against twc_extent_outline.
 *  - Build times are medians over `repeats` builds. `build`: all the chunks the corridor touches, ground included.
 * `corridor`: that less the same chunks without the corridor.
 */
#ifndef TWC_HARNESS_ROAD_MEASURE_H
#define TWC_HARNESS_ROAD_MEASURE_H

#include "twc/chunk_grid.h"

typedef enum twc_road_metric {
    TWC_ROAD_LENGTH,
    TWC_ROAD_STATIONS,
    TWC_ROAD_FILL,
    TWC_ROAD_FILL_PER_M,
    TWC_ROAD_WALLS,
    TWC_ROAD_GROUND_ADDED,
    TWC_ROAD_GROUND_ADDED_PER_M,
    TWC_ROAD_GROUND_CUT,  /* ground triangles that are gone, whole or in pieces */
    TWC_ROAD_TOTAL_PER_M, /* fill and ground added */
    TWC_ROAD_BANK_MEAN,
    TWC_ROAD_BANK_MAX,
    TWC_ROAD_BED_RANGE,
    TWC_ROAD_OPEN_EDGES,
    TWC_ROAD_NONMANIFOLD, /* used more than twice, or twice in one direction */
    TWC_ROAD_T_JUNCTIONS,
    TWC_ROAD_INVERTED, /* inverted, or degenerate and no wall */
    TWC_ROAD_AREA_DIFFERENCE,
    TWC_ROAD_REFERENCE_MS, /* build, by the reference */
    TWC_ROAD_FAST_MS,      /* build, by the fast library's best level, one thread */
    TWC_ROAD_CORRIDOR_US,  /* corridor, likewise; microseconds */
    TWC_ROAD_METRICS
} twc_road_metric;

extern const char *const twc_road_metric_keys[TWC_ROAD_METRICS];

/* Measures the one feature of a list on its world, built by `builder`. repeats 0: no build times (they are NaN). */
twc_status twc_road_measure(const twc_world *world, twc_feature_list feature, twc_builder builder, int repeats,
                            double value[TWC_ROAD_METRICS]);

#endif
