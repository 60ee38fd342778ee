/* SPDX-License-Identifier: MIT */
/*
 * The fast library: the same contracts as the reference, one table per instruction-set level, chosen at run time.
 */
#ifndef TWC_FAST_H
#define TWC_FAST_H

#include "twc/chunk.h"
#include "twc/detail.h"
#include "twc/grid.h"
#include "twc/land_kernels.h"
#include "twc/raster.h"
#include "twc/tower.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum twc_level {
    TWC_LEVEL_BASE, /* what the compiler takes without further flags; every machine has it */
    TWC_LEVEL_V2,   /* x86-64-v2: SSE4.2 */
    TWC_LEVEL_V3,   /* x86-64-v3 less FMA: AVX2 */
    TWC_LEVEL_V4,   /* x86-64-v4: AVX-512 F, BW, DQ, VL */
    TWC_LEVEL_COUNT
} twc_level;

/* "base", "v2", "v3", "v4". */
const char *twc_level_name(twc_level level);

/* Whether this build has the level, and whether this processor does. A level is usable when both hold. */
int twc_level_built(twc_level level);
int twc_level_supported(twc_level level);

/* The highest usable level. */
twc_level twc_level_best(void);

/* The ground table of a usable level; NULL for any other. */
const twc_ground_table *twc_fast_ground(twc_level level);

/* The surface table of a usable level; NULL for any other. */
const twc_surface_table *twc_fast_surface(twc_level level);

/* The world table of a usable level; NULL for any other. */
const twc_world_table *twc_fast_world(twc_level level);

/* The land table of a usable level; NULL for any other. */
const twc_land_table *twc_fast_land(twc_level level);

/* As twc_reference_land_build, over options.threads threads. */
twc_status twc_fast_land_build(twc_level level, const twc_land *land, twc_build_options options,
                               twc_land_ground *ground);

/* The detail table of a usable level; NULL for any other. */
const twc_detail_table *twc_fast_detail(twc_level level);

/* The grid table of a usable level; NULL for any other. */
const twc_grid_table *twc_fast_grid(twc_level level);

/* The tower table of a usable level; NULL for any other. */
const twc_tower_table *twc_fast_tower(twc_level level);

/*
 * As twc_reference_render, over `threads` threads; the workspace grows with triangles and threads, not with the image.
 */
size_t twc_fast_render_workspace(const twc_camera *camera, uint32_t triangle_count, int threads);
twc_status twc_fast_render(twc_level level, const twc_camera *camera, const twc_weather *weather, twc_drawing drawing,
                           int threads, void *workspace, uint8_t *rgb);

/* The stages of a chunk at a level (twc/chunk.h). A level that is not usable has no kernels, and builds are refused. */
twc_builder twc_fast_builder(twc_level level);

#ifdef __cplusplus
}
#endif
#endif
