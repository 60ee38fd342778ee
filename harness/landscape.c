/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "landscape.h"

#include <string.h>

#include "regions/region_roads.h"

static twc_status build_meshes(const twc_region *region, twc_landscape_options options, twc_landscape *l)
{
    twc_build_options build = {options.fine_only, options.threads, TWC_DYNAMIC};
    twc_rect chunks = twc_world_chunks(&l->data.world);
    twc_status status = twc_ok();
    if (options.roads)
        status = twc_region_place_roads(region, &l->data.world, &l->features);
    if (status.code)
        return status;
    if (l->features.list.count == 0) {
        status = twc_meshes_create(chunks, options.threads, &l->meshes);
        return status.code ? status : twc_meshes_build(&l->data.world, options.builder, build, &l->meshes);
    }
    status = twc_feature_meshes_create(l->features.list, chunks, options.threads, &l->meshes);
    if (status.code)
        return status;
    return twc_feature_meshes_build(&l->data.world, l->features.list, options.builder, build, &l->meshes);
}

twc_status twc_landscape_create(const twc_region *region, twc_landscape_options options, twc_landscape *landscape)
{
    memset(landscape, 0, sizeof *landscape);
    landscape->water = region->lake.level;
    twc_status status = twc_region_generate(region, &landscape->data);
    if (!status.code)
        status = build_meshes(region, options, landscape);
    if (!status.code)
        status = twc_surfaces_create(&landscape->data.world, landscape->water, options.builder,
                                     (twc_build_options){options.fine_only, options.threads, TWC_DYNAMIC},
                                     &landscape->meshes, &landscape->surfaces);
    if (status.code)
        twc_landscape_destroy(landscape);
    return status;
}

void twc_landscape_destroy(twc_landscape *landscape)
{
    twc_surfaces_destroy(&landscape->surfaces);
    twc_meshes_destroy(&landscape->meshes);
    twc_features_destroy(&landscape->features);
    twc_world_data_destroy(&landscape->data);
    memset(landscape, 0, sizeof *landscape);
}
