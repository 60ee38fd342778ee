/* SPDX-License-Identifier: MIT */
/* Bends: which edges and segments pass through the pixel of each hot point, and in what order along them. */
#include "feature/work.h"

/* A line bends through a hot point. Lines: the edges, then the segments. */
typedef struct bend {
    uint32_t line, hot;
} bend;

typedef struct bends {
    bend *of;
    uint32_t count, room;
} bends;

static int add_bend(bends *b, uint32_t line, uint32_t hot)
{
    if (b->count == b->room)
        return 0;
    b->of[b->count++] = (bend){line, hot};
    return 1;
}

static int edge_before(const fast_edge *a, const fast_edge *b)
{
    twc_point aa = {a->a.x, a->a.z}, ab = {a->b.x, a->b.z}, ba = {b->a.x, b->a.z}, bb = {b->b.x, b->b.z};
    return twc_point_before(aa, ba) || (twc_same_point(aa, ba) && twc_point_before(ab, bb));
}

/*
 * Whether a line bends through p: it meets its pixel, and ends elsewhere. Where p is strictly inside the line's box and closer than
 * the corners of its pixel, there are corners on both sides, and nothing is left to ask.
 */
static int bends_through(const fast_line *line, twc_point p)
{
    const twc_point a = {line->x, line->z}, b = {line->x + line->dx, line->z + line->dz};
    const int between = ((p.x - a.x) * (p.x - b.x) < 0) & ((p.z - a.z) * (p.z - b.z) < 0);
    if (between && 2 * fast_size(fast_side(line, p)) < fast_reach(line))
        return 1;
    return !twc_same_point(a, p) && !twc_same_point(b, p) && twc_meets_pixel(a, b, p);
}

/* Adds bend edges, branching only for those that are close. */
static int bend_edges(fast_work *w, const fast_square *square, uint32_t h, bends *out)
{
    fast_hot *hot = &w->hot[h];
    const uint32_t *list = w->grid.list[FAST_EDGES] + square->first[FAST_EDGES], count = square->count[FAST_EDGES];
    uint32_t close = 0;
    if (count > out->room - out->count)
        return 0;
    bend *at = out->of + out->count;
    for (uint32_t i = 0; i < count; i++) {
        at[close].line = list[i];
        close += (uint32_t)fast_is_close(&w->edge_lines[list[i]], hot->p);
    }
    for (uint32_t i = 0; i < close; i++) {
        const uint32_t line = at[i].line;
        if (!bends_through(&w->edge_lines[line], hot->p))
            continue;
        if (hot->edge == TWC_NONE || edge_before(&w->edges[line], &w->edges[hot->edge]))
            hot->edge = line;
        out->of[out->count++] = (bend){line, h};
    }
    return 1;
}

static int bend_segments(fast_work *w, const fast_square *square, uint32_t h, bends *out)
{
    fast_hot *hot = &w->hot[h];
    for (uint32_t i = 0; i < square->count[FAST_CELLS]; i++) {
        const fast_cell *cell = &w->cells[w->grid.list[FAST_CELLS][square->first[FAST_CELLS] + i]];
        if (hot->p.x < cell->box.x0 || hot->p.x > cell->box.x1 || hot->p.z < cell->box.z0 || hot->p.z > cell->box.z1)
            continue;
        for (uint32_t s = cell->segment; s < cell->segment + cell->segment_count; s++) {
            if (!fast_is_close(&w->segment_lines[s], hot->p) || !bends_through(&w->segment_lines[s], hot->p))
                continue;
            hot->between++;
            if (!add_bend(out, w->edge_count + s, h))
                return 0;
        }
    }
    w->touches |= hot->between + hot->end > 1;
    return 1;
}

static void set_bends(fast_work *w, uint32_t line, uint32_t first, uint32_t count)
{
    if (line < w->edge_count) {
        w->edges[line].bend = first;
        w->edges[line].bend_count = count;
    } else {
        w->segments[line - w->edge_count].bend = first;
        w->segments[line - w->edge_count].bend_count = count;
    }
}

/* As twc_along; the same bound as fast_area2's. */
static int32_t along_line(const fast_line *line, twc_point p)
{
    return (p.x - line->x) * line->dx + (p.z - line->z) * line->dz;
}

/* Bends of each line together, in the order along it. */
static int sort_bends(fast_work *w, const bends *b, twc_arena scratch)
{
    const uint32_t lines = w->edge_count + w->segment_count;
    uint32_t *first = twc_arena_take(&scratch, (size_t)lines + 1, sizeof *first);
    if (!first)
        return 0;
    memset(first, 0, ((size_t)lines + 1) * sizeof *first);
    for (uint32_t i = 0; i < b->count; i++)
        first[b->of[i].line + 1]++;
    for (uint32_t l = 0; l < lines; l++)
        first[l + 1] += first[l];
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t line = b->of[i].line;
        const fast_line *at_line = line < w->edge_count ? &w->edge_lines[line] : &w->segment_lines[line - w->edge_count];
        /* Insertion into the line's part, which holds bend_count points so far. */
        uint32_t *count = line < w->edge_count ? &w->edges[line].bend_count : &w->segments[line - w->edge_count].bend_count;
        uint32_t at = first[line] + *count;
        const int32_t along = along_line(at_line, w->hot[b->of[i].hot].p);
        for (; at > first[line] && along_line(at_line, w->hot[w->bends[at - 1]].p) > along; at--)
            w->bends[at] = w->bends[at - 1];
        w->bends[at] = b->of[i].hot;
        set_bends(w, line, first[line], *count + 1);
    }
    return 1;
}

int twc_fast_bend(fast_work *w)
{
    bends all = {NULL, 0, 8 * w->hot_count + 64};
    w->bends = twc_arena_take(&w->arena, all.room, sizeof *w->bends);
    twc_arena scratch = w->arena;
    all.of = twc_arena_take(&scratch, all.room, sizeof *all.of);
    if (!w->bends || !all.of)
        return 0;
    for (uint32_t h = 0; h < w->hot_count; h++) {
        const fast_square *square = twc_fast_square_at(&w->grid, fast_square_of(w->hot[h].p.x), fast_square_of(w->hot[h].p.z));
        if (square && (!bend_edges(w, square, h, &all) || !bend_segments(w, square, h, &all)))
            return 0;
    }
    return sort_bends(w, &all, scratch);
}
