/* SPDX-License-Identifier: MIT */
#include "surface/levels.h"

#ifdef TWC_BUILD_LEVELS
extern const twc_level_surface twc_v2_surface, twc_v3_surface, twc_v4_surface;
static const twc_level_surface *const surfaces[TWC_LEVEL_COUNT] = {&twc_base_surface, &twc_v2_surface, &twc_v3_surface,
                                                                   &twc_v4_surface};
extern const twc_level_raster twc_v2_raster, twc_v3_raster, twc_v4_raster;
static const twc_level_raster *const rasters[TWC_LEVEL_COUNT] = {&twc_base_raster, &twc_v2_raster, &twc_v3_raster,
                                                                 &twc_v4_raster};
#else
static const twc_level_surface *const surfaces[TWC_LEVEL_COUNT] = {&twc_base_surface, NULL, NULL, NULL};
static const twc_level_raster *const rasters[TWC_LEVEL_COUNT] = {&twc_base_raster, NULL, NULL, NULL};
#endif

const twc_level_surface *twc_level_surface_of(twc_level level)
{
    return twc_level_ground_of(level) ? surfaces[level] : NULL;
}

const twc_level_raster *twc_level_raster_of(twc_level level)
{
    return twc_level_ground_of(level) ? rasters[level] : NULL;
}

const twc_surface_table *twc_fast_surface(twc_level level)
{
    const twc_level_surface *surface = twc_level_surface_of(level);
    return surface ? &surface->table : NULL;
}
