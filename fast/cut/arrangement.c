/* SPDX-License-Identifier: MIT */
/*
 * The arrangement through the grid: crossings per segment, bends per hot point, the snapped outline. Spec cut 2.2, 2.5;
 * paper Algorithm 4; twin reference/cut/arrangement.c; test tests/cut/test_cut.c.
 */
#include "cut/work.h"

static int take_lines(fast_work *w, size_t count, fast_lines *lines)
{
    const size_t room = count + FAST_LINES_BEYOND;
    uint32_t *all = twc_arena_take(&w->arena, 4 * room, sizeof *all);
    if (!all)
        return 0;
    *lines = (fast_lines){all, all + room, all + 2 * room, all + 3 * room};
    memset(all, 0, 4 * room * sizeof *all);
    return !w->arena.full;
}

static void set_line(fast_lines *lines, size_t i, fast_line line)
{
    lines->x[i] = (uint32_t)line.x;
    lines->z[i] = (uint32_t)line.z;
    lines->dx[i] = (uint32_t)line.dx;
    lines->dz[i] = (uint32_t)line.dz;
}

int twc_fast_arrangement_room(fast_work *w, uint32_t segments)
{
    uint32_t slots = 64;
    w->segment_count = w->hot_count = w->border_count = 0;
    w->touches = 0;
    w->hot_room = 64 + 16 * segments;
    while (slots < 2 * w->hot_room)
        slots *= 2;
    w->hot = twc_arena_take(&w->arena, w->hot_room, sizeof *w->hot);
    w->hot_slot = twc_arena_take(&w->arena, slots, sizeof *w->hot_slot);
    w->segments = twc_arena_take(&w->arena, segments, sizeof *w->segments);
    w->segment_line = twc_arena_take(&w->arena, segments, sizeof *w->segment_line);
    if (!take_lines(w, segments, &w->segment_lines) || !take_lines(w, w->grid.listed[FAST_EDGES], &w->listed_edges))
        return 0;
    memset(w->hot_slot, 0xFF, slots * sizeof *w->hot_slot);
    TWC_ASSERT((slots & (slots - 1)) == 0 && slots > w->hot_room);
    w->hot_mask = slots - 1;
    return 1;
}

fast_segment *twc_fast_add_segment(fast_work *w, twc_outline_kind kind, twc_vertex from, twc_vertex to)
{
    TWC_ASSERT(from.x != to.x || from.z != to.z);
    const uint32_t number = w->segment_count++;
    fast_segment *segment = &w->segments[number];
    *segment = (fast_segment){.y = {from.y, to.y}, .kind = (uint8_t)kind};
    segment->from = twc_fast_add_hot(w, (twc_point){from.x, from.z}, number);
    segment->to = twc_fast_add_hot(w, (twc_point){to.x, to.z}, number);
    return segment;
}

/* The lines of all segments, and of the edges once more, in the order of the grid's lists. */
static void make_lines(fast_work *w)
{
    for (uint32_t s = 0; s < w->segment_count; s++) {
        const twc_point a = w->hot[w->segments[s].from].p, b = w->hot[w->segments[s].to].p;
        w->segment_line[s] = (fast_line){a.x, a.z, b.x - a.x, b.z - a.z};
        set_line(&w->segment_lines, s, w->segment_line[s]);
    }
    for (uint32_t i = 0; i < w->cell_count; i++) {
        const fast_cell *cell = &w->cells[i], *low = cell - cell->before, *high = cell + cell->after;
        for (uint32_t s = cell->segment; s < cell->segment + cell->segment_count; s++) {
            w->segments[s].near = low->segment;
            w->segments[s].near_end = high->segment + high->segment_count;
        }
    }
    for (uint32_t i = 0; i < w->grid.listed[FAST_EDGES]; i++)
        set_line(&w->listed_edges, i, w->edge_line[w->grid.list[FAST_EDGES][i]]);
}

/* ---- the snapped outline ---- */

static uint32_t segment_point(const fast_work *w, const fast_segment *segment, uint32_t i)
{
    return i == 0 ? segment->from : i <= segment->bend_count ? w->bends[segment->bend + i - 1] : segment->to;
}

static int make_outline(fast_work *w)
{
    uint32_t total = 0;
    for (uint32_t s = 0; s < w->segment_count; s++)
        total += w->segments[s].bend_count + 1;
    w->borders = twc_arena_take(&w->arena, total, sizeof *w->borders);
    w->starts = twc_arena_take(&w->arena, (size_t)w->hot_count + 3, 1);
    if (w->arena.full)
        return 0;
    memset(w->starts, 0, (size_t)w->hot_count + 3);
    for (uint32_t s = 0; s < w->segment_count; s++) {
        fast_segment *segment = &w->segments[s];
        segment->first = w->border_count;
        for (uint32_t i = 0; i <= segment->bend_count; i++)
            w->borders[w->border_count++] = (fast_border){segment_point(w, segment, i),
                                                          segment_point(w, segment, i + 1), TWC_NONE, TWC_NONE, 0};
    }
    TWC_ASSERT(w->border_count == total);
    for (uint32_t b = 0; b < w->border_count; b++) {
        fast_hot *from = &w->hot[w->borders[b].from], *to = &w->hot[w->borders[b].to];
        from->again |= from->out != TWC_NONE;
        to->again |= to->into != TWC_NONE;
        w->borders[b].next_out = from->out;
        from->out = b;
        to->into = b;
    }
    for (uint32_t b = 0; w->touches && b < w->border_count;
         b++) /* else every point is passed once: nothing runs back */
        for (uint32_t o = w->hot[w->borders[b].to].out; o != TWC_NONE; o = w->borders[o].next_out)
            w->borders[b].dropped |= w->borders[o].to == w->borders[b].from;
    for (uint32_t b = 0; b < w->border_count; b++)
        w->hot[w->borders[b].from].passes = (uint8_t)(w->hot[w->borders[b].from].passes + !w->borders[b].dropped);
    return 1;
}

int twc_fast_arrange(fast_work *w)
{
    for (uint32_t h = 0; h < w->hot_count; h++)
        w->hot[h].end = 1;
    for (uint32_t e = 0; e < w->edge_count; e++) {
        w->edges[e].seen = TWC_NONE;
        w->edges[e].bend_count = w->edges[e].touched = 0;
    }
    if (w->hot_count == w->hot_room)
        return 0;
    make_lines(w);
    if (!twc_fast_cross_segments(w) || !twc_fast_bend(w) || !make_outline(w))
        return 0;
    twc_fast_heights(w);
    return 1;
}
