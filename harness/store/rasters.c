/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rasters.h"

#include <stdlib.h>

void twc_rasters_destroy(twc_rasters *r)
{
    free(r->sample);
    free(r->facet);
    free(r->present);
}

twc_status twc_rasters_create(const twc_world *world, twc_rasters *r)
{
    r->samples = twc_world_samples(world);
    r->macros = twc_world_macros(world);
    r->sample = malloc((size_t)r->samples.nx * (size_t)r->samples.nz * sizeof *r->sample);
    r->facet = malloc((size_t)r->macros.nx * (size_t)r->macros.nz);
    r->present = malloc((size_t)world->extent.nx * (size_t)world->extent.nz);
    if (r->sample && r->facet && r->present)
        return twc_ok();
    twc_rasters_destroy(r);
    return twc_fail(TWC_IO, "not enough memory for a world of %d x %d tiles", world->extent.nx, world->extent.nz);
}

void twc_rasters_differ(twc_rasters *r, const twc_rasters *other)
{
    size_t samples = (size_t)r->samples.nx * (size_t)r->samples.nz,
           macros = (size_t)r->macros.nx * (size_t)r->macros.nz;
    for (size_t k = 0; k < samples; k++)
        r->sample[k] ^= other->sample[k];
    for (size_t k = 0; k < macros; k++)
        r->facet[k] ^= other->facet[k];
    for (size_t k = 0; k < macros / (TWC_TILE_MACROS * TWC_TILE_MACROS); k++)
        r->present[k] ^= other->present[k];
}

twc_status twc_rasters_to_world(const twc_rasters *r, twc_world_data *data)
{
    const twc_rect extent = data->world.extent;
    for (int32_t k = 0; k < extent.nx * extent.nz; k++) {
        if (!r->present[k])
            continue;
        twc_status status = twc_world_data_add_tile(data, extent.x + k % extent.nx, extent.z + k / extent.nx);
        if (status.code)
            return status;
    }
    twc_world_data_set_samples(data, r->samples, r->sample);
    twc_world_data_set_classes(data, r->macros, r->facet);
    return twc_ok();
}
