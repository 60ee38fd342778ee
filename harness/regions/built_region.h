/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test region from its parameters to what is drawn: world, roads, and its chunks through all stages. */
#ifndef TWC_HARNESS_BUILT_REGION_H
#define TWC_HARNESS_BUILT_REGION_H

#include "regions/region.h"
#include "twc/chunk_grid.h"

typedef struct twc_built_region {
    twc_world_data data;
    twc_features features;
    twc_chunk_request request; /* what the chunks were built by */
    twc_chunk_grid grid;
} twc_built_region;

typedef struct twc_built_region_options {
    int roads; /* the region's; placed on the ground as its classes say */
    twc_builder builder;
    twc_build_options build;
} twc_built_region_options;

/* On failure there is nothing to destroy. The region stays where it is: the request points into it. */
twc_status twc_built_region_create(const twc_region *region, const twc_built_region_options *options,
                                   twc_built_region *built);
void twc_built_region_destroy(twc_built_region *built);

#endif
