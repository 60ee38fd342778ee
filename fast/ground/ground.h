/* SPDX-License-Identifier: MIT */
/* What the files of the fast ground stage say to each other, at one level. */
#ifndef TWC_FAST_GROUND_H
#define TWC_FAST_GROUND_H

#include <math.h>
#include <string.h>

#include "common/hash.h"
#include "level.h"
#include "common/plan.h"
#include "kernels/fast_ground.h"

/* ---- heights where they are needed (sparse.c) ---- */

/* Samples of a window, row-major, from which heights are filtered one position at a time. */
typedef struct twc_sample_window {
    twc_rect rect;
    const uint16_t *samples;
} twc_sample_window;

/*
 * What `prefilter` and `bilinear` would give at n positions, without the field between them. `filter` is FINE or BROAD.
 * The window holds the 2 x 2 samples about each position, grown by the radius, and on the right by
 * TWC_COLUMNS_BEYOND columns more: the 2 radius + 2 that a broad height needs are summed as whole vectors of 8.
 */
enum {
    TWC_BROAD_COLUMNS = (2 * TWC_FILTER_BROAD_RADIUS + 2 + 7) / 8 * 8,
    TWC_COLUMNS_BEYOND = TWC_BROAD_COLUMNS - (2 * TWC_FILTER_BROAD_RADIUS + 2)
};
void TWC_NAME(sparse_heights)(const twc_sample_window *window, twc_filter filter, size_t n, const int32_t *x,
                              const int32_t *z, float *y);

/* ---- a block: up to 2 x 2 chunks of one tile, and all of the lattice they need (block.c) ---- */

enum {
    TWC_BLOCK_MACROS = 2 * TWC_CHUNK_MACROS,
    TWC_BLOCK_CLASSES = TWC_BLOCK_MACROS + 2 * TWC_CLASS_RING,
    TWC_BLOCK_CORNERS = TWC_BLOCK_MACROS + 3,                    /* those of the block's cells and a ring of one */
    TWC_BLOCK_CELLS = TWC_BLOCK_MACROS + 2,                      /* the block's macro cells and a ring of one */
    TWC_BLOCK_VERTICES = TWC_BLOCK_MACROS * TWC_MACRO_CELLS + 3, /* those of the fine cells and a ring of one */
    TWC_BLOCK_ROW = TWC_BLOCK_VERTICES + 1
};

/* A vertex in 16 bytes: it moves in one load and one store. */
typedef struct twc_wide_vertex {
    int32_t x, z;
    float y;
    int32_t unused;
} twc_wide_vertex;

/*
 * Arrays with rings are indexed from the ring: the cell at macros.x is classes[2][2], its first corner corner[1][1],
 * its first vertex vertex[1][1].
 */
typedef struct twc_block {
    twc_rect macros; /* the macro cells of the block's chunks */
    twc_rect extent; /* of the world, in macro cells */
    /* Where heights come from: `samples`, or where samples.samples is NULL the fields. */
    twc_sample_window samples;
    const twc_field *fine, *broad;
    uint8_t broad_cell[TWC_BLOCK_CLASSES][TWC_BLOCK_CLASSES]; /* 1: Broad */
    /* Corners of Broad cells; others are not set. */
    twc_wide_vertex corner[TWC_BLOCK_CORNERS][TWC_BLOCK_CORNERS];
    uint8_t broad_diagonal[TWC_BLOCK_CELLS][TWC_BLOCK_CELLS]; /* of Broad cells */
    /*
     * Fine vertices, in plan from the corner of the block's first cell; those strictly inside Broad cells have no
     * height.
     */
    int32_t x[TWC_BLOCK_VERTICES][TWC_BLOCK_ROW], z[TWC_BLOCK_VERTICES][TWC_BLOCK_ROW];
    float y[TWC_BLOCK_VERTICES][TWC_BLOCK_ROW];
    twc_wide_vertex vertex[TWC_BLOCK_VERTICES][TWC_BLOCK_ROW]; /* the same, in global positions */
} twc_block;

/* Whether the block or its ring of one holds a Broad cell. */
int TWC_NAME(block_has_broad)(const twc_block *block);

/* Fills corners, diagonals and vertices from macros, extent, classes and the source of heights. */
void TWC_NAME(block_lattice)(twc_block *block);

/* The triangles of one of the block's chunks (chunk.c). */
void TWC_NAME(block_chunk)(const twc_block *block, int32_t chunk_x, int32_t chunk_z, twc_mesh *mesh);

/* ---- Broad cells (broad.c), macro corners (lattice.c) ---- */

typedef struct twc_broad_cell {
    twc_wide_vertex corner[4]; /* a b c d = (x, z), (x+1, z), (x, z+1), (x+1, z+1) */
    uint8_t broad_beyond[4];   /* whether the cell to the north (z-1), south, west (x-1), east is Broad */
    int diagonal;
} twc_broad_cell;

/* The longest chain about a half: 3 corners, the vertices of two sides, and the first corner again. */
enum { TWC_CHAIN_MAX = 3 + 2 * (TWC_MACRO_CELLS - 1) + 1 };

/*
 * The corners of a half, and the closed chain about it: its corners and the vertices of sides shared with Fine cells.
 * Returns the chain's length without the repeated first corner: 3 when the half is one triangle, else it is a fan.
 */
int TWC_NAME(broad_chain)(const twc_broad_cell *cell, int half, const twc_wide_vertex *facet[3],
                          twc_wide_vertex chain[TWC_CHAIN_MAX]);

twc_wide_vertex TWC_NAME(corner_vertex)(const twc_ground_window *ground, int32_t x, int32_t z);

/* ---- one level's part of a build (build_block.c) ---- */

enum {
    TWC_BLOCK_SAMPLE_MARGIN = TWC_CHUNK_BROAD_MARGIN + TWC_FILTER_BROAD_RADIUS,
    TWC_BLOCK_SAMPLE_ROWS = TWC_TILE_SAMPLES + 2 * TWC_BLOCK_SAMPLE_MARGIN,
    TWC_BLOCK_SAMPLE_COLUMNS = TWC_BLOCK_SAMPLE_ROWS + TWC_COLUMNS_BEYOND
};

typedef struct twc_block_workspace {
    twc_block block;
    uint8_t classes[TWC_BLOCK_CLASSES * TWC_BLOCK_CLASSES];
    uint16_t samples[TWC_BLOCK_SAMPLE_ROWS * TWC_BLOCK_SAMPLE_COLUMNS];
} twc_block_workspace;

/* Builds the chunks of one block; meshes[] is that of the whole rectangle `chunks`. */
void TWC_NAME(build_block)(const twc_world *world, int fine_only, twc_rect chunks, twc_rect part,
                           twc_block_workspace *work, twc_mesh *meshes);

/* ---- small things shared ---- */

/* twc_weighted_height of a whole number below 2^53. */
TWC_INLINE float twc_fast_weighted_height(double sum)
{
    return (float)(sum * (0.01 / 4294967296.0) - 200.0);
}

/* Bilinear interpolation in the contract's order. */
TWC_INLINE float twc_fast_bilinear(float nw, float ne, float sw, float se, float tx, float tz)
{
    float north = nw + (ne - nw) * tx;
    float south = sw + (se - sw) * tx;
    return north + (south - north) * tz;
}

/* Of a position: the sample to its north-west, from a rectangle's first one, and the fractions beyond it. */
typedef struct twc_fast_place {
    uint32_t i, j;
    float tx, tz;
} twc_fast_place;

/*
 * Positions relative to the first sample are not negative, so the floor is an unsigned quotient, and the remainder is
 * the same as that of the global position: the origin is a multiple of the spacing.
 */
TWC_INLINE twc_fast_place twc_fast_place_in(twc_rect samples, int32_t x, int32_t z)
{
    const uint32_t spacing = TWC_SAMPLE_CM;
    const uint32_t px = (uint32_t)x - (uint32_t)samples.x * spacing, pz = (uint32_t)z - (uint32_t)samples.z * spacing;
    const uint32_t i = px / spacing, j = pz / spacing;
    return (twc_fast_place){i, j, (float)(int32_t)(px - spacing * i) / (float)TWC_SAMPLE_CM,
                            (float)(int32_t)(pz - spacing * j) / (float)TWC_SAMPLE_CM};
}

/* Twice the area, as twc_area2, for corners less than 2^14 cm apart along each axis: 32 bits hold it. */
/*@ requires close(bz, az) && close(cx, ax) && close(bx, ax) && close(cz, az);
    assigns \nothing;
    ensures \result == cross(cx - ax, cz - az, bx - ax, bz - az); */
TWC_INLINE int32_t twc_fast_area2(int32_t ax, int32_t az, int32_t bx, int32_t bz, int32_t cx, int32_t cz)
{
    return twc_fast_cross(cx - ax, cz - az, bx - ax, bz - az);
}

/* Bit 0: diagonal b-c splits a b c d into two triangles of positive area; bit 1: a-d. Same bound as above. */
/*@ requires close(a.x, b.x) && close(a.x, c.x) && close(a.x, d.x) && close(b.x, c.x) && close(b.x, d.x);
    requires close(a.z, b.z) && close(a.z, c.z) && close(a.z, d.z) && close(b.z, c.z) && close(b.z, d.z);
    assigns \nothing; */
TWC_INLINE int32_t twc_fast_valid_diagonals(twc_point a, twc_point b, twc_point c, twc_point d)
{
    const int32_t acb = twc_fast_area2(a.x, a.z, c.x, c.z, b.x, b.z) > 0,
                  bcd = twc_fast_area2(b.x, b.z, c.x, c.z, d.x, d.z) > 0;
    const int32_t acd = twc_fast_area2(a.x, a.z, c.x, c.z, d.x, d.z) > 0,
                  adb = twc_fast_area2(a.x, a.z, d.x, d.z, b.x, b.z) > 0;
    return (acb & bcd) | (acd & adb) << 1;
}

/* A coordinate of the k-th vertex along the edge between two macro corners; k = 1, 2, 3. */
/*@ requires in_world(from) && close(to, from) && 0 <= k <= TWC_MACRO_CELLS;
    assigns \nothing;
    ensures 4 * (\result - from) <= (to - from) * k + 2 < 4 * (\result - from) + 4; */
TWC_INLINE int32_t twc_fast_lerp_position(int32_t from, int32_t to, int32_t k)
{
    return from + twc_floor_div((to - from) * k + TWC_MACRO_CELLS / 2, TWC_MACRO_CELLS);
}

TWC_INLINE twc_wide_vertex twc_fast_edge_vertex(twc_wide_vertex from, twc_wide_vertex to, int32_t k)
{
    twc_wide_vertex vertex;
    vertex.x = twc_fast_lerp_position(from.x, to.x, k);
    vertex.z = twc_fast_lerp_position(from.z, to.z, k);
    vertex.y = from.y + (to.y - from.y) * ((float)k / (float)TWC_MACRO_CELLS);
    vertex.unused = 0;
    return vertex;
}

/* The height of a fan's centre. */
TWC_INLINE float twc_fast_mean_height(const twc_wide_vertex *const corner[3])
{
    return (float)(((double)corner[0]->y + (double)corner[1]->y + (double)corner[2]->y) / 3.0);
}

#endif
