/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chunks for viewers that choose levels without balance (docs/spec/detail.md 10): their outlines are exact squares at
 * every level, so that no vertical ray slips between two, and skirts hang as deep as any level beside may be lower.
 */
#ifndef TWC_HARNESS_DETAIL_TILES_H
#define TWC_HARNESS_DETAIL_TILES_H

#include "measure/detail_view.h"

enum { TWC_TILE_SIDES = 4 }; /* west, east, north, south */

typedef struct twc_detail_tile {
    twc_detail_chunk chunk;
    twc_mesh mesh;                 /* owned; facets are not kept */
    uint32_t error;                /* millimetres between the tile and the finest level, with whole frames */
    int32_t depth[TWC_TILE_SIDES]; /* of the skirts, centimetres; 0: none is needed */
} twc_detail_tile;

typedef struct twc_detail_tiles {
    twc_rect rect[TWC_DETAIL_LEVELS + 1]; /* of squares, as in the tree */
    int32_t levels;
    twc_detail_tile *tile[TWC_DETAIL_LEVELS + 1]; /* by square; those that are no chunk have no triangles */
} twc_detail_tiles;

/* All chunks of all levels. The caller destroys them, after failures too. */
twc_status twc_detail_tiles_make(const twc_detail_made *made, twc_detail_tiles *tiles);
void twc_detail_tiles_destroy(twc_detail_tiles *tiles);

/* The tile of a square, NULL where it is no chunk. */
const twc_detail_tile *twc_detail_tile_at(const twc_detail_tiles *tiles, int32_t level, int32_t x, int32_t z);

/* A corner's height in whole centimetres, as files have it. */
int32_t twc_tile_height(twc_vertex v);

/* A vertex of the outline: along it, and its height; centimetres. */
typedef struct twc_tile_point {
    int32_t along, height;
} twc_tile_point;

/* A tile's triangles with the walls of its skirts behind them, to be freed; NULL: not enough memory. */
twc_triangle *twc_tile_with_skirts(const twc_detail_tile *tile, size_t *count);

/* The vertices of a side in order, at most TWC_DETAIL_SIDE of them; how many. */
int twc_tile_side(const twc_detail_tile *tile, int side, twc_tile_point out[TWC_DETAIL_SIDE]);

#endif
