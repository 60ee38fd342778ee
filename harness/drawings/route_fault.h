/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One thing that is wrong with a route. */
#ifndef TWC_HARNESS_ROUTE_FAULT_H
#define TWC_HARNESS_ROUTE_FAULT_H

#include "twc/footprint.h"

typedef enum twc_fault_kind {
    TWC_FAULT_NODES,    /* two nodes are at one place */
    TWC_FAULT_BEND,     /* it bends more than its profile can */
    TWC_FAULT_RETURN,   /* it comes back too near to itself */
    TWC_FAULT_SECTIONS, /* cross-sections come too near to each other */
    TWC_FAULT_OVERLAP,  /* its footprint meets itself */
    TWC_FAULT_EXTENT,   /* it comes too near to the border of the world */
    TWC_FAULT_OTHER     /* what placing says and nothing above explains */
} twc_fault_kind;

enum { TWC_FAULT_HELP = 240 };

typedef struct twc_route_fault {
    twc_fault_kind kind;
    int node;                    /* the nearest one, from 1; 0: none is known */
    int32_t first, last;         /* stations */
    int32_t other;               /* of a return or an overlap: the station it meets */
    twc_point at;                /* of the worst station */
    double radius;               /* there, metres; 0 where none is meant */
    double least;                /* that the profile needs, metres */
    int moved;                   /* whether moving a node helps: */
    int mover;                   /* that one, */
    twc_point to;                /* to there */
    const twc_profile *narrower; /* a profile of the catalogue that passes there, or NULL */
    char help[TWC_FAULT_HELP];
} twc_route_fault;

#endif
