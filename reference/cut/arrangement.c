/* SPDX-License-Identifier: MIT */
/*
 * The arrangement: outlines and ground edges near each other, the hot points where they meet, every segment bent
 * through the hot points whose pixels it meets (snap rounding). Spec cut 2.2, 2.5; paper Algorithm 4; twin
 * fast/cut/arrangement.c; test tests/cut/test_cut.c.
 */
#include <stdlib.h>

#include "common/assertion.h"
#include "cut/stage.h"

static int compare_edge(const void *left, const void *right)
{
    const twc_ground_edge *a = left, *b = right;
    int order = twc_compare_points(twc_plan(a->a), twc_plan(b->a));
    return order ? order : twc_compare_points(twc_plan(a->b), twc_plan(b->b));
}

static int compare_border(const void *left, const void *right)
{
    const twc_border *a = left, *b = right;
    int order = twc_compare_points(a->from, b->from);
    return order ? order : twc_compare_points(a->to, b->to);
}

/* ---- edges of the ground ---- */

static int near_segments(const twc_arrangement *arrangement, twc_box box)
{
    for (size_t s = 0; s < arrangement->segment_count; s++)
        if (twc_boxes_meet(
                twc_box_grown(twc_segment_box(arrangement->segments[s].from, arrangement->segments[s].to), TWC_SNAP_CM),
                box))
            return 1;
    return 0;
}

static int make_edges(const twc_neighbourhood *around, twc_arena *arena, twc_arrangement *arrangement)
{
    arrangement->edges = twc_arena_take(arena, around->triangle_count * 3, sizeof *arrangement->edges);
    if (!arrangement->edges)
        return 0;
    size_t count = 0, kept = 0;
    for (size_t t = 0; t < around->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            twc_vertex a = around->triangles[t].corner[k], b = around->triangles[t].corner[(k + 1) % 3];
            int swap = twc_point_before(twc_plan(b), twc_plan(a));
            if (near_segments(arrangement, twc_segment_box(twc_plan(a), twc_plan(b))))
                arrangement->edges[count++] = (twc_ground_edge){swap ? b : a, swap ? a : b, 0, 0};
        }
    qsort(arrangement->edges, count, sizeof *arrangement->edges, compare_edge);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_edge(&arrangement->edges[i], &arrangement->edges[kept - 1]) != 0)
            arrangement->edges[kept++] = arrangement->edges[i];
    TWC_ASSERT(count <= around->triangle_count * 3 && kept <= count);
    arrangement->edge_count = kept;
    return 1;
}

const twc_ground_edge *twc_reference_edge(const twc_arrangement *arrangement, twc_point a, twc_point b)
{
    twc_ground_edge wanted = {{a.x, a.z, 0}, {b.x, b.z, 0}, 0, 0};
    return bsearch(&wanted, arrangement->edges, arrangement->edge_count, sizeof wanted, compare_edge);
}

/* ---- the snapped outline ---- */

int twc_reference_on_outline(const twc_arrangement *arrangement, twc_point from, twc_point to)
{
    twc_border wanted = {from, to};
    return bsearch(&wanted, arrangement->outline, arrangement->outline_count, sizeof wanted, compare_border) != NULL;
}

static int make_outline(twc_arena *arena, twc_arrangement *arrangement)
{
    size_t most = 0, count = 0, kept = 0;
    for (size_t s = 0; s < arrangement->segment_count; s++)
        most += arrangement->segments[s].chain_count;
    arrangement->outline = twc_arena_take(arena, most, sizeof *arrangement->outline);
    twc_border *all = twc_arena_take(arena, most, sizeof *all);
    if (!arrangement->outline || !all)
        return 0;
    for (size_t s = 0; s < arrangement->segment_count; s++) {
        const twc_point *chain = arrangement->chains + arrangement->segments[s].chain;
        for (uint32_t i = 0; i + 1 < arrangement->segments[s].chain_count; i++)
            all[count++] = (twc_border){chain[i], chain[i + 1]};
    }
    TWC_ASSERT(arrangement->segment_count == 0 || count > 0);
    qsort(all, count, sizeof *all, compare_border);
    for (size_t i = 0; i < count; i++) {
        twc_border back = {all[i].to, all[i].from};
        if (bsearch(&back, all, count, sizeof back, compare_border))
            continue;
        arrangement->outline[kept++] = all[i];
        twc_reference_hot(arrangement, all[i].from)->passes++;
    }
    TWC_ASSERT(count <= most && kept <= count);
    arrangement->outline_count = kept;
    return 1;
}

int twc_reference_arrange(const twc_neighbourhood *around, twc_arena *arena, twc_arrangement *arrangement)
{
    if (!make_edges(around, arena, arrangement) || !twc_reference_make_hot(around, arena, arrangement) ||
        !twc_reference_make_chains(arena, arrangement) || !make_outline(arena, arrangement))
        return 0;
    twc_reference_heights(around, arrangement);
    return 1;
}
