/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triangles of macro cells, chunks, and the outline of an extent, from single vertices (ground_brute.h). */
#include <math.h>
#include <stdlib.h>

#include "ground/ground_brute.h"

static uint64_t facet_id(unsigned kind, int half, int32_t x, int32_t z)
{
    uint64_t id = kind;
    id = (id * 2 + (unsigned)half) * 2; /* bit 60 is 0 */
    id = id * (1U << 30) + (uint64_t)((int64_t)z + 536870912);
    return id * (1U << 30) + (uint64_t)((int64_t)x + 536870912);
}

/* The two halves of a quadrilateral with corners a b / c d. */
static void split(int diagonal, const twc_vertex q[4], twc_vertex half[2][3])
{
    static const int corner[2][2][3] = {{{0, 2, 1}, {1, 2, 3}}, {{0, 2, 3}, {0, 3, 1}}};
    for (int h = 0; h < 2; h++)
        for (int k = 0; k < 3; k++)
            half[h][k] = q[corner[diagonal][h][k]];
}

static brute_triangle whole(const twc_vertex t[3], uint64_t facet, uint8_t facet_class)
{
    return (brute_triangle){{t[0], t[1], t[2]}, {t[0], t[1], t[2]}, facet, facet_class, 0, {0, 0}};
}

static int fine_cell(const twc_ground_window *g, int32_t i, int32_t j, brute_triangle *out)
{
    twc_vertex q[4] = {brute_vertex(g, i, j), brute_vertex(g, i + 1, j), brute_vertex(g, i, j + 1),
                       brute_vertex(g, i + 1, j + 1)};
    twc_vertex half[2][3];
    split(brute_fine_diagonal(i, j, q[0], q[1], q[2], q[3]), q, half);
    for (int h = 0; h < 2; h++)
        out[h] = whole(half[h], facet_id(0, h, i, j), TWC_FINE);
    return 2;
}

static twc_vertex fan_centre(const twc_vertex t[3])
{
    twc_vertex v;
    v.x = (int32_t)floor(((double)t[0].x + t[1].x + t[2].x) / 3.0);
    v.z = (int32_t)floor(((double)t[0].z + t[1].z + t[2].z) / 3.0);
    double sum = (double)t[0].y + (double)t[1].y;
    sum = sum + (double)t[2].y;
    v.y = (float)(sum / 3.0);
    return v;
}

/*
 * Half h of a Broad cell. `index` are the fine lattice indices of its corners. A side is shared with a Fine cell when
 * it is a side of the macro cell and the cell across is Fine.
 */
static int broad_half(const twc_ground_window *g, twc_point cell, int h, const twc_vertex t[3],
                      const twc_point index[3], brute_triangle *out)
{
    uint64_t facet = facet_id(1, h, cell.x, cell.z);
    twc_vertex chain[12];
    int length = 0;
    for (int k = 0; k < 3; k++) {
        twc_point p = index[k], q = index[(k + 1) % 3];
        chain[length++] = t[k];
        if (p.x != q.x && p.z != q.z)
            continue; /* the diagonal */
        /* The macro cell across: a side along x has it above or below, one along z left or right. */
        twc_point across = cell;
        if (p.z == q.z)
            across.z += p.z == 4 * cell.z ? -1 : 1;
        else
            across.x += p.x == 4 * cell.x ? -1 : 1;
        if (brute_window_class(g, across.x, across.z) == TWC_FINE)
            for (int s = 1; s < 4; s++)
                chain[length++] = brute_vertex(g, p.x + (q.x - p.x) / 4 * s, p.z + (q.z - p.z) / 4 * s);
    }
    if (length == 3) {
        out[0] = whole(t, facet, TWC_BROAD);
        return 1;
    }
    for (int k = 0; k < length; k++) {
        out[k] = whole(t, facet, TWC_BROAD);
        out[k].fan = 1;
        out[k].corner[0] = fan_centre(t);
        out[k].corner[1] = chain[k];
        out[k].corner[2] = chain[(k + 1) % length];
    }
    return length;
}

static int broad_cell(const twc_ground_window *g, twc_point cell, brute_triangle *out)
{
    static const int corner[2][2][3] = {{{0, 2, 1}, {1, 2, 3}}, {{0, 2, 3}, {0, 3, 1}}};
    twc_point index[4];
    twc_vertex q[4];
    for (int k = 0; k < 4; k++) {
        index[k] = (twc_point){4 * (cell.x + k % 2), 4 * (cell.z + k / 2)};
        q[k] = brute_vertex(g, index[k].x, index[k].z);
    }
    int diagonal = brute_broad_diagonal(g, q[0], q[1], q[2], q[3]);
    twc_vertex half[2][3];
    split(diagonal, q, half);
    int count = 0;
    for (int h = 0; h < 2; h++) {
        const int *c = corner[diagonal][h];
        twc_point half_index[3] = {index[c[0]], index[c[1]], index[c[2]]};
        count += broad_half(g, cell, h, half[h], half_index, out + count);
    }
    return count;
}

int brute_macro_triangles(const twc_ground_window *g, int32_t macro_x, int32_t macro_z,
                          brute_triangle out[BRUTE_MAX_CELL])
{
    if (brute_window_class(g, macro_x, macro_z) == TWC_BROAD)
        return broad_cell(g, (twc_point){macro_x, macro_z}, out);
    int count = 0;
    for (int32_t z = 0; z < 4; z++)
        for (int32_t x = 0; x < 4; x++)
            count += fine_cell(g, 4 * macro_x + x, 4 * macro_z + z, out + count);
    return count;
}

/* The chunk along one axis: the floored mean of three coordinates, moved into the extent's centimetres. */
static int32_t chunk_along(int32_t a, int32_t b, int32_t c, int32_t macro, int32_t macros)
{
    double mean = floor(((double)a + b + c) / 3.0), low = 6400.0 * macro, high = 6400.0 * (macro + macros) - 1.0;
    mean = mean < low ? low : mean > high ? high : mean;
    return (int32_t)floor(mean / 25600.0);
}

brute_triangle *brute_extent_triangles(const twc_ground_window *g, twc_rect e, long *count)
{
    brute_triangle *out = malloc((size_t)e.nx * (size_t)e.nz * BRUTE_MAX_CELL * sizeof *out);
    if (!out)
        exit(4);
    *count = 0;
    for (int32_t z = e.z; z < e.z + e.nz; z++)
        for (int32_t x = e.x; x < e.x + e.nx; x++) {
            brute_triangle *cell = out + *count;
            int n = brute_macro_triangles(g, x, z, cell);
            for (int k = 0; k < n; k++) {
                const twc_vertex *v = cell[k].corner;
                cell[k].chunk.x = chunk_along(v[0].x, v[1].x, v[2].x, e.x, e.nx);
                cell[k].chunk.z = chunk_along(v[0].z, v[1].z, v[2].z, e.z, e.nz);
            }
            *count += n;
        }
    return out;
}

/* One side of a border macro cell from corner index p to q: its corner p, and the vertices on the way if Fine. */
static int outline_side(const twc_ground_window *g, int fine, twc_point p, twc_point q, twc_vertex *out)
{
    int count = 0;
    for (int s = 0; s < (fine ? 4 : 1); s++)
        out[count++] = brute_vertex(g, p.x + (q.x - p.x) / 4 * s, p.z + (q.z - p.z) / 4 * s);
    return count;
}

int brute_outline(const twc_ground_window *g, twc_rect e, twc_vertex *out)
{
    int count = 0;
    int32_t west = e.x, east = e.x + e.nx, north = e.z, south = e.z + e.nz;
    /* Down the west side, along the south, up the east, back along the north: that is positive in twc_area2. */
    for (int32_t z = north; z < south; z++)
        count += outline_side(g, brute_window_class(g, west, z) == TWC_FINE, (twc_point){4 * west, 4 * z},
                              (twc_point){4 * west, 4 * z + 4}, out + count);
    for (int32_t x = west; x < east; x++)
        count += outline_side(g, brute_window_class(g, x, south - 1) == TWC_FINE, (twc_point){4 * x, 4 * south},
                              (twc_point){4 * x + 4, 4 * south}, out + count);
    for (int32_t z = south; z > north; z--)
        count += outline_side(g, brute_window_class(g, east - 1, z - 1) == TWC_FINE, (twc_point){4 * east, 4 * z},
                              (twc_point){4 * east, 4 * z - 4}, out + count);
    for (int32_t x = east; x > west; x--)
        count += outline_side(g, brute_window_class(g, x - 1, north) == TWC_FINE, (twc_point){4 * x, 4 * north},
                              (twc_point){4 * x - 4, 4 * north}, out + count);
    return count;
}
