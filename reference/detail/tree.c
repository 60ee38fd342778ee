/* SPDX-License-Identifier: MIT */
/*
 * Errors and heights of the chunks of all levels. Spec detail 7, 9; no twin: takes the kernels of either library; test
 * tests/detail/test_select.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "detail/build.h"
#include "twc/view.h"

typedef struct tree_work {
    twc_detail_work build;
    twc_triangle coarse[TWC_DETAIL_TRIANGLES], fine[4 * TWC_DETAIL_TRIANGLES];
    twc_facet facets[TWC_DETAIL_FACETS]; /* not asked for */
} tree_work;

size_t twc_detail_tree_workspace(void)
{
    return sizeof(tree_work);
}

static twc_detail_node *node_at(const twc_detail_tree *tree, int32_t level, int32_t x, int32_t z)
{
    const twc_rect rect = tree->rect[level];
    return &tree->node[level][(ptrdiff_t)(z - rect.z) * rect.nx + (x - rect.x)];
}

/* Heights of a mesh, to whole centimetres outward. */
static void widen(const twc_mesh *mesh, twc_detail_node *node)
{
    for (uint32_t k = 0; k < mesh->triangle_count; k++)
        for (int n = 0; n < 3; n++) {
            const double cm = (double)mesh->triangles[k].corner[n].y * 100.0;
            const int32_t low = (int32_t)floor(cm), high = (int32_t)-floor(-cm);
            node->low = low < node->low ? low : node->low;
            node->high = high > node->high ? high : node->high;
        }
}

static const twc_detail_node nothing = {0, INT32_MAX, INT32_MIN};

static void take_child(const twc_detail_node *child, twc_detail_node *node)
{
    node->error = child->error > node->error ? child->error : node->error;
    node->low = child->low < node->low ? child->low : node->low;
    node->high = child->high > node->high ? child->high : node->high;
}

/* The sides of child k, by row, that lie on its parent's. */
static uint32_t outer_sides(int32_t k)
{
    return (k % 2 ? TWC_SIDE_EAST : TWC_SIDE_WEST) | (k / 2 ? TWC_SIDE_SOUTH : TWC_SIDE_NORTH);
}

/* The four children of a chunk, stitched to it, as one mesh. */
static twc_status build_children(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                                 twc_detail_chunk parent, tree_work *work, twc_mesh *fine)
{
    *fine = (twc_mesh){.triangles = work->fine, .triangle_capacity = 4 * TWC_DETAIL_TRIANGLES};
    for (int32_t k = 0; k < 4; k++) {
        const twc_detail_chunk child = {parent.level - 1, 2 * parent.x + k % 2, 2 * parent.z + k / 2, outer_sides(k)};
        twc_mesh mesh = {.triangles = fine->triangles + fine->triangle_count,
                         .facets = work->facets,
                         .triangle_capacity = TWC_DETAIL_TRIANGLES,
                         .facet_capacity = TWC_DETAIL_FACETS};
        const twc_status status = twc_detail_build(kernels, world, pyramid, child, &work->build, &mesh);
        if (status.code)
            return status;
        fine->triangle_count += mesh.triangle_count;
    }
    return twc_ok();
}

static twc_status make_node(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                            twc_detail_chunk chunk, tree_work *work, twc_detail_tree *tree)
{
    twc_detail_node node = nothing;
    twc_mesh fine, coarse = {.triangles = work->coarse,
                             .facets = work->facets,
                             .triangle_capacity = TWC_DETAIL_TRIANGLES,
                             .facet_capacity = TWC_DETAIL_FACETS};
    twc_status status = twc_detail_build(kernels, world, pyramid, chunk, &work->build, &coarse);
    if (!status.code && chunk.level > 0)
        status = build_children(kernels, world, pyramid, chunk, work, &fine);
    if (status.code)
        return status;
    widen(&coarse, &node);
    if (chunk.level > 0) {
        node.error = kernels->detail->detail_error(&coarse, &fine);
        for (int32_t k = 0; k < 4; k++)
            take_child(node_at(tree, chunk.level - 1, 2 * chunk.x + k % 2, 2 * chunk.z + k / 2), &node);
    }
    *node_at(tree, chunk.level, chunk.x, chunk.z) = node;
    return twc_ok();
}

/* Whether an edit reaches what a chunk's own error is made from: its mesh, and its children stitched to it. */
static int reaches_node(const twc_world *world, const twc_detail_reach *reach, twc_detail_chunk chunk)
{
    int found = !reach || twc_detail_reaches(world, reach, chunk);
    for (int32_t k = 0; k < 4 && chunk.level > 0 && !found; k++) {
        const twc_detail_chunk child = {chunk.level - 1, 2 * chunk.x + k % 2, 2 * chunk.z + k / 2, outer_sides(k)};
        found = twc_detail_reaches(world, reach, child);
    }
    return found;
}

/* The smallest rectangle with another square in it. */
static twc_rect joined(twc_rect rect, int32_t x, int32_t z)
{
    if (rect.nx < 1)
        return (twc_rect){x, z, 1, 1};
    const int32_t x0 = x < rect.x ? x : rect.x, z0 = z < rect.z ? z : rect.z;
    const int32_t x1 = x >= rect.x + rect.nx ? x + 1 : rect.x + rect.nx,
                  z1 = z >= rect.z + rect.nz ? z + 1 : rect.z + rect.nz;
    return (twc_rect){x0, z0, x1 - x0, z1 - z0};
}

twc_status twc_detail_tree_update(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                                  const twc_detail_reach *reach, void *workspace, twc_detail_tree *tree)
{
    twc_rect below = {0, 0, 0, 0}; /* squares of the level before whose nodes are new */
    for (int32_t level = 0; level <= tree->levels; level++) {
        twc_rect at = tree->rect[level], made = {0, 0, 0, 0};
        if (reach) { /* a parent of new nodes is new; what reaches a child's stitched side may not reach the child */
            at = twc_detail_reached(world, reach, level);
            for (int32_t k = 0; k < 2 && below.nx > 0; k++)
                at = joined(at, twc_floor_div(below.x + k * (below.nx - 1), 2),
                            twc_floor_div(below.z + k * (below.nz - 1), 2));
        }
        for (int32_t z = at.z; z < at.z + at.nz; z++)
            for (int32_t x = at.x; x < at.x + at.nx; x++) {
                const twc_detail_chunk chunk = {level, x, z, 0};
                const int over = below.nx > 0 && 2 * x + 1 >= below.x && 2 * x < below.x + below.nx &&
                                 2 * z + 1 >= below.z && 2 * z < below.z + below.nz;
                if (!twc_detail_is_chunk(tree, level, x, z) || !(over || reaches_node(world, reach, chunk)))
                    continue;
                const twc_status status = make_node(kernels, world, pyramid, chunk, workspace, tree);
                if (status.code)
                    return status;
                made = joined(made, x, z);
            }
        below = made;
    }
    return twc_ok();
}
