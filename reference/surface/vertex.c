/* SPDX-License-Identifier: MIT */
/* Vertices as bytes. Spec surface 4; paper Table 7; twin fast/surface/vertex.c; test tests/surface/test_surface.c. */
#include "common/assertion.h"
#include "surface/stage.h"

#include <math.h>

static uint8_t *put16(uint8_t *out, uint32_t value)
{
    out[0] = (uint8_t)value;
    out[1] = (uint8_t)(value >> 8);
    return out + 2;
}

static uint8_t *put32(uint8_t *out, uint32_t value)
{
    return put16(put16(out, value), value >> 16);
}

/* A component of a unit vector in ten bits: -511..511, so that 0 and both ends are exact. */
static uint32_t packed(float component)
{
    return (uint32_t)(int32_t)floor(511.0 * (double)component + 0.5) & 1023;
}

void twc_reference_vertices(const twc_mesh *mesh, const twc_surface_face *faces, uint8_t *out)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const twc_triangle *triangle = &mesh->triangles[t];
        TWC_ASSERT(triangle->facet < mesh->facet_count);
        const float *normal = mesh->facets[triangle->facet].normal;
        const twc_surface_face *face = &faces[triangle->facet];
        for (int k = 0; k < 3; k++) {
            out = put32(out, (uint32_t)triangle->corner[k].x);
            out = put32(out, twc_float_bits(triangle->corner[k].y));
            out = put32(out, (uint32_t)triangle->corner[k].z);
            out = put32(out, packed(normal[0]) | packed(normal[1]) << 10 | packed(normal[2]) << 20);
            *out++ = face->colour[0];
            *out++ = face->colour[1];
            *out++ = face->colour[2];
            *out++ = face->material;
            *out++ = face->rank;
            *out++ = face->snow;
            out = put16(out, twc_height_sample((double)face->height));
        }
    }
}
