/* SPDX-License-Identifier: MIT */
/*
 * Vertices as bytes. Spec surface 4; paper Table 7; twin reference/surface/vertex.c; test tests/surface/test_surface.c.
 */
#include <string.h>

#include "surface/surface.h"

/* floor(511 n + 0.5) in ten bits: truncation, less one where that went up. */
TWC_INLINE uint32_t packed(float component)
{
    const double scaled = 511.0 * (double)component + 0.5;
    const int32_t whole = (int32_t)scaled;
    return (uint32_t)(whole - ((double)whole > scaled)) & 1023u;
}

/* The second half of a vertex: what all vertices of a facet share. */
TWC_INLINE void put_face(const float normal[3], const twc_surface_face *face, uint8_t out[12])
{
    const uint32_t height = twc_height_sample((double)face->height);
    twc_fast_put32(out, packed(normal[0]) | packed(normal[1]) << 10 | packed(normal[2]) << 20);
    twc_fast_put32(out + 4, (uint32_t)face->colour[0] | (uint32_t)face->colour[1] << 8 |
                                (uint32_t)face->colour[2] << 16 | (uint32_t)face->material << 24);
    twc_fast_put32(out + 8, (uint32_t)face->rank | (uint32_t)face->snow << 8 | height << 16);
}

void TWC_NAME(vertices)(const twc_mesh *mesh, const twc_surface_face *faces, uint8_t *out)
{
    uint8_t shared[12] = {0};
    uint32_t last = UINT32_MAX; /* triangles of one facet follow each other */
    for (uint32_t t = 0; t < mesh->triangle_count; t++, out += 3 * TWC_VERTEX_BYTES) {
        const twc_triangle *triangle = &mesh->triangles[t];
        if (triangle->facet != last) {
            last = triangle->facet;
            put_face(mesh->facets[last].normal, &faces[last], shared);
        }
        for (int k = 0; k < 3; k++) {
            uint8_t *vertex = out + k * TWC_VERTEX_BYTES;
            uint32_t y;
            memcpy(&y, &triangle->corner[k].y, sizeof y);
            twc_fast_put32(vertex, (uint32_t)triangle->corner[k].x);
            twc_fast_put32(vertex + 4, y);
            twc_fast_put32(vertex + 8, (uint32_t)triangle->corner[k].z);
            memcpy(vertex + 12, shared, sizeof shared);
        }
    }
}
