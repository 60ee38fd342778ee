/* SPDX-License-Identifier: MIT */
/*
 * The triangle over a point, and its height there. Spec ground 6; paper section 4.2; twin fast/ground/locate.c; test
 * tests/ground/test_locate.c.
 */
#include "common/assertion.h"
#include "ground/stage.h"

#include <string.h>

/* Asks the pieces of one cell; a strictly higher one replaces what was found before. */
static int ask_cell(const twc_cell *cell, uint8_t facet_class, twc_point p, int found, twc_location *best)
{
    for (int k = 0; k < cell->count; k++) {
        const twc_vertex *corner = cell->piece[k];
        if (!twc_triangle_contains(corner, p.x, p.z))
            continue;
        float height = twc_plane_height(corner[0], corner[1], corner[2], p.x, p.z);
        if (found && height <= best->height)
            continue;
        memcpy(best->corner, corner, sizeof best->corner);
        best->facet = cell->id[cell->half[k]];
        best->facet_class = facet_class;
        best->height = height;
        found = 1;
    }
    return found;
}

/* Asks those fine cells of a Fine macro cell that are the point's own cell or its neighbours. */
static int ask_fine_macro(const twc_ground_window *ground, int32_t x, int32_t z, twc_point p, int found,
                          twc_location *best)
{
    int32_t own_i = twc_floor_div(p.x, TWC_LATTICE_CM), own_j = twc_floor_div(p.z, TWC_LATTICE_CM);
    for (int32_t j = z * TWC_MACRO_CELLS; j < (z + 1) * TWC_MACRO_CELLS; j++) {
        for (int32_t i = x * TWC_MACRO_CELLS; i < (x + 1) * TWC_MACRO_CELLS; i++) {
            twc_cell cell;
            if (i < own_i - 1 || i > own_i + 1 || j < own_j - 1 || j > own_j + 1)
                continue;
            twc_reference_fine_cell(ground, i, j, &cell);
            found = ask_cell(&cell, TWC_FINE, p, found, best);
        }
    }
    return found;
}

static twc_location locate_point(const twc_ground_window *ground, twc_point p)
{
    int32_t own_x = twc_floor_div(p.x, TWC_MACRO_CM), own_z = twc_floor_div(p.z, TWC_MACRO_CM);
    twc_location best;
    memset(&best, 0, sizeof best); /* the padding too: locations are compared byte by byte */
    int found = 0;
    for (int32_t z = own_z - 1; z <= own_z + 1; z++) {
        for (int32_t x = own_x - 1; x <= own_x + 1; x++) {
            if (twc_reference_is_broad(ground, x, z)) {
                twc_cell cell;
                twc_reference_broad_cell(ground, x, z, &cell);
                found = ask_cell(&cell, TWC_BROAD, p, found, &best);
            } else {
                found = ask_fine_macro(ground, x, z, p, found, &best);
            }
        }
    }
    TWC_ASSERT(found); /* the lattice has no gap */
    return best;
}

void twc_reference_locate(const twc_ground_window *ground, size_t n, const twc_point *points, twc_location *out)
{
    for (size_t k = 0; k < n; k++)
        out[k] = locate_point(ground, points[k]);
}

/* ---- from samples ---- */

enum {
    MACRO_SAMPLES = TWC_MACRO_CM / TWC_SAMPLE_CM,
    FINE_SIDE = MACRO_SAMPLES + 1 + 2 * TWC_CHUNK_FINE_MARGIN, /* of the fields about a macro cell */
    BROAD_SIDE = MACRO_SAMPLES + 1 + 2 * TWC_CHUNK_BROAD_MARGIN,
    STRIP = 16,                                 /* rows of a field that are filtered together */
    ROWS = STRIP + 2 * TWC_FILTER_BROAD_RADIUS, /* of samples that they need, of the larger filter */
    AROUND = BROAD_SIDE + 2 * TWC_FILTER_BROAD_RADIUS
};

/* In strips and a macro cell at a time: 40 KiB, which any machine's stack holds. */
typedef struct workspace {
    float fine[FINE_SIDE * FINE_SIDE], broad[BROAD_SIDE * BROAD_SIDE];
    uint16_t samples[ROWS * AROUND];
    _Alignas(64) uint32_t scratch[(BROAD_SIDE + 15) / 16 * 16 * (ROWS + 2)];
} workspace;

/* The field over macro cell (x, z) and `margin` samples about it. */
static twc_field filtered(const twc_sample_ground *ground, twc_filter filter, twc_point macro, int32_t margin,
                          workspace *w, float *h)
{
    const int32_t radius = twc_filter_radius(filter), side = MACRO_SAMPLES + 1 + 2 * margin, n = side + 2 * radius;
    const twc_rect rect = {macro.x * MACRO_SAMPLES - margin, macro.z * MACRO_SAMPLES - margin, side, side};
    const int32_t x = rect.x - radius, z = rect.z - radius;
    TWC_ASSERT(x >= ground->rect.x && x + n <= ground->rect.x + ground->rect.nx && z >= ground->rect.z &&
               z + n <= ground->rect.z + ground->rect.nz);
    for (int32_t row = 0; row < side; row += STRIP) {
        const int32_t rows = side - row < STRIP ? side - row : STRIP;
        for (int32_t k = 0; k < rows + 2 * radius; k++)
            memcpy(w->samples + (ptrdiff_t)k * n,
                   ground->samples + (ptrdiff_t)(z + row + k - ground->rect.z) * ground->rect.nx + (x - ground->rect.x),
                   (size_t)n * sizeof *w->samples);
        twc_reference_prefilter(filter, (twc_rect){rect.x, rect.z + row, side, rows}, w->samples,
                                h + (ptrdiff_t)row * side, w->scratch);
    }
    return (twc_field){rect, h};
}

/* All points of one macro cell. */
static void locate_in_macro(const twc_sample_ground *ground, twc_point macro, size_t n, const twc_point *points,
                            workspace *w, twc_location *out)
{
    twc_ground_window window = {.macros = ground->macros, .classes = ground->classes};
    int known = 0;
    for (size_t k = 0; k < n; k++) {
        if (twc_floor_div(points[k].x, TWC_MACRO_CM) != macro.x || twc_floor_div(points[k].z, TWC_MACRO_CM) != macro.z)
            continue;
        if (!known) {
            window.fine = filtered(ground, TWC_FILTER_FINE, macro, TWC_CHUNK_FINE_MARGIN, w, w->fine);
            if (memchr(ground->classes, TWC_BROAD, (size_t)ground->macros.nx * (size_t)ground->macros.nz))
                window.broad = filtered(ground, TWC_FILTER_BROAD, macro, TWC_CHUNK_BROAD_MARGIN, w, w->broad);
            known = 1;
        }
        out[k] = locate_point(&window, points[k]);
    }
}

void twc_reference_locate_samples(const twc_sample_ground *ground, size_t n, const twc_point *points, twc_location *out)
{
    workspace w;
    TWC_ASSERT(twc_prefilter_scratch(TWC_FILTER_BROAD, (twc_rect){0, 0, BROAD_SIDE, STRIP}) <= sizeof w.scratch);
    for (int32_t z = 0; z < TWC_CHUNK_MACROS; z++)
        for (int32_t x = 0; x < TWC_CHUNK_MACROS; x++)
            locate_in_macro(ground,
                            (twc_point){ground->macros.x + TWC_CLASS_RING + x, ground->macros.z + TWC_CLASS_RING + z},
                            n, points, &w, out);
}
