/* SPDX-License-Identifier: MIT */
/*
 * Hot points: where segments cross edges of the ground, and its vertices near them, by pairs that may meet. Spec cut
 * 1.1, 2.3; twin reference/cut/crossings.c; test tests/cut/test_cut.c.
 */
#include "cut/work.h"

static uint32_t hash_of(twc_point p)
{
    uint32_t h = (uint32_t)p.x * 0x9E3779B1u ^ (uint32_t)p.z * 0x85EBCA77u;
    return h ^ h >> 15;
}

uint32_t twc_fast_add_hot(fast_work *w, twc_point p, uint32_t segment)
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

uint32_t twc_fast_hot_at(const fast_work *w, twc_point p)
{
    uint32_t h = hash_of(p), i;
    while ((i = w->hot_slot[h & w->hot_mask]) != TWC_NONE && !twc_same_point(w->hot[i].p, p))
        h++;
    return i;
}

/* A vertex of the ground that the segment meets: hot, and its height is known. */
static int meet_vertex(fast_work *w, twc_point c, twc_point d, twc_vertex v, fast_edge *edge)
{
    twc_point p = {v.x, v.z};
    if (!twc_meets_pixel(c, d, p))
        return 1;
    edge->touched = 1; /* and so is every edge that ends here: the segment looks at them all */
    uint32_t h = twc_fast_add_hot(w, p, edge->seen);
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
    return twc_fast_add_hot(w, p, edge->seen) != TWC_NONE;
}

int twc_fast_cross_segments(fast_work *w)
{
    twc_arena scratch = w->arena;
    const size_t room = fast_pair_room(&scratch);
    fast_pair *pairs = twc_arena_take(&scratch, room, sizeof *pairs);
    const size_t count = pairs ? w->candidates.crossings(w, pairs, room) : SIZE_MAX;
    if (count == SIZE_MAX)
        return 0;
    for (size_t i = 0; i < count; i++) {
        fast_edge *edge = &w->edges[pairs[i].b];
        TWC_ASSERT(pairs[i].a < w->segment_count && pairs[i].b < w->edge_count);
        if (edge->seen == pairs[i].a)
            continue;
        edge->seen = pairs[i].a;
        if (!cross_edge(w, &w->segment_line[pairs[i].a], edge))
            return 0;
    }
    return 1;
}
