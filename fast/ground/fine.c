/* SPDX-License-Identifier: MIT */
/*
 * The triangles of Fine macro cells. Spec ground 4.1; paper Algorithm 1; twin reference/ground/facets.c; test
 * tests/ground/test_facets.c, tests/ground/test_build.c.
 *
 * A whole macro cell's 32 facets are shaped at once, as arrays over its 16 fine cells, which is what the compiler
 * vectorises; then they are put into the mesh in canonical order.
 */
#include "ground/emit.h"

enum { CELLS = TWC_MACRO_CELLS * TWC_MACRO_CELLS };

/* The 32 facets of a Fine macro cell, by fine cell; [0] half 0, [1] half 1. */
typedef struct fine_shapes {
    uint8_t diagonal[CELLS];
    float nx[2][CELLS], ny[2][CELLS], nz[2][CELLS];
    int32_t x[2][CELLS], z[2][CELLS]; /* centroids, from the block's first corner */
} fine_shapes;

/* One coordinate of the corners a b c d of the 16 cells. */
typedef struct coordinates {
    int32_t a[CELLS], b[CELLS], c[CELLS], d[CELLS];
} coordinates;

/* `first` is the coordinate (32 bits, integer or float) of the macro cell's first vertex, in rows of TWC_BLOCK_ROW. */
TWC_INLINE void gather(const void *first, coordinates *out)
{
    for (int r = 0; r < TWC_MACRO_CELLS; r++) {
        const char *north = (const char *)first + r * TWC_BLOCK_ROW * 4, *south = north + TWC_BLOCK_ROW * 4;
        memcpy(out->a + 4 * r, north, 16);
        memcpy(out->b + 4 * r, north + 4, 16);
        memcpy(out->c + 4 * r, south, 16);
        memcpy(out->d + 4 * r, south + 4, 16);
    }
}

TWC_INLINE double as_height(int32_t bits)
{
    float y;
    memcpy(&y, &bits, sizeof y);
    return (double)y;
}

/* One corner of each of the 16 cells, coordinate by coordinate. */
typedef struct corners {
    const int32_t *x, *y, *z;
} corners;

/* Facets of one half: corners p, then q, then r, each already chosen by the diagonal. */
TWC_INLINE void shape_half(corners p, corners q, corners r, int half, fine_shapes *out)
{
    for (int k = 0; k < CELLS; k++) {
        const double y = as_height(p.y[k]);
        const twc_side e = {q.x[k] - p.x[k], as_height(q.y[k]) - y, q.z[k] - p.z[k]};
        const twc_side f = {r.x[k] - p.x[k], as_height(r.y[k]) - y, r.z[k] - p.z[k]};
        twc_normal_of(e, f, &out->nx[half][k], &out->ny[half][k], &out->nz[half][k]);
    }
    for (int k = 0; k < CELLS; k++) {
        out->x[half][k] = twc_local_mean3(p.x[k], q.x[k], r.x[k]);
        out->z[half][k] = twc_local_mean3(p.z[k], q.z[k], r.z[k]);
    }
}

/* Corner c or d, by the diagonal, and so on: the second and third corners of the halves that depend on it. */
TWC_INLINE void choose(const int32_t *diagonal, const int32_t *when_one, const int32_t *when_zero, int32_t *out)
{
    for (int k = 0; k < CELLS; k++)
        out[k] = diagonal[k] ? when_one[k] : when_zero[k];
}

/* (i, j): global index of the macro cell's first fine cell; (row, column): of its first vertex in the block. */
static void shape_fine(const twc_block *block, int32_t i, int32_t j, int32_t row, int32_t column, fine_shapes *out)
{
    coordinates x, y, z;
    int32_t diagonal[CELLS], p[3][CELLS], q[3][CELLS], r[3][CELLS];
    gather(&block->x[row][column], &x);
    gather(&block->z[row][column], &z);
    gather(&block->y[row][column], &y);
    for (int k = 0; k < CELLS; k++) {
        const int32_t valid = twc_fast_valid_diagonals((twc_point){x.a[k], z.a[k]}, (twc_point){x.b[k], z.b[k]},
                                                       (twc_point){x.c[k], z.c[k]}, (twc_point){x.d[k], z.d[k]});
        const int32_t hashed = twc_fast_hash(i + (k & 3), j + (k >> 2), TWC_SALT_DIAGONAL) < 0x80000000u;
        diagonal[k] = valid == 3 ? hashed : valid >> 1;
        out->diagonal[k] = (uint8_t)diagonal[k];
    }
    /* half 0: a c d or a c b */
    choose(diagonal, x.d, x.b, r[0]);
    choose(diagonal, y.d, y.b, r[1]);
    choose(diagonal, z.d, z.b, r[2]);
    shape_half((corners){x.a, y.a, z.a}, (corners){x.c, y.c, z.c}, (corners){r[0], r[1], r[2]}, 0, out);
    /* half 1: a d b or b c d */
    choose(diagonal, x.a, x.b, p[0]);
    choose(diagonal, y.a, y.b, p[1]);
    choose(diagonal, z.a, z.b, p[2]);
    choose(diagonal, x.d, x.c, q[0]);
    choose(diagonal, y.d, y.c, q[1]);
    choose(diagonal, z.d, z.c, q[2]);
    choose(diagonal, x.b, x.d, r[0]);
    choose(diagonal, y.b, y.d, r[1]);
    choose(diagonal, z.b, z.d, r[2]);
    shape_half((corners){p[0], p[1], p[2]}, (corners){q[0], q[1], q[2]}, (corners){r[0], r[1], r[2]}, 1, out);
}

/* The corners of a half from the cell's first vertex. */
TWC_INLINE void half_corners(const twc_wide_vertex *a, int diagonal, int half, const twc_wide_vertex *corner[3])
{
    const twc_wide_vertex *b = a + 1, *c = a + TWC_BLOCK_ROW, *d = c + 1;
    if (half == 0) {
        corner[0] = a;
        corner[1] = c;
        corner[2] = diagonal ? d : b;
    } else {
        corner[0] = diagonal ? a : b;
        corner[1] = diagonal ? d : c;
        corner[2] = diagonal ? b : d;
    }
}

static void put_fine_half(const twc_block *block, twc_output *out, const fine_shapes *shapes,
                          const twc_wide_vertex *first, int k, int half, uint64_t id)
{
    const twc_wide_vertex *corner[3];
    half_corners(first, shapes->diagonal[k], half, corner);
    twc_put_triangle(out, corner[0], corner[1], corner[2], out->facet_count);
    twc_facet *facet = &out->facets[out->facet_count++];
    twc_put_corners((char *)facet, corner[0], corner[1], corner[2]);
    facet->normal[0] = shapes->nx[half][k];
    facet->normal[1] = shapes->ny[half][k];
    facet->normal[2] = shapes->nz[half][k];
    facet->centroid_x = shapes->x[half][k] + block->macros.x * TWC_MACRO_CM;
    facet->centroid_z = shapes->z[half][k] + block->macros.z * TWC_MACRO_CM;
    facet->id = id;
}

/* A Fine macro cell of the chunk itself; (mx, mz) from the block's first. */
void TWC_NAME(fine_macro)(const twc_block *block, const twc_owned *own, int inside, int32_t mx, int32_t mz,
                          twc_output *out)
{
    const int32_t i = (block->macros.x + mx) * TWC_MACRO_CELLS, j = (block->macros.z + mz) * TWC_MACRO_CELLS;
    const int32_t column = mx * TWC_MACRO_CELLS + 1, row = mz * TWC_MACRO_CELLS + 1;
    TWC_ASSERT(row >= 1 && row + TWC_MACRO_CELLS < TWC_BLOCK_VERTICES && column >= 1 &&
               column + TWC_MACRO_CELLS < TWC_BLOCK_VERTICES);
    fine_shapes shapes;
    shape_fine(block, i, j, row, column, &shapes);
    for (int k = 0; k < CELLS; k++) {
        const twc_wide_vertex *first = &block->vertex[row + (k >> 2)][column + (k & 3)];
        for (int half = 0; half < 2; half++)
            if (inside || twc_owns(own, shapes.x[half][k], shapes.z[half][k]))
                put_fine_half(block, out, &shapes, first, k, half,
                              twc_facet_id(TWC_FACET_FINE, i + (k & 3), j + (k >> 2), half));
    }
}

/*
 * Whether the chunk can own a triangle of these four corners: its mean is at most that of the three largest
 * coordinates.
 */
TWC_INLINE int axis_reaches(int32_t a, int32_t b, int32_t c, int32_t d, int32_t low, int32_t high)
{
    const int32_t least_ab = a < b ? a : b, least_cd = c < d ? c : d, most_ab = a > b ? a : b, most_cd = c > d ? c : d;
    const int32_t least = least_ab < least_cd ? least_ab : least_cd, most = most_ab > most_cd ? most_ab : most_cd;
    const int64_t sum = (int64_t)a + b + c + d;
    return sum - least >= 3 * (int64_t)low && sum - most < 3 * (int64_t)high;
}

/* A fine cell of the ring, at vertex [row][column]: most have no triangle in the chunk. */
static void ring_cell(const twc_block *block, const twc_owned *own, int32_t row, int32_t column, twc_output *out)
{
    const int32_t *x = &block->x[row][column], *z = &block->z[row][column];
    const int s = TWC_BLOCK_ROW;
    if (!axis_reaches(x[0], x[1], x[s], x[s + 1], own->low_x, own->high_x) ||
        !axis_reaches(z[0], z[1], z[s], z[s + 1], own->low_z, own->high_z))
        return;
    const int32_t i = block->macros.x * TWC_MACRO_CELLS + column - 1, j = block->macros.z * TWC_MACRO_CELLS + row - 1;
    const int32_t valid = twc_fast_valid_diagonals((twc_point){x[0], z[0]}, (twc_point){x[1], z[1]},
                                                   (twc_point){x[s], z[s]}, (twc_point){x[s + 1], z[s + 1]});
    const int diagonal = valid == 3 ? twc_fast_hash(i, j, TWC_SALT_DIAGONAL) < 0x80000000u : valid >> 1;
    for (int half = 0; half < 2; half++) {
        const twc_wide_vertex *corner[3];
        int32_t cx, cz;
        half_corners(&block->vertex[row][column], diagonal, half, corner);
        twc_centroid_of(block, corner, &cx, &cz);
        if (!twc_owns(own, cx, cz))
            continue;
        const uint32_t facet = twc_put_facet(block, out, corner, cx, cz, twc_facet_id(TWC_FACET_FINE, i, j, half));
        twc_put_triangle(out, corner[0], corner[1], corner[2], facet);
    }
}

/*
 * The fine cells of a Fine macro cell beside the chunk that touch it: an undisturbed centroid is 5.33 m inside its cell
 * and a jitter moves it 6.08 m at most. first_x, first_z: the chunk's first macro cell in the block.
 */
void TWC_NAME(ring_macro)(const twc_block *block, const twc_owned *own, int32_t first_x, int32_t first_z, int32_t mx,
                          int32_t mz, twc_output *out)
{
    const int32_t low_i = first_x * TWC_MACRO_CELLS - 1, low_j = first_z * TWC_MACRO_CELLS - 1;
    const int32_t from_i = mx < first_x ? low_i : mx * TWC_MACRO_CELLS,
                  from_j = mz < first_z ? low_j : mz * TWC_MACRO_CELLS;
    const int32_t ni = mx < first_x || mx >= first_x + TWC_CHUNK_MACROS ? 1 : TWC_MACRO_CELLS;
    const int32_t nj = mz < first_z || mz >= first_z + TWC_CHUNK_MACROS ? 1 : TWC_MACRO_CELLS;
    for (int32_t j = from_j; j < from_j + nj; j++)
        for (int32_t i = from_i; i < from_i + ni; i++)
            ring_cell(block, own, j + 1, i + 1, out);
}
