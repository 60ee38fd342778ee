/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 3D Tiles 1.1: tileset.json and a GLB a tile, a quadtree whose tiles replace one another. Positions are whole
 * centimetres about the middle of a tile, under a scale of 0.01; the tileset's z is up, as 3D Tiles have it.
 */
#ifndef TWC_HARNESS_TILESET_H
#define TWC_HARNESS_TILESET_H

#include "twc/detail.h"
#include "twc/status.h"

typedef struct twc_tileset_tile {
    size_t count;                  /* of triangles, walls among them; 0: there is no such tile */
    const twc_triangle *triangles; /* heights are written in whole centimetres: rint(100 y) */
    double error;                  /* metres between it and the finest level; not less than its children's */
} twc_tileset_tile;

typedef struct twc_tileset {
    int32_t levels;
    twc_rect rect[TWC_DETAIL_LEVELS + 1];                /* squares of each level, of 256 m x 2^level */
    const twc_tileset_tile *tile[TWC_DETAIL_LEVELS + 1]; /* of them, by row */
} twc_tileset;

/* Writes folder/tileset.json last: it names nothing that is not there. *files receives how many were written. */
twc_status twc_tileset_write(const char *folder, const twc_tileset *tileset, const char *title, size_t *files);

#endif
