/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole worlds of meshes, for tests that look at them. */
#ifndef TWC_TESTS_GRIDS_H
#define TWC_TESTS_GRIDS_H

#include "twc/chunk_grid.h"

static const twc_feature_list no_features = {0};

/* The meshes of all chunks with these features, by one thread. */
static inline twc_chunk_request mesh_request(const twc_world *world, twc_feature_list features)
{
    return (twc_chunk_request){.world = world,
                               .chunks = twc_world_chunks(world),
                               .stages = TWC_BUILD_FEATURES,
                               .features = features,
                               .options = {0, 1, TWC_STATIC}};
}

/* The reference's ground of all chunks. Fails like a build; the grid is to be destroyed all the same. */
static inline twc_status reference_ground(const twc_world *world, twc_chunk_grid *grid)
{
    const twc_chunk_request request = mesh_request(world, no_features);
    *grid = (twc_chunk_grid){0};
    return twc_chunk_grid_build(twc_reference_builder(), &request, grid);
}

#endif
