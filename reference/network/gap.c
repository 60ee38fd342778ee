/* SPDX-License-Identifier: MIT */
/*
 * The border of a pad between two openings: a chord where it cuts a corner, else its points, thinned and split. Spec
 * network 4; no twin: a network is placed once, with either library; test tests/network/test_pads.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "network/stage.h"

static twc_point at(const twc_obstacles *around, int32_t i)
{
    return around->loop[i % around->count];
}

/* Whether the gap lies on the pad's side of its chord, and not all on it. */
static int is_concave(const twc_obstacles *around, int32_t from, int32_t to)
{
    int beyond = 0;
    for (int32_t i = from + 1; i < to; i++) {
        int64_t side = twc_point_area2(at(around, from), at(around, to), at(around, i));
        if (side < 0)
            return 0;
        beyond |= side > 0;
    }
    return beyond;
}

/* Whether b lies in the corner i of a loop that turns positively there, or on one of its sides. */
static int into_corner(const twc_point corner[4], int32_t i, twc_point b)
{
    twc_point here = corner[i], before = corner[(i + 3) % 4], after = corner[(i + 1) % 4];
    return twc_point_area2(here, after, b) >= 0 && twc_point_area2(before, here, b) >= 0;
}

static int chord_meets_cell(twc_point a, twc_point b, const twc_quad *quad)
{
    for (int32_t i = 0; i < 4; i++) {
        twc_point p = quad->corner[i], q = quad->corner[(i + 1) % 4];
        if (twc_same_point(p, a) || twc_same_point(p, b)) {
            if (into_corner(quad->corner, i, twc_same_point(p, a) ? b : a))
                return 1;
        } else if (!twc_same_point(q, a) && !twc_same_point(q, b) && twc_reference_segments_meet(a, b, p, q)) {
            return 1;
        }
    }
    return 0;
}

/* Whether the chord of a gap meets the rest of the loop, or a cell that an arm keeps. */
static int chord_meets(const twc_obstacles *around, int32_t from, int32_t to)
{
    twc_point a = at(around, from), b = at(around, to);
    for (int32_t i = to; i < from + around->count; i++) {
        twc_point p = at(around, i), q = at(around, i + 1);
        int first = twc_same_point(p, b), last = twc_same_point(q, a);
        if (!(first  ? twc_point_area2(a, b, q) == 0 && twc_along(b, a, q) > 0
              : last ? twc_point_area2(a, b, p) == 0 && twc_along(a, b, p) > 0
                     : twc_reference_segments_meet(a, b, p, q)))
            continue;
        return 1;
    }
    twc_box box = twc_segment_box(a, b);
    for (int32_t n = 0; n < around->network->arm_count; n++) {
        const twc_arm *arm = &around->network->arms[n];
        for (int32_t k = arm->setback[0]; !arm->swallowed && k < twc_arm_cells(arm) - arm->setback[1]; k++) {
            twc_quad quad = twc_reference_arm_quad(arm, k, arm->half_cm);
            if (twc_boxes_meet(quad.box, box) && chord_meets_cell(a, b, &quad))
                return 1;
        }
    }
    return 0;
}

static int is_near(twc_point a, twc_point b)
{
    return twc_along(a, b, b) < (int64_t)TWC_NETWORK_NEAR_CM * TWC_NETWORK_NEAR_CM;
}

/* Appends a and the points that split a -> b into parts of about 5 m; the new count, or -1. */
static int32_t split_side(twc_point a, twc_point b, twc_point *out, int32_t count, int32_t room)
{
    int64_t dx = (int64_t)b.x - a.x, dz = (int64_t)b.z - a.z;
    int32_t parts = (int32_t)floor(sqrt((double)(dx * dx + dz * dz)) / TWC_STATION_CM + 0.5);
    parts = parts < 1 ? 1 : parts;
    if (count + parts > room)
        return -1;
    for (int32_t i = 0; i < parts; i++)
        out[count++] = (twc_point){twc_part_way(a.x, dx, i, parts), twc_part_way(a.z, dz, i, parts)};
    return count;
}

int32_t twc_reference_gap(const twc_obstacles *around, int32_t from, int32_t to, twc_point *out, int32_t room)
{
    TWC_ASSERT(from >= 0 && from < to && to <= from + around->count);
    twc_point first = at(around, from), last = at(around, to), kept = first;
    int32_t count = 0;
    int cut = twc_along(first, last, last) <= (int64_t)TWC_NETWORK_CHORD_CM * TWC_NETWORK_CHORD_CM &&
              is_concave(around, from, to) && !chord_meets(around, from, to);
    for (int32_t i = from + 1; !cut && i < to; i++) {
        twc_point p = at(around, i);
        if (is_near(kept, p) || is_near(p, last))
            continue;
        count = split_side(kept, p, out, count, room);
        if (count < 0)
            return -1;
        kept = p;
    }
    return twc_same_point(kept, last) ? count : split_side(kept, last, out, count, room);
}
