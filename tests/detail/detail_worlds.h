/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worlds of any size from four tiles, with a share of Broad cells; their pyramids. */
#ifndef TWC_TESTS_DETAIL_WORLDS_H
#define TWC_TESTS_DETAIL_WORLDS_H

#include <stdlib.h>

#include "twc/fast.h"
#include "twc/view.h"

enum { DETAIL_TILES = 4 };

typedef struct detail_world {
    twc_tile tile[DETAIL_TILES];
    const twc_tile **tiles;
    twc_world world;
    void *memory, *workspace;
    twc_pyramid pyramid;
} detail_world;

static inline const twc_detail_kernels *detail_kernels(int fast)
{
    static twc_detail_kernels of[2];
    if (!of[0].ground) {
        of[0] = (twc_detail_kernels){twc_reference_ground(), twc_reference_detail()};
        of[1] = (twc_detail_kernels){twc_fast_ground(twc_level_best()), twc_fast_detail(twc_level_best())};
    }
    return &of[fast];
}

/* Tiles differ inside and agree on their borders, so any of them may stand beside any other. */
static inline void detail_fill_tile(twc_tile *tile, int32_t variant, int32_t seed, int32_t broad_percent)
{
    for (int32_t z = 0; z < TWC_TILE_SAMPLES; z++)
        for (int32_t x = 0; x < TWC_TILE_SAMPLES; x++) {
            const int32_t px = x % TWC_TILE_CELLS, pz = z % TWC_TILE_CELLS, own = px && pz ? variant : 0;
            tile->sample[z][x] = (uint16_t)(20000 + twc_hash(px / 16, pz / 16, seed + own) % 9000 +
                                            twc_hash(px, pz, seed + own) % 900);
        }
    for (int32_t z = 0; z < TWC_TILE_MACROS; z++)
        for (int32_t x = 0; x < TWC_TILE_MACROS; x++)
            tile->facet[z][x] = twc_hash(x, z, 100 + seed + variant) % 100 < (uint32_t)broad_percent ? TWC_BROAD
                                                                                                     : TWC_FINE;
}

static inline void detail_world_make(twc_rect extent, int32_t seed, int32_t broad_percent, detail_world *w)
{
    const size_t count = (size_t)extent.nx * (size_t)extent.nz, aligned = (twc_detail_tree_workspace() + 63) / 64 * 64;
    for (int32_t k = 0; k < DETAIL_TILES; k++)
        detail_fill_tile(&w->tile[k], k, 16 * seed, broad_percent);
    w->tiles = malloc(count * sizeof *w->tiles);
    for (size_t k = 0; k < count; k++) {
        const int32_t x = extent.x + (int32_t)(k % (size_t)extent.nx), z = extent.z + (int32_t)(k / (size_t)extent.nx);
        w->tiles[k] = &w->tile[twc_hash(x, z, seed) % DETAIL_TILES];
    }
    w->world = (twc_world){extent, 20000, w->tiles};
    w->memory = malloc(twc_pyramid_bytes(&w->world));
    w->workspace = aligned_alloc(64, aligned);
    twc_pyramid_place(&w->world, w->memory, &w->pyramid);
    twc_pyramid_update(detail_kernels(1), &w->world, twc_pyramid_all(&w->world), w->workspace, &w->pyramid);
}

static inline void detail_world_free(detail_world *w)
{
    free((void *)w->tiles);
    free(w->memory);
    free(w->workspace);
}

typedef struct detail_mesh {
    twc_triangle triangles[TWC_DETAIL_TRIANGLES];
    twc_facet facets[TWC_DETAIL_FACETS];
} detail_mesh;

static inline twc_mesh detail_mesh_of(detail_mesh *memory)
{
    return (twc_mesh){memory->triangles, memory->facets, 0, TWC_DETAIL_TRIANGLES, 0, TWC_DETAIL_FACETS};
}

#endif
