/* SPDX-License-Identifier: MIT */
/* What the files of the reference's land stage say to each other: one position at a time, and the table's functions. */
#ifndef TWC_REFERENCE_LAND_STAGE_H
#define TWC_REFERENCE_LAND_STAGE_H

#include "common/blend.h"
#include "common/gradient_noise.h"
#include "common/polynomial.h"
#include "common/shape.h"
#include "twc/land_kernels.h"

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
twc_plan twc_reference_gradient_at(const twc_land_ground *ground, double x, double z);

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

void twc_reference_fbm(const twc_fbm *noise, twc_positions at, double *out);
void twc_reference_phacelle(int32_t seed, twc_positions at, const double *dx, const double *dz, twc_stripes out);
void twc_reference_coast(const twc_land *land, twc_positions at, double *out);
void twc_reference_raw_hill(const twc_land *land, twc_positions at, double *out);
void twc_reference_base_heights(const twc_land *land, double highest, twc_rect rect, float *heights);
void twc_reference_spine_nearest(const twc_spine *spine, double within, twc_positions at, twc_nearest out);
void twc_reference_press(const twc_land *land, const twc_land_feature *feature, const twc_spine *spine, float *heights);
void twc_reference_carve(const twc_land *land, const twc_land_feature *feature, const twc_spine *spine, float *heights);
void twc_reference_land_heights(const twc_land_ground *ground, twc_positions at, double *out);
void twc_reference_land_gradients(const twc_land_ground *ground, twc_positions at, twc_vectors out);
void twc_reference_land_normals(const twc_land_ground *ground, twc_positions at, double *out);
void twc_reference_land_curvatures(const twc_land_ground *ground, double over, twc_positions at, double *out);
void twc_reference_outline_contains(const twc_outline *outline, size_t n, const twc_point *points, uint8_t *out);
void twc_reference_forest(const twc_land_ground *ground, twc_positions at, double *out);
void twc_reference_grove(const twc_land_ground *ground, twc_positions at, double *out);
void twc_reference_land_look(const twc_land_ground *ground, twc_positions at, twc_land_look out);
void twc_reference_walk(const twc_land_ground *ground, size_t n, twc_walk *walks);

#endif
