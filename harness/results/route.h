/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Routes in plan, with what is wrong with them. Metres, z down the page. */
#ifndef TWC_RESULTS_ROUTE_H
#define TWC_RESULTS_ROUTE_H

#include <stddef.h>

#include "twc/footprint.h"

typedef struct twc_routes_mark {
    int number; /* as the table has it */
    int kind;   /* which name of the plan it is */
    double x, z;
    double radius, least; /* 0: none is meant */
    int moved;            /* whether moving node (from) to (to) helps */
    double from[2], to[2];
} twc_routes_mark;

typedef struct twc_routes_line {
    int station_count, node_count;
    const twc_station *stations;
    const twc_point *nodes;
    double half_width; /* of the bed, metres */
} twc_routes_line;

typedef struct twc_routes_plan {
    size_t line_count, mark_count, other_count;
    const twc_routes_line *line, *other; /* checked; those that lie there already */
    const twc_routes_mark *mark;
    const char *const *kind; /* names of kinds of faults */
    int kind_count;
} twc_routes_plan;

#endif
