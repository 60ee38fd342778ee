/* SPDX-License-Identifier: MIT */
/*
 * The triangles of a chunk at a level of detail, from its vertices. Spec detail 5, 6; twin fast/detail/chunk.c,
 * fast/detail/broad.c, fast/detail/facets.c; test tests/detail/test_detail.c, tests/detail/test_views.c.
 */
#include "common/assertion.h"
#include "detail/stage.h"

#include <string.h>

enum { SIDE = TWC_DETAIL_SIDE, CELLS = TWC_CHUNK_CELLS };

static const twc_vertex *at(const twc_detail_patch *patch, int32_t i, int32_t j)
{
    TWC_ASSERT(i >= 0 && i < SIDE && j >= 0 && j < SIDE);
    return &patch->vertices[j * SIDE + i];
}

static uint32_t add_facet(twc_mesh *mesh, const twc_vertex corner[3], uint64_t id)
{
    TWC_ASSERT(mesh->facet_count < mesh->facet_capacity);
    twc_facet *facet = &mesh->facets[mesh->facet_count];
    memcpy(facet->corner, corner, sizeof facet->corner);
    twc_triangle_normal(corner[0], corner[1], corner[2], facet->normal);
    facet->centroid_x = twc_floor_mean3(corner[0].x, corner[1].x, corner[2].x);
    facet->centroid_z = twc_floor_mean3(corner[0].z, corner[1].z, corner[2].z);
    facet->id = id;
    return mesh->facet_count++;
}

static void add_triangle(twc_mesh *mesh, const twc_vertex corner[3], uint32_t facet)
{
    TWC_ASSERT(mesh->triangle_count < mesh->triangle_capacity);
    twc_triangle *triangle = &mesh->triangles[mesh->triangle_count++];
    memcpy(triangle->corner, corner, sizeof triangle->corner);
    triangle->facet = facet;
}

/* ---- cells and rims ---- */

static void add_cell(const twc_detail_patch *patch, int32_t i, int32_t j, twc_mesh *mesh)
{
    const int32_t level = patch->chunk.level, x = patch->chunk.x * CELLS + i, z = patch->chunk.z * CELLS + j;
    const twc_vertex corner[4] = {*at(patch, i, j), *at(patch, i + 1, j), *at(patch, i, j + 1),
                                  *at(patch, i + 1, j + 1)};
    const int diagonal = twc_reference_diagonal(x, z, corner);
    for (int half = 0; half < 2; half++) {
        twc_vertex facet[3];
        for (int k = 0; k < 3; k++)
            facet[k] = corner[twc_reference_half_corners[diagonal][half][k]];
        add_triangle(
            mesh, facet,
            add_facet(mesh, facet,
                      level == 0 ? twc_facet_id(TWC_FACET_FINE, x, z, half) : twc_detail_facet_id(level, x, z, half)));
    }
}

/* The sides of the block of 2 x 2 cells at (i, j), both even, that lie on coarser chains. */
static uint32_t coarser_sides(const twc_detail_patch *patch, int32_t i, int32_t j)
{
    uint32_t sides = (i == 0 ? TWC_SIDE_WEST : i == CELLS - 2 ? TWC_SIDE_EAST : 0U);
    sides |= (j == 0 ? TWC_SIDE_NORTH : j == CELLS - 2 ? TWC_SIDE_SOUTH : 0U);
    return sides & patch->chunk.coarser;
}

static void add_rim(const twc_detail_patch *patch, int32_t i, int32_t j, int shape, twc_mesh *mesh)
{
    const twc_rim *rim = &twc_reference_rims[shape];
    const int32_t x = patch->chunk.x * CELLS + i + rim->first[0], z = patch->chunk.z * CELLS + j + rim->first[1];
    twc_vertex point[TWC_RIM_MAX] = {{0, 0, 0.0f}}; /* a rim has points, which gcc cannot know */
    int triangle[TWC_RIM_MAX - 2][3];
    for (int k = 0; k < rim->count; k++)
        point[k] = *at(patch, i + rim->point[k][0], j + rim->point[k][1]);
    twc_reference_rim_triangles(rim->count, point, triangle);
    for (int t = 0; t < rim->count - 2; t++) {
        const twc_vertex corner[3] = {point[triangle[t][0]], point[triangle[t][1]], point[triangle[t][2]]};
        const uint64_t id = twc_detail_facet_id(patch->chunk.level, x, z, TWC_DETAIL_PART_RIM + 4 * shape + t);
        add_triangle(mesh, corner, add_facet(mesh, corner, id));
    }
}

/* Fine cells i .. i + size - 1 by j .. j + size - 1. */
static void add_fine(const twc_detail_patch *patch, int32_t first_i, int32_t first_j, int32_t size, twc_mesh *mesh)
{
    for (int32_t j = first_j; j < first_j + size; j++)
        for (int32_t i = first_i; i < first_i + size; i++) {
            const int32_t x = i & 1, z = j & 1;
            const int shape = twc_reference_rim_shape(coarser_sides(patch, i - x, j - z));
            const twc_rim *rim = shape < 0 ? NULL : &twc_reference_rims[shape];
            if (!rim || !(rim->cells >> (x + 2 * z) & 1))
                add_cell(patch, i, j, mesh);
            else if (rim->first[0] == x && rim->first[1] == z)
                add_rim(patch, i - x, j - z, shape, mesh);
        }
}

/* ---- Broad cells ---- */

static int is_broad(const twc_detail_patch *patch, int32_t x, int32_t z)
{
    const twc_rect macros = patch->macros;
    TWC_ASSERT(x >= macros.x && x < macros.x + macros.nx && z >= macros.z && z < macros.z + macros.nz);
    return patch->classes[(ptrdiff_t)(z - macros.z) * macros.nx + (x - macros.x)] == TWC_BROAD;
}

/*
 * Appends to a chain the vertices strictly between two corners of Broad cell (x, z), when these bound the cell and the
 * cell beyond is Fine: those of the chain that lies there, every second one on a coarser side. Corners are 0..3.
 */
static int add_edge_vertices(const twc_detail_patch *patch, int32_t x, int32_t z, int from, int to, twc_vertex *chain,
                             int length)
{
    const int32_t cells = twc_detail_macro_cells(patch->chunk.level);
    const int32_t from_x = from & 1, from_z = from >> 1, step_x = (to & 1) - from_x, step_z = (to >> 1) - from_z;
    if (step_x != 0 && step_z != 0)
        return length;
    if (is_broad(patch, step_x ? x : x + 2 * from_x - 1, step_z ? z : z + 2 * from_z - 1))
        return length;
    const int32_t i = (x + from_x) * cells - patch->chunk.x * CELLS, j = (z + from_z) * cells - patch->chunk.z * CELLS;
    uint32_t side = 0; /* of the chunk that the edge lies on */
    if (step_x)
        side = j == 0 ? TWC_SIDE_NORTH : j == CELLS ? TWC_SIDE_SOUTH : 0U;
    else
        side = i == 0 ? TWC_SIDE_WEST : i == CELLS ? TWC_SIDE_EAST : 0U;
    const int32_t every = side & patch->chunk.coarser ? 2 : 1;
    for (int32_t k = every; k < cells; k += every)
        chain[length++] = *at(patch, i + k * step_x, j + k * step_z);
    return length;
}

static twc_vertex facet_centroid(const twc_vertex corner[3])
{
    twc_vertex centroid;
    centroid.x = twc_floor_mean3(corner[0].x, corner[1].x, corner[2].x);
    centroid.z = twc_floor_mean3(corner[0].z, corner[1].z, corner[2].z);
    centroid.y = (float)(((double)corner[0].y + (double)corner[1].y + (double)corner[2].y) / 3.0);
    return centroid;
}

static void add_broad(const twc_detail_patch *patch, int32_t x, int32_t z, twc_mesh *mesh)
{
    const int32_t cells = twc_detail_macro_cells(patch->chunk.level);
    const int32_t i = x * cells - patch->chunk.x * CELLS, j = z * cells - patch->chunk.z * CELLS;
    const twc_vertex corner[4] = {*at(patch, i, j), *at(patch, i + cells, j), *at(patch, i, j + cells),
                                  *at(patch, i + cells, j + cells)};
    const int32_t place = j / cells * (CELLS / cells) + i / cells;
    const int diagonal = patch->diagonals ? patch->diagonals[place]
                                          : twc_reference_broad_diagonal(&patch->broad, corner);
    for (int half = 0; half < 2; half++) {
        const int *number = twc_reference_half_corners[diagonal][half];
        twc_vertex facet[3], chain[3 + 2 * (TWC_MACRO_CELLS - 1)];
        int length = 0;
        for (int k = 0; k < 3; k++) {
            facet[k] = corner[number[k]];
            chain[length++] = facet[k];
            length = add_edge_vertices(patch, x, z, number[k], number[(k + 1) % 3], chain, length);
        }
        const uint32_t index = add_facet(mesh, facet, twc_facet_id(TWC_FACET_BROAD, x, z, half));
        if (length == 3) {
            add_triangle(mesh, facet, index);
            continue;
        }
        const twc_vertex middle = facet_centroid(facet);
        for (int k = 0; k < length; k++) {
            const twc_vertex piece[3] = {middle, chain[k], chain[(k + 1) % length]};
            add_triangle(mesh, piece, index);
        }
    }
}

void twc_reference_detail_chunk(const twc_detail_patch *patch, twc_mesh *mesh)
{
    const int32_t cells = twc_detail_macro_cells(patch->chunk.level);
    mesh->triangle_count = 0;
    mesh->facet_count = 0;
    if (cells == 0) {
        add_fine(patch, 0, 0, CELLS, mesh);
        return;
    }
    const int32_t macros = CELLS / cells, first_x = patch->chunk.x * macros, first_z = patch->chunk.z * macros;
    for (int32_t z = 0; z < macros; z++)
        for (int32_t x = 0; x < macros; x++) {
            if (is_broad(patch, first_x + x, first_z + z))
                add_broad(patch, first_x + x, first_z + z, mesh);
            else
                add_fine(patch, x * cells, z * cells, cells, mesh);
        }
}
