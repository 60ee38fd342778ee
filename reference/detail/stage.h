/* SPDX-License-Identifier: MIT */
/* What the files of the reference's detail stage say to each other. */
#ifndef TWC_REFERENCE_DETAIL_STAGE_H
#define TWC_REFERENCE_DETAIL_STAGE_H

#include "ground/stage.h"
#include "kernels/reference_detail.h"

/* Cells along a macro cell at a level: 4, 2, and 0 from level 2 on, where a cell is as large or larger. */
static inline int32_t twc_detail_macro_cells(int32_t level)
{
    return level < 2 ? TWC_MACRO_CELLS >> level : 0;
}

/* Where vertex (i, j) of a level from 1 on lies by its own jitter, half as far about on borders of chunks. */
static inline twc_point twc_detail_own_place(int32_t level, int32_t i, int32_t j)
{
    const int border = twc_floor_mod(i, TWC_CHUNK_CELLS) == 0 || twc_floor_mod(j, TWC_CHUNK_CELLS) == 0;
    const int32_t amplitude = (border ? TWC_DETAIL_BORDER_JITTER : TWC_LATTICE_JITTER_CM) * (1 << level);
    return (twc_point){i * (TWC_LATTICE_CM << level) + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_X), amplitude),
                       j * (TWC_LATTICE_CM << level) + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_Z), amplitude)};
}

/* lattice.c: the rule of the ground's `bilinear`, with samples `spacing` apart. */
float twc_reference_level_height(const twc_field *field, int32_t spacing, twc_point at);

/* ---- rims (rim.c) ---- */

enum { TWC_RIM_SHAPES = 8, TWC_RIM_MAX = 6 };

/*
 * Two or three cells of a block of 2 x 2 with one polygon in their place. Points are those of the block, 0..2 along
 * each axis, in the order of a triangle.
 */
typedef struct twc_rim {
    int count; /* of points: 5 or 6 */
    int8_t point[TWC_RIM_MAX][2];
    int8_t first[2]; /* the cell in whose place it is listed */
    uint8_t cells;   /* bit x + 2 z: cells of the block it takes */
} twc_rim;

/* The shape of a block by the sides of it that lie on coarser chains; -1 where none does. Opposite sides never do. */
int twc_reference_rim_shape(uint32_t sides);
extern const twc_rim twc_reference_rims[TWC_RIM_SHAPES];

/*
 * The best triangulation of a polygon of 5 or 6 points, `count` - 2 triangles by index: that whose smallest triangle is
 * largest; the first of them in the order of docs/spec/detail.md 5.3.
 */
void twc_reference_rim_triangles(int count, const twc_vertex *point, int triangle[TWC_RIM_MAX - 2][3]);

#endif
