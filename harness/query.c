/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM,
    MACROS = TWC_CHUNK_MACROS + 2 * TWC_CLASS_RING,
    SIDE = CHUNK_SAMPLES + 1 + 2 * TWC_LOCATE_MARGIN, /* of the samples */
    BATCH = 1024                                      /* points that the lattice of a chunk is made for at once */
};

/* What the points of one chunk are located by, and some of them. */
typedef struct chunk_window {
    const twc_world *world;
    const twc_ground_table *ground;
    int fine_only;
    uint16_t samples[SIDE * (SIDE + TWC_LOCATE_BEYOND)];
    uint8_t classes[MACROS * MACROS];
    twc_sample_ground raw;
    twc_point batch[BATCH];
    twc_location found[BATCH];
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

/* What the lattice reads about the points of one chunk. */
static void load_chunk(chunk_window *w, int32_t chunk_x, int32_t chunk_z)
{
    w->raw = (twc_sample_ground){.macros = {chunk_x * TWC_CHUNK_MACROS - TWC_CLASS_RING,
                                            chunk_z * TWC_CHUNK_MACROS - TWC_CLASS_RING, MACROS, MACROS},
                                 .classes = w->classes,
                                 .samples = w->samples};
    if (w->fine_only)
        memset(w->classes, TWC_FINE, sizeof w->classes);
    else
        w->ground->classes(w->world, w->raw.macros, w->classes);
    const int broad = memchr(w->classes, TWC_BROAD, sizeof w->classes) != NULL;
    w->raw.rect = grown(
        (twc_rect){chunk_x * CHUNK_SAMPLES, chunk_z * CHUNK_SAMPLES, CHUNK_SAMPLES + 1, CHUNK_SAMPLES + 1},
        broad ? TWC_LOCATE_MARGIN : TWC_LOCATE_FINE_MARGIN);
    w->raw.rect.nx += TWC_LOCATE_BEYOND;
    w->ground->samples(w->world, w->raw.rect, w->samples);
}

/* Those of one chunk, a batch at a time, so that what neighbours share is worked out once. */
static void query_chunk(chunk_window *w, size_t n, const twc_point *points, const twc_query_entry *order,
                        twc_location *out)
{
    load_chunk(w, order[0].chunk_x, order[0].chunk_z);
    for (size_t first = 0; first < n; first += BATCH) {
        const size_t count = n - first < BATCH ? n - first : BATCH;
        for (size_t k = 0; k < count; k++)
            w->batch[k] = points[order[first + k].index];
        w->ground->locate_samples(&w->raw, count, w->batch, w->found);
        for (size_t k = 0; k < count; k++)
            out[order[first + k].index] = w->found[k];
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
    twc_status status = order && w ? twc_query_order(n, points, order)
                                   : twc_fail(TWC_IO, "not enough memory for %zu points", n);
    if (!status.code) {
        w->world = world;
        w->ground = ground;
        w->fine_only = fine_only;
        for (size_t first = 0, count; first < n; first += count) {
            count = twc_query_same_chunk(n - first, order + first);
            query_chunk(w, count, points, order + first, out);
        }
    }
    free(order);
    free(w);
    return status;
}

int twc_query_inside(const twc_world *world, twc_point point)
{
    twc_rect e = world->extent;
    return point.x >= (int64_t)e.x * TWC_TILE_CM && point.x <= ((int64_t)e.x + e.nx) * TWC_TILE_CM &&
           point.z >= (int64_t)e.z * TWC_TILE_CM && point.z <= ((int64_t)e.z + e.nz) * TWC_TILE_CM;
}
