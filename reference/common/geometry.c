/* SPDX-License-Identifier: MIT */
/*
 * Normals and heights of planes. Spec numbers 5.5, 5.6; no twin: fast files have them in their loops; test
 * tests/common/test_numbers.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "twc/mesh.h"

void twc_triangle_normal(twc_vertex a, twc_vertex b, twc_vertex c, float normal[3])
{
    double ex = (double)(b.x - a.x) * 0.01, ey = (double)b.y - (double)a.y, ez = (double)(b.z - a.z) * 0.01;
    double fx = (double)(c.x - a.x) * 0.01, fy = (double)c.y - (double)a.y, fz = (double)(c.z - a.z) * 0.01;
    double x = ey * fz - ez * fy;
    double y = ez * fx - ex * fz;
    double z = ex * fy - ey * fx;
    double length = sqrt(x * x + y * y + z * z);
    TWC_ASSERT(length > 0.0);
    normal[0] = (float)(x / length);
    normal[1] = (float)(y / length);
    normal[2] = (float)(z / length);
}

float twc_plane_height(twc_vertex a, twc_vertex b, twc_vertex c, int32_t x, int32_t z)
{
    /* Weights of b and c: twice the areas opposite to them. */
    double wb = (double)twc_area2(a.x, a.z, x, z, c.x, c.z);
    double wc = (double)twc_area2(a.x, a.z, b.x, b.z, x, z);
    double area = (double)twc_vertex_area2(a, b, c);
    TWC_ASSERT(area > 0.0);
    double rise = (wb * ((double)b.y - (double)a.y) + wc * ((double)c.y - (double)a.y)) / area;
    return (float)((double)a.y + rise);
}
