/* SPDX-License-Identifier: MIT */
/* What a chunk with features is built from: the ground around it, the features' cells near it, their sections. */
#include <string.h>

#include "feature/stage.h"
#include "ground/stage.h"

enum {
    MACRO_SAMPLES = TWC_MACRO_CM / TWC_SAMPLE_CM,
    JITTER_SAMPLES = 7, /* 24.32 m, and the interval it falls in */
    /* A section's edge may lie in the ring's last macro cell; finding its height looks one cell and its corners
       further. */
    WINDOW_RING = TWC_FEATURE_RING_MACROS + 2,
    WINDOW_MACROS = TWC_CHUNK_MACROS + 2 * WINDOW_RING
};

static int filtered(const twc_ground_table *kernels, const twc_world *world, twc_filter filter, twc_rect rect,
                    twc_arena *arena, twc_field *field)
{
    int32_t radius = twc_filter_radius(filter);
    twc_rect around = {rect.x - radius, rect.z - radius, rect.nx + 2 * radius, rect.nz + 2 * radius};
    float *h = twc_arena_take(arena, (size_t)rect.nx * (size_t)rect.nz, sizeof *h);
    twc_arena scratch = *arena;
    uint16_t *samples = twc_arena_take(&scratch, (size_t)around.nx * (size_t)around.nz, sizeof *samples);
    void *filter_scratch = twc_arena_take(&scratch, twc_prefilter_scratch(filter, rect), 1);
    arena->full |= scratch.full;
    if (arena->full)
        return 0;
    kernels->samples(world, around, samples);
    kernels->prefilter(filter, rect, samples, h, filter_scratch);
    *field = (twc_field){rect, h};
    return 1;
}

int twc_reference_window(const twc_ground_table *kernels, const twc_world *world, int fine_only, twc_rect macros,
                         twc_arena *arena, twc_ground_window *out)
{
    size_t cells = (size_t)macros.nx * (size_t)macros.nz;
    twc_rect rect = {(macros.x + 1) * MACRO_SAMPLES - JITTER_SAMPLES, (macros.z + 1) * MACRO_SAMPLES - JITTER_SAMPLES,
                     (macros.nx - 2) * MACRO_SAMPLES + 1 + 2 * JITTER_SAMPLES,
                     (macros.nz - 2) * MACRO_SAMPLES + 1 + 2 * JITTER_SAMPLES};
    uint8_t *classes = twc_arena_take(arena, cells, 1);
    if (!classes || !filtered(kernels, world, TWC_FILTER_FINE, rect, arena, &out->fine) ||
        !filtered(kernels, world, TWC_FILTER_BROAD, rect, arena, &out->broad))
        return 0;
    kernels->classes(world, macros, classes);
    if (fine_only)
        memset(classes, TWC_FINE, cells);
    out->macros = macros;
    out->classes = classes;
    return 1;
}

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

static int meets_cells(const twc_surroundings *around, twc_box box)
{
    for (size_t i = 0; i < around->cell_count; i++)
        if (twc_boxes_meet(around->cells[i].box, box))
            return 1;
    return 0;
}

/* Keeps those pieces of a ground cell that meet the chunk or a cell of a feature. */
static void keep_pieces(const twc_cell *cell, twc_box chunk, twc_surroundings *around)
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
        twc_ground_triangle *kept = &around->triangles[around->triangle_count++];
        memcpy(kept->corner, cell->piece[k], sizeof kept->corner);
        kept->facet = facet[half];
        kept->box = box;
    }
}

/* In the canonical order of twc_ground_table.chunk. */
static void gather_triangles(const twc_ground_window *ground, twc_rect extent, int32_t chunk_x, int32_t chunk_z,
                             twc_box chunk, twc_surroundings *around)
{
    const int32_t ring = TWC_FEATURE_RING_MACROS;
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
}

/* The sections of a feature's cells, solved run by run of neighbouring cells. */
static int solve_cells(const twc_ground_window *ground, twc_local_cell *cells, size_t count, twc_arena *arena)
{
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1;
             next < count && cells[next].feature == cells[i].feature && cells[next].cell == cells[next - 1].cell + 1;)
            next++;
        twc_cross_section *sections = twc_arena_take(arena, next - i + 1, sizeof *sections);
        if (!sections)
            return 0;
        twc_reference_solve(cells[i].feature, ground, cells[i].cell, (int32_t)(next - i) + 1, sections);
        for (size_t n = i; n < next; n++)
            cells[n].section = sections + (n - i);
    }
    return 1;
}

static int gather_cells(twc_feature_list features, twc_box reach, twc_arena *arena, twc_surroundings *around)
{
    size_t total = 0;
    for (size_t f = 0; f < features.count; f++)
        total += (size_t)twc_reference_cells_near(&features.feature[f], reach, 0, NULL);
    around->cells = twc_arena_take(arena, total, sizeof *around->cells);
    twc_arena scratch = *arena;
    int32_t *numbers = twc_arena_take(&scratch, total, sizeof *numbers);
    if (total > 0 && (!around->cells || !numbers)) {
        arena->full = 1;
        return 0;
    }
    for (size_t f = 0; f < features.count; f++) {
        const twc_feature *feature = &features.feature[f];
        int32_t count = twc_reference_cells_near(feature, reach, (int32_t)total, numbers);
        for (int32_t i = 0; i < count; i++)
            around->cells[around->cell_count++] = (twc_local_cell){
                feature, numbers[i], feature->tree[feature->leaves + numbers[i]], NULL, 0, 0};
    }
    return 1;
}

int twc_reference_gather(const twc_world *world, int fine_only, twc_feature_list features, int32_t chunk_x,
                         int32_t chunk_z, twc_arena *arena, twc_surroundings *around)
{
    twc_box chunk = {chunk_x * TWC_CHUNK_CM, chunk_z * TWC_CHUNK_CM, (chunk_x + 1) * TWC_CHUNK_CM,
                     (chunk_z + 1) * TWC_CHUNK_CM};
    *around = (twc_surroundings){0};
    if (!gather_cells(features, twc_box_grown(chunk, TWC_FEATURE_REACH_CM), arena, around))
        return 0;
    if (around->cell_count == 0)
        return 1;
    twc_ground_window ground;
    twc_rect macros = {chunk_x * TWC_CHUNK_MACROS - WINDOW_RING, chunk_z * TWC_CHUNK_MACROS - WINDOW_RING,
                       WINDOW_MACROS, WINDOW_MACROS};
    const size_t most = (size_t)(TWC_CHUNK_MACROS + 2 * TWC_FEATURE_RING_MACROS) *
                        (TWC_CHUNK_MACROS + 2 * TWC_FEATURE_RING_MACROS) * 2 * TWC_MACRO_CELLS * TWC_MACRO_CELLS;
    around->triangles = twc_arena_take(arena, most, sizeof *around->triangles);
    around->facets = twc_arena_take(arena, most, sizeof *around->facets);
    if (arena->full || !twc_reference_window(twc_reference_ground(), world, fine_only, macros, arena, &ground))
        return 0;
    gather_triangles(&ground, twc_world_macros(world), chunk_x, chunk_z, chunk, around);
    return solve_cells(&ground, around->cells, around->cell_count, arena);
}
