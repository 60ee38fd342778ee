/* SPDX-License-Identifier: MIT */
/*
 * Placing a corridor: the record is made once, and frozen. Spec footprint 2.3, 2.6; paper Algorithm 3; no twin: a
 * corridor is placed once, with either library's kernels; test tests/footprint/test_roads.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "footprint/stage.h"
#include "ground/stage.h"

/* Weights of offsets 0..8: a Gaussian of 2.5 stations, sum over both sides 65536, the remainder on the centre. */
static const int32_t level_weight[TWC_LEVEL_RADIUS + 1] = {10462, 9660, 7599, 5094, 2910, 1416, 587, 208, 63};

enum { WINDOW_MACROS = 1 + 2 * TWC_CLASS_RING }; /* about the macro cell a station lies in */

/* The list of cells near a station; a window of ground. */
size_t twc_reference_place_workspace(void)
{
    return TWC_NEAR_CAPACITY * sizeof(int32_t) + twc_reference_window_bytes(WINDOW_MACROS);
}

/* Directions to the right: perpendicular to the chord between the neighbours. */
twc_status twc_reference_set_right(const twc_corridor *corridor, int32_t count, twc_station *stations)
{
    for (int32_t k = 0; k < count; k++) {
        const twc_station *before = &stations[k > 0 ? k - 1 : 0], *after = &stations[k + 1 < count ? k + 1 : k];
        double dx = (double)after->x - before->x, dz = (double)after->z - before->z;
        double length = sqrt(dx * dx + dz * dz);
        if (length == 0.0)
            return twc_fail(
                TWC_USAGE,
                "corridor %llu turns back on itself at station %d, (%.2f, %.2f) m: space its nodes more evenly",
                (unsigned long long)corridor->id, k, stations[k].x * 0.01, stations[k].z * 0.01);
        stations[k].rx = (int32_t)floor(-dz / length * TWC_RIGHT_ONE + 0.5);
        stations[k].rz = (int32_t)floor(dx / length * TWC_RIGHT_ONE + 0.5);
    }
    return twc_ok();
}

/* The lattice height at every station, in centimetres, kept in bed_cm. A window of ground serves a macro cell. */
void twc_reference_ground_levels(const twc_ground_table *kernels, const twc_world *world, int fine_only, int32_t count,
                                 twc_station *stations, twc_arena arena)
{
    twc_ground_window ground = {{0, 0, 0, 0}, NULL, {{0, 0, 0, 0}, NULL}, {{0, 0, 0, 0}, NULL}};
    for (int32_t k = 0; k < count; k++) {
        int32_t x = twc_floor_div(stations[k].x, TWC_MACRO_CM), z = twc_floor_div(stations[k].z, TWC_MACRO_CM);
        twc_rect macros = {x - TWC_CLASS_RING, z - TWC_CLASS_RING, WINDOW_MACROS, WINDOW_MACROS};
        if (ground.macros.nx == 0 || macros.x != ground.macros.x || macros.z != ground.macros.z) {
            twc_arena scratch = arena;
            twc_reference_window(kernels, world, fine_only, macros, &scratch, &ground);
        }
        twc_point p = {stations[k].x, stations[k].z};
        twc_location location;
        kernels->locate(&ground, 1, &p, &location);
        stations[k].bed_cm = (int32_t)floor((double)location.height * 100.0 + 0.5);
    }
}

/* Smooths the levels in place: the last eight originals are kept aside, as the sum still needs them. */
void twc_reference_smooth_levels(const twc_profile *profile, int32_t count, twc_station *stations)
{
    TWC_ASSERT(count >= 2);
    int32_t before[TWC_LEVEL_RADIUS], first = stations[0].bed_cm;
    for (int i = 0; i < TWC_LEVEL_RADIUS; i++)
        before[i] = first;
    for (int32_t k = 0; k < count; k++) {
        int64_t sum = (int64_t)level_weight[0] * stations[k].bed_cm;
        for (int32_t m = 1; m <= TWC_LEVEL_RADIUS; m++) {
            int32_t after = stations[k + m < count ? k + m : count - 1].bed_cm;
            sum += (int64_t)level_weight[m] *
                   (before[(k - m + 64 * TWC_LEVEL_RADIUS) % TWC_LEVEL_RADIUS] + (int64_t)after);
        }
        before[k % TWC_LEVEL_RADIUS] = stations[k].bed_cm;
        stations[k].bed_cm = (int32_t)((sum + 32768) >> 16) - profile->depth_cm;
    }
}

twc_status twc_corridor_place(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                              const twc_corridor *corridor, twc_placement_memory memory, twc_feature *feature)
{
    twc_station *stations = memory.stations;
    twc_box *tree = memory.tree;
    int32_t count = 0;
    twc_status status = twc_environment_check();
    if (!status.code)
        status = twc_extent_check(world->extent);
    if (!status.code)
        status = twc_profile_check(corridor->profile);
    if (!status.code && (corridor->priority < 0 || corridor->priority > 255))
        status = twc_fail(TWC_USAGE, "corridor %llu: its priority is %d, it must lie within 0 and 255",
                          (unsigned long long)corridor->id, corridor->priority);
    if (!status.code)
        status = twc_corridor_station_count(corridor, &count);
    if (status.code)
        return status;
    twc_arena arena = {memory.workspace, (unsigned char *)memory.workspace + twc_reference_place_workspace(), 0};
    int32_t *near_cells = twc_arena_take(&arena, TWC_NEAR_CAPACITY, sizeof *near_cells);
    *feature = (twc_feature){.id = corridor->id,
                             .priority = corridor->priority,
                             .kind = TWC_FOOTPRINT_CORRIDOR,
                             .profile = *corridor->profile,
                             .station_count = count,
                             .stations = stations,
                             .leaves = twc_corridor_tree_size(count) / 2,
                             .tree = tree};
    twc_reference_spline_points(corridor, twc_reference_spline_length(corridor), count, stations);
    status = twc_reference_set_right(corridor, count, stations);
    if (!status.code)
        status = twc_reference_limits(corridor, feature, stations, tree, near_cells);
    if (!status.code)
        status = twc_reference_check_footprint(corridor, feature, world->extent, near_cells);
    if (status.code)
        return status;
    twc_reference_ground_levels(kernels, world, fine_only, count, stations, arena);
    twc_reference_smooth_levels(corridor->profile, count, stations);
    return twc_ok();
}

twc_status twc_reference_corridor_place(const twc_world *world, int fine_only, const twc_corridor *corridor,
                                        void *workspace, twc_station *stations, twc_box *tree, twc_feature *feature)
{
    return twc_corridor_place(twc_reference_ground(), world, fine_only, corridor,
                              (twc_placement_memory){workspace, stations, tree}, feature);
}
