/* SPDX-License-Identifier: MIT */
/*
 * Heights of the hot points on the outline: the ground's, and the corridor's own. Spec cut 3; twin
 * reference/cut/heights.c; test tests/cut/test_cut.c.
 */
#include "cut/work.h"

static float between(twc_point a, float ya, twc_point b, float yb, twc_point p)
{
    TWC_ASSERT(!twc_same_point(a, b));
    double share = (double)twc_along(a, b, p) / (double)twc_along(a, b, b);
    return (float)((double)ya + ((double)yb - (double)ya) * share);
}

static void set_own(fast_hot *hot, float y, uint8_t known)
{
    if (hot->known < known) {
        hot->own = y;
        hot->known = known;
    }
}

static int segment_before(const fast_work *w, const fast_segment *a, const fast_segment *b)
{
    twc_point a0 = w->hot[a->from].p, a1 = w->hot[a->to].p, b0 = w->hot[b->from].p, b1 = w->hot[b->to].p, swap;
    if (twc_point_before(a1, a0)) {
        swap = a0;
        a0 = a1;
        a1 = swap;
    }
    if (twc_point_before(b1, b0)) {
        swap = b0;
        b0 = b1;
        b1 = swap;
    }
    return twc_point_before(a0, b0) || (twc_same_point(a0, b0) && twc_point_before(a1, b1));
}

/* Of the segments that bend through a hot point, whether this is the lowest; asked where there are several. */
static int is_lowest(const fast_work *w, const fast_segment *segment, uint32_t h)
{
    for (uint32_t o = 0; o < w->segment_count; o++) {
        const fast_segment *other = &w->segments[o];
        if (other == segment || !segment_before(w, other, segment))
            continue;
        for (uint32_t i = 0; i < other->bend_count; i++)
            if (w->bends[other->bend + i] == h)
                return 0;
    }
    return 1;
}

static float end_height(const fast_work *w, const fast_segment *segment, int end)
{
    return segment->ground[end] ? w->hot[end ? segment->to : segment->from].ground : segment->y[end];
}

static void set_between(fast_work *w, const fast_segment *segment)
{
    for (uint32_t i = 0; i < segment->bend_count; i++) {
        uint32_t h = w->bends[segment->bend + i];
        fast_hot *hot = &w->hot[h];
        if (hot->between > 1 && !is_lowest(w, segment, h))
            continue;
        if (segment->follows) {
            set_own(hot, hot->ground, 1);
            continue;
        }
        twc_point a = w->hot[segment->from].p, b = w->hot[segment->to].p;
        float ya = end_height(w, segment, 0), yb = end_height(w, segment, 1);
        set_own(hot, twc_point_before(a, b) ? between(a, ya, b, yb, hot->p) : between(b, yb, a, ya, hot->p), 1);
    }
}

void twc_fast_heights(fast_work *w)
{
    uint32_t last = TWC_NONE;
    for (uint32_t h = 0; h < w->hot_count; h++) {
        fast_hot *hot = &w->hot[h];
        if (hot->vertex)
            continue;
        if (hot->edge == TWC_NONE) {
            if (!hot->planed)
                hot->ground = twc_fast_ground_height(w, hot->p, &last);
            continue;
        }
        const fast_edge *edge = &w->edges[hot->edge];
        hot->ground = between((twc_point){edge->a.x, edge->a.z}, edge->a.y, (twc_point){edge->b.x, edge->b.z},
                              edge->b.y, hot->p);
    }
    for (uint32_t s = 0; s < w->segment_count; s++) {
        const fast_segment *segment = &w->segments[s];
        set_own(&w->hot[segment->from], end_height(w, segment, 0), 2);
        set_own(&w->hot[segment->to], end_height(w, segment, 1), 2);
    }
    for (uint32_t s = 0; s < w->segment_count; s++)
        set_between(w, &w->segments[s]);
    for (uint32_t h = 0; h < w->hot_count; h++)
        if (w->hot[h].passes > 1)
            w->hot[h].own = w->hot[h].ground;
}
