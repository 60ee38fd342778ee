/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_locate.h"

#include <stdlib.h>
#include <string.h>

/* Whether a chunk's triangles may lie over a point: corners and chains stray, a coarser neighbour's twice as far. */
static int may_hold(twc_detail_chunk c, twc_point p)
{
    const int64_t side = (int64_t)TWC_CHUNK_CM << c.level, own = (int64_t)TWC_DETAIL_BORDER_JITTER << (c.level + 1),
                  reach = own > TWC_MACRO_JITTER_CM ? own : TWC_MACRO_JITTER_CM;
    return p.x >= c.x * side - reach && p.x <= (c.x + 1) * side + reach && p.z >= c.z * side - reach &&
           p.z <= (c.z + 1) * side + reach;
}

static void look_at(const twc_mesh *mesh, twc_detail_chunk chunk, twc_point p, twc_detail_place *place)
{
    for (uint32_t k = 0; k < mesh->triangle_count; k++) {
        const twc_vertex *c = mesh->triangles[k].corner;
        if (twc_vertex_area2(c[0], c[1], c[2]) <= 0 || !twc_triangle_contains(c, p.x, p.z))
            continue;
        const float height = twc_plane_height(c[0], c[1], c[2], p.x, p.z);
        if (!place->found || height > place->height)
            *place = (twc_detail_place){1, chunk, mesh->triangles[k], height};
    }
}

twc_status twc_detail_locate(const twc_detail_made *made, twc_point point, twc_detail_place *place)
{
    const size_t count = twc_detail_view_chunks(&made->view, 0, NULL);
    twc_detail_chunk *chunk = malloc(count * sizeof *chunk);
    twc_mesh mesh = {.triangles = malloc(TWC_DETAIL_TRIANGLES * sizeof(twc_triangle)),
                     .facets = malloc(TWC_DETAIL_FACETS * sizeof(twc_facet)),
                     .triangle_capacity = TWC_DETAIL_TRIANGLES,
                     .facet_capacity = TWC_DETAIL_FACETS};
    twc_status status = chunk && mesh.triangles && mesh.facets
                            ? twc_ok()
                            : twc_fail(TWC_IO, "not enough memory for a view of %zu chunks", count);
    *place = (twc_detail_place){.found = 0};
    if (!status.code)
        (void)twc_detail_view_chunks(&made->view, count, chunk);
    for (size_t k = 0; k < count && !status.code; k++) {
        if (!may_hold(chunk[k], point))
            continue;
        mesh.triangle_count = mesh.facet_count = 0;
        status = twc_detail_build(&made->kernels, made->world, &made->pyramid, chunk[k], made->workspace, &mesh);
        if (!status.code)
            look_at(&mesh, chunk[k], point, place);
    }
    free(chunk);
    free(mesh.triangles);
    free(mesh.facets);
    return status;
}

twc_status twc_detail_check_locate(const twc_detail_made *made, int points, uint64_t *differ)
{
    enum { CLEARANCE = 3000 }; /* the border is no straight line */
    const twc_rect c = made->tree.chunks;
    twc_detail_built built = {0};
    twc_status status = twc_detail_build_view(made, &built);
    for (int k = 0; k < points && !status.code; k++) {
        const uint32_t wide = (uint32_t)c.nx * TWC_CHUNK_CM - 2 * CLEARANCE,
                       deep = (uint32_t)c.nz * TWC_CHUNK_CM - 2 * CLEARANCE;
        twc_point p = {c.x * TWC_CHUNK_CM + CLEARANCE + (int32_t)(twc_hash(k, 0, TWC_SALT_FACE) % wide),
                       c.z * TWC_CHUNK_CM + CLEARANCE + (int32_t)(twc_hash(k, 1, TWC_SALT_FACE) % deep)};
        if (k % 2) { /* on a side of chunks, where two of them meet */
            p.x = twc_floor_div(p.x, TWC_CHUNK_CM) * TWC_CHUNK_CM;
            p.x = twc_clamp(p.x, c.x * TWC_CHUNK_CM + CLEARANCE, (c.x + c.nx) * TWC_CHUNK_CM - CLEARANCE);
        }
        twc_detail_place all = {.found = 0}, answer;
        status = twc_detail_locate(made, p, &answer);
        for (size_t m = 0; m < built.count; m++)
            look_at(&built.mesh[m], built.chunk[m], p, &all);
        *differ += !all.found || !answer.found || memcmp(&all.height, &answer.height, sizeof all.height) != 0 ||
                   memcmp(all.triangle.corner, answer.triangle.corner, sizeof all.triangle.corner) != 0;
    }
    twc_detail_built_destroy(&built);
    return status;
}
