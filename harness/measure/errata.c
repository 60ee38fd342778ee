/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "errata.h"

#include <math.h>
#include <stdlib.h>

#include "aligned.h"
#include "measure/cells.h"

static size_t chunk_count(const twc_chunk_grid *meshes)
{
    return (size_t)meshes->chunks.nx * (size_t)meshes->chunks.nz;
}

/* ---- the fine lattice ---- */

static twc_point fine_vertex(int32_t i, int32_t j)
{
    return (twc_point){i * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_X), TWC_LATTICE_JITTER_CM),
                       j * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_Z), TWC_LATTICE_JITTER_CM)};
}

static int64_t area2(twc_point a, twc_point b, twc_point c)
{
    return twc_area2(a.x, a.z, b.x, b.z, c.x, c.z);
}

/*
 * The least turn at a corner of the quadrilateral a c d b (twc_area2 of the corner and its neighbours): < 0 reflex, 0
 * straight.
 */
static int64_t least_turn(const twc_point corner[4])
{
    int64_t least = INT64_MAX;
    for (int k = 0; k < 4; k++) {
        int64_t turn = area2(corner[k], corner[(k + 1) % 4], corner[(k + 2) % 4]);
        least = turn < least ? turn : least;
    }
    return least;
}

static int64_t lower(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/*
 * Every cell with corners at (0,0), (0,16), (16,16), (16,0) m moved by the full amplitude in x and in z, either way:
 * 2^8 of them.
 */
static void enumerate_extremes(twc_lattice_errata *out)
{
    static const int32_t base[4][2] = {
        {0, 0}, {0, TWC_LATTICE_CM}, {TWC_LATTICE_CM, TWC_LATTICE_CM}, {TWC_LATTICE_CM, 0}};
    int64_t smallest = INT64_MAX;
    out->extreme_without = 0;
    for (unsigned bits = 0; bits < 256; bits++) {
        twc_point q[4];
        for (int k = 0; k < 4; k++)
            q[k] = (twc_point){base[k][0] + (bits >> (2 * k) & 1 ? TWC_LATTICE_JITTER_CM : -TWC_LATTICE_JITTER_CM),
                               base[k][1] + (bits >> (2 * k + 1) & 1 ? TWC_LATTICE_JITTER_CM : -TWC_LATTICE_JITTER_CM)};
        int64_t one = lower(area2(q[0], q[1], q[2]), area2(q[0], q[2], q[3]));
        int64_t other = lower(area2(q[0], q[1], q[3]), area2(q[1], q[2], q[3]));
        out->extreme_without += one <= 0 && other <= 0;
        smallest = one > 0 ? lower(smallest, one) : smallest;
        smallest = other > 0 ? lower(smallest, other) : smallest;
    }
    out->extreme_m2 = (double)smallest / 2e4;
}

void twc_errata_lattice(const twc_world *world, const twc_chunk_grid *fine, twc_lattice_errata *out)
{
    twc_rect m = twc_world_macros(world);
    int64_t smallest = INT64_MAX;
    *out = (twc_lattice_errata){.cells = (int64_t)m.nx * m.nz * TWC_MACRO_CELLS * TWC_MACRO_CELLS};
    for (int32_t j = m.z * TWC_MACRO_CELLS; j < (m.z + m.nz) * TWC_MACRO_CELLS; j++)
        for (int32_t i = m.x * TWC_MACRO_CELLS; i < (m.x + m.nx) * TWC_MACRO_CELLS; i++) {
            int64_t turn = least_turn((twc_point[]){fine_vertex(i, j), fine_vertex(i, j + 1), fine_vertex(i + 1, j + 1),
                                                    fine_vertex(i + 1, j)});
            out->nonconvex += turn <= 0;
            out->straight += turn == 0;
        }
    for (size_t k = 0; k < chunk_count(fine); k++)
        for (uint32_t t = 0; t < fine->mesh[k].triangle_count; t++) {
            const twc_vertex *v = fine->mesh[k].triangles[t].corner;
            smallest = lower(smallest, twc_vertex_area2(v[0], v[1], v[2]));
        }
    out->smallest_m2 = (double)smallest / 2e4;
    enumerate_extremes(out);
}

/* ---- Broad cells without the reflex rule ---- */

/* The world's broad field and classes, as wide as its corners and the middles between them reach. */
typedef struct broad_window {
    twc_ground_window window;
    twc_rect vertices;
    void *memory[5];
} broad_window;

enum { MEMORY_SAMPLES, MEMORY_BROAD, MEMORY_SCRATCH, MEMORY_CLASSES, MEMORY_VERTICES };

static twc_rect grown(twc_rect rect, int32_t by)
{
    return (twc_rect){rect.x - by, rect.z - by, rect.nx + 2 * by, rect.nz + 2 * by};
}

static size_t count_of(twc_rect rect)
{
    return (size_t)rect.nx * (size_t)rect.nz;
}

static void close_window(broad_window *w)
{
    for (size_t k = 0; k < sizeof w->memory / sizeof *w->memory; k++)
        free(w->memory[k]);
}

static twc_status open_window(const twc_world *world, broad_window *w)
{
    const twc_ground_table *ground = twc_reference_ground();
    twc_rect m = twc_world_macros(world), macros = grown(m, 2);
    /* A corner of the outermost cells lies at most 24.32 m outside: 7 samples, and one more to interpolate. */
    twc_rect field = grown(twc_world_samples(world), 8), input = grown(field, twc_filter_radius(TWC_FILTER_BROAD));
    w->vertices = (twc_rect){m.x * TWC_MACRO_CELLS, m.z * TWC_MACRO_CELLS, m.nx * TWC_MACRO_CELLS + 1,
                             m.nz * TWC_MACRO_CELLS + 1};
    w->memory[MEMORY_SAMPLES] = malloc(count_of(input) * sizeof(uint16_t));
    w->memory[MEMORY_BROAD] = malloc(count_of(field) * sizeof(float));
    w->memory[MEMORY_SCRATCH] = twc_aligned_alloc(twc_prefilter_scratch(TWC_FILTER_BROAD, field));
    w->memory[MEMORY_CLASSES] = malloc(count_of(macros));
    w->memory[MEMORY_VERTICES] = malloc(count_of(w->vertices) * sizeof(twc_vertex));
    for (size_t k = 0; k < sizeof w->memory / sizeof *w->memory; k++)
        if (!w->memory[k]) {
            close_window(w);
            return twc_fail(TWC_IO, "not enough memory for the broad field of %d x %d samples", field.nx, field.nz);
        }
    ground->samples(world, input, w->memory[MEMORY_SAMPLES]);
    ground->prefilter(TWC_FILTER_BROAD, field, w->memory[MEMORY_SAMPLES], w->memory[MEMORY_BROAD],
                      w->memory[MEMORY_SCRATCH]);
    ground->classes(world, macros, w->memory[MEMORY_CLASSES]);
    /* Vertices of Broad cells take nothing from the fine field; the broad one stands in for it. */
    twc_field broad = {field, w->memory[MEMORY_BROAD]};
    w->window = (twc_ground_window){macros, w->memory[MEMORY_CLASSES], broad, broad};
    ground->lattice(&w->window, w->vertices, w->memory[MEMORY_VERTICES]);
    return twc_ok();
}

/* |B(m) - (yp + yq) 0.5| of a diagonal, as the contract of `chunk` writes it. */
static float misfit(const twc_field *broad, twc_vertex p, twc_vertex q)
{
    int32_t x = twc_floor_div(p.x + q.x, 2), z = twc_floor_div(p.z + q.z, 2);
    float y;
    twc_reference_ground()->bilinear(broad, 1, &x, &z, &y);
    return fabsf(y - (p.y + q.y) * 0.5f);
}

static void add_cell(const broad_window *w, int32_t column, int32_t row, twc_reflex_errata *out)
{
    const twc_vertex *v = (const twc_vertex *)w->memory[MEMORY_VERTICES] +
                          (size_t)row * TWC_MACRO_CELLS * (size_t)w->vertices.nx + (size_t)column * TWC_MACRO_CELLS;
    size_t down = TWC_MACRO_CELLS * (size_t)w->vertices.nx;
    twc_vertex a = v[0], b = v[TWC_MACRO_CELLS], c = v[down], d = v[down + TWC_MACRO_CELLS];
    int joins_ad = twc_vertex_area2(a, c, d) > 0 && twc_vertex_area2(a, d, b) > 0;
    int joins_bc = twc_vertex_area2(a, c, b) > 0 && twc_vertex_area2(b, c, d) > 0;
    int wants_ad = misfit(&w->window.broad, a, d) <= misfit(&w->window.broad, b, c);
    out->broad_cells++;
    out->nonconvex += !joins_ad || !joins_bc;
    out->inverted += wants_ad ? !joins_ad : !joins_bc;
}

twc_status twc_errata_reflex(const twc_world *world, twc_reflex_errata *out)
{
    broad_window w;
    twc_rect m = twc_world_macros(world);
    twc_status status = open_window(world, &w);
    *out = (twc_reflex_errata){0, 0, 0};
    if (status.code)
        return status;
    for (int32_t z = 0; z < m.nz; z++)
        for (int32_t x = 0; x < m.nx; x++)
            if (w.window.classes[(size_t)(z + 2) * (size_t)w.window.macros.nx + (size_t)(x + 2)] == TWC_BROAD)
                add_cell(&w, x, z, out);
    close_window(&w);
    return twc_ok();
}
