/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a land claims of itself, measured: pure functions of the land and of the ground made from it. `table` is that of
 * the reference or of a level, which give the same.
 */
#ifndef TWC_MEASURE_LAND_H
#define TWC_MEASURE_LAND_H

#include "twc/land_kernels.h"

/* Positions of at most a batch of grid points along a row, from column `first` on; returns how many. */
enum { TWC_LAND_ROW_BATCH = 256 };
int32_t twc_land_row_batch(const twc_land_grid *grid, int32_t first, int32_t row, double *x, double *z);

/* ---- the land, without its grid (land.c) ----------------------------------------------------------------------- */

/* Median over 360 bearings of how far from the middle the coast is first met. */
double twc_land_coast_radius(const twc_land_table *table, const twc_land *land, twc_spot middle);

/* The radius of a circle as large as where the hill is above 0, counted over the grid's points. */
double twc_land_hill_foot(const twc_land_table *table, const twc_land *land);

/* The hill's height, scaled, at the highest of the grid's points. */
double twc_land_hill_top(const twc_land_table *table, const twc_land *land, double highest);

/* Crests of stripes on a straight walk across them, a cell walked. */
double twc_land_stripe_crests(const twc_land_table *table, int32_t seed);

/* The most that the gullies take from the hill at a grid point above the sea. */
double twc_land_deepest_cut(const twc_land_table *table, const twc_land *land, double highest);

/* ---- grounds (land_ground.c) ------------------------------------------------------------------------------------ */

/* A ground and what it lies in; `features` first of the land's are applied. */
typedef struct twc_land_made {
    twc_land land;
    twc_land_ground ground;
    void *memory;
} twc_land_made;
twc_status twc_land_make(const twc_land_table *table, const twc_land *land, int32_t features, twc_land_made *made);
void twc_land_unmake(twc_land_made *made);

/* Median height of grid points from `low` to `high` metres in from the coast, of the land without its hill. */
twc_status twc_land_lowland(const twc_land_table *table, const twc_land *land, double low, double high, double *median);

/* The highest grid point, and where it is. */
typedef struct twc_land_top {
    double height;
    twc_spot at;
} twc_land_top;
twc_land_top twc_land_highest_point(const twc_land_ground *ground);

/* Median of how far the ground lies below a path's own height at its points, `clear` metres or more from its end. */
twc_status twc_land_pressed(const twc_land_table *table, const twc_land_ground *ground, int32_t feature, double clear,
                            double *median);

/*
 * The heights of a ground whose features are applied in the other order, with the spines as they were settled in their
 * own; `base` is that land before any feature. And the most that this fills what was carved.
 */
void twc_land_swapped(const twc_land_table *table, const twc_land_ground *base, const twc_land_ground *ground,
                      float *heights);
twc_status twc_land_filled(const twc_land_table *table, const twc_land_ground *base, const twc_land_ground *ground,
                           double *filled);

/* The largest difference of the drawn triangles from the bilinear patch of each cell, at the cells' middles. */
double twc_land_bilinear_error(const twc_land_ground *ground);

/* Root mean square of y less the ground's height at n positions; 0 where there are none. */
twc_status twc_land_rms(const twc_land_table *table, const twc_land_ground *ground, twc_spots at, const double *y,
                        double *rms);

/* How many grid points above the sea lie outside an outline. */
int64_t twc_land_outside(const twc_land_table *table, const twc_land_ground *ground, const twc_land_outline *outline);

/*
 * Walks of `far` metres from a place along 360 bearings: the lowest and the highest ground they stopped on, and how
 * many did.
 */
typedef struct twc_land_stops {
    double low, high;
    int32_t count;
} twc_land_stops;
twc_land_stops twc_land_wading(const twc_land_table *table, const twc_land_ground *ground, twc_spot from, double far);

#endif
