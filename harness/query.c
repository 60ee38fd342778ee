/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query.h"

#include <stdlib.h>
#include <string.h>

#include "aligned.h"

enum {
    CHUNK_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM,
    MACROS = TWC_CHUNK_MACROS + 2 * TWC_CLASS_RING,
    SIDE = CHUNK_SAMPLES + 1 + 2 * TWC_CHUNK_BROAD_MARGIN, /* of the filtered fields, in samples */
    INPUT = SIDE + 2 * TWC_FILTER_BROAD_RADIUS
};

/* The window of one chunk and the memory behind it. */
typedef struct chunk_window {
    const twc_world *world;
    const twc_ground_table *ground;
    int fine_only;
    uint16_t samples[INPUT * INPUT];
    float fine[SIDE * SIDE], broad[SIDE * SIDE];
    uint8_t classes[MACROS * MACROS];
    twc_ground_window window;
    void *scratch;
} chunk_window;

static int compare_entries(const void *a, const void *b)
{
    const twc_query_entry *p = a, *q = b;
    if (p->chunk_z != q->chunk_z)
        return p->chunk_z < q->chunk_z ? -1 : 1;
    if (p->chunk_x != q->chunk_x)
        return p->chunk_x < q->chunk_x ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

void twc_query_order(size_t n, const twc_point *points, twc_query_entry *order)
{
    for (size_t k = 0; k < n; k++)
        order[k] = (twc_query_entry){twc_floor_div(points[k].x, TWC_CHUNK_CM), twc_floor_div(points[k].z, TWC_CHUNK_CM),
                                     k};
    qsort(order, n, sizeof *order, compare_entries);
}

static twc_rect grown(twc_rect rect, int32_t by)
{
    return (twc_rect){rect.x - by, rect.z - by, rect.nx + 2 * by, rect.nz + 2 * by};
}

static void filter(chunk_window *w, twc_filter kind, twc_rect field, float *out)
{
    w->ground->samples(w->world, grown(field, twc_filter_radius(kind)), w->samples);
    w->ground->prefilter(kind, field, w->samples, out, w->scratch);
}

/* What the lattice reads about the points of one chunk. */
static void load_chunk(chunk_window *w, int32_t chunk_x, int32_t chunk_z)
{
    twc_rect chunk = {chunk_x * CHUNK_SAMPLES, chunk_z * CHUNK_SAMPLES, CHUNK_SAMPLES + 1, CHUNK_SAMPLES + 1};
    twc_rect fine = grown(chunk, TWC_CHUNK_FINE_MARGIN), broad = grown(chunk, TWC_CHUNK_BROAD_MARGIN);
    twc_rect macros = {chunk_x * TWC_CHUNK_MACROS - TWC_CLASS_RING, chunk_z * TWC_CHUNK_MACROS - TWC_CLASS_RING, MACROS,
                       MACROS};
    if (w->fine_only)
        memset(w->classes, TWC_FINE, sizeof w->classes);
    else
        w->ground->classes(w->world, macros, w->classes);
    filter(w, TWC_FILTER_FINE, fine, w->fine);
    filter(w, TWC_FILTER_BROAD, broad, w->broad);
    w->window = (twc_ground_window){macros, w->classes, {fine, w->fine}, {broad, w->broad}};
}

static void query(chunk_window *w, size_t n, const twc_point *points, twc_query_entry *order, twc_location *out)
{
    twc_query_order(n, points, order);
    for (size_t k = 0; k < n; k++) {
        if (k == 0 || order[k].chunk_x != order[k - 1].chunk_x || order[k].chunk_z != order[k - 1].chunk_z)
            load_chunk(w, order[k].chunk_x, order[k].chunk_z);
        w->ground->locate(&w->window, 1, &points[order[k].index], &out[order[k].index]);
    }
}

twc_status twc_query_points(const twc_world *world, const twc_ground_table *ground, int fine_only, size_t n,
                            const twc_point *points, twc_location *out)
{
    twc_query_entry *order = malloc((n ? n : 1) * sizeof *order);
    chunk_window *w = malloc(sizeof *w);
    size_t scratch = twc_prefilter_scratch(TWC_FILTER_BROAD, (twc_rect){0, 0, SIDE, SIDE});
    void *memory = twc_aligned_alloc(scratch);
    twc_status status = twc_fail(TWC_IO, "not enough memory for %zu points", n);
    if (order && w && memory) {
        w->world = world;
        w->ground = ground;
        w->fine_only = fine_only;
        w->scratch = memory;
        query(w, n, points, order, out);
        status = twc_ok();
    }
    free(order);
    free(w);
    free(memory);
    return status;
}

int twc_query_inside(const twc_world *world, twc_point point)
{
    twc_rect e = world->extent;
    return point.x >= (int64_t)e.x * TWC_TILE_CM && point.x <= ((int64_t)e.x + e.nx) * TWC_TILE_CM &&
           point.z >= (int64_t)e.z * TWC_TILE_CM && point.z <= ((int64_t)e.z + e.nz) * TWC_TILE_CM;
}
