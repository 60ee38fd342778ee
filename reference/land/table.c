/* SPDX-License-Identifier: MIT */
#include "land/stage.h"

const twc_land_table *twc_reference_land(void)
{
    static const twc_land_table table = {
        .fbm = twc_reference_fbm,
        .phacelle = twc_reference_phacelle,
        .coast = twc_reference_coast,
        .raw_hill = twc_reference_raw_hill,
        .base_heights = twc_reference_base_heights,
        .spine_nearest = twc_reference_spine_nearest,
        .press = twc_reference_press,
        .carve = twc_reference_carve,
        .land_heights = twc_reference_land_heights,
        .land_gradients = twc_reference_land_gradients,
        .land_normals = twc_reference_land_normals,
        .land_curvatures = twc_reference_land_curvatures,
        .outline_contains = twc_reference_outline_contains,
        .forest = twc_reference_forest,
        .grove = twc_reference_grove,
        .land_look = twc_reference_land_look,
        .walk = twc_reference_walk,
    };
    return &table;
}
