/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/detail_view.h"

#include <stdlib.h>
#include <string.h>

twc_detail_kernels twc_detail_kernels_at(twc_level level)
{
    return twc_fast_ground(level) ? (twc_detail_kernels){twc_fast_ground(level), twc_fast_detail(level)}
                                  : (twc_detail_kernels){twc_reference_ground(), twc_reference_detail()};
}

twc_detail_kernels twc_detail_kernels_best(void)
{
    return twc_detail_kernels_at(twc_level_best());
}

static size_t aligned_up(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

twc_status twc_detail_make(const twc_world *world, twc_detail_kernels kernels, twc_detail_made *made)
{
    *made = (twc_detail_made){.world = world, .kernels = kernels};
    made->memory[0] = malloc(twc_pyramid_bytes(world));
    made->memory[1] = malloc(twc_detail_tree_bytes(world));
    made->memory[2] = malloc(twc_detail_view_bytes(world));
    made->workspace = aligned_alloc(64, aligned_up(twc_detail_tree_workspace()));
    if (!made->memory[0] || !made->memory[1] || !made->memory[2] || !made->workspace)
        return twc_fail(TWC_IO, "not enough memory for the levels of %d x %d tiles", world->extent.nx,
                        world->extent.nz);
    twc_pyramid_place(world, made->memory[0], &made->pyramid);
    twc_detail_tree_place(world, made->memory[1], &made->tree);
    twc_detail_view_place(world, made->memory[2], &made->view);
    twc_pyramid_update(&kernels, world, twc_pyramid_all(world), made->workspace, &made->pyramid);
    return twc_detail_tree_update(&kernels, world, &made->pyramid, NULL, made->workspace, &made->tree);
}

void twc_detail_made_destroy(twc_detail_made *made)
{
    for (int k = 0; k < 3; k++)
        free(made->memory[k]);
    free(made->workspace);
}

void twc_detail_look(twc_detail_made *made, twc_eye eye)
{
    twc_detail_view_clear(&made->view);
    twc_detail_view_choose(&made->tree, eye, &made->view);
    twc_detail_view_balance(&made->view);
}

void twc_detail_uniform(twc_detail_made *made, int32_t level)
{
    twc_detail_view_clear(&made->view);
    for (int32_t k = level + 1; k <= made->view.levels; k++)
        memset(made->view.divided[k], 1, (size_t)made->view.rect[k].nx * (size_t)made->view.rect[k].nz);
}

const twc_detail_node *twc_detail_node_of(const twc_detail_made *made, twc_detail_chunk c)
{
    const twc_rect rect = made->tree.rect[c.level];
    return &made->tree.node[c.level][(ptrdiff_t)(c.z - rect.z) * rect.nx + (c.x - rect.x)];
}

/* Memory of one chunk's mesh, to the size it has. */
static twc_status build_chunk(const twc_detail_made *made, twc_detail_chunk chunk, twc_mesh *mesh)
{
    *mesh = (twc_mesh){malloc(TWC_DETAIL_TRIANGLES * sizeof(twc_triangle)),
                       malloc(TWC_DETAIL_FACETS * sizeof(twc_facet)),
                       0,
                       TWC_DETAIL_TRIANGLES,
                       0,
                       TWC_DETAIL_FACETS};
    if (!mesh->triangles || !mesh->facets)
        return twc_fail(TWC_IO, "not enough memory for a chunk");
    return twc_detail_build(&made->kernels, made->world, &made->pyramid, chunk, made->workspace, mesh);
}

twc_status twc_detail_build_view(const twc_detail_made *made, twc_detail_built *built)
{
    twc_status status = twc_ok();
    *built = (twc_detail_built){.count = twc_detail_view_chunks(&made->view, 0, NULL)};
    built->chunk = calloc(built->count + 1, sizeof *built->chunk);
    built->mesh = calloc(built->count + 1, sizeof *built->mesh);
    if (!built->chunk || !built->mesh)
        return twc_fail(TWC_IO, "not enough memory for a view of %zu chunks", built->count);
    (void)twc_detail_view_chunks(&made->view, built->count, built->chunk);
    for (size_t k = 0; k < built->count && !status.code; k++)
        status = build_chunk(made, built->chunk[k], &built->mesh[k]);
    return status;
}

void twc_detail_built_destroy(twc_detail_built *built)
{
    for (size_t k = 0; built->mesh && k < built->count; k++) {
        free(built->mesh[k].triangles);
        free(built->mesh[k].facets);
    }
    free(built->mesh);
    free(built->chunk);
}
