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

enum { DIGIT = 11, DIGITS = 1 << DIGIT, CHUNK_CELLS = TWC_CHUNK_CM / TWC_LATTICE_CM };

/* Entries to be sorted, and the chunks they lie in. */
typedef struct sorting {
    twc_rect chunks;
    size_t n;
    twc_query_entry *from, *to;
} sorting;

/* The place of an entry's chunk in the order of chunks. */
static uint64_t rank_of(const sorting *s, const twc_query_entry *entry)
{
    return (uint64_t)(entry->chunk_z - s->chunks.z) * (uint64_t)s->chunks.nx + (uint64_t)(entry->chunk_x - s->chunks.x);
}

static uint32_t cell_of(const twc_query_entry *entry, twc_point p)
{
    const int32_t x = (p.x - entry->chunk_x * TWC_CHUNK_CM) / TWC_LATTICE_CM;
    const int32_t z = (p.z - entry->chunk_z * TWC_CHUNK_CM) / TWC_LATTICE_CM;
    return (uint32_t)(z * CHUNK_CELLS + x);
}

/* Where the entries of each digit begin, from how many there are. */
static void sum_up(size_t start[DIGITS])
{
    size_t sum = 0;
    for (int d = 0; d < DIGITS; d++) {
        const size_t count = start[d];
        start[d] = sum;
        sum += count;
    }
}

static void swap(sorting *s)
{
    twc_query_entry *from = s->from;
    s->from = s->to;
    s->to = from;
}

/* Stable; entries are in the order of their points. */
static void sort_by_cell(sorting *s, const twc_point *points)
{
    size_t start[DIGITS] = {0};
    for (size_t k = 0; k < s->n; k++)
        start[cell_of(&s->from[k], points[k])]++;
    sum_up(start);
    for (size_t k = 0; k < s->n; k++)
        s->to[start[cell_of(&s->from[k], points[k])]++] = s->from[k];
    swap(s);
}

static void sort_by_chunk(sorting *s)
{
    const uint64_t count = (uint64_t)s->chunks.nx * (uint64_t)s->chunks.nz;
    for (int shift = 0; shift < 64 && (count - 1) >> shift; shift += DIGIT) {
        size_t start[DIGITS] = {0};
        for (size_t k = 0; k < s->n; k++)
            start[rank_of(s, &s->from[k]) >> shift & (DIGITS - 1)]++;
        sum_up(start);
        for (size_t k = 0; k < s->n; k++)
            s->to[start[rank_of(s, &s->from[k]) >> shift & (DIGITS - 1)]++] = s->from[k];
        swap(s);
    }
}

static twc_rect chunks_of(size_t n, const twc_query_entry *order)
{
    int32_t x0 = INT32_MAX, x1 = INT32_MIN, z0 = INT32_MAX, z1 = INT32_MIN;
    for (size_t k = 0; k < n; k++) {
        x0 = order[k].chunk_x < x0 ? order[k].chunk_x : x0;
        x1 = order[k].chunk_x > x1 ? order[k].chunk_x : x1;
        z0 = order[k].chunk_z < z0 ? order[k].chunk_z : z0;
        z1 = order[k].chunk_z > z1 ? order[k].chunk_z : z1;
    }
    return (twc_rect){x0, z0, x1 - x0 + 1, z1 - z0 + 1};
}

twc_status twc_query_order(size_t n, const twc_point *points, twc_query_entry *order)
{
    twc_query_entry *other = malloc((n ? n : 1) * sizeof *other);
    if (!other)
        return twc_fail(TWC_IO, "not enough memory for %zu points", n);
    for (size_t k = 0; k < n; k++)
        order[k] = (twc_query_entry){twc_floor_div(points[k].x, TWC_CHUNK_CM), twc_floor_div(points[k].z, TWC_CHUNK_CM),
                                     k};
    if (n > 1) {
        sorting s = {chunks_of(n, order), n, order, other};
        sort_by_cell(&s, points);
        sort_by_chunk(&s);
        if (s.from != order)
            memcpy(order, s.from, n * sizeof *order);
    }
    free(other);
    return twc_ok();
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
    if (memchr(w->classes, TWC_FINE, sizeof w->classes))
        filter(w, TWC_FILTER_FINE, fine, w->fine);
    if (memchr(w->classes, TWC_BROAD, sizeof w->classes))
        filter(w, TWC_FILTER_BROAD, broad, w->broad);
    w->window = (twc_ground_window){macros, w->classes, {fine, w->fine}, {broad, w->broad}};
}

/* Those of one chunk, a batch at a time, so that what neighbours share is worked out once. */
static void query_chunk(chunk_window *w, size_t n, const twc_point *points, const twc_query_entry *order,
                        twc_location *out)
{
    enum { BATCH = 64 };
    twc_point batch[BATCH];
    twc_location found[BATCH];
    load_chunk(w, order[0].chunk_x, order[0].chunk_z);
    for (size_t first = 0; first < n; first += BATCH) {
        const size_t count = n - first < BATCH ? n - first : BATCH;
        for (size_t k = 0; k < count; k++)
            batch[k] = points[order[first + k].index];
        w->ground->locate(&w->window, count, batch, found);
        for (size_t k = 0; k < count; k++)
            out[order[first + k].index] = found[k];
    }
}

size_t twc_query_same_chunk(size_t n, const twc_query_entry *order)
{
    size_t end = 1;
    while (end < n && order[end].chunk_x == order[0].chunk_x && order[end].chunk_z == order[0].chunk_z)
        end++;
    return end;
}

twc_status twc_query_points(const twc_world *world, const twc_ground_table *ground, int fine_only, size_t n,
                            const twc_point *points, twc_location *out)
{
    twc_query_entry *order = malloc((n ? n : 1) * sizeof *order);
    chunk_window *w = malloc(sizeof *w);
    size_t scratch = twc_prefilter_scratch(TWC_FILTER_BROAD, (twc_rect){0, 0, SIDE, SIDE});
    void *memory = twc_aligned_alloc(scratch);
    twc_status status = order && w && memory ? twc_query_order(n, points, order)
                                             : twc_fail(TWC_IO, "not enough memory for %zu points", n);
    if (!status.code) {
        w->world = world;
        w->ground = ground;
        w->fine_only = fine_only;
        w->scratch = memory;
        for (size_t first = 0, count; first < n; first += count) {
            count = twc_query_same_chunk(n - first, order + first);
            query_chunk(w, count, points, order + first, out);
        }
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
