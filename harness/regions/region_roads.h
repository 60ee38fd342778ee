/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The roads of the test region as placed features. */
#ifndef TWC_HARNESS_REGION_ROADS_H
#define TWC_HARNESS_REGION_ROADS_H

#include "twc/chunk_grid.h"
#include "regions/region.h"

/*
 * Places the region's roads on a world (its own, or one like it), road k with id k + 1 and the profile of a cart road.
 * `features` is zeroed first; on failure it is empty and the message names the road.
 */
twc_status twc_region_place_roads(const twc_region *region, const twc_world *world, twc_features *features);

#endif
