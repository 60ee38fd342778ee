/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "regions/built_region.h"

#include <string.h>

#include "regions/region_roads.h"

twc_status twc_built_region_create(const twc_region *region, const twc_built_region_options *options,
                                   twc_built_region *built)
{
    memset(built, 0, sizeof *built);
    twc_status status = twc_region_generate(region, &built->data);
    if (!status.code && options->roads)
        status = twc_region_place_roads(region, &built->data.world, &built->features);
    if (!status.code) {
        built->request = (twc_chunk_request){.world = &built->data.world,
                                             .chunks = twc_world_chunks(&built->data.world),
                                             .stages = TWC_BUILD_FEATURES | TWC_BUILD_SURFACE,
                                             .features = built->features.list,
                                             .water = region->lake.level,
                                             .options = options->build};
        status = twc_chunk_grid_build(options->builder, &built->request, &built->grid);
    }
    if (status.code)
        twc_built_region_destroy(built);
    return status;
}

void twc_built_region_destroy(twc_built_region *built)
{
    twc_chunk_grid_destroy(&built->grid);
    twc_features_destroy(&built->features);
    twc_world_data_destroy(&built->data);
    memset(built, 0, sizeof *built);
}
