/* SPDX-License-Identifier: MIT */
/*
 * A bounded land, as data (docs/spec/land.md 1, 3, 4, 5): from what its height is made, the features cut into
 * it, what covers it, and what lies past its edge. Nothing here is computed; the island is one value of twc_land, and a
 * land of another size and another edge is another. twc/land_kernels.h says what is computed from it, and in what
 * order.
 *
 * Plan positions are binary64 metres, x east and z south; heights are metres above the sea.
 */
#ifndef TWC_LAND_H
#define TWC_LAND_H

#include "twc/land_height.h"
#include "twc/mesh.h"
#include "twc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TWC_LAND_NAME = 24,
    TWC_LAND_FEATURES = 4,
    TWC_LAND_CONTROLS = 64, /* of one feature's spine */
    TWC_LAND_CORNERS = 64,  /* of an outline */
    TWC_LAND_LAYERS = 16,
    TWC_SPINE_POINTS = 4096, /* of one spine, at most */
    TWC_LAND_SIDE = 4097     /* of the grid, at most, in points */
};

/* ---- features ----------------------------------------------------------------------------------------------- */

/* What a spine is laid through; the values along it are of a carved feature, read between two points in a line. */
typedef struct twc_land_control {
    twc_spot place;
    double table;    /* the water's designed height */
    double depth;    /* of the bed below it */
    double half_bed; /* half the width of the flat bed */
    double bank;     /* rise over run */
    double rounding; /* of the shoulder */
} twc_land_control;

/* A path: the ground eased to its own smoothed height, a little lower. */
typedef struct twc_land_press {
    double half_width;
    double depth;
    twc_ramp ease;          /* full within, gone by */
    int32_t window, passes; /* of the box that smooths its heights, in points; odd */
    double end_height;
    twc_ramp end; /* from its end, over which the depth grows */
} twc_land_press;

/* A brook: a trench, its water held below the ground and never rising. */
typedef struct twc_land_carve {
    double below;                 /* the water lies at least so far below the ground */
    double fall;                  /* at least so far per metre, in the dressed area */
    double reach;                 /* metres from the spine beyond which nothing is carved */
    double still, quick, fastest; /* of the water: min(still + quick sqrt(fall), fastest) metres a second */
} twc_land_carve;

typedef enum twc_land_operator { TWC_LAND_PRESS, TWC_LAND_CARVE } twc_land_operator;

/* Features are applied in their order, each to what the ones before it left. */
typedef struct twc_land_feature {
    char name[TWC_LAND_NAME];
    twc_land_operator how;
    twc_land_press press; /* one of the two counts */
    twc_land_carve carve;
    double within;     /* how far its distance is asked */
    twc_ramp clearing; /* of the distance: no forest nearer */
    int32_t control_count;
    twc_land_control control[TWC_LAND_CONTROLS];
} twc_land_feature;

/* ---- cover -------------------------------------------------------------------------------------------------- */

typedef struct twc_land_forest {
    twc_fbm noise;
    twc_ramp density, shore, slope, pad;
} twc_land_forest;

typedef struct twc_land_grove {
    twc_fbm noise;
    twc_ramp density, pad, low, high, slope; /* low, high: of the hill */
} twc_land_grove;

typedef enum twc_land_cover { TWC_COVER_HEIGHT, TWC_COVER_SLOPE, TWC_COVER_FOREST, TWC_COVER_FEATURE } twc_land_cover;

typedef struct twc_land_layer {
    char name[TWC_LAND_NAME];
    twc_land_cover by; /* what the ramp reads; the forest is its own cover */
    int32_t feature;   /* TWC_COVER_FEATURE: whose distance */
    twc_ramp ramp;
    double uneven, size; /* metres, and metres a cell, of the noise added to a distance; 0: none */
    int32_t seed;
} twc_land_layer;

/* ---- the land ----------------------------------------------------------------------------------------------- */

typedef enum twc_land_edge_kind {
    TWC_LAND_EDGE_SEA,
    TWC_LAND_EDGE_FALL,
    TWC_LAND_EDGE_WALL,
    TWC_LAND_EDGE_WRAP
} twc_land_edge_kind;

typedef struct twc_land_edge {
    twc_land_edge_kind kind;
    double wade;            /* sea: how deep a walker goes */
    double stride;          /* a walk's longest step */
    char to[TWC_LAND_NAME]; /* fall: where to */
} twc_land_edge;

/*
 * points x points, centred on the origin; point (i, j) lies at (low + i cell, low + j cell), low = -((points - 1) cell)
 * / 2.
 */
typedef struct twc_land_grid {
    double cell;
    int32_t points;
    double outside; /* the height past it */
} twc_land_grid;

typedef struct twc_land_outline {
    int32_t count;
    twc_point corner[TWC_LAND_CORNERS]; /* centimetres */
} twc_land_outline;

typedef struct twc_land {
    char name[TWC_LAND_NAME];
    twc_land_grid grid;
    twc_land_edge edge;
    twc_land_coast coast;
    twc_land_shelf shelf;
    twc_land_hill hill;
    twc_land_gullies gullies;
    twc_land_roll roll;
    twc_land_pad pad;
    int32_t feature_count;
    twc_land_feature feature[TWC_LAND_FEATURES];
    twc_land_outline dressed;
    twc_land_forest forest;
    twc_land_grove grove;
    int32_t layer_count;
    twc_land_layer layer[TWC_LAND_LAYERS]; /* over grass */
    twc_ramp brown;                        /* heights over which the grass browns */
    twc_land_outline fine_over;            /* drawn at the grid's own cell inside, at every fourth point outside */
} twc_land;

/* Whether everything that is computed from it is defined; the message says what is not. */
twc_status twc_land_check(const twc_land *land);

#ifdef __cplusplus
}
#endif
#endif
