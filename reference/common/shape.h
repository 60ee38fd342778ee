/* SPDX-License-Identifier: MIT */
/* Distances to shapes in plan, and outlines. */
#ifndef TWC_REFERENCE_COMMON_SHAPE_H
#define TWC_REFERENCE_COMMON_SHAPE_H

#include "twc/land.h"

/* A position's foot on the segment from (ax, az) to (bx, bz): how far along it is, 0..1, and what leads from there. */
typedef struct twc_foot {
    double t;
    double x, z;
} twc_foot;
twc_foot twc_reference_foot(double ax, double az, double bx, double bz, double x, double z);

/* Negative inside. */
double twc_reference_shape_distance(const twc_shape *shape, double x, double z);

/* Exact; edges belong to the inside. */
int twc_reference_contains(const twc_land_outline *outline, twc_point point);

#endif
