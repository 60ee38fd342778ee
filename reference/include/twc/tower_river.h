/* SPDX-License-Identifier: MIT */
/*
 * Rivers of the tower stage (docs/spec/tower.md 5): a course through given places, the water's profile along it, falls,
 * and what flows. Functions, not kernels: a river has some thousand stations, and both libraries call these.
 */
#ifndef TWC_TOWER_RIVER_H
#define TWC_TOWER_RIVER_H

#include "twc/status.h"
#include "twc/tower.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TWC_TOWER_RIVER_CONTROLS = 64,
    TWC_TOWER_RIVER_PIECES = 256,     /* chords between two controls */
    TWC_TOWER_RIVER_STATIONS = 16384, /* 3,000 km of river */
    TWC_TOWER_RIVER_FALLS = 1024
};

typedef struct twc_place_on_floor {
    uint32_t theta;
    int32_t z;
} twc_place_on_floor;

/* Stations a step apart along the spline through the controls, in the plane unrolled about the first control. */
typedef struct twc_tower_river_course {
    int32_t count; /* of stations, at least 2 */
    double length, step;
    double x[TWC_TOWER_RIVER_STATIONS],
        z[TWC_TOWER_RIVER_STATIONS];                    /* metres from the first control along the arc; of z */
    twc_place_on_floor place[TWC_TOWER_RIVER_STATIONS]; /* rounded */
} twc_tower_river_course;

/* Refused: fewer than two controls, too many, two successive ones that are one, more stations than there is room. */
twc_status twc_tower_river_lay(size_t n, const twc_place_on_floor *controls, twc_tower_river_course *course);

/* What the profile has to meet. NaN: nothing there. */
typedef struct twc_tower_river_ends {
    double slope;  /* the least, metres a metre: 0.002 */
    double source; /* level of the lake it leaves */
    double mouth;  /* level of what it ends in */
} twc_tower_river_ends;

/* A fall from station `top` to station `foot`; stations between are at its foot. */
typedef struct twc_fall {
    int32_t top, foot;
    double drop;
} twc_fall;

typedef struct twc_tower_river_profile {
    double level[TWC_TOWER_RIVER_STATIONS];
    int32_t falls;
    twc_fall fall[TWC_TOWER_RIVER_FALLS];
} twc_tower_river_profile;

size_t twc_tower_river_bytes(int32_t stations);

/*
 * Water levels at stations on ground of these elevations, falling by the least slope at least; falls where a step drops
 * 12 m or more. Fails when the source does not lie above the mouth by the least slope. 64-byte aligned scratch.
 */
twc_status twc_tower_river_fit(const twc_grid_table *table, const twc_tower_river_course *course,
                               const double *elevation, const twc_tower_river_ends *ends, void *scratch,
                               twc_tower_river_profile *profile);

/* Metres, of cubic metres a second; metres a second by Manning, n = 0.035, of a hydraulic radius and slope. */
double twc_tower_river_width(double flow);
double twc_tower_river_depth(double flow);
double twc_tower_river_speed(double radius, double slope);

#ifdef __cplusplus
}
#endif
#endif
