/* SPDX-License-Identifier: MIT */
/*
 * The wall over a unit edge between two layers: a zipper that passes every height about its ends. Spec overlay 6; twin
 * fast/overlay/walls.c; test tests/overlay/test_overlay.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "overlay/stage.h"

enum { TWC_WALL_HEIGHTS = 64 };

/* From the lower layer's height to the higher's, every height about p between them. */
static size_t wall_side(const twc_overlay *o, twc_point p, float from, float to, float *side)
{
    float all[TWC_WALL_HEIGHTS];
    size_t count = twc_overlay_sector_heights(o, p, all, TWC_WALL_HEIGHTS - 2), kept = 0;
    if (count == SIZE_MAX)
        return SIZE_MAX;
    side[kept++] = from;
    for (size_t i = 0; i < count; i++) {
        float y = from < to ? all[i] : all[count - 1 - i];
        if ((from < y && y < to) || (to < y && y < from))
            side[kept++] = y;
    }
    if (from != to)
        side[kept++] = to;
    return kept;
}

/* The share of a side that its next vertex lies at; more than 1 at its end. */
static double next_share(const float *side, size_t count, size_t at)
{
    return at + 1 == count ? 2.0
                           : ((double)side[at + 1] - (double)side[0]) / ((double)side[count - 1] - (double)side[0]);
}

size_t twc_overlay_wall(const twc_overlay *o, const twc_overlay_ray *ray, twc_vertex (*out)[3], size_t room)
{
    twc_point p = ray->edge.from, q = ray->edge.to;
    float at_p[TWC_WALL_HEIGHTS], at_q[TWC_WALL_HEIGHTS];
    size_t p_count = wall_side(o, p, twc_overlay_height(o, ray->right, p), twc_overlay_height(o, ray->left, p), at_p);
    size_t q_count = wall_side(o, q, twc_overlay_height(o, ray->right, q), twc_overlay_height(o, ray->left, q), at_q);
    if (p_count == SIZE_MAX || q_count == SIZE_MAX || p_count + q_count - 2 > room)
        return SIZE_MAX;
    size_t total = p_count + q_count - 2, i = 0, j = 0;
    for (size_t n = total; n-- > 0;) { /* from below, written from above */
        twc_vertex here = {p.x, p.z, at_p[i]}, there = {q.x, q.z, at_q[j]};
        if (next_share(at_q, q_count, j) <= next_share(at_p, p_count, i)) {
            twc_vertex next = {q.x, q.z, at_q[++j]};
            memcpy(out[n], (twc_vertex[3]){next, here, there}, sizeof out[n]);
        } else {
            twc_vertex next = {p.x, p.z, at_p[++i]};
            memcpy(out[n], (twc_vertex[3]){there, next, here}, sizeof out[n]);
        }
    }
    TWC_ASSERT(i + 1 == p_count && j + 1 == q_count);
    return total;
}
