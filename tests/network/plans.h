/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks of straight lines, as the tests of the network stage draw them. */
#ifndef TWC_TESTS_NETWORK_PLANS_H
#define TWC_TESTS_NETWORK_PLANS_H

#include <stdalign.h>
#include <string.h>

#include "twc/network.h"
#include "twc/plan.h"

enum { PLAN_LINES = 16, PLAN_POINTS = 64, PLAN_BYTES = 1 << 24 };

/* A plan and what it points to. */
typedef struct plan_case {
    twc_network_plan plan;
    twc_network_line line[PLAN_LINES];
    twc_profile profile[PLAN_LINES];
    twc_point point[PLAN_LINES][PLAN_POINTS];
    twc_network_yard yard[4];
} plan_case;

/* A cart road of another width: the edge rows at half_cm less the wobble. */
static inline twc_profile plan_profile(int32_t half_cm)
{
    twc_profile profile = twc_cart_road;
    profile.row[0].offset_cm = -(half_cm - profile.inner_wobble_cm);
    profile.row[profile.row_count - 1].offset_cm = half_cm - profile.inner_wobble_cm;
    return profile;
}

static inline void plan_add(plan_case *c, int32_t half_cm, int32_t count, const twc_point *points)
{
    int32_t l = c->plan.line_count++;
    c->profile[l] = plan_profile(half_cm);
    memcpy(c->point[l], points, (size_t)count * sizeof *points);
    c->line[l] = (twc_network_line){&c->profile[l], count, c->point[l]};
    c->plan.lines = c->line;
    c->plan.yards = c->yard;
}

static inline void plan_segment(plan_case *c, int32_t half_cm, twc_point a, twc_point b)
{
    plan_add(c, half_cm, 2, (twc_point[]){a, b});
}

/* Splits into memory that every call uses anew. */
static inline twc_status plan_split(const plan_case *c, twc_network *network)
{
    static alignas(16) unsigned char memory[PLAN_BYTES];
    return twc_network_split(&c->plan, memory, sizeof memory, network);
}

/* Twice the area of a pad, as a sum over its points about the origin. */
static inline int64_t plan_area2(const twc_junction *junction)
{
    int64_t area2 = 0;
    for (int32_t i = 0; i < junction->point_count; i++) {
        twc_point p = junction->points[i], q = junction->points[(i + 1) % junction->point_count];
        area2 += (int64_t)p.z * q.x - (int64_t)p.x * q.z;
    }
    return area2;
}

#endif
