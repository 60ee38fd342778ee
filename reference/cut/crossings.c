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
static size_t list_hot(const twc_neighbourhood *around, const twc_arrangement *arrangement, twc_hot *hot)
{
    size_t count = 0;
    twc_point p;
    for (size_t s = 0; s < arrangement->segment_count; s++) {
        const twc_outline_segment *segment = &arrangement->segments[s];
        twc_box box = twc_segment_box(segment->from, segment->to);
        if (hot) {
            hot[count] = (twc_hot){.p = segment->from, .edge = UINT32_MAX};
            hot[count + 1] = (twc_hot){.p = segment->to, .edge = UINT32_MAX};
        }
        count += 2;
        for (size_t e = 0; e < arrangement->edge_count; e++) {
            twc_point a = twc_plan(arrangement->edges[e].a), b = twc_plan(arrangement->edges[e].b);
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

int twc_reference_make_hot(const twc_neighbourhood *around, twc_arena *arena, twc_arrangement *arrangement)
{
    size_t count = list_hot(around, arrangement, NULL), kept = 0;
    arrangement->hot = twc_arena_take(arena, count, sizeof *arrangement->hot);
    if (!arrangement->hot)
        return 0;
    list_hot(around, arrangement, arrangement->hot);
    TWC_ASSERT(arrangement->segment_count == 0 || count >= 2 * arrangement->segment_count);
    qsort(arrangement->hot, count, sizeof *arrangement->hot, compare_hot);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_hot(&arrangement->hot[i], &arrangement->hot[kept - 1]) != 0)
            arrangement->hot[kept++] = arrangement->hot[i];
    TWC_ASSERT(kept <= count);
    arrangement->hot_count = kept;
    return 1;
}

twc_hot *twc_reference_hot(const twc_arrangement *arrangement, twc_point p)
{
    twc_hot wanted = {.p = p};
    return bsearch(&wanted, arrangement->hot, arrangement->hot_count, sizeof wanted, compare_hot);
}
