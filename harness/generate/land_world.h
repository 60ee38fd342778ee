/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A land as a world of the terrain system: tiles about its grid, a sample wherever the grid has a point, and its
 * features as corridors. Paths are pressed and brooks carved by the corridors' own rules, so samples are of the base.
 */
#ifndef TWC_GENERATE_LAND_WORLD_H
#define TWC_GENERATE_LAND_WORLD_H

#include "generate/land_corridors.h"

/*
 * The sample at each point is that of the base's height there (twc_height_sample), or of the one outside its grid.
 * Fails when the grid has no point at each sample (every 4 m), a height is beyond the encoding, or a feature can't be
 * placed; the world is empty then. `placed` has an entry for each feature of the land.
 */
twc_status twc_land_world(const twc_land_source *source, twc_world_data *data, twc_land_placed *placed);

#endif
