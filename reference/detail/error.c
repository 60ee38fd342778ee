/* SPDX-License-Identifier: MIT */
/*
 * How far two surfaces over the same plan differ in height, exactly. Spec detail 7; twin fast/detail/error.c; test
 * tests/detail/test_error.c.
 */
#include "common/assertion.h"
#include "detail/stage.h"

#include <math.h>

/* A corner with its height in whole millimetres. */
typedef struct corner {
    int32_t x, z;
    int64_t height;
} corner;

static void corners_of(const twc_triangle *triangle, corner out[3])
{
    for (int k = 0; k < 3; k++) {
        const twc_vertex v = triangle->corner[k];
        out[k] = (corner){v.x, v.z, (int64_t)rint((double)v.y * 1000.0)};
    }
}

static int64_t area2(corner a, corner b, corner c)
{
    return twc_area2(a.x, a.z, b.x, b.z, c.x, c.z);
}

/* |numerator| / denominator, rounded up. */
static int64_t quotient(int64_t numerator, int64_t denominator)
{
    TWC_ASSERT(denominator > 0);
    if (numerator < 0)
        numerator = -numerator;
    return numerator / denominator + (numerator % denominator != 0);
}

/* From a point to the plane of a triangle that contains it; 0 where it does not. */
static int64_t above(const corner t[3], corner p)
{
    const int64_t a = area2(t[1], t[2], p), b = area2(t[2], t[0], p), c = area2(t[0], t[1], p);
    if (a < 0 || b < 0 || c < 0)
        return 0;
    return quotient(b * (t[1].height - t[0].height) + c * (t[2].height - t[0].height) -
                        (a + b + c) * (p.height - t[0].height),
                    a + b + c);
}

/* Where a-b and c-d cross: both points divide their edges by integers over one denominator. 0 where they do not. */
static int64_t across(corner a, corner b, corner c, corner d)
{
    int64_t along = area2(c, d, a), other = -area2(a, b, c), whole = along - area2(c, d, b);
    if (whole < 0) {
        along = -along;
        other = -other;
        whole = -whole;
    }
    if (whole == 0 || along < 0 || along > whole || other < 0 || other > whole)
        return 0;
    return quotient((a.height - c.height) * whole + along * (b.height - a.height) - other * (d.height - c.height),
                    whole);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t between(const corner t[3], const corner u[3])
{
    int64_t error = 0;
    for (int k = 0; k < 3; k++) {
        error = larger(error, above(t, u[k]));
        error = larger(error, above(u, t[k]));
        for (int n = 0; n < 3; n++)
            error = larger(error, across(t[k], t[(k + 1) % 3], u[n], u[(n + 1) % 3]));
    }
    return error;
}

uint32_t twc_reference_detail_error(const twc_mesh *coarse, const twc_mesh *fine)
{
    int64_t error = 0;
    for (uint32_t k = 0; k < coarse->triangle_count; k++)
        for (uint32_t n = 0; n < fine->triangle_count; n++) {
            corner t[3], u[3];
            corners_of(&coarse->triangles[k], t);
            corners_of(&fine->triangles[n], u);
            error = larger(error, between(t, u));
        }
    return (uint32_t)error;
}
