/* SPDX-License-Identifier: MIT */
/*
 * The facets and pieces of one cell: halves, the diagonal of a Broad cell, fans. Spec ground 4; paper Algorithm 1; twin
 * fast/ground/fine.c, fast/ground/broad.c; test tests/ground/test_facets.c.
 */
#include "common/assertion.h"
#include "ground/stage.h"

#include <math.h>

/*
 * Corners a b c d are 0 1 2 3. The corners of the two halves, by diagonal: [0] b-c: a c b, b c d; [1] a-d: a c d, a d
 * b.
 */
const int twc_reference_half_corners[2][2][3] = {{{0, 2, 1}, {1, 2, 3}}, {{0, 2, 3}, {0, 3, 1}}};

static void split(const twc_vertex corner[4], int diagonal, twc_vertex facet[2][3])
{
    for (int half = 0; half < 2; half++)
        for (int k = 0; k < 3; k++)
            facet[half][k] = corner[twc_reference_half_corners[diagonal][half][k]];
}

/* Corners a b c d of the cell with sides of `step` lattice cells whose first corner is (i, j). */
static void cell_corners(const twc_ground_window *ground, int32_t i, int32_t j, int32_t step, twc_vertex corner[4])
{
    for (int k = 0; k < 4; k++)
        corner[k] = twc_reference_vertex(ground, i + (k & 1) * step, j + (k >> 1) * step);
}

static void add_piece(twc_cell *cell, int half, twc_vertex a, twc_vertex b, twc_vertex c)
{
    TWC_ASSERT(cell->count < TWC_CELL_MAX_PIECES && (half == 0 || half == 1));
    cell->half[cell->count] = half;
    cell->piece[cell->count][0] = a;
    cell->piece[cell->count][1] = b;
    cell->piece[cell->count][2] = c;
    cell->count++;
}

void twc_reference_fine_cell(const twc_ground_window *ground, int32_t i, int32_t j, twc_cell *cell)
{
    twc_vertex corner[4];
    cell_corners(ground, i, j, 1, corner);
    split(corner, twc_reference_diagonal(i, j, corner), cell->facet);
    cell->count = 0;
    for (int half = 0; half < 2; half++) {
        cell->id[half] = twc_facet_id(TWC_FACET_FINE, i, j, half);
        add_piece(cell, half, cell->facet[half][0], cell->facet[half][1], cell->facet[half][2]);
    }
}

/* How far the middle of a diagonal is from the broad prefilter. */
static float diagonal_error(const twc_field *broad, twc_vertex p, twc_vertex q)
{
    int32_t x = p.x + twc_floor_div(q.x - p.x, 2), z = p.z + twc_floor_div(q.z - p.z, 2); /* p + q might overflow */
    return fabsf(twc_reference_bilinear_at(broad, x, z) - (p.y + q.y) * 0.5f);
}

int twc_reference_broad_diagonal(const twc_field *broad, const twc_vertex corner[4])
{
    int valid = twc_reference_valid_diagonals(corner);
    TWC_ASSERT(valid != 0);
    if (valid == 3)
        return diagonal_error(broad, corner[0], corner[3]) <= diagonal_error(broad, corner[1], corner[2]);
    return valid >> 1;
}

/*
 * Appends to a chain the vertices strictly between two corners of Broad cell (x, z), when these bound the cell (a
 * diagonal does not) and the cell beyond is Fine. Returns the new length.
 */
static int add_edge_vertices(const twc_ground_window *ground, int32_t x, int32_t z, int from, int to, twc_vertex *chain,
                             int length)
{
    int from_x = from & 1, from_z = from >> 1, step_x = (to & 1) - from_x, step_z = (to >> 1) - from_z;
    if (step_x != 0 && step_z != 0)
        return length;
    int32_t beyond_x = step_x ? x : x + 2 * from_x - 1; /* a side along z: the cell to its left or right */
    int32_t beyond_z = step_z ? z : z + 2 * from_z - 1;
    if (twc_reference_is_broad(ground, beyond_x, beyond_z))
        return length;
    int32_t i = (x + from_x) * TWC_MACRO_CELLS, j = (z + from_z) * TWC_MACRO_CELLS;
    for (int32_t k = 1; k < TWC_MACRO_CELLS; k++)
        chain[length++] = twc_reference_vertex(ground, i + k * step_x, j + k * step_z);
    TWC_ASSERT(length <= 3 + 2 * (TWC_MACRO_CELLS - 1)); /* as many as there are in a chain, below */
    return length;
}

static twc_vertex facet_centroid(const twc_vertex corner[3])
{
    twc_vertex centroid;
    centroid.x = twc_floor_mean3(corner[0].x, corner[1].x, corner[2].x);
    centroid.z = twc_floor_mean3(corner[0].z, corner[1].z, corner[2].z);
    centroid.y = (float)(((double)corner[0].y + (double)corner[1].y + (double)corner[2].y) / 3.0);
    return centroid;
}

void twc_reference_broad_cell(const twc_ground_window *ground, int32_t x, int32_t z, twc_cell *cell)
{
    twc_vertex corner[4];
    cell_corners(ground, x * TWC_MACRO_CELLS, z * TWC_MACRO_CELLS, TWC_MACRO_CELLS, corner);
    twc_reference_broad_pieces(ground, x, z, twc_reference_broad_diagonal(&ground->broad, corner), cell);
}

void twc_reference_broad_pieces(const twc_ground_window *ground, int32_t x, int32_t z, int diagonal, twc_cell *cell)
{
    twc_vertex corner[4];
    cell_corners(ground, x * TWC_MACRO_CELLS, z * TWC_MACRO_CELLS, TWC_MACRO_CELLS, corner);
    TWC_ASSERT(diagonal == 0 || diagonal == 1);
    split(corner, diagonal, cell->facet);
    cell->count = 0;
    for (int half = 0; half < 2; half++) {
        const int *number = twc_reference_half_corners[diagonal][half];
        twc_vertex chain[3 + 2 * (TWC_MACRO_CELLS - 1)]; /* one of the three sides is the diagonal */
        int length = 0;
        for (int k = 0; k < 3; k++) {
            chain[length++] = corner[number[k]];
            length = add_edge_vertices(ground, x, z, number[k], number[(k + 1) % 3], chain, length);
        }
        TWC_ASSERT(length <= (int)(sizeof chain / sizeof *chain));
        cell->id[half] = twc_facet_id(TWC_FACET_BROAD, x, z, half);
        if (length == 3) {
            add_piece(cell, half, chain[0], chain[1], chain[2]);
            continue;
        }
        twc_vertex centroid = facet_centroid(cell->facet[half]);
        for (int k = 0; k < length; k++)
            add_piece(cell, half, centroid, chain[k], chain[(k + 1) % length]);
    }
}
