/* SPDX-License-Identifier: MIT */
/*
 * The ground triangles about a chunk that meet it or a cell of a footprint. Spec cut 6.1; twin fast/cut/gather.c; test
 * tests/cut/test_cut.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "cut/stage.h"
#include "ground/stage.h"

static twc_box triangle_box(const twc_vertex v[3])
{
    twc_box box = {v[0].x, v[0].z, v[0].x, v[0].z};
    for (int k = 1; k < 3; k++) {
        box.x0 = v[k].x < box.x0 ? v[k].x : box.x0;
        box.z0 = v[k].z < box.z0 ? v[k].z : box.z0;
        box.x1 = v[k].x > box.x1 ? v[k].x : box.x1;
        box.z1 = v[k].z > box.z1 ? v[k].z : box.z1;
    }
    return box;
}

static int meets_cells(const twc_neighbourhood *around, twc_box box)
{
    for (size_t i = 0; i < around->cell_count; i++)
        if (twc_boxes_meet(around->cells[i].box, box))
            return 1;
    return 0;
}

/* Keeps those pieces of a ground cell that meet the chunk or a cell of a feature. */
static void keep_pieces(const twc_cell *cell, twc_box chunk, twc_neighbourhood *around)
{
    uint32_t facet[2] = {UINT32_MAX, UINT32_MAX};
    for (int k = 0; k < cell->count; k++) {
        twc_box box = triangle_box(cell->piece[k]);
        int half = cell->half[k];
        if (!twc_boxes_meet(box, chunk) && !meets_cells(around, box))
            continue;
        if (facet[half] == UINT32_MAX) {
            facet[half] = (uint32_t)around->facet_count++;
            memcpy(around->facets[facet[half]].corner, cell->facet[half], sizeof cell->facet[half]);
            around->facets[facet[half]].id = cell->id[half];
        }
        TWC_ASSERT(facet[half] < around->facet_count);
        twc_ground_triangle *kept = &around->triangles[around->triangle_count++];
        memcpy(kept->corner, cell->piece[k], sizeof kept->corner);
        kept->facet = facet[half];
        kept->box = box;
    }
}

int twc_reference_gather_ground(const twc_ground_window *ground, twc_rect extent, int32_t chunk_x, int32_t chunk_z,
                                twc_arena *arena, twc_neighbourhood *around)
{
    const int32_t ring = TWC_FEATURE_RING_MACROS;
    const twc_box chunk = twc_chunk_box(chunk_x, chunk_z);
    const size_t side = (size_t)(TWC_CHUNK_MACROS + 2 * ring),
                 most = side * side * 2 * TWC_MACRO_CELLS * TWC_MACRO_CELLS;
    around->triangles = twc_arena_take(arena, most, sizeof *around->triangles);
    around->facets = twc_arena_take(arena, most, sizeof *around->facets);
    if (arena->full)
        return 0;
    for (int32_t z = chunk_z * TWC_CHUNK_MACROS - ring; z < (chunk_z + 1) * TWC_CHUNK_MACROS + ring; z++)
        for (int32_t x = chunk_x * TWC_CHUNK_MACROS - ring; x < (chunk_x + 1) * TWC_CHUNK_MACROS + ring; x++) {
            twc_cell cell;
            if (x < extent.x || x >= extent.x + extent.nx || z < extent.z || z >= extent.z + extent.nz)
                continue;
            if (twc_reference_is_broad(ground, x, z)) {
                twc_reference_broad_cell(ground, x, z, &cell);
                keep_pieces(&cell, chunk, around);
                continue;
            }
            for (int32_t n = 0; n < TWC_MACRO_CELLS * TWC_MACRO_CELLS; n++) {
                twc_reference_fine_cell(ground, x * TWC_MACRO_CELLS + n % TWC_MACRO_CELLS,
                                        z * TWC_MACRO_CELLS + n / TWC_MACRO_CELLS, &cell);
                keep_pieces(&cell, chunk, around);
            }
        }
    return 1;
}
