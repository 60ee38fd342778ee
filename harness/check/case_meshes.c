/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/case_meshes.h"

#include <string.h>

enum { COUNTS = 1, TRIANGLES, FACETS }; /* after the status */

void twc_case_meshes_shape(twc_case *c, size_t count, size_t triangles, size_t facets)
{
    twc_case_list(c, TWC_OUTPUT, "status", &twc_layout_u32, 1);
    twc_case_list(c, TWC_OUTPUT, "counts", &twc_layout_u32, 2 * count);
    twc_case_list(c, TWC_OUTPUT, "triangles", &twc_layout_triangle, count * triangles);
    twc_case_list(c, TWC_OUTPUT, "facets", &twc_layout_facet, count * facets);
    c->array[c->array_count - 2].segments = c->array[c->array_count - 1].segments = count;
}

void twc_case_meshes_view(const twc_case *c, const twc_call *call, uint32_t status, twc_mesh *meshes)
{
    const twc_array *triangles = &c->array[status + TRIANGLES], *facets = &c->array[status + FACETS];
    size_t count = triangles->segments, triangle_room = triangles->count / count, facet_room = facets->count / count;
    for (size_t k = 0; k < count; k++)
        meshes[k] = (twc_mesh){(twc_triangle *)call->buffer[status + TRIANGLES] + k * triangle_room,
                               (twc_facet *)call->buffer[status + FACETS] + k * facet_room,
                               0,
                               (uint32_t)triangle_room,
                               0,
                               (uint32_t)facet_room};
}

void twc_case_meshes_note(const twc_case *c, const twc_call *call, uint32_t status, twc_status answer,
                          const twc_mesh *meshes)
{
    uint32_t code = (uint32_t)answer.code, *counts = call->buffer[status + COUNTS];
    memcpy(call->buffer[status], &code, sizeof code);
    for (size_t k = 0; k < c->array[status + TRIANGLES].segments; k++) {
        counts[2 * k] = meshes[k].triangle_count;
        counts[2 * k + 1] = meshes[k].facet_count;
        call->written[status + TRIANGLES][k] = meshes[k].triangle_count;
        call->written[status + FACETS][k] = meshes[k].facet_count;
    }
}
