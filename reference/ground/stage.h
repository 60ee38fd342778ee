/* SPDX-License-Identifier: MIT */
/* What the files of the reference's ground stage say to each other. */
#ifndef TWC_REFERENCE_GROUND_STAGE_H
#define TWC_REFERENCE_GROUND_STAGE_H

#include "common/arena.h"
#include "kernels/reference_ground.h"

/* heightfield.c: bilinear interpolation at one position. */
float twc_reference_bilinear_at(const twc_field *field, int32_t x, int32_t z);

/* lattice.c: whether macro cell (x, z) of the window is Broad. */
int twc_reference_is_broad(const twc_ground_window *ground, int32_t x, int32_t z);

/* How a lattice vertex is placed: by classes alone, never by heights. */
typedef struct twc_placement {
    int broad;              /* touches a Broad cell: heights from the broad field */
    int macro_corner;       /* touches four of them at a macro corner: the large jitter */
    int32_t along;          /* 1..3: that many quarters along a straight macro edge; 0: at its own jittered position */
    int32_t step_x, step_z; /* the edge's direction */
} twc_placement;

twc_placement twc_reference_placement(const twc_ground_window *ground, int32_t i, int32_t j);

/* lattice.c: the vertex (i, j) of Algorithm 1, height 0 where the window has no field; a fine cell's diagonal. */
twc_vertex twc_reference_vertex(const twc_ground_window *ground, int32_t i, int32_t j);
int twc_reference_diagonal(int32_t i, int32_t j, const twc_vertex corner[4]);

/*
 * lattice.c: bit 0 set when diagonal b-c splits the quadrilateral a b c d into two triangles of positive area, bit 1:
 * a-d.
 */
/*@ requires \valid_read(corner + (0 .. 3));
    requires in_world(corner[0]) && in_world(corner[1]) && in_world(corner[2]) && in_world(corner[3]);
    assigns \nothing;
    ensures 0 <= \result <= 3;
    ensures (\result == 1 || \result == 3) <==> area_twice(corner[0], corner[2], corner[1]) > 0
      && area_twice(corner[1], corner[2], corner[3]) > 0;
    ensures \result >= 2 <==> area_twice(corner[0], corner[2], corner[3]) > 0
      && area_twice(corner[0], corner[3], corner[1]) > 0; */
int twc_reference_valid_diagonals(const twc_vertex corner[4]);

/* The triangles of one cell, before they are given to chunks. */
enum { TWC_CELL_MAX_PIECES = 18 };

typedef struct twc_cell {
    twc_vertex facet[2][3];        /* the two halves */
    uint64_t id[2];                /* twc_facet_id */
    int count;                     /* pieces, in canonical order */
    int half[TWC_CELL_MAX_PIECES]; /* the facet each piece belongs to */
    twc_vertex piece[TWC_CELL_MAX_PIECES][3];
} twc_cell;

/* facets.c: the pieces of fine cell (i, j) and of Broad macro cell (x, z). */
void twc_reference_fine_cell(const twc_ground_window *ground, int32_t i, int32_t j, twc_cell *cell);
void twc_reference_broad_cell(const twc_ground_window *ground, int32_t x, int32_t z, twc_cell *cell);

/*
 * facets.c: by diagonal and half, its corners of a cell's a b c d (0 1 2 3); the diagonal of a Broad cell with these
 * corners.
 */
extern const int twc_reference_half_corners[2][2][3];
int twc_reference_broad_diagonal(const twc_field *broad, const twc_vertex corner[4]);

/* facets.c: the same with the diagonal given. */
void twc_reference_broad_pieces(const twc_ground_window *ground, int32_t x, int32_t z, int diagonal, twc_cell *cell);

/*
 * The chunk, along one axis, that owns a centroid: the one it lies in, or the nearest to it of the extent's `count`
 * from `first`.
 */
static inline int32_t twc_owner_chunk(int32_t centroid_cm, int32_t first, int32_t count)
{
    return twc_clamp(twc_floor_div(centroid_cm, TWC_CHUNK_CM), first, first + count - 1);
}

/*
 * chunk.c: the field of a chunk and `margin` samples around it. `samples` holds what the filter reads, `scratch` its
 * scratch.
 */
twc_field twc_reference_chunk_field(const twc_world *world, twc_filter filter, twc_point chunk, int32_t margin,
                                    uint16_t *samples, void *scratch, float *heights);

/* world_check.c: whether the extent is not empty and lies within TWC_TILE_LIMIT. */
twc_status twc_extent_check(twc_rect extent);

/*
 * window.c: a window of the ground over `macros` (classes and fields complete for every triangle of its inner
 * cells), and how many bytes of the arena one of so many macro cells on a side takes at most.
 */
size_t twc_reference_window_bytes(int32_t macros);
int twc_reference_window(const twc_ground_table *kernels, const twc_world *world, int fine_only, twc_rect macros,
                         twc_arena *arena, twc_ground_window *out);

#endif
