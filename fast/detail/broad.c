/* SPDX-License-Identifier: MIT */
/*
 * A Broad cell in a chunk of level 0 or 1: two triangles, or fans over the chains that lie there. Spec detail 6, ground
 * 4.2, 4.3; twin reference/detail/chunk.c; test tests/detail/test_detail.c.
 */
#include <math.h>

#include "detail/detail.h"

enum { SIDE = TWC_DETAIL_SIDE, CELLS = TWC_CHUNK_CELLS, CHAIN_MAX = 3 + 2 * (TWC_MACRO_CELLS - 1) };

/* By diagonal and half, corners of a b c d. */
static const uint8_t halves[2][2][3] = {{{0, 2, 1}, {1, 2, 3}}, {{0, 2, 3}, {0, 3, 1}}};

/* How far the middles of both diagonals, a-d and b-c, are from the broad prefilter. */
static int by_height(const twc_field *broad, const twc_vertex *const corner[4])
{
    const twc_vertex *end[2][2] = {{corner[0], corner[3]}, {corner[1], corner[2]}};
    int32_t x[2], z[2];
    float y[2], error[2];
    for (int k = 0; k < 2; k++) {
        x[k] = end[k][0]->x + ((end[k][1]->x - end[k][0]->x) >> 1);
        z[k] = end[k][0]->z + ((end[k][1]->z - end[k][0]->z) >> 1);
    }
    TWC_NAME(bilinear)(broad, 2, x, z, y);
    for (int k = 0; k < 2; k++)
        error[k] = fabsf(y[k] - (end[k][0]->y + end[k][1]->y) * 0.5f);
    return error[0] <= error[1];
}

static int diagonal_of(const twc_field *broad, const twc_vertex *const corner[4])
{
    const twc_vertex a = *corner[0], b = *corner[1], c = *corner[2], d = *corner[3];
    const int bc = twc_vertex_area2(a, c, b) > 0 && twc_vertex_area2(b, c, d) > 0;
    const int ad = twc_vertex_area2(a, c, d) > 0 && twc_vertex_area2(a, d, b) > 0;
    return ad && bc ? by_height(broad, corner) : ad;
}

/* Between two corners that bound the cell: how far apart the vertices of its chain are; 0 where none count. */
typedef struct edge {
    int32_t every, i, j;
    int32_t step_i, step_j;
} edge;

static edge edge_of(const twc_detail_patch *patch, int32_t cells, int32_t x, int32_t z, int from, int to)
{
    const int32_t fx = from & 1, fz = from >> 1, tx = to & 1, tz = to >> 1;
    edge e = {0, (x + fx) * cells - patch->chunk.x * CELLS, (z + fz) * cells - patch->chunk.z * CELLS, tx - fx,
              tz - fz};
    if (e.step_i && e.step_j)
        return e;
    const int beyond = e.step_i ? twc_patch_broad(patch, x, z + 2 * fz - 1) : twc_patch_broad(patch, x + 2 * fx - 1, z);
    if (beyond)
        return e;
    const int32_t across = e.step_i ? e.j : e.i;
    const uint32_t low = e.step_i ? TWC_SIDE_NORTH : TWC_SIDE_WEST;
    const uint32_t side = across == 0 ? low : across == CELLS ? 2 * low : 0;
    e.every = patch->chunk.coarser & side ? 2 : 1;
    return e;
}

void TWC_NAME(detail_broad)(const twc_detail_patch *patch, int32_t cells, int32_t x, int32_t z, twc_mesh *mesh)
{
    const int32_t i = x * cells - patch->chunk.x * CELLS, j = z * cells - patch->chunk.z * CELLS;
    const twc_vertex *first = patch->vertices + j * SIDE + i;
    const twc_vertex *const corner[4] = {first, first + cells, first + cells * SIDE, first + cells * SIDE + cells};
    const int diagonal = patch->diagonals ? patch->diagonals[j / cells * (CELLS / cells) + i / cells]
                                          : diagonal_of(&patch->broad, corner);
    for (int half = 0; half < 2; half++) {
        const uint8_t *number = halves[diagonal][half];
        const twc_vertex *a = corner[number[0]], *b = corner[number[1]], *c = corner[number[2]];
        const twc_vertex *chain[CHAIN_MAX];
        uint32_t length = 0;
        for (int k = 0; k < 3; k++) {
            chain[length++] = corner[number[k]];
            const edge e = edge_of(patch, cells, x, z, number[k], number[(k + 1) % 3]);
            for (int32_t at = e.every; at > 0 && at < cells; at += e.every)
                chain[length++] = patch->vertices + (e.j + at * e.step_j) * SIDE + e.i + at * e.step_i;
        }
        twc_put_face(mesh, a, b, c, twc_facet_id(TWC_FACET_BROAD, x, z, half));
        if (length == 3)
            continue;
        const twc_vertex middle = {twc_near_mean3(a->x, b->x, c->x), twc_near_mean3(a->z, b->z, c->z),
                                   (float)(((double)a->y + (double)b->y + (double)c->y) / 3.0)};
        mesh->triangle_count--; /* its pieces take the place of the whole */
        for (uint32_t k = 0; k < length; k++) {
            TWC_ASSERT(mesh->triangle_count < mesh->triangle_capacity);
            mesh->triangles[mesh->triangle_count++] = (twc_triangle){
                {middle, *chain[k], *chain[k + 1 < length ? k + 1 : 0]}, mesh->facet_count - 1};
        }
    }
}
