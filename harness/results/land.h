/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A land in numbers as figures draw it: pictures and fields over a part of its plan, lines, sections. Metres. */
#ifndef TWC_RESULTS_LAND_H
#define TWC_RESULTS_LAND_H

#include <stddef.h>
#include <stdint.h>

#include "results/maps.h"

/* A part of the plan: x from west to east, z from north to south. */
typedef struct twc_land_frame {
    double west, north, east, south;
} twc_land_frame;

/* Pixels over a frame, row by row from the north; each stands for its middle. */
typedef struct twc_land_image {
    twc_land_frame frame;
    twc_picture picture;
} twc_land_image;

typedef struct twc_land_field {
    twc_land_frame frame;
    int32_t columns, rows;
    double *value;
} twc_land_field;

/* A line through places: of a feature, or of a coast. */
typedef struct twc_land_line {
    const char *name;
    size_t count;
    double (*point)[2];
} twc_land_line;

/* Straight pieces x, z, x, z, of one height. */
typedef struct twc_land_contour {
    double height;
    size_t count, capacity;
    double (*piece)[4];
} twc_land_contour;

typedef struct twc_land_spot {
    const char *name; /* "" for a height alone */
    double x, z, height;
    int left; /* its label stands to the left of it */
} twc_land_spot;

enum { TWC_LAND_COVERS = 17, TWC_LAND_CONTOURS = 64, TWC_LAND_SPOTS = 16 };

/* What covers the ground, and the colours it is drawn in; the sea comes last. */
typedef struct twc_land_palette {
    int count;
    const char *name[TWC_LAND_COVERS + 1];
    uint8_t colour[TWC_LAND_COVERS + 1][3];
} twc_land_palette;

/* ---- what the figures show -------------------------------------------------------------------------------------- */

typedef struct twc_land_plan {
    twc_land_palette palette;
    twc_land_image whole, near; /* all of it, and the surroundings of its pad */
    size_t line_count;
    twc_land_line line[8]; /* features, then outlines, which are closed */
    size_t outlines;       /* of the lines, the last ones */
} twc_land_plan;

typedef struct twc_land_contours {
    twc_land_image shade;
    int count;
    twc_land_contour contour[TWC_LAND_CONTOURS];
    int spot_count;
    twc_land_spot spot[TWC_LAND_SPOTS];
    size_t line_count;
    twc_land_line line[4]; /* the features */
} twc_land_contours;

/* A section through the ground along a line: distance, and heights one curve a step. */
typedef struct twc_land_section {
    const char *title;
    size_t count;
    double *along, *ground, *smooth; /* smooth: without its gullies */
} twc_land_section;

/* Which of its rules holds the water at a point. */
enum { TWC_HELD_TABLE, TWC_HELD_GROUND, TWC_HELD_FALL, TWC_HELD_COUNT };

typedef struct twc_land_brook {
    size_t count;
    double *along, *before, *after, *bed, *level, *table; /* before: the ground before it is carved */
    int *held;
    int held_count[TWC_HELD_COUNT];
    double crossing; /* along, where the first feature crosses; NaN: nowhere */
} twc_land_brook;

typedef struct twc_land_sections {
    twc_land_section hill[2];
    twc_land_brook brook;
} twc_land_sections;

enum { TWC_GULLY_PANELS = 5 };

typedef struct twc_land_gullies_shown {
    twc_land_image octaves[TWC_GULLY_PANELS]; /* 0 to 4 */
    twc_land_field cut;                       /* what the last one took from the first, metres */
    double most;
} twc_land_gullies_shown;

enum { TWC_STRIPE_STEPS = 480 };

typedef struct twc_land_stripes_shown {
    twc_land_field depth[2]; /* along z; along directions that turn about the middle */
    twc_land_field slope;    /* of the second, across its directions; shares a cell */
    double x[TWC_STRIPE_STEPS], depth_at[TWC_STRIPE_STEPS], slope_at[TWC_STRIPE_STEPS], rise_at[TWC_STRIPE_STEPS];
} twc_land_stripes_shown;

typedef struct twc_land_order {
    twc_land_image as_written, swapped;
    twc_land_field fill; /* metres that the other order adds */
    double most;
    twc_land_spot where; /* the most */
    size_t count;        /* points of the brook: bed as carved, and filled */
    double *along, *bed, *filled, *level;
    size_t line_count;
    twc_land_line line[4];
} twc_land_order;

typedef struct twc_land_reach {
    const char *title;
    twc_land_field brook, path; /* distances, as far as they are asked */
    double within[2];           /* of the path, of the brook */
    twc_land_image look;
} twc_land_reach;

typedef struct twc_land_bridge {
    twc_land_palette palette;
    twc_land_reach place[2]; /* the bridge, and where the path crosses */
    size_t line_count;
    twc_land_line line[4];
} twc_land_bridge;

#endif
