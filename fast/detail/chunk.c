/* SPDX-License-Identifier: MIT */
/*
 * The triangles of a chunk at a level of detail: all diagonals at once, then cells and rims in order. Spec detail 5, 6;
 * twin reference/detail/chunk.c; test tests/detail/test_detail.c, tests/detail/test_views.c.
 */
#include "detail/detail.h"

enum { SIDE = TWC_DETAIL_SIDE, CELLS = TWC_CHUNK_CELLS };

/* What stands in place of a block's cells: places in the patch from its first vertex, and cells as bits x + 2 z. */
typedef struct rim_shape {
    uint8_t count, taken, first;
    uint8_t at[TWC_RIM_POINTS];
} rim_shape;

#define AT(x, z) ((z)*SIDE + (x))

/* By sides on coarser chains. */
static const rim_shape shapes[TWC_SIDES] = {
    [TWC_SIDE_NORTH] = {5, 3, 0, {AT(0, 0), AT(0, 1), AT(1, 1), AT(2, 1), AT(2, 0)}},
    [TWC_SIDE_SOUTH] = {5, 12, 2, {AT(0, 1), AT(0, 2), AT(2, 2), AT(2, 1), AT(1, 1)}},
    [TWC_SIDE_WEST] = {5, 5, 0, {AT(0, 0), AT(0, 2), AT(1, 2), AT(1, 1), AT(1, 0)}},
    [TWC_SIDE_EAST] = {5, 10, 1, {AT(1, 0), AT(1, 1), AT(1, 2), AT(2, 2), AT(2, 0)}},
    [TWC_SIDE_NORTH | TWC_SIDE_WEST] = {6, 7, 0, {AT(0, 0), AT(0, 2), AT(1, 2), AT(1, 1), AT(2, 1), AT(2, 0)}},
    [TWC_SIDE_NORTH | TWC_SIDE_EAST] = {6, 11, 0, {AT(0, 0), AT(0, 1), AT(1, 1), AT(1, 2), AT(2, 2), AT(2, 0)}},
    [TWC_SIDE_SOUTH | TWC_SIDE_WEST] = {6, 13, 0, {AT(0, 0), AT(0, 2), AT(2, 2), AT(2, 1), AT(1, 1), AT(1, 0)}},
    [TWC_SIDE_SOUTH | TWC_SIDE_EAST] = {6, 14, 1, {AT(1, 0), AT(1, 1), AT(0, 1), AT(0, 2), AT(2, 2), AT(2, 0)}},
};

/* The part of an id that numbers a shape's triangles: 0 for the north, then south, west, east, and the corners. */
static const uint8_t part_of[TWC_SIDES] = {
    [TWC_SIDE_NORTH] = 0,
    [TWC_SIDE_SOUTH] = 4,
    [TWC_SIDE_WEST] = 8,
    [TWC_SIDE_EAST] = 12,
    [TWC_SIDE_NORTH | TWC_SIDE_WEST] = 16,
    [TWC_SIDE_NORTH | TWC_SIDE_EAST] = 20,
    [TWC_SIDE_SOUTH | TWC_SIDE_WEST] = 24,
    [TWC_SIDE_SOUTH | TWC_SIDE_EAST] = 28,
};

static void put_rim(const twc_detail_patch *patch, int32_t i, int32_t j, uint32_t sides, twc_mesh *mesh)
{
    const rim_shape *shape = &shapes[sides];
    const twc_vertex *first = patch->vertices + j * SIDE + i;
    const int32_t x = patch->chunk.x * CELLS + i + (shape->first & 1),
                  z = patch->chunk.z * CELLS + j + (shape->first >> 1);
    twc_vertex point[TWC_RIM_POINTS];
    int k = 0;
    do { /* a rim has points: said so that the compiler knows */
        point[k] = first[shape->at[k]];
    } while (++k < shape->count);
    const uint8_t *t = TWC_NAME(rim_triangles)(shape->count, point);
    for (k = 0; k < shape->count - 2; k++, t += 3)
        twc_put_face(mesh, &point[t[0]], &point[t[1]], &point[t[2]],
                     twc_detail_facet_id(patch->chunk.level, x, z, TWC_DETAIL_PART_RIM + part_of[sides] + k));
}

static void put_cell(const twc_detail_patch *patch, int32_t i, int32_t j, int diagonal, twc_mesh *mesh)
{
    const twc_vertex *a = patch->vertices + j * SIDE + i, *b = a + 1, *c = a + SIDE, *d = c + 1;
    const int32_t level = patch->chunk.level, x = patch->chunk.x * CELLS + i, z = patch->chunk.z * CELLS + j;
    uint64_t id[2];
    for (int half = 0; half < 2; half++)
        id[half] = level == 0 ? twc_facet_id(TWC_FACET_FINE, x, z, half) : twc_detail_facet_id(level, x, z, half);
    twc_put_face(mesh, a, c, diagonal ? d : b, id[0]);
    if (diagonal)
        twc_put_face(mesh, a, d, b, id[1]);
    else
        twc_put_face(mesh, b, c, d, id[1]);
}

/* The sides of the chunk that the block of 2 x 2 cells about (i, j) touches, as far as they are coarser. */
TWC_INLINE uint32_t coarser_sides(uint32_t coarser, int32_t i, int32_t j)
{
    const uint32_t west = i < 2, east = i >= CELLS - 2, north = j < 2, south = j >= CELLS - 2;
    return coarser & (west * TWC_SIDE_WEST | east * TWC_SIDE_EAST | north * TWC_SIDE_NORTH | south * TWC_SIDE_SOUTH);
}

/* Twice the area, as twc_area2. Cells of the coarse levels are farther across than 32 bits hold. */
TWC_INLINE int64_t wide_area2(twc_vertex a, twc_vertex b, twc_vertex c)
{
    return (int64_t)(c.x - a.x) * (b.z - a.z) - (int64_t)(b.x - a.x) * (c.z - a.z);
}

/* The kernel `diagonals` for the cells of any level. */
static void choose_diagonals(twc_detail_chunk chunk, const twc_vertex *vertices, uint8_t *out)
{
    for (int32_t j = 0; j < CELLS; j++, vertices += CELLS + 1)
        for (int32_t i = 0; i < CELLS; i++) {
            const twc_vertex a = vertices[i], b = vertices[i + 1], c = vertices[CELLS + 1 + i],
                             d = vertices[CELLS + 2 + i];
            const int one = wide_area2(a, c, d) > 0 && wide_area2(a, d, b) > 0;
            const int other = wide_area2(a, c, b) > 0 && wide_area2(b, c, d) > 0;
            const int hashed = twc_fast_hash(chunk.x * CELLS + i, chunk.z * CELLS + j, TWC_SALT_DIAGONAL) < 0x80000000u;
            out[j * CELLS + i] = (uint8_t)(one && (!other || hashed));
        }
}

static void put_fine(const twc_detail_patch *patch, const uint8_t *diagonals, int32_t i0, int32_t j0, int32_t size,
                     twc_mesh *mesh)
{
    for (int32_t j = j0; j < j0 + size; j++)
        for (int32_t i = i0; i < i0 + size; i++) {
            const uint32_t sides = coarser_sides(patch->chunk.coarser, i, j);
            const int cell = (i & 1) + 2 * (j & 1);
            if (!(shapes[sides].taken >> cell & 1))
                put_cell(patch, i, j, diagonals[j * CELLS + i], mesh);
            else if (shapes[sides].first == cell)
                put_rim(patch, i & ~1, j & ~1, sides, mesh);
        }
}

void TWC_NAME(detail_chunk)(const twc_detail_patch *patch, twc_mesh *mesh)
{
    const twc_detail_chunk chunk = patch->chunk;
    uint8_t diagonals[CELLS * CELLS];
    choose_diagonals(chunk, patch->vertices, diagonals);
    mesh->triangle_count = 0;
    mesh->facet_count = 0;
    if (chunk.level > 1) {
        put_fine(patch, diagonals, 0, 0, CELLS, mesh);
    } else {
        const int32_t cells = TWC_MACRO_CELLS >> chunk.level, macros = CELLS / cells;
        for (int32_t k = 0; k < macros * macros; k++) {
            const int32_t mx = k % macros, mz = k / macros, x = chunk.x * macros + mx, z = chunk.z * macros + mz;
            if (twc_patch_broad(patch, x, z))
                TWC_NAME(detail_broad)(patch, cells, x, z, mesh);
            else
                put_fine(patch, diagonals, mx * cells, mz * cells, cells, mesh);
        }
    }
    TWC_NAME(finish_facets)(mesh);
}
