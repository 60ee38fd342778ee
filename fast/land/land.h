/* SPDX-License-Identifier: MIT */
/*
 * What the files of the fast land stage say to each other, at one level. They work on batches: arrays of
 * TWC_LAND_BATCH, of which the first `count` are used, a multiple of TWC_LAND_LANES, so that no loop has a remainder.
 * What is asked for in between is filled up with copies (twc_land_fill).
 */
#ifndef TWC_FAST_LAND_H
#define TWC_FAST_LAND_H

#include "common/hash.h"
#include "common/noise.h"
#include "common/polynomial.h"
#include "kernels/fast_land.h"

enum { TWC_LAND_BATCH = 128, TWC_LAND_LANES = 16 };

/* `count`, said so that the compiler knows what it is a multiple of. */
#define TWC_LAND_WHOLE(count) ((count) & -TWC_LAND_LANES)

TWC_INLINE int32_t twc_land_rounded(int32_t count)
{
    return TWC_LAND_WHOLE(count + TWC_LAND_LANES - 1);
}

/* Fills values[n..] up to whole lanes with the last of n >= 1. */
TWC_INLINE void twc_land_fill(double *values, int32_t n)
{
    TWC_ASSERT(n >= 1 && n <= TWC_LAND_BATCH);
    for (int32_t k = n; k < twc_land_rounded(n); k++)
        values[k] = values[n - 1];
}

/* Positions of a batch, padded. */
typedef struct twc_land_places {
    _Alignas(64) double x[TWC_LAND_BATCH];
    double z[TWC_LAND_BATCH];
} twc_land_places;

/* places.c: positions first .. of those asked for, at most a batch; returns how many, before padding. */
int32_t TWC_NAME(land_take)(twc_spots at, size_t first, twc_land_places *places);
/* Those of n positions that a list names; returns the padded count. */
int32_t TWC_NAME(land_pick)(const twc_land_places *from, const int32_t *list, int32_t n, twc_land_places *to);

/* fbm.c */
void TWC_NAME(fbm_batch)(const twc_fbm *noise, int32_t count, const double *x, const double *z, double *restrict out);
void TWC_NAME(warp_batch)(const twc_warp *warp, int32_t count, const twc_land_places *at, twc_land_places *out);

/* phacelle.c; directions need not be of unit length. */
typedef struct twc_land_stripes {
    double depth[TWC_LAND_BATCH], slope_x[TWC_LAND_BATCH], slope_z[TWC_LAND_BATCH];
} twc_land_stripes;
void TWC_NAME(stripe_batch)(int32_t seed, int32_t count, const twc_land_places *at, const twc_land_places *way,
                            twc_land_stripes *restrict out);

/* coast.c, hill.c: the share of the top, and metres. */
void TWC_NAME(coast_batch)(const twc_land_coast *coast, int32_t count, const twc_land_places *at, double *restrict out);
void TWC_NAME(raw_hill_batch)(const twc_land_hill *hill, int32_t count, const twc_land_places *at,
                              double *restrict out);
void TWC_NAME(hill_batch)(const twc_land_hill *hill, double highest, int32_t count, const twc_land_places *at,
                          double *restrict out);

/* gullies.c: what is left of the hill's heights h, all above gullies.above, steered by its slopes. */
void TWC_NAME(gully_batch)(const twc_land *land, int32_t count, const twc_land_places *at, const double *h,
                           twc_land_places *steer, double *restrict out);

/* nearest.c: boxes about runs of pieces. */
enum { TWC_SPINE_RUN = 16, TWC_SPINE_RUNS = TWC_SPINE_POINTS / TWC_SPINE_RUN };
typedef struct twc_spine_runs {
    int32_t count;
    double low_x[TWC_SPINE_RUNS], high_x[TWC_SPINE_RUNS], low_z[TWC_SPINE_RUNS], high_z[TWC_SPINE_RUNS];
} twc_spine_runs;
void TWC_NAME(spine_runs)(const twc_spine *spine, twc_spine_runs *runs);
typedef struct twc_land_near {
    int32_t piece; /* -1: none so near */
    double t, distance;
} twc_land_near;
twc_land_near TWC_NAME(spine_near)(const twc_spine *spine, const twc_spine_runs *runs, double within, double x,
                                   double z);
TWC_INLINE double twc_spine_lerp(const double *values, const twc_land_near *near)
{
    return twc_fast_lerp(values[near->piece], values[near->piece + 1], near->t);
}

/* ask.c; the height at one position has the bits that a batch gives it. */
double TWC_NAME(height_of)(const twc_land_ground *ground, double x, double z);
void TWC_NAME(height_batch)(const twc_land_ground *ground, int32_t count, const twc_land_places *at,
                            double *restrict out);
void TWC_NAME(gradient_batch)(const twc_land_ground *ground, int32_t count, const twc_land_places *at,
                              twc_land_places *restrict out);

TWC_INLINE double twc_land_low(const twc_land_grid *grid)
{
    return -((grid->points - 1) * grid->cell) / 2.0;
}

#endif
