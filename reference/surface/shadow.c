/* SPDX-License-Identifier: MIT */
/*
 * Whether anything lies between a point and the sun. Spec surface 6.6; paper section 4.4; twin fast/surface/grid.c,
 * fast/surface/project.c; test tests/surface/test_raster.c.
 *
 * The sun is one direction, so "does anything lie between this point and the sun" becomes a question in plan: move
 * every point along that direction to a plane; a triangle shades the points that it then covers and lies above.
 */
#include "surface/raster_stage.h"

static double least(const double v[3])
{
    double low = v[0] < v[1] ? v[0] : v[1];
    return low < v[2] ? low : v[2];
}

static double greatest(const double v[3])
{
    double high = v[0] > v[1] ? v[0] : v[1];
    return high > v[2] ? high : v[2];
}

twc_caster twc_reference_caster(const double position[3][3])
{
    const double *sun = twc_the_look.sun;
    twc_caster caster;
    for (int k = 0; k < 3; k++) {
        caster.u[k] = position[k][0] - position[k][1] * (sun[0] / sun[1]);
        caster.v[k] = position[k][2] - position[k][1] * (sun[2] / sun[1]);
        caster.y[k] = position[k][1];
    }
    caster.low_u = least(caster.u);
    caster.high_u = greatest(caster.u);
    caster.low_v = least(caster.v);
    caster.high_v = greatest(caster.v);
    return caster;
}

/* Twice the area of the triangle of a point and the edge from corner a to corner b. */
static double edge_area(const twc_caster *c, int a, int b, double u, double v)
{
    return (c->u[b] - c->u[a]) * (v - c->v[a]) - (c->v[b] - c->v[a]) * (u - c->u[a]);
}

static int shades(const twc_caster *c, double u, double v, double height)
{
    if (u < c->low_u || u > c->high_u || v < c->low_v || v > c->high_v)
        return 0;
    double e0 = edge_area(c, 1, 2, u, v), e1 = edge_area(c, 2, 0, u, v), e2 = edge_area(c, 0, 1, u, v);
    int within = (e0 >= 0.0 && e1 >= 0.0 && e2 >= 0.0) || (e0 <= 0.0 && e1 <= 0.0 && e2 <= 0.0);
    double area = e0 + e1 + e2;
    if (!within || area == 0.0) /* a triangle seen on edge from the sun covers nothing */
        return 0;
    return (e0 * c->y[0] + e1 * c->y[1] + e2 * c->y[2]) / area > height;
}

int twc_reference_in_shadow(const twc_caster *casters, size_t n, const double point[3], double bias)
{
    const double *sun = twc_the_look.sun;
    double u = point[0] - point[1] * (sun[0] / sun[1]), v = point[2] - point[1] * (sun[2] / sun[1]);
    for (size_t k = 0; k < n; k++)
        if (shades(&casters[k], u, v, point[1] + bias))
            return 1;
    return 0;
}
