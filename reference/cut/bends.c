/* SPDX-License-Identifier: MIT */
/*
 * Chains: segments and edges bent through the hot points whose pixels they meet, in the order along them. Spec cut 1.2,
 * 1.3, 2.4; twin fast/cut/bends.c; test tests/cut/test_cut.c.
 */
#include "common/assertion.h"
#include "cut/stage.h"

/* First hot point at or after an x. */
static size_t first_hot(const twc_arrangement *arrangement, int32_t x)
{
    size_t low = 0, high = arrangement->hot_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (arrangement->hot[middle].p.x < x)
            low = middle + 1;
        else
            high = middle;
    }
    TWC_ASSERT(low == arrangement->hot_count || arrangement->hot[low].p.x >= x);
    return low;
}

/* Bends a -> b: appends its chain to the chains, ends included; 0 when there is no room. */
static uint32_t bend(const twc_arrangement *arrangement, twc_point a, twc_point b, twc_point *chain, size_t room)
{
    twc_box box = twc_box_grown(twc_segment_box(a, b), TWC_BEND_CM);
    uint32_t count = 0;
    if (room < 2)
        return 0;
    chain[count++] = a;
    for (size_t h = first_hot(arrangement, box.x0); h < arrangement->hot_count && arrangement->hot[h].p.x <= box.x1;
         h++) {
        twc_point p = arrangement->hot[h].p;
        if (p.z < box.z0 || p.z > box.z1 || twc_same_point(p, a) || twc_same_point(p, b) || !twc_meets_pixel(a, b, p))
            continue;
        if (count + 2 > room)
            return 0;
        uint32_t at = count++;
        for (; at > 1 && twc_along(a, b, chain[at - 1]) > twc_along(a, b, p); at--)
            chain[at] = chain[at - 1];
        chain[at] = p;
    }
    TWC_ASSERT(count < room && twc_same_point(chain[0], a));
    chain[count++] = b;
    return count;
}

int twc_reference_make_chains(twc_arena *arena, twc_arrangement *arrangement)
{
    /* All that is left of the arena is taken, and what was not needed is given back. */
    size_t room = (size_t)(arena->end - arena->at) / sizeof *arrangement->chains / 2, total = 0;
    arrangement->chains = (twc_point *)(void *)arena->at;
    for (size_t s = 0; s < arrangement->segment_count; s++) {
        twc_outline_segment *segment = &arrangement->segments[s];
        segment->chain = total;
        segment->chain_count = bend(arrangement, segment->from, segment->to, arrangement->chains + total, room - total);
        if (segment->chain_count == 0)
            return 0;
        total += segment->chain_count;
    }
    for (size_t e = 0; e < arrangement->edge_count; e++) {
        twc_ground_edge *edge = &arrangement->edges[e];
        edge->chain = total;
        edge->chain_count = bend(arrangement, twc_plan(edge->a), twc_plan(edge->b), arrangement->chains + total,
                                 room - total);
        if (edge->chain_count == 0)
            return 0;
        for (uint32_t i = 1; i + 1 < edge->chain_count; i++) {
            twc_hot *hot = twc_reference_hot(arrangement, arrangement->chains[total + i]);
            TWC_ASSERT(hot != NULL); /* a bend is a hot point */
            hot->edge = hot->edge < e ? hot->edge : (uint32_t)e;
        }
        total += edge->chain_count;
    }
    TWC_ASSERT(total <= room);
    arrangement->chain_total = total;
    return twc_arena_take(arena, total, sizeof *arrangement->chains) != NULL;
}
