/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small world as part of a case: its scalars come first, its tiles are one input array. */
#ifndef TWC_CHECK_CASE_WORLD_H
#define TWC_CHECK_CASE_WORLD_H

#include "check/patterns.h"

enum { TWC_CASE_WORLD_SIDE = 3, TWC_CASE_WORLD_TILES = TWC_CASE_WORLD_SIDE * TWC_CASE_WORLD_SIDE };

/* The scalars of a world, in order; a kernel's own begin at W_COUNT. */
enum { W_X, W_Z, W_NX, W_NZ, W_PRESENT, W_BASE, W_PATTERN, W_CLASSES, W_SEED, W_COUNT };

#define TWC_WORLD_SCALARS                                                                                              \
    {"tile_x", -TWC_TILE_LIMIT, TWC_TILE_LIMIT - 1, 0}, {"tile_z", -TWC_TILE_LIMIT, TWC_TILE_LIMIT - 1, 0},            \
        {"tiles_x", 1, TWC_CASE_WORLD_SIDE, 1}, {"tiles_z", 1, TWC_CASE_WORLD_SIDE, 1},                                \
        {"present", 0, (1 << TWC_CASE_WORLD_TILES) - 1, (1 << TWC_CASE_WORLD_TILES) - 1},                              \
        {"base_sample", 0, 65535, TWC_PLAIN_SAMPLE}, {"pattern", 0, TWC_PATTERNS - 1, 0},                              \
        {"class_pattern", 0, TWC_CLASS_PATTERNS - 1, 0},                                                               \
    {                                                                                                                  \
        "fill_seed", 0, TWC_PATTERN_SEED_MAX, 0                                                                        \
    }

/* A world whose view lies in the struct itself. */
typedef struct twc_case_world {
    twc_world world;
    const twc_tile *tiles[TWC_CASE_WORLD_TILES];
} twc_case_world;

twc_rect twc_case_world_extent(const twc_case *c);
void twc_case_world_draw(twc_random *random, int64_t *value);
/* Declares the tiles, as the case's next array. 0 when the extent leaves the range. */
int twc_case_world_shape(twc_case *c);
void twc_case_world_fill(twc_case *c, twc_array *tiles);
void twc_case_world_view(const twc_case *c, const void *tiles, twc_case_world *view);

#endif
