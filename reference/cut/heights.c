/* SPDX-License-Identifier: MIT */
/*
 * Heights of the points on the snapped outline: the ground's, and the corridor's own. Spec cut 3; twin
 * fast/cut/heights.c; test tests/cut/test_cut.c.
 */
#include "common/assertion.h"
#include "cut/stage.h"

/* From a, by the share of a b that p lies along. */
static float between(twc_point a, float ya, twc_point b, float yb, twc_point p)
{
    TWC_ASSERT(!twc_same_point(a, b));
    double share = (double)twc_along(a, b, p) / (double)twc_along(a, b, b);
    return (float)((double)ya + ((double)yb - (double)ya) * share);
}

static float ground_height(const twc_neighbourhood *around, const twc_arrangement *arrangement, const twc_hot *hot)
{
    twc_point p = hot->p;
    const twc_ground_triangle *over = NULL;
    for (size_t t = 0; t < around->triangle_count; t++) {
        const twc_ground_triangle *triangle = &around->triangles[t];
        if (!twc_boxes_meet(triangle->box, (twc_box){p.x, p.z, p.x, p.z}))
            continue;
        for (int k = 0; k < 3; k++)
            if (twc_same_point(twc_plan(triangle->corner[k]), p))
                return triangle->corner[k].y;
        if (!over && twc_triangle_contains(triangle->corner, p.x, p.z))
            over = triangle;
    }
    if (hot->edge != UINT32_MAX) {
        TWC_ASSERT(hot->edge < arrangement->edge_count);
        const twc_ground_edge *edge = &arrangement->edges[hot->edge];
        return between(twc_plan(edge->a), edge->a.y, twc_plan(edge->b), edge->b.y, p);
    }
    return over ? twc_plane_height(over->corner[0], over->corner[1], over->corner[2], p.x, p.z) : 0.0f;
}

static void set_own(twc_hot *hot, float y, int known)
{
    if (hot->known < known) {
        hot->own = y;
        hot->known = known;
    }
}

static int segment_before(const twc_outline_segment *a, const twc_outline_segment *b)
{
    twc_point a0 = twc_point_before(a->from, a->to) ? a->from : a->to,
              b0 = twc_point_before(b->from, b->to) ? b->from : b->to;
    twc_point a1 = twc_point_before(a->from, a->to) ? a->to : a->from,
              b1 = twc_point_before(b->from, b->to) ? b->to : b->from;
    return twc_point_before(a0, b0) || (twc_same_point(a0, b0) && twc_point_before(a1, b1));
}

/* The corridor's height on a segment of its outline, at a point of the chain that is not an end. */
static float own_height(const twc_arrangement *arrangement, const twc_outline_segment *segment, const twc_hot *hot)
{
    if (segment->follows)
        return hot->ground;
    float from = segment->ground[0] ? twc_reference_hot(arrangement, segment->from)->ground : segment->y[0];
    float to = segment->ground[1] ? twc_reference_hot(arrangement, segment->to)->ground : segment->y[1];
    return twc_point_before(segment->from, segment->to) ? between(segment->from, from, segment->to, to, hot->p)
                                                        : between(segment->to, to, segment->from, from, hot->p);
}

/* The lowest segment that passes through each point decides; `order` remembers which that was. */
static void set_between(twc_arrangement *arrangement, uint32_t s)
{
    const twc_outline_segment *segment = &arrangement->segments[s];
    for (uint32_t i = 1; i + 1 < segment->chain_count; i++) {
        twc_hot *hot = twc_reference_hot(arrangement, arrangement->chains[segment->chain + i]);
        TWC_ASSERT(hot); /* chains are made of hot points */
        int lowest = 1;
        for (uint32_t o = 0; o < arrangement->segment_count && lowest; o++) {
            const twc_outline_segment *other = &arrangement->segments[o];
            if (o == s || !segment_before(other, segment))
                continue;
            for (uint32_t j = 1; j + 1 < other->chain_count; j++)
                lowest &= !twc_same_point(arrangement->chains[other->chain + j], hot->p);
        }
        if (lowest)
            set_own(hot, own_height(arrangement, segment, hot), 1);
    }
}

void twc_reference_heights(const twc_neighbourhood *around, twc_arrangement *arrangement)
{
    for (size_t s = 0; s < arrangement->segment_count; s++)
        for (uint32_t i = 0; i < arrangement->segments[s].chain_count; i++) {
            twc_hot *hot = twc_reference_hot(arrangement, arrangement->chains[arrangement->segments[s].chain + i]);
            if (hot->known == 0) {
                hot->ground = ground_height(around, arrangement, hot);
                hot->known = -1;
            }
        }
    for (size_t h = 0; h < arrangement->hot_count; h++)
        arrangement->hot[h].known = 0;
    for (size_t s = 0; s < arrangement->segment_count; s++) {
        const twc_outline_segment *segment = &arrangement->segments[s];
        twc_hot *from = twc_reference_hot(arrangement, segment->from),
                *to = twc_reference_hot(arrangement, segment->to);
        TWC_ASSERT(from != NULL && to != NULL);
        set_own(from, segment->ground[0] ? from->ground : segment->y[0], 2);
        set_own(to, segment->ground[1] ? to->ground : segment->y[1], 2);
    }
    for (uint32_t s = 0; s < arrangement->segment_count; s++)
        set_between(arrangement, s);
    /*
     * Where the outline touches itself, both sides lie on the ground: a wall there would have four faces on one edge.
     */
    for (size_t h = 0; h < arrangement->hot_count; h++)
        if (arrangement->hot[h].passes > 1)
            arrangement->hot[h].own = arrangement->hot[h].ground;
}
