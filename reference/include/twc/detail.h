/* SPDX-License-Identifier: MIT */
/*
 * The contract of the detail stage (docs/spec/detail.md): chunks of coarser levels, stitched to their neighbours so
 * that a view of mixed levels has no open edge. A chunk of level k covers 2^k x 2^k of the ground's chunks with 16 x 16
 * cells of S = 16 x 2^k m; level 0 is the ground's own lattice. `x`, `z` of a chunk, of a vertex and of a sample count
 * at its level. The functions are a table, as those of twc/ground.h: they cannot fail, allocate nothing, and outputs
 * overlap no input.
 */
#ifndef TWC_DETAIL_H
#define TWC_DETAIL_H

#include "twc/ground.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    /*
     * The coarsest level, a chunk of 65.536 km: there differences of heights in millimetres times an area of twice a
     * triangle, and sums of two of them, stay below 2^62.
     */
    TWC_DETAIL_LEVELS = 8,
    TWC_DETAIL_SIDE = TWC_CHUNK_CELLS + 1, /* vertices along a side of a chunk */
    TWC_DETAIL_VERTICES = TWC_DETAIL_SIDE * TWC_DETAIL_SIDE,
    /*
     * A cell has two triangles, each a facet of its own, and rims have fewer; but a Broad cell of level 1 between four
     * Fine ones has 10, two more than its cells.
     */
    TWC_DETAIL_FACETS = 2 * TWC_CHUNK_CELLS * TWC_CHUNK_CELLS,
    TWC_DETAIL_TRIANGLES = 10 * (TWC_CHUNK_CELLS / 2) * (TWC_CHUNK_CELLS / 2),
    TWC_DETAIL_RING = 1,           /* macro cells about a chunk whose classes it reads, at levels 0 and 1 */
    TWC_DETAIL_MARGIN = 1,         /* samples beyond a chunk's sides, at levels from 1 on: 0.19 S is 0.76 of a sample */
    TWC_DETAIL_ANCHORS = 9,        /* three by three: the corners of a chunk and the middles of its sides */
    TWC_DETAIL_BORDER_JITTER = 304 /* 0.19 S at level 0: half of TWC_LATTICE_JITTER_CM */
};

/* The sides of a chunk, as bits: z grows southward. */
enum { TWC_SIDE_WEST = 1, TWC_SIDE_EAST = 2, TWC_SIDE_NORTH = 4, TWC_SIDE_SOUTH = 8, TWC_SIDES = 16 };

/* A chunk as it stands in a view. */
typedef struct twc_detail_chunk {
    int32_t level, x, z;
    uint32_t coarser; /* sides beyond which the level is one coarser */
} twc_detail_chunk;

/* A rectangle of samples of one level, row-major; beyond it the nearest sample inside is repeated. */
typedef struct twc_samples {
    twc_rect rect;
    const uint16_t *sample;
} twc_samples;

/*
 * Heights that a pyramid knows (twc/pyramid.h), so that no field has to be filtered for them. Each points at the
 * chunk's first; rows are so many apart.
 */
typedef struct twc_detail_heights {
    const float *own;     /* levels from 1 on: of vertex (16 x, 16 z) of the level */
    const float *coarser; /* where a side has a coarser neighbour: of vertex (8 x, 8 z) of the next level */
    const float *corner;  /* levels 0 and 1: of the ground's macro corners that touch a Broad cell */
    ptrdiff_t own_row, coarser_row, corner_row;
} twc_detail_heights;

/*
 * What a chunk's vertices are made from. Fields cover the chunk and TWC_DETAIL_MARGIN samples of their level on all
 * sides, the other end of an interval included; those of level 0 as far as vertices of the ground stray.
 */
typedef struct twc_detail_ground {
    twc_ground_window ground; /* levels 0 and 1: classes with a ring, `broad` where there is a Broad cell; 0: `fine` */
    twc_field field;          /* levels from 1 on: the fine Gaussian of the level's samples */
    twc_field coarser;        /* where a side has a coarser neighbour: that of the next level's */
    const twc_vertex
        *anchors; /* TWC_DETAIL_ANCHORS, row-major: vertices of the ground's lattice; the middle is unused */
    const twc_detail_heights *known; /* or NULL. With it `field`, `coarser` and `ground.broad` are not read */
} twc_detail_ground;

/* A chunk before it is cut into triangles. */
typedef struct twc_detail_patch {
    twc_detail_chunk chunk;
    const twc_vertex *vertices; /* TWC_DETAIL_VERTICES, as `detail_lattice` writes them */
    twc_rect macros;            /* levels 0 and 1: of `classes`, the chunk's macro cells and TWC_DETAIL_RING more */
    const uint8_t *classes;
    twc_field broad; /* where there is a Broad cell: the broad prefilter of the ground */
    /* Or, where not NULL, the diagonals of the chunk's Broad cells, by macro cell, row-major; `broad` is not read. */
    const uint8_t *diagonals;
} twc_detail_patch;

/* ---- facet ids ---- */

enum { TWC_FACET_DETAIL = 3, TWC_DETAIL_PART_RIM = 2 };

/*
 * 3 in bits 63-62, part in bits 61-57, level in bits 56-53, z + 2^25 in bits 51-26, x + 2^25 in bits 25-0. Half 0 or 1
 * of cell (x, z) of a level from 1 on; or TWC_DETAIL_PART_RIM + 4 shape + triangle of a rim polygon, whose first cell
 * is (x, z). A cell that the ground has keeps the ground's id: fine cells of level 0, Broad cells of levels 0 and 1.
 */
static inline uint64_t twc_detail_facet_id(int32_t level, int32_t x, int32_t z, int part)
{
    return (uint64_t)TWC_FACET_DETAIL << 62 | (uint64_t)part << 57 | (uint64_t)level << 53 |
           (uint64_t)(uint32_t)(z + (1 << 25)) << 26 | (uint64_t)(uint32_t)(x + (1 << 25));
}

/* ---- the table ---- */

typedef struct twc_detail_table {
    /*
     * Samples of the next level on `window`: with s the samples of `from`, repeated beyond it,
     *   out(i, j) = (sum over dx, dz in -1..1 of w[dx] w[dz] s(2 i + dx, 2 j + dz) + 8) / 16, w = 1 2 1, floored.
     */
    void (*halve)(const twc_samples *from, twc_rect window, uint16_t *out);

    /*
     * The vertices of a chunk, (TWC_DETAIL_SIDE)^2 by row: its lattice, and on a coarser side the coarser level's chain
     * at the even places along it, {0, 0, 0} at the odd ones. (docs/spec/detail.md 3, 4.)
     *  - Level 0: those of the ground's `lattice`.
     *  - Vertex (i, j) of level k from 1 on, on the border of a chunk of its level (i or j divisible by 16): where both
     *    are divisible by 8 the anchor there; else jitter of 304 x 2^k. Inside: jitter of 608 x 2^k. Salts 1 and 2 of
     *    (i, j); height: the level's field, bilinear by the rule of `bilinear` with samples 400 x 2^k apart.
     *  - Level 1, where one of the macro cells that touch (i, j) is Broad: vertex (2 i, 2 j) of the ground's lattice.
     *  - Level 1, a vertex between two macro corners of an edge that touches a Broad cell and ends in a corner replaced
     *    by a coarser chain: halfway between the two as the edge now runs, x = x0 + floor((x1 - x0 + 1) / 2), z
     * likewise,
     *    y = y0 + (y1 - y0) 0.5f.
     * With `known` heights the same but for vertices strictly inside a Broad cell, which are in no triangle: {0, 0, 0}.
     */
    void (*detail_lattice)(const twc_detail_ground *ground, twc_detail_chunk chunk, twc_vertex *out);

    /*
     * The triangles of a chunk and their facets, all of its own cells and no others; a facet joins with its first
     * triangle. At levels 0 and 1 macro cell by macro cell, by row then column; cells of a Fine one (from level 2 on:
     * of the chunk) by row then column, each half 0 then half 1 of its diagonal (`diagonals`, at this level's indices);
     * a rim polygon where its first cell lies, in the order of its triangulation. A Broad cell as in `chunk`, each side
     * with the vertices of the chain that lies there. (docs/spec/detail.md 5, 6.) Capacities of the mesh are at least
     * TWC_DETAIL_TRIANGLES and _FACETS; only `count` entries are written.
     */
    void (*detail_chunk)(const twc_detail_patch *patch, twc_mesh *mesh);

    /*
     * The greatest difference in height of two surfaces over the same plan, in whole millimetres, rounded up, exact.
     * Heights are taken as rint(y 1000.0) in binary64. The greatest of: each corner of one that lies in or on a
     * triangle of the other, and each point where an edge of one crosses an edge of the other. (docs/spec/detail.md 7.)
     */
    uint32_t (*detail_error)(const twc_mesh *coarse, const twc_mesh *fine);
} twc_detail_table;

/* The reference's table. */
const twc_detail_table *twc_reference_detail(void);

#ifdef __cplusplus
}
#endif
#endif
