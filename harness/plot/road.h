/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places along the roads of a area. */
#ifndef TWC_HARNESS_PLOT_ROAD_H
#define TWC_HARNESS_PLOT_ROAD_H

#include "plot/study_area.h"

/* Metres; unit vectors in plan (x, z). */
typedef struct twc_road_place {
    double x, z, bed;
    double forward[2], right[2];
} twc_road_place;

/* Road number `which` of the source, the last one when there are fewer; fails when there is none. */
twc_status twc_road_find(const twc_study_source *source, int which, const twc_feature **road);

/* The place at a station, between two stations in a straight line; clamped to the road. */
twc_road_place twc_road_at(const twc_feature *road, double station);

/* A point so far forward of a place, to the right of it and above the bed: x, y, z in metres. */
void twc_road_from(const twc_road_place *place, double forward, double right, double above, double out[3]);

/* The station nearest to a plan position in centimetres, and its distance in metres. */
int32_t twc_road_nearest(const twc_feature *road, double x_cm, double z_cm, double *distance);

/* What a face of a feature is; -1 for ground. */
int twc_road_part(const twc_facet *facet);

#endif
