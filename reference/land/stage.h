/* SPDX-License-Identifier: MIT */
/* What the files of the reference's land stage say to each other: one position at a time. */
#ifndef TWC_REFERENCE_LAND_STAGE_H
#define TWC_REFERENCE_LAND_STAGE_H

#include "common/blend.h"
#include "common/gradient_noise.h"
#include "common/polynomial.h"
#include "common/shape.h"
#include "kernels/reference_land.h"

/* phacelle.c */
typedef struct twc_stripe {
    double depth, slope_x, slope_z;
} twc_stripe;
twc_stripe twc_reference_stripe(double x, double z, double dx, double dz, int32_t seed);

/* coast.c, hill.c, base.c */
double twc_reference_coast_at(const twc_land *land, double x, double z);
double twc_reference_raw_hill_at(const twc_land_hill *hill, double x, double z);
double twc_reference_hill_at(const twc_land_hill *hill, double highest, double x, double z);
double twc_reference_gullied(const twc_land *land, double h, double steer_x, double steer_z, double x, double z);
double twc_reference_shelf_at(const twc_land_shelf *shelf, double s);
double twc_reference_base_at(const twc_land *land, double highest, double x, double z);

/* The height of what was drawn over a grid; ask.c. */
double twc_reference_height_at(const twc_land_grid *grid, const float *heights, double x, double z);
twc_spot twc_reference_gradient_at(const twc_land_ground *ground, double x, double z);

static inline double twc_grid_low(const twc_land_grid *grid)
{
    return -((grid->points - 1) * grid->cell) / 2.0;
}

/* nearest.c */
typedef struct twc_near {
    int32_t piece; /* -1: none so near */
    double t, distance;
} twc_near;
twc_near twc_reference_near(const twc_spine *spine, double within, double x, double z);

#endif
