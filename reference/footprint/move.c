/* SPDX-License-Identifier: MIT */
/*
 * A placed corridor elsewhere. Spec footprint 2.8; no twin: a corridor is moved once, with either library's kernels;
 * test tests/footprint/test_move.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "footprint/stage.h"
#include "ground/stage.h"

/* Whether every point of a box, moved, keeps the clearance from the extent's nominal border. */
static int stays_inside(twc_rect extent, twc_box box, twc_point by)
{
    const int64_t x0 = (int64_t)extent.x * TWC_TILE_CM + TWC_EXTENT_CLEARANCE_CM,
                  z0 = (int64_t)extent.z * TWC_TILE_CM + TWC_EXTENT_CLEARANCE_CM,
                  x1 = ((int64_t)extent.x + extent.nx) * TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM,
                  z1 = ((int64_t)extent.z + extent.nz) * TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM;
    return (int64_t)box.x0 + by.x >= x0 && (int64_t)box.x1 + by.x <= x1 && (int64_t)box.z0 + by.z >= z0 &&
           (int64_t)box.z1 + by.z <= z1;
}

twc_status twc_corridor_move(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                             const twc_feature *feature, twc_point by, twc_placement_memory memory, twc_feature *moved)
{
    const int32_t count = feature->station_count;
    const twc_box all = feature->tree[1];
    twc_status status = twc_environment_check();
    if (!status.code)
        status = twc_extent_check(world->extent);
    if (status.code)
        return status;
    if (!stays_inside(world->extent, all, by))
        return twc_fail(TWC_USAGE,
                        "corridor %llu, moved, would reach (%.2f, %.2f) to (%.2f, %.2f) m, and has to stay %d m inside "
                        "the extent: move it less far",
                        (unsigned long long)feature->id, (double)((int64_t)all.x0 + by.x) * 0.01,
                        (double)((int64_t)all.z0 + by.z) * 0.01, (double)((int64_t)all.x1 + by.x) * 0.01,
                        (double)((int64_t)all.z1 + by.z) * 0.01, TWC_EXTENT_CLEARANCE_CM / 100);
    memmove(memory.stations, feature->stations, (size_t)count * sizeof *memory.stations);
    for (int32_t k = 0; k < count; k++) {
        memory.stations[k].x += by.x;
        memory.stations[k].z += by.z;
    }
    *moved = *feature;
    moved->stations = memory.stations;
    moved->tree = memory.tree;
    twc_reference_fill_tree(moved, memory.tree);
    TWC_ASSERT(memory.tree[1].x0 == all.x0 + by.x);
    twc_arena arena = {memory.workspace, (unsigned char *)memory.workspace + twc_reference_place_workspace(), 0};
    twc_reference_ground_levels(kernels, world, fine_only, count, memory.stations, arena);
    twc_reference_smooth_levels(&moved->profile, count, memory.stations);
    return twc_ok();
}
