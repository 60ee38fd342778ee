/* SPDX-License-Identifier: MIT */
/* What dirty.c (ground) and dirty_features.c say to each other. */
#ifndef TWC_REFERENCE_WORLD_DIRTY_H
#define TWC_REFERENCE_WORLD_DIRTY_H

#include "footprint/stage.h"
#include "ground/stage.h"
#include "twc/facts.h"

/* ---- rectangles and boxes ---- */

static inline twc_rect twc_rect_grown(twc_rect rect, int32_t by)
{
    return (twc_rect){rect.x - by, rect.z - by, rect.nx + 2 * by, rect.nz + 2 * by};
}

static inline twc_rect twc_rect_meet(twc_rect a, twc_rect b)
{
    int32_t x = a.x > b.x ? a.x : b.x, z = a.z > b.z ? a.z : b.z;
    int32_t end_x = a.x + a.nx < b.x + b.nx ? a.x + a.nx : b.x + b.nx;
    int32_t end_z = a.z + a.nz < b.z + b.nz ? a.z + a.nz : b.z + b.nz;
    return (twc_rect){x, z, end_x > x ? end_x - x : 0, end_z > z ? end_z - z : 0};
}

/* The smallest rectangle, in units of `unit` of the given ones, that covers a rectangle. */
static inline twc_rect twc_rect_cover(twc_rect rect, int32_t unit)
{
    int32_t x = twc_floor_div(rect.x, unit), z = twc_floor_div(rect.z, unit);
    return (twc_rect){x, z, twc_floor_div(rect.x + rect.nx - 1, unit) - x + 1,
                      twc_floor_div(rect.z + rect.nz - 1, unit) - z + 1};
}

/* A box about nothing: meets no box. */
static const twc_box twc_no_box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};

static inline twc_box twc_box_about(twc_box a, twc_box b)
{
    return (twc_box){a.x0 < b.x0 ? a.x0 : b.x0, a.z0 < b.z0 ? a.z0 : b.z0, a.x1 > b.x1 ? a.x1 : b.x1,
                     a.z1 > b.z1 ? a.z1 : b.z1};
}

static inline twc_box twc_triangle_box(const twc_vertex corner[3])
{
    twc_box box = {corner[0].x, corner[0].z, corner[0].x, corner[0].z};
    for (int k = 1; k < 3; k++)
        box = twc_box_about(box, (twc_box){corner[k].x, corner[k].z, corner[k].x, corner[k].z});
    return box;
}

/* ---- ground (dirty.c) ---- */

/* As twc_dirty_bound without features. */
twc_rect twc_dirty_ground_bound(const twc_world *world, twc_fact_kind kind, twc_rect rect);

/* As twc_dirty_chunks without features; returns a box about every piece that changes shape. */
twc_box twc_dirty_ground(const twc_world *world, twc_fact_kind kind, twc_rect rect, twc_rect chunks, uint8_t *dirty);

#endif
