/* SPDX-License-Identifier: MIT */
/*
 * Sections by themselves, each from a window of ground about its station. Spec footprint 3; no twin: for measures and
 * figures; test tests/footprint/test_roads.c.
 */
#include "footprint/stage.h"
#include "ground/stage.h"

/* No edge is farther than TWC_PROFILE_REACH_CM from its station: it lies in the station's macro cell or a neighbour. */
enum { WINDOW_MACROS = 3 + 2 * TWC_CLASS_RING };

size_t twc_reference_sections_workspace(void)
{
    return twc_reference_window_bytes(WINDOW_MACROS);
}

twc_status twc_reference_sections(const twc_world *world, int fine_only, const twc_feature *feature, int32_t first,
                                  int32_t count, void *workspace, twc_cross_section *out)
{
    twc_ground_window ground = {{0, 0, 0, 0}, NULL, {{0, 0, 0, 0}, NULL}, {{0, 0, 0, 0}, NULL}};
    twc_status status = twc_environment_check();
    if (!status.code && (first < 0 || count < 0 || count > feature->station_count - first))
        status = twc_fail(TWC_USAGE, "stations %d to %d are not all of the feature's %d", first, first + count - 1,
                          feature->station_count);
    for (int32_t k = 0; k < count && !status.code; k++) {
        const twc_station *station = &feature->stations[first + k];
        twc_rect macros = {twc_floor_div(station->x, TWC_MACRO_CM) - WINDOW_MACROS / 2,
                           twc_floor_div(station->z, TWC_MACRO_CM) - WINDOW_MACROS / 2, WINDOW_MACROS, WINDOW_MACROS};
        if (ground.macros.nx == 0 || macros.x != ground.macros.x || macros.z != ground.macros.z) {
            twc_arena arena = {workspace, (unsigned char *)workspace + twc_reference_sections_workspace(), 0};
            if (!twc_reference_window(twc_reference_ground(), world, fine_only, macros, &arena, &ground))
                return twc_fail(TWC_IO, "a section's workspace is too small");
        }
        twc_reference_solve(feature, &ground, first + k, 1, &out[k]);
    }
    return status;
}
