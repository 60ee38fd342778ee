/* SPDX-License-Identifier: MIT */
/*
 * Spines: smooth lines through control points, cut into pieces of about a metre, which a land's features press and
 * carve along (docs/spec/land.md 4).
 */
#ifndef TWC_SPINE_H
#define TWC_SPINE_H

#include "twc/land.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `count` points, in order; a piece runs from one to the next. */
typedef struct twc_spine {
    int32_t count;
    double *x, *z;
    double *at;    /* number of the control point before it, and the curve's parameter from there */
    double *along; /* metres from the start: summed chords */
    double *level; /* settled on the ground: a path's smoothed height, a brook's water */
} twc_spine;

/* For each position (twc_land_table.spine_nearest). */
typedef struct twc_nearest {
    double *distance, *at, *along;
} twc_nearest;

/* How many points the feature's spine has: floor(chord) + 1 pieces between two control points. */
int32_t twc_spine_count(const twc_land_feature *feature);

/*
 * Lays the spine, all but its levels. A point between control points b and c, after a and before d (ends doubled), is b
 * + 0.5 (t ((c - a) + t ((2 a - 5 b + 4 c - d) + t (3 b - 3 c + d - a)))), t = k / pieces; the last is the last
 * control.
 */
void twc_spine_lay(const twc_land_feature *feature, twc_spine *spine);

/*
 * Settles the levels on the heights that the features before this one left.
 *  - press: the height at each point, the mean of a window about it (cut at the ends; summed in order, then divided by
 *    the count) `passes` times over, the last point then at end_height;
 *  - carve: the table's height; ground - below where that is smaller; L - c (along - along of the point before), L the
 *    level before, where that is: c is `fall` where the point, in rounded centimetres, is dressed, else 0.
 * `held` counts how many levels each rule decided; it may be NULL.
 */
typedef struct twc_spine_held {
    int32_t table, ground, fall;
} twc_spine_held;
void twc_spine_settle(const twc_land *land, const twc_land_feature *feature, const float *heights, twc_spine *spine,
                      twc_spine_held *held);

/* The value of a control's member at `at`, in a straight line between two control points. */
typedef enum twc_spine_value {
    TWC_SPINE_TABLE,
    TWC_SPINE_DEPTH,
    TWC_SPINE_HALF_BED,
    TWC_SPINE_BANK,
    TWC_SPINE_ROUNDING
} twc_spine_value;
double twc_spine_read(const twc_land_feature *feature, twc_spine_value value, double at);

/* A brook's water at a point of its spine: level, edges in plan, and speed in metres a second. */
typedef struct twc_ribbon {
    double y, half;
    double left_x, left_z, right_x, right_z;
    double speed;
} twc_ribbon;

/*
 * half = half_bed + depth / bank; with t from the point before to the one after (ends: itself), left is (x + half tz /
 * |t|, z - half tx / |t|) and right the other side; speed = min(still + quick sqrt(fall), fastest), fall = (level
 * before - level after) / (along after - along before).
 */
void twc_spine_ribbon(const twc_land_feature *feature, const twc_spine *spine, twc_ribbon *ribbon);

#ifdef __cplusplus
}
#endif
#endif
