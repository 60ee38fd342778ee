/* SPDX-License-Identifier: MIT */
/*
 * Hot points: the ends of segments, where segments cross edges of the ground, and the ground's vertices near them. Spec
 * cut 1.1, 2.3; twin fast/cut/crossings.c; test tests/cut/test_cut.c.
 */
#include <stdlib.h>

#include "common/assertion.h"
#include "cut/stage.h"

static int compare_hot(const void *left, const void *right)
{
    return twc_compare_points(((const twc_hot *)left)->p, ((const twc_hot *)right)->p);
}

/* Calls for every hot point, with repeats: counts them when `hot` is NULL. */
static size_t list_hot(const twc_surroundings *around, const twc_arrangement *made, twc_hot *hot)
{
    size_t count = 0;
    twc_point p;
    for (size_t s = 0; s < made->segment_count; s++) {
        const twc_outline_segment *segment = &made->segments[s];
        twc_box box = twc_segment_box(segment->from, segment->to);
        if (hot) {
            hot[count] = (twc_hot){.p = segment->from, .edge = UINT32_MAX};
            hot[count + 1] = (twc_hot){.p = segment->to, .edge = UINT32_MAX};
        }
        count += 2;
        for (size_t e = 0; e < made->edge_count; e++) {
            twc_point a = twc_plan(made->edges[e].a), b = twc_plan(made->edges[e].b);
            if (!twc_boxes_meet(twc_segment_box(a, b), box) || !twc_crossing(segment->from, segment->to, a, b, &p))
                continue;
            if (hot)
                hot[count] = (twc_hot){.p = p, .edge = UINT32_MAX};
            count++;
        }
        for (size_t t = 0; t < around->triangle_count; t++) {
            if (!twc_boxes_meet(around->triangles[t].box, twc_box_grown(box, TWC_SNAP_CM)))
                continue;
            for (int k = 0; k < 3; k++) {
                p = twc_plan(around->triangles[t].corner[k]);
                if (!twc_boxes_meet((twc_box){p.x, p.z, p.x, p.z}, twc_box_grown(box, TWC_SNAP_CM)))
                    continue;
                if (hot)
                    hot[count] = (twc_hot){.p = p, .edge = UINT32_MAX};
                count++;
            }
        }
    }
    return count;
}

int twc_reference_make_hot(const twc_surroundings *around, twc_arena *arena, twc_arrangement *made)
{
    size_t count = list_hot(around, made, NULL), kept = 0;
    made->hot = twc_arena_take(arena, count, sizeof *made->hot);
    if (!made->hot)
        return 0;
    list_hot(around, made, made->hot);
    TWC_ASSERT(made->segment_count == 0 || count >= 2 * made->segment_count);
    qsort(made->hot, count, sizeof *made->hot, compare_hot);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_hot(&made->hot[i], &made->hot[kept - 1]) != 0)
            made->hot[kept++] = made->hot[i];
    TWC_ASSERT(kept <= count);
    made->hot_count = kept;
    return 1;
}

twc_hot *twc_reference_hot(const twc_arrangement *made, twc_point p)
{
    twc_hot wanted = {.p = p};
    return bsearch(&wanted, made->hot, made->hot_count, sizeof wanted, compare_hot);
}
