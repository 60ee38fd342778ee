/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A land's features as corridors of its world. */
#ifndef TWC_GENERATE_LAND_CORRIDORS_H
#define TWC_GENERATE_LAND_CORRIDORS_H

#include "twc/land_kernels.h"
#include "twc/world_data.h"

/* The ground before and after its features, and the profiles that these are given. */
typedef struct twc_land_source {
    const twc_land_ground *base, *ground;
    const twc_profile *path, *brook;
} twc_land_source;

/* What became of a brook. */
typedef struct twc_land_placed {
    double depth[2];                    /* its bed below its water, least and most */
    double half[2];                     /* half of its bed's width, likewise */
    double profile_depth, profile_half; /* what its profile has in their place */
} twc_land_placed;

/* Places them all in the land's order, with their places in it as ids, from 1, and priorities, from 0. On failure the
   message names the feature. */
twc_status twc_land_corridors(const twc_land_source *source, twc_world_data *data, twc_land_placed *placed);

#endif
