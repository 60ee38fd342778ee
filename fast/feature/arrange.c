/* SPDX-License-Identifier: MIT */
/* The arrangement through the grid: crossings per segment, bends per hot point, the snapped outline. */
#include "feature/work.h"

/* ---- hot points ---- */

static uint32_t hash_of(twc_point p)
{
    uint32_t h = (uint32_t)p.x * 0x9E3779B1u ^ (uint32_t)p.z * 0x85EBCA77u;
    return h ^ h >> 15;
}

/* The hot point at p, made when there is none; TWC_NONE when there is no room. */
static uint32_t add_hot(fast_work *w, twc_point p, uint32_t segment)
{
    uint32_t h = hash_of(p), i;
    while ((i = w->hot_slot[h & w->hot_mask]) != TWC_NONE) {
        if (twc_same_point(w->hot[i].p, p))
            return i;
        h++;
    }
    if (w->hot_count == w->hot_room)
        return TWC_NONE;
    w->hot_slot[h & w->hot_mask] = w->hot_count;
    w->hot[w->hot_count] = (fast_hot){.p = p, .edge = TWC_NONE, .segment = segment, .out = TWC_NONE, .into = TWC_NONE};
    return w->hot_count++;
}

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

static int make_room(fast_work *w)
{
    uint32_t slots = 64, segments = 0;
    for (uint32_t i = 0; i < w->cell_count; i++) {
        const fast_cell *cell = &w->cells[i];
        segments += 2 +
                    TWC_SECTION_ROWS * (uint32_t)((cell->cell == 0) + (cell->cell == cell->feature->station_count - 2));
    }
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
    w->hot_mask = slots - 1;
    return 1;
}

/* ---- segments ---- */

static fast_segment *add_segment(fast_work *w, twc_vertex from, twc_vertex to)
{
    const uint32_t number = w->segment_count++;
    fast_segment *segment = &w->segments[number];
    *segment = (fast_segment){.y = {from.y, to.y}};
    segment->from = add_hot(w, (twc_point){from.x, from.z}, number);
    segment->to = add_hot(w, (twc_point){to.x, to.z}, number);
    return segment;
}

static void add_end(fast_work *w, const twc_cross_section *section, int32_t rows, int last)
{
    for (int32_t r = 0; r + 1 < rows; r++) {
        int32_t from = last ? rows - 1 - r : r, to = last ? from - 1 : from + 1;
        twc_vertex a = section->row[from], b = section->row[to];
        if (a.x == b.x && a.z == b.z)
            continue;
        fast_segment *segment = add_segment(w, a, b);
        segment->ground[0] = (from == 0 && !section->retains[TWC_LEFT]) ||
                             (from == rows - 1 && !section->retains[TWC_RIGHT]);
        segment->ground[1] = (to == 0 && !section->retains[TWC_LEFT]) ||
                             (to == rows - 1 && !section->retains[TWC_RIGHT]);
    }
}

/* The solve has looked at the ground there. */
static void set_ground(fast_hot *hot, float ground)
{
    hot->ground = ground;
    hot->planed = 1;
}

static int make_segments(fast_work *w)
{
    for (uint32_t i = 0; i < w->cell_count; i++) {
        fast_cell *cell = &w->cells[i];
        const twc_cross_section *low = &cell->section[0], *high = &cell->section[1];
        const int32_t rows = twc_section_row_count(&cell->feature->profile), last = cell->feature->station_count - 2;
        cell->segment = w->segment_count;
        fast_segment *left = add_segment(w, high->row[0], low->row[0]);
        left->ground[0] = !high->retains[TWC_LEFT];
        left->ground[1] = !low->retains[TWC_LEFT];
        left->follows = left->ground[0] & left->ground[1];
        fast_segment *right = add_segment(w, low->row[rows - 1], high->row[rows - 1]);
        right->ground[0] = !low->retains[TWC_RIGHT];
        right->ground[1] = !high->retains[TWC_RIGHT];
        right->follows = right->ground[0] & right->ground[1];
        if (cell->feature->profile.edge == TWC_EDGE_BANK) {
            set_ground(&w->hot[left->from], cell->ground[1][TWC_LEFT]);
            set_ground(&w->hot[left->to], cell->ground[0][TWC_LEFT]);
            set_ground(&w->hot[right->from], cell->ground[0][TWC_RIGHT]);
            set_ground(&w->hot[right->to], cell->ground[1][TWC_RIGHT]);
        }
        if (cell->cell == 0)
            add_end(w, low, rows, 0);
        if (cell->cell == last)
            add_end(w, high, rows, 1);
        cell->segment_count = w->segment_count - cell->segment;
    }
    for (uint32_t h = 0; h < w->hot_count; h++)
        w->hot[h].end = 1;
    return w->hot_count < w->hot_room;
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

/* ---- crossings ---- */

/* A vertex of the ground that the segment meets: hot, and its height is known. */
static int meet_vertex(fast_work *w, twc_point c, twc_point d, twc_vertex v, fast_edge *edge)
{
    twc_point p = {v.x, v.z};
    if (!twc_meets_pixel(c, d, p))
        return 1;
    edge->touched = 1; /* and so is every edge that ends here: the segment looks at them all */
    uint32_t h = add_hot(w, p, edge->seen);
    if (h == TWC_NONE)
        return 0;
    w->hot[h].vertex = 1;
    w->hot[h].ground = v.y;
    return 1;
}

static int cross_edge(fast_work *w, const fast_line *segment, fast_edge *edge)
{
    const twc_point a = {edge->a.x, edge->a.z}, b = {edge->b.x, edge->b.z};
    const twc_point c = {segment->x, segment->z}, d = {segment->x + segment->dx, segment->z + segment->dz};
    const int32_t sa = fast_side(segment, a), sb = fast_side(segment, b);
    twc_point p;
    if (fast_is_close(segment, a) && !meet_vertex(w, c, d, edge->a, edge))
        return 0;
    if (fast_is_close(segment, b) && !meet_vertex(w, c, d, edge->b, edge))
        return 0;
    if ((sa > 0 && sb > 0) || (sa < 0 && sb < 0) || !twc_crossing(c, d, a, b, &p))
        return 1;
    return add_hot(w, p, edge->seen) != TWC_NONE;
}

static int cross_segments(fast_work *w)
{
    twc_arena scratch = w->arena;
    const size_t room = fast_pair_room(&scratch);
    fast_pair *pairs = twc_arena_take(&scratch, room, sizeof *pairs);
    const size_t count = pairs ? w->sifts->crossings(w, pairs, room) : SIZE_MAX;
    if (count == SIZE_MAX)
        return 0;
    for (size_t i = 0; i < count; i++) {
        fast_edge *edge = &w->edges[pairs[i].b];
        if (edge->seen == pairs[i].a)
            continue;
        edge->seen = pairs[i].a;
        if (!cross_edge(w, &w->segment_line[pairs[i].a], edge))
            return 0;
    }
    return 1;
}

/* ---- the snapped outline ---- */

uint32_t twc_fast_hot_at(const fast_work *w, twc_point p)
{
    uint32_t h = hash_of(p), i;
    while ((i = w->hot_slot[h & w->hot_mask]) != TWC_NONE && !twc_same_point(w->hot[i].p, p))
        h++;
    return i;
}

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
    w->segment_count = w->hot_count = w->border_count = 0;
    w->touches = 0;
    for (uint32_t e = 0; e < w->edge_count; e++) {
        w->edges[e].seen = TWC_NONE;
        w->edges[e].bend_count = w->edges[e].touched = 0;
    }
    if (!make_room(w) || !make_segments(w))
        return 0;
    make_lines(w);
    if (!cross_segments(w) || !twc_fast_bend(w) || !make_outline(w))
        return 0;
    twc_fast_heights(w);
    return 1;
}
