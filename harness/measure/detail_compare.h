/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Levels of detail beside other meshes of the same ground: how far each is from the finest as an eye sees it, in pixels
 * (difference of heights over distance), at every sample.
 */
#ifndef TWC_HARNESS_DETAIL_COMPARE_H
#define TWC_HARNESS_DETAIL_COMPARE_H

#include "measure/detail_view.h"

typedef enum twc_detail_rival {
    TWC_RIVAL_MIXED,   /* the view */
    TWC_RIVAL_LEVEL,   /* the coarsest level that everywhere shows at most the tolerance */
    TWC_RIVAL_GRID,    /* a square grid with as many triangles as the view */
    TWC_RIVAL_HEIGHTS, /* greedy insertion by metres, as many triangles */
    TWC_RIVAL_PIXELS,  /* greedy insertion by pixels, as many triangles */
    TWC_RIVAL_FINEST,
    TWC_RIVALS
} twc_detail_rival;

typedef struct twc_detail_score {
    double triangles;
    double most, p99, rms; /* pixels */
} twc_detail_score;

typedef struct twc_detail_comparison {
    int32_t level; /* of the rival that has one */
    size_t samples;
    twc_detail_score rival[TWC_RIVALS];
} twc_detail_comparison;

/* At an eye with its tolerance. Samples within 32 m of the extent's border, which is no straight line, are left out. */
twc_status twc_detail_compare(twc_detail_made *made, twc_eye eye, twc_detail_comparison *comparison);

/* Counts of a view as one surface. */
typedef struct twc_detail_closed {
    uint64_t inner_open; /* edges used once that do not lie along the extent's border */
    uint64_t nonmanifold, misoriented, inverted, t_junctions;
    int64_t area_difference; /* between the triangles and what the open edges go round, twice, cm2 */
} twc_detail_closed;

/* Adds what the view, as it is, has of each. */
twc_status twc_detail_check_closed(const twc_detail_made *made, twc_detail_closed *sum);

#endif
