/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that may be asked of a land at a place, and a walk on it step by step. */
#ifndef TWC_MEASURE_LAND_ASK_H
#define TWC_MEASURE_LAND_ASK_H

#include "twc/land_kernels.h"

typedef struct twc_land_answer {
    double height, gradient_x, gradient_z, slope;
    double normal[3];
    double curvature;
    double distance[TWC_LAND_FEATURES]; /* of each feature, at most its `within` */
    double forest, grove;
    double weight[TWC_LAND_LAYERS + 1]; /* grass, then the land's layers */
    double brown;
    int dressed;
} twc_land_answer;

/* Of each of the places; curvature over `over` metres. Places lie within TWC_LAND_REACH. Fails on memory. */
twc_status twc_land_ask(const twc_land_table *table, const twc_land_ground *ground, double over, twc_spots at,
                        twc_land_answer *answers);

/*
 * A walk taken one step at a time, each a walk of its own: where the kernel's walk of the whole ends, bit for bit. The
 * lowest ground stood on, the start included, and whether every step went where it may: at sea no deeper than `wade` or
 * than the step before it, elsewhere on the grid.
 */
typedef struct twc_land_track {
    twc_walk walk;
    double lowest;
    int32_t steps; /* taken, the one that ended it included */
    int broken;    /* a step went where none may */
} twc_land_track;
twc_land_track twc_land_follow(const twc_land_table *table, const twc_land_ground *ground, twc_walk walk);

/* How many steps a walk has: max(1, ceil(|by| / stride)). */
int32_t twc_land_steps(const twc_land *land, const twc_walk *walk);

#endif
