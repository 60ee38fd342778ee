/* SPDX-License-Identifier: MIT */
/*
 * What a chunk with features is built from: the features' cells near it, the ground around, the cells' sections. Spec
 * cut 6.1; twin fast/footprint/build.c; test tests/footprint/test_roads.c.
 */
#include "common/assertion.h"
#include "footprint/stage.h"
#include "ground/stage.h"

enum {
    /* A section's edge may lie in the ring's last macro cell. */
    WINDOW_RING = TWC_FEATURE_RING_MACROS + TWC_CLASS_RING,
    WINDOW_MACROS = TWC_CHUNK_MACROS + 2 * WINDOW_RING
};

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

static int gather_cells(twc_feature_list features, twc_box reach, twc_arena *arena, twc_neighbourhood *around)
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
        TWC_ASSERT(around->cell_count + (size_t)count <= total);
        for (int32_t i = 0; i < count; i++)
            around->cells[around->cell_count++] = (twc_local_cell){
                .feature = feature, .cell = numbers[i], .box = feature->tree[feature->leaves + numbers[i]]};
    }
    return 1;
}

int twc_reference_feature_window(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                                 twc_point chunk, twc_arena *arena, twc_ground_window *ground)
{
    twc_rect macros = {chunk.x * TWC_CHUNK_MACROS - WINDOW_RING, chunk.z * TWC_CHUNK_MACROS - WINDOW_RING,
                       WINDOW_MACROS, WINDOW_MACROS};
    return twc_reference_window(kernels, world, fine_only, macros, arena, ground);
}

int twc_reference_gather(const twc_world *world, int fine_only, twc_feature_list features, int32_t chunk_x,
                         int32_t chunk_z, twc_arena *arena, twc_neighbourhood *around)
{
    *around = (twc_neighbourhood){0};
    if (!gather_cells(features, twc_box_grown(twc_chunk_box(chunk_x, chunk_z), TWC_FEATURE_REACH_CM), arena, around))
        return 0;
    if (around->cell_count == 0)
        return 1;
    twc_ground_window ground;
    if (!twc_reference_feature_window(twc_reference_ground(), world, fine_only, (twc_point){chunk_x, chunk_z}, arena,
                                      &ground) ||
        !twc_reference_gather_ground(&ground, twc_world_macros(world), chunk_x, chunk_z, arena, around))
        return 0;
    return solve_cells(&ground, around->cells, around->cell_count, arena);
}
