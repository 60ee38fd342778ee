/* SPDX-License-Identifier: MIT */
/*
 * Bends: which edges and segments pass through the pixel of each hot point, and in what order along them. Spec cut 1.2,
 * 1.3, 2.4; twin reference/cut/bends.c; test tests/cut/test_cut.c.
 */
#include "cut/work.h"

static int edge_before(const fast_edge *a, const fast_edge *b)
{
    twc_point aa = {a->a.x, a->a.z}, ab = {a->b.x, a->b.z}, ba = {b->a.x, b->a.z}, bb = {b->b.x, b->b.z};
    return twc_point_before(aa, ba) || (twc_same_point(aa, ba) && twc_point_before(ab, bb));
}

/* Whether one is below 0 and the other above. */
/*@ requires close(a, 0) && close(b / 2, 0);
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> a < 0 < b || b < 0 < a; */
static inline int opposite(int32_t a, int32_t b)
{
    return a * b < 0;
}

/*
 * Whether a line bends through p: it meets its pixel, and ends elsewhere. Where p is strictly inside the line's box and
 * closer than the corners of its pixel, there are corners on both sides, and nothing is left to ask.
 */
/*@ requires \valid_read(line) && near_line(*line, p);
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 <==> !(p.x == line->x && p.z == line->z) && !(p.x == line->x + line->dx
      && p.z == line->z + line->dz)
      && meets(line->x, line->z, line->x + line->dx, line->z + line->dz, p.x, p.z); */
static int bends_through(const fast_line *line, twc_point p)
{
    const twc_point a = {line->x, line->z}, b = {line->x + line->dx, line->z + line->dz};
    const int between = opposite(p.x - a.x, p.x - b.x) & opposite(p.z - a.z, p.z - b.z);
    if (between && 2 * fast_size(fast_side(line, p)) < fast_reach(line))
        return 1;
    return !twc_same_point(a, p) && !twc_same_point(b, p) && twc_meets_pixel(a, b, p);
}

/* Keeps the pairs of lines and hot points that bend there: edges before segments. */
static size_t keep_bends(fast_work *w, fast_pair *pairs, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t line = pairs[i].a, edges = w->edge_count;
        fast_hot *hot = &w->hot[pairs[i].b];
        TWC_ASSERT(line < edges + w->segment_count && pairs[i].b < w->hot_count);
        if (!bends_through(line < edges ? &w->edge_line[line] : &w->segment_line[line - edges], hot->p))
            continue;
        if (line >= edges)
            hot->between++;
        else if (hot->edge == TWC_NONE || edge_before(&w->edges[line], &w->edges[hot->edge]))
            hot->edge = line;
        pairs[kept++] = pairs[i];
    }
    for (uint32_t h = 0; h < w->hot_count; h++)
        w->touches |= w->hot[h].between + w->hot[h].end > 1;
    return kept;
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
/*@ requires \valid_read(line) && near_line(*line, p);
    assigns \nothing;
    ensures \result == (p.x - line->x) * line->dx + (p.z - line->z) * line->dz; */
static int32_t along_line(const fast_line *line, twc_point p)
{
    return (p.x - line->x) * line->dx + (p.z - line->z) * line->dz;
}

/* Bends of each line together, in the order along it. `first`: by line, edges before segments, and one more. */
static void sort_bends(fast_work *w, const fast_pair *pairs, size_t count, uint32_t *first)
{
    const uint32_t lines = w->edge_count + w->segment_count;
    memset(first, 0, ((size_t)lines + 1) * sizeof *first);
    for (size_t i = 0; i < count; i++)
        first[pairs[i].a + 1]++;
    for (uint32_t l = 0; l < lines; l++)
        first[l + 1] += first[l];
    for (size_t i = 0; i < count; i++) {
        const uint32_t line = pairs[i].a, edges = w->edge_count;
        const fast_line *at_line = line < edges ? &w->edge_line[line] : &w->segment_line[line - edges];
        /* Insertion into the line's part, which holds so many points so far. */
        const uint32_t held = line < edges ? w->edges[line].bend_count : w->segments[line - edges].bend_count;
        const int32_t along = along_line(at_line, w->hot[pairs[i].b].p);
        uint32_t at = first[line] + held;
        for (; at > first[line] && along_line(at_line, w->hot[w->bends[at - 1]].p) > along; at--)
            w->bends[at] = w->bends[at - 1];
        TWC_ASSERT(at >= first[line] && at < first[line + 1]);
        w->bends[at] = pairs[i].b;
        set_bends(w, line, first[line], held + 1);
    }
}

int twc_fast_bend(fast_work *w)
{
    twc_arena scratch = w->arena;
    uint32_t *first = twc_arena_take(&scratch, (size_t)w->edge_count + w->segment_count + 1, sizeof *first);
    const size_t room = fast_pair_room(&scratch);
    fast_pair *pairs = first ? twc_arena_take(&scratch, room, sizeof *pairs) : NULL;
    size_t count = pairs ? w->candidates.bends(w, pairs, room) : SIZE_MAX;
    if (count == SIZE_MAX)
        return 0;
    count = keep_bends(w, pairs, count);
    /* The bends stay; they stand behind what they are made from. */
    w->arena.at = (unsigned char *)(pairs + (count + 1) / 2 * 2);
    w->bends = twc_arena_take(&w->arena, count, sizeof *w->bends);
    if (!w->bends)
        return 0;
    sort_bends(w, pairs, count, first);
    return 1;
}
