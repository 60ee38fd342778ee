/* SPDX-License-Identifier: MIT */
/*
 * The lattice of a block: each vertex, and each Broad cell's diagonal, once for all chunks and cells that share it.
 * Spec ground 3, 4.2; paper Algorithm 1, equation 1; twin reference/ground/lattice.c; test
 * tests/ground/test_build.c.
 *
 * A vertex is a pure function of its index and the classes about it, so blocks agree along their borders.
 */
#include "ground/ground.h"

static void heights(const twc_block *block, twc_filter filter, size_t n, const int32_t *x, const int32_t *z, float *y)
{
    if (block->samples.samples)
        TWC_NAME(sparse_heights)(&block->samples, filter, n, x, z, y);
    else
        TWC_NAME(bilinear)(filter == TWC_FILTER_FINE ? block->fine : block->broad, n, x, z, y);
}

int TWC_NAME(block_has_broad)(const twc_block *block)
{
    int any = 0;
    for (int32_t z = 1; z < block->macros.nz + 3; z++)
        for (int32_t x = 1; x < block->macros.nx + 3; x++)
            any |= block->broad_cell[z][x];
    return any;
}

/* ---- corners and diagonals of Broad cells ---- */

/* Plan positions that wait for a height of the broad prefilter. */
typedef struct broad_points {
    size_t n;
    int32_t x[2 * TWC_BLOCK_CELLS * TWC_BLOCK_CELLS], z[2 * TWC_BLOCK_CELLS * TWC_BLOCK_CELLS];
    float y[2 * TWC_BLOCK_CELLS * TWC_BLOCK_CELLS];
} broad_points;

static void add_point(broad_points *points, int32_t x, int32_t z)
{
    TWC_ASSERT(points->n < sizeof points->x / sizeof *points->x);
    points->x[points->n] = x;
    points->z[points->n] = z;
    points->n++;
}

/* Whether one of the four cells about corner [z][x] that the block or its ring of one holds is Broad. */
static int corner_is_used(const twc_block *block, int32_t x, int32_t z)
{
    int used = 0;
    for (int32_t cz = z; cz <= z + 1; cz++)
        for (int32_t cx = x; cx <= x + 1; cx++)
            used |= block->broad_cell[cz][cx] & (cx > 0) & (cx < block->macros.nx + 3) & (cz > 0) &
                    (cz < block->macros.nz + 3);
    return used;
}

static twc_wide_vertex corner_position(const twc_block *block, int32_t x, int32_t z)
{
    const int all = block->broad_cell[z][x] & block->broad_cell[z][x + 1] & block->broad_cell[z + 1][x] &
                    block->broad_cell[z + 1][x + 1];
    const int32_t i = (block->macros.x + x - 1) * TWC_MACRO_CELLS, j = (block->macros.z + z - 1) * TWC_MACRO_CELLS;
    const int32_t salt_x = all ? TWC_SALT_MACRO_X : TWC_SALT_JITTER_X,
                  salt_z = all ? TWC_SALT_MACRO_Z : TWC_SALT_JITTER_Z;
    const int32_t amplitude = all ? TWC_MACRO_JITTER_CM : TWC_LATTICE_JITTER_CM;
    twc_wide_vertex vertex;
    vertex.x = i * TWC_LATTICE_CM + twc_fast_jitter(twc_fast_hash(i, j, salt_x), amplitude);
    vertex.z = j * TWC_LATTICE_CM + twc_fast_jitter(twc_fast_hash(i, j, salt_z), amplitude);
    vertex.y = 0.0f;
    vertex.unused = 0;
    return vertex;
}

static void place_corners(twc_block *block, broad_points *points)
{
    twc_wide_vertex *waiting[TWC_BLOCK_CORNERS * TWC_BLOCK_CORNERS];
    points->n = 0;
    for (int32_t z = 0; z < block->macros.nz + 3; z++) {
        for (int32_t x = 0; x < block->macros.nx + 3; x++) {
            if (!corner_is_used(block, x, z))
                continue;
            twc_wide_vertex *corner = &block->corner[z][x];
            *corner = corner_position(block, x, z);
            TWC_ASSERT(points->n < sizeof waiting / sizeof *waiting);
            waiting[points->n] = corner;
            add_point(points, corner->x, corner->z);
        }
    }
    heights(block, TWC_FILTER_BROAD, points->n, points->x, points->z, points->y);
    for (size_t k = 0; k < points->n; k++)
        waiting[k]->y = points->y[k];
}

static void add_middle(broad_points *points, twc_wide_vertex p, twc_wide_vertex q)
{
    add_point(points, p.x + twc_floor_div(q.x - p.x, 2), p.z + twc_floor_div(q.z - p.z, 2));
}

/* How far the middle of a diagonal is from the broad prefilter there. */
static float middle_error(float broad, twc_wide_vertex p, twc_wide_vertex q)
{
    return fabsf(broad - (p.y + q.y) * 0.5f);
}

static void choose_broad_diagonals(twc_block *block, broad_points *points)
{
    uint8_t *waiting[TWC_BLOCK_CELLS * TWC_BLOCK_CELLS];
    const twc_wide_vertex *first[TWC_BLOCK_CELLS * TWC_BLOCK_CELLS];
    points->n = 0;
    for (int32_t z = 0; z < block->macros.nz + 2; z++) {
        for (int32_t x = 0; x < block->macros.nx + 2; x++) {
            if (!block->broad_cell[z + 1][x + 1])
                continue;
            const twc_wide_vertex *a = &block->corner[z][x], *b = a + 1, *c = a + TWC_BLOCK_CORNERS, *d = c + 1;
            const int32_t valid = twc_fast_valid_diagonals((twc_point){a->x, a->z}, (twc_point){b->x, b->z},
                                                           (twc_point){c->x, c->z}, (twc_point){d->x, d->z});
            block->broad_diagonal[z][x] = (uint8_t)(valid >> 1);
            if (valid != 3)
                continue;
            TWC_ASSERT(points->n / 2 < sizeof waiting / sizeof *waiting);
            waiting[points->n / 2] = &block->broad_diagonal[z][x];
            first[points->n / 2] = a;
            add_middle(points, *a, *d);
            add_middle(points, *b, *c);
        }
    }
    heights(block, TWC_FILTER_BROAD, points->n, points->x, points->z, points->y);
    for (size_t k = 0; k < points->n / 2; k++) {
        const twc_wide_vertex *a = first[k], *c = a + TWC_BLOCK_CORNERS;
        *waiting[k] = middle_error(points->y[2 * k], a[0], c[1]) <= middle_error(points->y[2 * k + 1], a[1], c[0]);
    }
}

/* ---- fine vertices ---- */

/* The undisturbed jittered positions of row j (from the ring), in plan from the block's first corner. */
static void place_row(twc_block *block, int32_t j)
{
    const int32_t first_i = block->macros.x * TWC_MACRO_CELLS - 1, global_j = block->macros.z * TWC_MACRO_CELLS - 1 + j;
    int32_t *restrict x = block->x[j], *restrict z = block->z[j];
    for (int32_t i = 0; i < TWC_BLOCK_ROW; i++) {
        const int32_t global_i = first_i + i;
        x[i] = (i - 1) * TWC_LATTICE_CM +
               twc_fast_jitter(twc_fast_hash(global_i, global_j, TWC_SALT_JITTER_X), TWC_LATTICE_JITTER_CM);
        z[i] = (j - 1) * TWC_LATTICE_CM +
               twc_fast_jitter(twc_fast_hash(global_i, global_j, TWC_SALT_JITTER_Z), TWC_LATTICE_JITTER_CM);
    }
}

static void set_vertex(twc_block *block, int32_t i, int32_t j, twc_wide_vertex vertex)
{
    TWC_ASSERT(i >= 0 && i < TWC_BLOCK_VERTICES && j >= 0 && j < TWC_BLOCK_VERTICES);
    block->x[j][i] = vertex.x - block->macros.x * TWC_MACRO_CM;
    block->z[j][i] = vertex.z - block->macros.z * TWC_MACRO_CM;
    block->y[j][i] = vertex.y;
}

/*
 * Vertex (i, j), counted from the ring, that touches a Broad cell: a corner of it, or on its edge. (cx, cz) is the
 * macro cell, counted from the ring of two, right of and below the vertex.
 */
static void place_broad_vertex(twc_block *block, int32_t i, int32_t j, int32_t cx, int32_t cz)
{
    const int32_t along_x = (i - 1) & 3, along_z = (j - 1) & 3;
    TWC_ASSERT(cx >= 1 && cx <= TWC_BLOCK_CORNERS && cz >= 1 && cz <= TWC_BLOCK_CORNERS);
    const twc_wide_vertex *corner = &block->corner[cz - 1][cx - 1];
    if (along_x && along_z)
        return; /* strictly inside: in no triangle */
    if (along_x)
        set_vertex(block, i, j, twc_fast_edge_vertex(corner[0], corner[1], along_x));
    else if (along_z)
        set_vertex(block, i, j, twc_fast_edge_vertex(corner[0], corner[TWC_BLOCK_CORNERS], along_z));
    else
        set_vertex(block, i, j, corner[0]);
}

/* Moves the vertices of a row that touch Broad cells; lists the others in `plain` and returns how many. */
static size_t place_broad_row(twc_block *block, int32_t j, int32_t *plain)
{
    const int32_t row = j + 7; /* 4 cells per macro cell and two macro cells of ring, less one vertex of ring */
    const int32_t below = row >> 2, above = (row - 1) >> 2;
    size_t n = 0;
    for (int32_t i = 0; i < block->macros.nx * TWC_MACRO_CELLS + 3; i++) {
        const int32_t right = (i + 7) >> 2, left = (i + 6) >> 2;
        if (block->broad_cell[above][left] | block->broad_cell[above][right] | block->broad_cell[below][left] |
            block->broad_cell[below][right])
            place_broad_vertex(block, i, j, right, below);
        else
            plain[n++] = i;
    }
    return n;
}

static void fine_heights(twc_block *block, int32_t j, const int32_t *plain, size_t n)
{
    int32_t x[TWC_BLOCK_ROW], z[TWC_BLOCK_ROW];
    float y[TWC_BLOCK_ROW];
    for (size_t k = 0; k < n; k++) {
        x[k] = block->x[j][plain[k]] + block->macros.x * TWC_MACRO_CM;
        z[k] = block->z[j][plain[k]] + block->macros.z * TWC_MACRO_CM;
    }
    TWC_ASSERT(n <= TWC_BLOCK_ROW);
    heights(block, TWC_FILTER_FINE, n, x, z, y);
    for (size_t k = 0; k < n; k++)
        block->y[j][plain[k]] = y[k];
}

static void widen_row(twc_block *block, int32_t j)
{
    for (int32_t i = 0; i < TWC_BLOCK_VERTICES; i++) {
        twc_wide_vertex *vertex = &block->vertex[j][i];
        vertex->x = block->x[j][i] + block->macros.x * TWC_MACRO_CM;
        vertex->z = block->z[j][i] + block->macros.z * TWC_MACRO_CM;
        vertex->y = block->y[j][i];
        vertex->unused = 0;
    }
}

void TWC_NAME(block_lattice)(twc_block *block)
{
    int32_t plain[TWC_BLOCK_ROW];
    if (TWC_NAME(block_has_broad)(block)) {
        broad_points points;
        place_corners(block, &points);
        choose_broad_diagonals(block, &points);
    }
    for (int32_t j = 0; j < block->macros.nz * TWC_MACRO_CELLS + 3; j++) {
        memset(block->y[j], 0, sizeof block->y[j]);
        place_row(block, j);
        const size_t n = place_broad_row(block, j, plain);
        fine_heights(block, j, plain, n);
        widen_row(block, j);
    }
}
