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

static int near_segments(const twc_arrangement *made, twc_box box)
{
    for (size_t s = 0; s < made->segment_count; s++)
        if (twc_boxes_meet(twc_box_grown(twc_segment_box(made->segments[s].from, made->segments[s].to), TWC_SNAP_CM),
                           box))
            return 1;
    return 0;
}

static int make_edges(const twc_surroundings *around, twc_arena *arena, twc_arrangement *made)
{
    made->edges = twc_arena_take(arena, around->triangle_count * 3, sizeof *made->edges);
    if (!made->edges)
        return 0;
    size_t count = 0, kept = 0;
    for (size_t t = 0; t < around->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            twc_vertex a = around->triangles[t].corner[k], b = around->triangles[t].corner[(k + 1) % 3];
            int swap = twc_point_before(twc_plan(b), twc_plan(a));
            if (near_segments(made, twc_segment_box(twc_plan(a), twc_plan(b))))
                made->edges[count++] = (twc_ground_edge){swap ? b : a, swap ? a : b, 0, 0};
        }
    qsort(made->edges, count, sizeof *made->edges, compare_edge);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_edge(&made->edges[i], &made->edges[kept - 1]) != 0)
            made->edges[kept++] = made->edges[i];
    TWC_ASSERT(count <= around->triangle_count * 3 && kept <= count);
    made->edge_count = kept;
    return 1;
}

const twc_ground_edge *twc_reference_edge(const twc_arrangement *made, twc_point a, twc_point b)
{
    twc_ground_edge wanted = {{a.x, a.z, 0}, {b.x, b.z, 0}, 0, 0};
    return bsearch(&wanted, made->edges, made->edge_count, sizeof wanted, compare_edge);
}

/* ---- the snapped outline ---- */

int twc_reference_on_outline(const twc_arrangement *made, twc_point from, twc_point to)
{
    twc_border wanted = {from, to};
    return bsearch(&wanted, made->outline, made->outline_count, sizeof wanted, compare_border) != NULL;
}

static int make_outline(twc_arena *arena, twc_arrangement *made)
{
    size_t most = 0, count = 0, kept = 0;
    for (size_t s = 0; s < made->segment_count; s++)
        most += made->segments[s].chain_count;
    made->outline = twc_arena_take(arena, most, sizeof *made->outline);
    twc_border *all = twc_arena_take(arena, most, sizeof *all);
    if (!made->outline || !all)
        return 0;
    for (size_t s = 0; s < made->segment_count; s++) {
        const twc_point *chain = made->chains + made->segments[s].chain;
        for (uint32_t i = 0; i + 1 < made->segments[s].chain_count; i++)
            all[count++] = (twc_border){chain[i], chain[i + 1]};
    }
    TWC_ASSERT(made->segment_count == 0 || count > 0);
    qsort(all, count, sizeof *all, compare_border);
    for (size_t i = 0; i < count; i++) {
        twc_border back = {all[i].to, all[i].from};
        if (bsearch(&back, all, count, sizeof back, compare_border))
            continue;
        made->outline[kept++] = all[i];
        twc_reference_hot(made, all[i].from)->passes++;
    }
    TWC_ASSERT(count <= most && kept <= count);
    made->outline_count = kept;
    return 1;
}

int twc_reference_arrange(const twc_surroundings *around, twc_arena *arena, twc_arrangement *made)
{
    if (!make_edges(around, arena, made) || !twc_reference_make_hot(around, arena, made) ||
        !twc_reference_make_chains(arena, made) || !make_outline(arena, made))
        return 0;
    twc_reference_heights(around, made);
    return 1;
}
