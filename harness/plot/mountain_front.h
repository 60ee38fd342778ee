/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where mountains meet lowlands, and how high the ground is: what cameras are placed by. */
#ifndef TWC_HARNESS_PLOT_MOUNTAIN_FRONT_H
#define TWC_HARNESS_PLOT_MOUNTAIN_FRONT_H

#include "plot/study_area.h"

/* Height of a grid's surface at a place in metres; of the nearest sample of the heightfield where there is none. */
double twc_grid_height(const twc_study_area *area, const twc_chunk_grid *grid, double x, double z);

/*
 * What views of mountains need: the middle of the Broad cells and of the Fine ones above water, metres. Fails without
 * either.
 */
typedef struct twc_mountain_front {
    double mountains[2], lowlands[2]; /* x, z */
    double towards[2];                /* unit vector from the lowlands to the mountains */
    double edge[2];                   /* where that line first meets a Broad cell */
} twc_mountain_front;

twc_status twc_mountain_front_of(const twc_study_area *area, twc_mountain_front *front);

#endif
