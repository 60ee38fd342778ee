/* SPDX-License-Identifier: MIT */
/*
 * A network on the ground: free levels of its arms, then those of its pads. Spec network 5; no twin: a network is
 * placed once, with either library's kernels; test tests/network/test_place.c.
 */
#include "common/assertion.h"
#include "footprint/stage.h"
#include "ground/stage.h"
#include "network/stage.h"

static twc_status check_extent(const twc_network_plan *plan, const twc_network *network, twc_rect extent)
{
    int64_t x0 = (int64_t)extent.x * TWC_TILE_CM + TWC_EXTENT_CLEARANCE_CM;
    int64_t z0 = (int64_t)extent.z * TWC_TILE_CM + TWC_EXTENT_CLEARANCE_CM;
    int64_t x1 = ((int64_t)extent.x + extent.nx) * TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM;
    int64_t z1 = ((int64_t)extent.z + extent.nz) * TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM;
    for (int32_t a = 0; a < network->arm_count; a++) {
        const twc_arm *arm = &network->arms[a];
        for (int32_t k = 0; k < arm->station_count; k++) {
            int64_t x = arm->stations[k].x, z = arm->stations[k].z, half = arm->half_cm;
            if (x - half < x0 || z - half < z0 || x + half > x1 || z + half > z1)
                return twc_fail(
                    TWC_USAGE,
                    "network %llu: arm %d comes to (%.2f, %.2f) m; with its half-width it has to stay %d m inside "
                    "the extent, within (%.2f, %.2f) and (%.2f, %.2f)",
                    (unsigned long long)plan->id, arm->number, (double)x * 0.01, (double)z * 0.01,
                    TWC_EXTENT_CLEARANCE_CM / 100, (double)x0 * 0.01, (double)z0 * 0.01, (double)x1 * 0.01,
                    (double)z1 * 0.01);
        }
    }
    return twc_ok();
}

twc_status twc_network_place(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                             const twc_network_plan *plan, twc_network_memory memory, twc_network *network)
{
    twc_status status = twc_extent_check(world->extent);
    if (!status.code)
        status = twc_network_split(plan, memory.bytes, memory.size, network);
    if (!status.code)
        status = check_extent(plan, network, world->extent);
    if (status.code)
        return status;
    for (int32_t a = 0; a < network->arm_count; a++) {
        const twc_arm *arm = &network->arms[a];
        twc_arena arena = {memory.workspace, (unsigned char *)memory.workspace + twc_reference_place_workspace(), 0};
        twc_reference_ground_levels(kernels, world, fine_only, arm->station_count, arm->stations, arena);
        twc_reference_smooth_levels(arm->profile, arm->station_count, arm->stations);
    }
    twc_network_levels(plan, network);
    return twc_ok();
}
