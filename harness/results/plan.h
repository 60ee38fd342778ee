/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ground in plan as figures draw it: patches, lines and points, in centimetres. */
#ifndef TWC_RESULTS_PLAN_H
#define TWC_RESULTS_PLAN_H

#include <stddef.h>

#include "twc/world.h"

/*
 * A facet, or what is left of it: triangles next to each other in the map's list. What `kind` and `value` are is the
 * figure's.
 */
typedef struct twc_patch {
    uint32_t first, count; /* triangles */
    int kind;
    double value[2];
    double colour[3]; /* lit, 0 to 1; 0 where the figure has colours of its own */
} twc_patch;

typedef struct twc_plan_lines {
    size_t count;
    int32_t (*line)[4]; /* x, z, x, z */
} twc_plan_lines;

typedef struct twc_plan_points {
    size_t count;
    int32_t (*point)[2];
} twc_plan_points;

typedef struct twc_plan_map {
    twc_rect window;
    size_t patch_count, triangle_count;
    twc_patch *patch;        /* those that meet the window */
    int32_t (*corner)[3][2]; /* of a triangle: x, z */
    twc_plan_lines outline;  /* between facets, once from each side */
    twc_plan_lines inner;    /* between triangles of a facet: spokes of a fan, cuts */
} twc_plan_map;

/* ---- what the figures of plans show ---- */

typedef struct twc_boundary_plan {
    twc_plan_map map;     /* kind: 1 for Broad; value[0]: a tone of its own, 0 to 1 */
    twc_plan_points seam; /* corners of fan pieces that are neither the fan's centre nor a corner of the facet */
} twc_boundary_plan;

/* Part of a triangle under water: 0, 3 or 4 corners. */
typedef struct twc_flooded {
    int count;
    double corner[4][2];
} twc_flooded;

enum { TWC_PALETTE_ENTRIES = 8 };

typedef struct twc_palette_plan {
    twc_plan_map map;
    size_t flooded_count;
    twc_flooded *flooded;
    double water[3]; /* colour */
    int count;       /* classes that are there, and their colours on level ground; water last when it stands */
    int has_water;
    const char *name[TWC_PALETTE_ENTRIES];
    double colour[TWC_PALETTE_ENTRIES][3];
} twc_palette_plan;

typedef struct twc_recolour_plan {
    twc_plan_map recoloured, cut;
} twc_recolour_plan;

typedef struct twc_potentials_plan {
    twc_plan_map map;       /* value: puddle, snow */
    double low[2], high[2]; /* ends of the scales of both */
} twc_potentials_plan;

/* What a patch of a plan with roads is. */
enum { TWC_PLAN_GROUND = -1, TWC_PLAN_BED, TWC_PLAN_BANK, TWC_PLAN_WALL, TWC_PLAN_STEP };

typedef struct twc_corridor_plan {
    twc_plan_map map;           /* kind as above; value[0]: a tone, 0 to 1 */
    twc_plan_points centreline; /* the stations */
    twc_plan_points seam;       /* that ground and road share */
} twc_corridor_plan;

typedef struct twc_seam_plan {
    twc_plan_lines closed, footprint, open; /* of triangles that are clipped one by one */
    uint64_t edges, open_count, open_plan;  /* all of them, those open by bits, and in plan */
    double gap;                             /* the largest, metres */
    twc_plan_map exact;                     /* by the exact cut; kind as in a corridor's plan */
    twc_plan_lines exact_open;
} twc_seam_plan;

#endif
