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
static uint32_t add_hot(fast_work *w, twc_point p)
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
    w->hot[w->hot_count] = (fast_hot){.p = p, .edge = TWC_NONE, .out = TWC_NONE};
    return w->hot_count++;
}

static int make_room(fast_work *w)
{
    uint32_t slots = 64, segments = 0;
    for (uint32_t i = 0; i < w->cell_count; i++) {
        const fast_cell *cell = &w->cells[i];
        segments += 2 + TWC_SECTION_ROWS * (uint32_t)((cell->cell == 0) + (cell->cell == cell->feature->station_count - 2));
    }
    w->hot_room = 64 + 16 * segments;
    while (slots < 2 * w->hot_room)
        slots *= 2;
    w->hot = twc_arena_take(&w->arena, w->hot_room, sizeof *w->hot);
    w->hot_slot = twc_arena_take(&w->arena, slots, sizeof *w->hot_slot);
    w->segments = twc_arena_take(&w->arena, segments, sizeof *w->segments);
    if (w->arena.full)
        return 0;
    memset(w->hot_slot, 0xFF, slots * sizeof *w->hot_slot);
    w->hot_mask = slots - 1;
    return 1;
}

/* ---- segments ---- */

static fast_segment *add_segment(fast_work *w, twc_vertex from, twc_vertex to)
{
    fast_segment *segment = &w->segments[w->segment_count++];
    *segment = (fast_segment){.from = add_hot(w, (twc_point){from.x, from.z}), .to = add_hot(w, (twc_point){to.x, to.z}), .y = {from.y, to.y}};
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
        segment->ground[0] = (from == 0 && !section->retains[TWC_LEFT]) || (from == rows - 1 && !section->retains[TWC_RIGHT]);
        segment->ground[1] = (to == 0 && !section->retains[TWC_LEFT]) || (to == rows - 1 && !section->retains[TWC_RIGHT]);
    }
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

static twc_box box_of(twc_point a, twc_point b)
{
    return (twc_box){a.x < b.x ? a.x : b.x, a.z < b.z ? a.z : b.z, a.x < b.x ? b.x : a.x, a.z < b.z ? b.z : a.z};
}

/* Whether p may lie within half a centimetre of a line, given twice the area it spans with a piece d of the line. */
static int maybe_near(int64_t area2, twc_point d)
{
    int64_t reach = (d.x < 0 ? -(int64_t)d.x : d.x) + (d.z < 0 ? -(int64_t)d.z : d.z);
    return 2 * (area2 < 0 ? -area2 : area2) <= reach;
}

/* ---- crossings ---- */

/* A vertex of the ground that the segment meets: hot, and its height is known. */
static int meet_vertex(fast_work *w, twc_point c, twc_point d, twc_vertex v, fast_edge *edge)
{
    twc_point p = {v.x, v.z};
    if (!twc_meets_pixel(c, d, p))
        return 1;
    edge->touched = 1; /* and so is every edge that ends here: the segment looks at them all */
    uint32_t h = add_hot(w, p);
    if (h == TWC_NONE)
        return 0;
    w->hot[h].vertex = 1;
    w->hot[h].ground = v.y;
    return 1;
}

static int cross_edge(fast_work *w, twc_point c, twc_point d, fast_edge *edge)
{
    twc_point a = {edge->a.x, edge->a.z}, b = {edge->b.x, edge->b.z}, p;
    twc_point along = {d.x - c.x, d.z - c.z};
    int64_t sa = twc_point_area2(c, d, a), sb = twc_point_area2(c, d, b);
    if (maybe_near(sa, along) && !meet_vertex(w, c, d, edge->a, edge))
        return 0;
    if (maybe_near(sb, along) && !meet_vertex(w, c, d, edge->b, edge))
        return 0;
    if ((sa > 0 && sb > 0) || (sa < 0 && sb < 0) || !twc_crossing(c, d, a, b, &p))
        return 1;
    return add_hot(w, p) != TWC_NONE;
}

static int cross_segment(fast_work *w, uint32_t number)
{
    const fast_segment *segment = &w->segments[number];
    const twc_point c = w->hot[segment->from].p, d = w->hot[segment->to].p;
    const twc_box box = twc_box_grown(box_of(c, d), 2);
    for (int32_t z = fast_square_of(box.z0); z <= fast_square_of(box.z1); z++)
        for (int32_t x = fast_square_of(box.x0); x <= fast_square_of(box.x1); x++) {
            const fast_square *square = twc_fast_square_at(&w->grid, x, z);
            for (uint32_t i = 0; square && i < square->count[FAST_EDGES]; i++) {
                fast_edge *edge = &w->edges[w->grid.list[FAST_EDGES][square->first[FAST_EDGES] + i]];
                if (edge->seen == number || edge->a.x > box.x1 || edge->b.x < box.x0 || (edge->a.z > box.z1 && edge->b.z > box.z1)
                    || (edge->a.z < box.z0 && edge->b.z < box.z0))
                    continue;
                edge->seen = number;
                if (!cross_edge(w, c, d, edge))
                    return 0;
            }
        }
    return 1;
}

/* ---- bends ---- */

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

/* Whether a b bends through p, an end of neither. */
static inline int bends_through(twc_point a, twc_point b, twc_point p)
{
    const int32_t area2 = fast_area2(a, b, p), dx = b.x - a.x, dz = b.z - a.z;
    return 2 * (area2 < 0 ? -area2 : area2) <= (dx < 0 ? -dx : dx) + (dz < 0 ? -dz : dz) && !twc_same_point(a, p) && !twc_same_point(b, p) && twc_meets_pixel(a, b, p);
}

static int bend_edges(fast_work *w, const fast_square *square, uint32_t h, bends *out)
{
    fast_hot *hot = &w->hot[h];
    const uint32_t *list = w->grid.list[FAST_EDGES] + square->first[FAST_EDGES];
    for (uint32_t i = 0; i < square->count[FAST_EDGES]; i++) {
        const fast_edge *edge = &w->edges[list[i]];
        if (!bends_through((twc_point){edge->a.x, edge->a.z}, (twc_point){edge->b.x, edge->b.z}, hot->p))
            continue;
        if (hot->edge == TWC_NONE || edge_before(edge, &w->edges[hot->edge]))
            hot->edge = list[i];
        if (!add_bend(out, list[i], h))
            return 0;
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
            if (!bends_through(w->hot[w->segments[s].from].p, w->hot[w->segments[s].to].p, hot->p))
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

static void ends_of(const fast_work *w, uint32_t line, twc_point *a, twc_point *b)
{
    if (line < w->edge_count) {
        *a = (twc_point){w->edges[line].a.x, w->edges[line].a.z};
        *b = (twc_point){w->edges[line].b.x, w->edges[line].b.z};
    } else {
        *a = w->hot[w->segments[line - w->edge_count].from].p;
        *b = w->hot[w->segments[line - w->edge_count].to].p;
    }
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
        twc_point from, to;
        ends_of(w, line, &from, &to);
        /* Insertion into the line's part, which holds bend_count points so far. */
        uint32_t *count = line < w->edge_count ? &w->edges[line].bend_count : &w->segments[line - w->edge_count].bend_count;
        uint32_t at = first[line] + *count;
        int64_t along = twc_along(from, to, w->hot[b->of[i].hot].p);
        for (; at > first[line] && twc_along(from, to, w->hot[w->bends[at - 1]].p) > along; at--)
            w->bends[at] = w->bends[at - 1];
        w->bends[at] = b->of[i].hot;
        set_bends(w, line, first[line], *count + 1);
    }
    return 1;
}

static int make_bends(fast_work *w)
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
    if (!w->borders)
        return 0;
    for (uint32_t s = 0; s < w->segment_count; s++) {
        fast_segment *segment = &w->segments[s];
        segment->first = w->border_count;
        for (uint32_t i = 0; i <= segment->bend_count; i++)
            w->borders[w->border_count++] =
                (fast_border){segment_point(w, segment, i), segment_point(w, segment, i + 1), TWC_NONE, TWC_NONE, 0};
    }
    for (uint32_t b = 0; b < w->border_count; b++) {
        fast_hot *from = &w->hot[w->borders[b].from];
        w->borders[b].next_out = from->out;
        from->out = b;
    }
    if (!w->touches) { /* every point is passed once: nothing runs back */
        for (uint32_t b = 0; b < w->border_count; b++)
            w->hot[w->borders[b].from].passes = 1;
        return 1;
    }
    for (uint32_t b = 0; b < w->border_count; b++)
        for (uint32_t o = w->hot[w->borders[b].to].out; o != TWC_NONE; o = w->borders[o].next_out)
            w->borders[b].dropped |= w->borders[o].to == w->borders[b].from;
    for (uint32_t b = 0; b < w->border_count; b++)
        w->hot[w->borders[b].from].passes = (uint8_t)(w->hot[w->borders[b].from].passes + !w->borders[b].dropped);
    return 1;
}

int twc_fast_arrange(fast_work *w)
{
    if (!make_room(w) || !make_segments(w))
        return 0;
    for (uint32_t s = 0; s < w->segment_count; s++)
        if (!cross_segment(w, s))
            return 0;
    if (!make_bends(w) || !make_outline(w))
        return 0;
    twc_fast_heights(w);
    return 1;
}
