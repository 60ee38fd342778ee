/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole world in numbers as figures draw it: maps, histograms, curves. */
#ifndef TWC_RESULTS_MAPS_H
#define TWC_RESULTS_MAPS_H

#include <stddef.h>

#include "twc/world.h"

/* The extent, its samples row by row, and how high the ground is. */
typedef struct twc_class_map {
    twc_rect window, samples, macros;
    float *heights;
    uint8_t *wet;     /* a sample: water stands there */
    uint8_t *classes; /* a macro cell: 1 for Broad */
    int has_water;
    size_t road_count;
    struct twc_route_line {
        size_t count;
        int32_t (*point)[2];
    } * road;
} twc_class_map;

/* Mesh minus heightfield, fine only and as classed; NaN where the outline leaves a sample bare. */
typedef struct twc_error_map {
    twc_rect window, samples;
    float *error[2];
    double reach; /* metres at the ends of the scale */
    double rms[2];
} twc_error_map;

enum { TWC_FACET_BINS = 48 };

typedef struct twc_facet_histogram {
    double weight[TWC_FACET_BINS]; /* square metres of plan, as a share of the whole */
    double low, high;
    int logarithmic;
} twc_facet_histogram;

typedef struct twc_facet_sizes {
    twc_facet_histogram area[2], slope[2]; /* fine only, as classed */
} twc_facet_sizes;

typedef struct twc_budget_map {
    twc_rect window;
    int32_t columns, rows; /* chunks */
    uint32_t *triangles;   /* a chunk */
    uint32_t most;         /* at the end of the scale */
    uint32_t budget;       /* of a chunk */
    int over;              /* so many chunks have more */
    uint64_t total, fine;  /* of all chunks, and were they all Fine */
} twc_budget_map;

enum { TWC_COVER_STEPS = 40, TWC_COVER_LINES = 4 };

/* Per cent, by amounts from 0 to 1 in steps. */
typedef struct twc_cover_curves {
    double bed[TWC_COVER_STEPS + 1], ground[TWC_COVER_STEPS + 1],
        all_ground[TWC_COVER_STEPS + 1]; /* bed: negative without roads */
    double most_bed, most_ground;        /* at wetness 1, were it linear */
    double line[TWC_COVER_LINES];        /* snow lines, metres */
    double snow[TWC_COVER_LINES][TWC_COVER_STEPS + 1];
} twc_cover_curves;

enum { TWC_SECTION_POINTS = 16 };

/* Offsets to the right and heights above the natural ground on the centreline, metres. */
typedef struct twc_road_section {
    int count;
    double x[TWC_SECTION_POINTS], y[TWC_SECTION_POINTS];
    double bed;   /* above the ground on the centreline */
    double slope; /* of the natural ground */
} twc_road_section;

/* A picture, RGB row by row. */
typedef struct twc_picture {
    int width, height;
    uint8_t *rgb;
} twc_picture;

#endif
