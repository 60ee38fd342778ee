/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mesh_heights.h"

#include <math.h>

static int32_t least(int32_t a, int32_t b, int32_t c)
{
    int32_t low = a < b ? a : b;
    return low < c ? low : c;
}

static int32_t greatest(int32_t a, int32_t b, int32_t c)
{
    int32_t high = a > b ? a : b;
    return high > c ? high : c;
}

/* First sample index at or after a coordinate. */
static int32_t sample_from(int32_t cm)
{
    return twc_floor_div(cm + TWC_SAMPLE_CM - 1, TWC_SAMPLE_CM);
}

static void raise_to(const twc_vertex *v, twc_rect samples, float *heights)
{
    if (twc_vertex_area2(v[0], v[1], v[2]) <= 0)
        return; /* a wall has no height of its own, an inverted triangle is reported elsewhere */
    int32_t x0 = twc_clamp(sample_from(least(v[0].x, v[1].x, v[2].x)), samples.x, samples.x + samples.nx);
    int32_t z0 = twc_clamp(sample_from(least(v[0].z, v[1].z, v[2].z)), samples.z, samples.z + samples.nz);
    int32_t x1 = twc_clamp(twc_floor_div(greatest(v[0].x, v[1].x, v[2].x), TWC_SAMPLE_CM) + 1, samples.x,
                           samples.x + samples.nx);
    int32_t z1 = twc_clamp(twc_floor_div(greatest(v[0].z, v[1].z, v[2].z), TWC_SAMPLE_CM) + 1, samples.z,
                           samples.z + samples.nz);
    for (int32_t z = z0; z < z1; z++) {
        for (int32_t x = x0; x < x1; x++) {
            if (!twc_triangle_contains(v, x * TWC_SAMPLE_CM, z * TWC_SAMPLE_CM))
                continue;
            float y = twc_plane_height(v[0], v[1], v[2], x * TWC_SAMPLE_CM, z * TWC_SAMPLE_CM);
            float *height = &heights[(size_t)(z - samples.z) * (size_t)samples.nx + (size_t)(x - samples.x)];
            if (!(*height >= y))
                *height = y;
        }
    }
}

void twc_mesh_heights(const twc_mesh *meshes, size_t mesh_count, twc_rect samples, float *heights)
{
    for (size_t k = 0; k < (size_t)samples.nx * (size_t)samples.nz; k++)
        heights[k] = NAN;
    for (size_t m = 0; m < mesh_count; m++)
        for (uint32_t t = 0; t < meshes[m].triangle_count; t++)
            raise_to(meshes[m].triangles[t].corner, samples, heights);
}
