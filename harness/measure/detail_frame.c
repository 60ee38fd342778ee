/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_frame.h"

enum { SIDE = TWC_DETAIL_SIDE, LAST = TWC_CHUNK_CELLS };

/* The rule of the ground's `bilinear`, with samples `spacing` apart. */
static float height(const twc_field *field, int32_t spacing, int32_t x, int32_t z)
{
    const int32_t i = twc_floor_div(x, spacing), j = twc_floor_div(z, spacing);
    const float tx = (float)(x - spacing * i) / (float)spacing, tz = (float)(z - spacing * j) / (float)spacing;
    const float *h = field->h + (ptrdiff_t)(j - field->rect.z) * field->rect.nx + (i - field->rect.x);
    const float *below = h + field->rect.nx;
    const float north = h[0] + (h[1] - h[0]) * tx, south = below[0] + (below[1] - below[0]) * tx;
    return north + (south - north) * tz;
}

/* Cells along a macro cell, at levels 0 and 1. */
static int32_t macro_cells(int32_t level)
{
    return TWC_MACRO_CELLS >> level;
}

/* Whether a macro cell that touches vertex (i, j) of the chunk's level is Broad. */
static int touches_broad(const twc_ground_window *ground, int32_t cells, int32_t i, int32_t j)
{
    int broad = 0;
    for (int32_t z = twc_floor_div(j - 1, cells); z <= twc_floor_div(j, cells); z++)
        for (int32_t x = twc_floor_div(i - 1, cells); x <= twc_floor_div(i, cells); x++)
            broad |= ground->classes[(ptrdiff_t)(z - ground->macros.z) * ground->macros.nx + (x - ground->macros.x)] ==
                     TWC_BROAD;
    return broad;
}

static void move(const twc_detail_ground *ground, twc_detail_chunk c, int32_t i, int32_t j, twc_vertex *v)
{
    const int32_t spacing = TWC_LATTICE_CM << c.level, at_i = c.x * LAST + i, at_j = c.z * LAST + j;
    if (i == 0 || i == LAST)
        v->x = at_i * spacing;
    if (j == 0 || j == LAST)
        v->z = at_j * spacing;
    if (c.level < 2 && touches_broad(&ground->ground, macro_cells(c.level), at_i, at_j)) {
        if (i % macro_cells(c.level) == 0 && j % macro_cells(c.level) == 0) /* others are laid */
            v->y = height(&ground->ground.broad, TWC_SAMPLE_CM, v->x, v->z);
    } else {
        v->y = height(c.level == 0 ? &ground->ground.fine : &ground->field, TWC_SAMPLE_CM << c.level, v->x, v->z);
    }
}

/* Lays the vertices between two macro corners, `step` apart from `from` on, where the edge touches a Broad cell. */
static void lay(const twc_detail_ground *ground, twc_detail_chunk c, int32_t i, int32_t j, int along_x, twc_vertex *out)
{
    const int32_t cells = macro_cells(c.level);
    const ptrdiff_t step = along_x ? 1 : SIDE;
    twc_vertex *from = &out[j * SIDE + i];
    const twc_vertex a = *from, b = from[cells * step];
    if (!touches_broad(&ground->ground, cells, c.x * LAST + i + along_x, c.z * LAST + j + !along_x))
        return;
    for (int32_t k = 1; k < cells; k++) {
        from[k * step].x = a.x + twc_floor_div((b.x - a.x) * k + cells / 2, cells);
        from[k * step].z = a.z + twc_floor_div((b.z - a.z) * k + cells / 2, cells);
        from[k * step].y = a.y + (b.y - a.y) * ((float)k / (float)cells);
    }
}

void twc_detail_framed_lattice(const twc_detail_ground *ground, twc_detail_chunk c, twc_vertex *out)
{
    twc_reference_detail()->detail_lattice(ground, c, out);
    for (int32_t j = 0; j < SIDE; j++)
        for (int32_t i = 0; i < SIDE; i++)
            if (i == 0 || j == 0 || i == LAST || j == LAST)
                move(ground, c, i, j, &out[j * SIDE + i]);
    if (c.level > 1)
        return;
    const int32_t cells = macro_cells(c.level);
    for (int32_t k = 0; k <= LAST; k += cells)
        for (int32_t n = 0; n < LAST; n += cells) { /* along the border, and inward from it */
            const int border = k == 0 || k == LAST, ends = n == 0 || n == LAST - cells;
            if (border || ends) {
                lay(ground, c, n, k, 1, out);
                lay(ground, c, k, n, 0, out);
            }
        }
}
