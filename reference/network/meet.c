/* SPDX-License-Identifier: MIT */
/*
 * Whether cells of arms meet in plan, exactly. Spec network 2.1; no twin: a network is placed once, with either
 * library; test tests/network/test_setbacks.c.
 */
#include "common/assertion.h"
#include "network/stage.h"

static twc_box loop_box(const twc_point *p, int32_t count)
{
    twc_box box = {p[0].x, p[0].z, p[0].x, p[0].z};
    for (int32_t i = 1; i < count; i++) {
        box.x0 = p[i].x < box.x0 ? p[i].x : box.x0;
        box.z0 = p[i].z < box.z0 ? p[i].z : box.z0;
        box.x1 = p[i].x > box.x1 ? p[i].x : box.x1;
        box.z1 = p[i].z > box.z1 ? p[i].z : box.z1;
    }
    return box;
}

twc_quad twc_reference_arm_quad(const twc_arm *arm, int32_t cell, int32_t half_cm)
{
    const twc_station *a = &arm->stations[cell], *b = a + 1;
    TWC_ASSERT(cell >= 0 && cell + 1 < arm->station_count);
    twc_quad quad = {{twc_station_point(a, half_cm), twc_station_point(b, half_cm), twc_station_point(b, -half_cm),
                      twc_station_point(a, -half_cm)},
                     {0, 0, 0, 0}};
    quad.box = loop_box(quad.corner, 4);
    return quad;
}

/* The turns of docs/spec/cut.md 4.3. */
int32_t twc_reference_loop_turns(const twc_point *points, int32_t count, int64_t x2, int64_t z2)
{
    int32_t turns = 0;
    for (int32_t i = 0; i < count; i++) {
        twc_point p = points[i], q = points[i + 1 < count ? i + 1 : 0];
        int64_t ax = 2 * (int64_t)p.x, az = 2 * (int64_t)p.z, bx = 2 * (int64_t)q.x, bz = 2 * (int64_t)q.z;
        if ((az <= z2) == (bz <= z2))
            continue;
        int64_t side = (bz - az) * (x2 - ax) - (bx - ax) * (z2 - az);
        turns += az <= z2 ? side > 0 : -(side < 0);
    }
    return turns;
}

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

/* Whether p, which lies on the line of a b, lies between them. */
static int within(twc_point a, twc_point b, twc_point p)
{
    return (a.x < b.x ? a.x <= p.x && p.x <= b.x : b.x <= p.x && p.x <= a.x) &&
           (a.z < b.z ? a.z <= p.z && p.z <= b.z : b.z <= p.z && p.z <= a.z);
}

int twc_reference_segments_meet(twc_point a, twc_point b, twc_point c, twc_point d)
{
    int abc = sign(twc_point_area2(a, b, c)), abd = sign(twc_point_area2(a, b, d));
    int cda = sign(twc_point_area2(c, d, a)), cdb = sign(twc_point_area2(c, d, b));
    if (abc * abd < 0 && cda * cdb < 0)
        return 1;
    return (abc == 0 && within(a, b, c)) || (abd == 0 && within(a, b, d)) || (cda == 0 && within(c, d, a)) ||
           (cdb == 0 && within(c, d, b));
}

int twc_reference_loops_meet(const twc_point *p, int32_t p_count, const twc_point *q, int32_t q_count)
{
    for (int32_t i = 0; i < p_count; i++)
        for (int32_t j = 0; j < q_count; j++)
            if (twc_reference_segments_meet(p[i], p[i + 1 < p_count ? i + 1 : 0], q[j], q[j + 1 < q_count ? j + 1 : 0]))
                return 1;
    return twc_reference_loop_turns(p, p_count, 2 * (int64_t)q[0].x, 2 * (int64_t)q[0].z) != 0 ||
           twc_reference_loop_turns(q, q_count, 2 * (int64_t)p[0].x, 2 * (int64_t)p[0].z) != 0;
}

int twc_reference_quads_meet(const twc_quad *p, const twc_quad *q)
{
    return twc_boxes_meet(p->box, q->box) && twc_reference_loops_meet(p->corner, 4, q->corner, 4);
}
