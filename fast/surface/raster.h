/* SPDX-License-Identifier: MIT */
/*
 * What the files of the fast rasteriser say to each other. A picture is set up one triangle at a time (setup.c), its
 * casters go into a grid (shadow.h, render.c), and tiles of pixels are drawn, lit and encoded one at a time (tile.c,
 * light.c): samples of a tile stay in the cache, and no tile knows of another, so threads and schedule cannot matter.
 */
#ifndef TWC_FAST_RASTER_H
#define TWC_FAST_RASTER_H

#include "level.h"
#include "twc/raster.h"
/* The frame of a camera, once a picture, and the clipping of triangles that leave the view, are the reference's own. */
#include "reference/surface/raster_stage.h"

/* ---- one picture -------------------------------------------------------------------------------------------- */

/* The image of one triangle. scale 0: it was clipped, and is clipped again where it is drawn, which is rare. */
typedef struct twc_slot {
    int32_t x[3], y[3]; /* 1/256 sample, positive area */
    double w[3], scale; /* 1 / area */
} twc_slot;

/* The columns and rows of samples a triangle may touch; empty where it is not seen. */
typedef struct twc_bounds {
    int32_t first_column, last_column, first_row, last_row;
} twc_bounds;

/* Casters by cells of the sheared plan. Cell (i, j) holds item[start[j nu + i]] up to the next start. */
typedef struct twc_shadow_grid {
    double low_u, low_v, inverse; /* of the cells' side */
    int32_t nu, nv;
    uint32_t *start, *item;
} twc_shadow_grid;

enum {
    TWC_GRID_CELLS_PER_CASTER = 8, /* at most, and 64 more */
    TWC_GRID_ITEMS_PER_CASTER = 64,
    TWC_ENCODE_STEPS = 4096,
    TWC_TILE_PIXELS = 32,
    TWC_TILE_SAMPLES_MAX = TWC_TILE_PIXELS * TWC_RASTER_MAX_SAMPLES
};

typedef struct twc_picture {
    const twc_camera *camera;
    const twc_weather *weather;
    twc_drawing drawing;
    twc_frame frame;
    twc_slot *slots; /* one a triangle, like the next three */
    twc_bounds *bounds;
    twc_shade *shades;
    twc_caster *casters; /* of water: never in the grid */
    twc_shadow_grid grid;
    uint8_t encode[TWC_ENCODE_STEPS + 1]; /* twc_srgb_encode of k / 4096 */
    uint8_t *rgb;
} twc_picture;

/*
 * The w of a sample that shows sky: below that of anything within 10^30 m, and its inverse is a number, so no lane has
 * to ask.
 */
#define TWC_NOTHING_SEEN 0x1p-100

/* What one thread works in. Identities are binary64 so that depth and identity share their lanes. */
typedef struct twc_tile_work {
    double w[TWC_TILE_SAMPLES_MAX][TWC_TILE_SAMPLES_MAX];
    double triangle[TWC_TILE_SAMPLES_MAX][TWC_TILE_SAMPLES_MAX];
    double light[TWC_TILE_PIXELS][TWC_TILE_PIXELS][3];
} twc_tile_work;

/* A tile: its first sample, and how many columns and rows of samples it has. */
typedef struct twc_tile_rect {
    int32_t column, row, columns, rows;
} twc_tile_rect;

/* ---- one level's functions ------------------------------------------------------------------------------------ */

/* setup.c: slots, bounds, shades and casters of triangles first .. last - 1. */
void TWC_NAME(raster_setup)(twc_picture *picture, uint32_t first, uint32_t last);
/* tile.c: draws the listed triangles (ascending) into a tile. */
void TWC_NAME(raster_tile)(const twc_picture *picture, twc_tile_rect tile, const uint32_t *list, uint32_t count,
                           twc_tile_work *work);
/* light.c: lights a drawn tile and writes its pixels. */
void TWC_NAME(raster_light)(const twc_picture *picture, twc_tile_rect tile, twc_tile_work *work);
/* tile.c: those of triangles 0 .. n - 1 that touch rows first .. last; returns how many. */
uint32_t TWC_NAME(raster_list)(const twc_bounds *bounds, uint32_t n, int32_t first, int32_t last, uint32_t *list);

#endif
