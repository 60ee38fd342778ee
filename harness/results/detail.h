/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of detail as figures show them. */
#ifndef TWC_RESULTS_DETAIL_H
#define TWC_RESULTS_DETAIL_H

#include "results/plan.h"

enum { TWC_DETAIL_SHOWN = 9, TWC_DETAIL_CURVE = 48 };

/* A view in plan. */
typedef struct twc_detail_plan {
    int32_t levels;                     /* the coarsest that is there */
    twc_rect window, near;              /* centimetres: all of the world, and a place where levels meet */
    int32_t eye[2];                     /* x, z */
    double tolerance;                   /* pixels */
    twc_plan_map map[TWC_DETAIL_SHOWN]; /* of each level; kind: 1 for a triangle of a rim; value[0]: a tone, 0 to 1 */
    twc_plan_lines chains;              /* about every chunk */
    uint64_t chunks[TWC_DETAIL_SHOWN], triangles[TWC_DETAIL_SHOWN], finest; /* of the view; with level 0 everywhere */
} twc_detail_plan;

/* What levels cost and what they miss. */
typedef struct twc_detail_study {
    int32_t levels;
    struct {
        double spacing;             /* metres between vertices */
        double least, median, most; /* errors of its chunks, metres; 0 at level 0 */
        double triangles;           /* a square kilometre */
    } level[TWC_DETAIL_SHOWN];
    int count; /* of views, by tolerance */
    struct {
        double tolerance;          /* pixels */
        double triangles, uniform; /* of the view; of the one level whose every chunk shows at most the tolerance */
        double shown;              /* the greatest error, pixels */
    } view[TWC_DETAIL_CURVE];
    double finest; /* triangles with level 0 everywhere */
    double pixels; /* that a metre covers at a metre */
} twc_detail_study;

/* A view against distance from the eye, bin by bin, each a part of an octave farther than the last. */
enum { TWC_DETAIL_BINS = 32, TWC_DETAIL_BINS_AN_OCTAVE = 4 };

typedef struct twc_detail_distances {
    double nearest;   /* metres, of the first bin */
    double tolerance; /* pixels */
    struct {
        double triangles, km2; /* in plan */
        double shown;          /* the greatest error of a chunk with a triangle there, pixels */
        double levels;         /* sum of the levels of its triangles */
    } bin[TWC_DETAIL_BINS];
} twc_detail_distances;

#endif
