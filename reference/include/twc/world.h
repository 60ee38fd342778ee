/* SPDX-License-Identifier: MIT */
/*
 * The authoritative state of the ground (docs/spec/ground.md 1): tiles of height samples and facet classes. A twc_world
 * is a view: it owns nothing, and nothing in the engine libraries writes to it.
 */
#ifndef TWC_WORLD_H
#define TWC_WORLD_H

#include "twc/numbers.h"
#include "twc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TWC_FINE = 0, TWC_BROAD = 1 }; /* facet class of a 64 m macro cell */

typedef struct twc_tile {
    uint16_t sample[TWC_TILE_SAMPLES][TWC_TILE_SAMPLES]; /* [z][x]; height = 0.01 s - 200 m */
    uint8_t facet[TWC_TILE_MACROS][TWC_TILE_MACROS];     /* [z][x]; TWC_FINE or TWC_BROAD */
} twc_tile;

typedef struct twc_world {
    twc_rect extent;              /* in tiles; nx, nz >= 1 */
    uint16_t base_sample;         /* the flat height of tiles that are missing */
    const twc_tile *const *tiles; /* extent.nx * extent.nz, row-major; NULL = missing: flat and Fine */
} twc_world;

/*
 * Height in metres of a sample, and of a sum of samples weighted by 2^32 in total (what the prefilters
 * accumulate): (float)((double)sum * (0.01 / 4294967296.0) - 200.0). The two agree on a constant field.
 */
float twc_sample_height(uint16_t sample);
float twc_weighted_height(uint64_t sum);

/*
 * The sample of a height: rint((metres + 200.0) * 100.0) in binary64, saturated to 0..65535; NaN gives 0. That is the
 * nearest sample but for heights within an ulp of the middle between two.
 */
uint16_t twc_height_sample(double metres);

/*
 * Whether the extent is not empty, lies within TWC_TILE_LIMIT, classes are 0 or 1, and every tile's last
 * row and column repeat its neighbour's first ones (base_sample where the neighbour is missing).
 */
twc_status twc_world_check(const twc_world *world);

/* The chunks, macro cells and samples (both ends included) of a world's extent. */
twc_rect twc_world_chunks(const twc_world *world);
twc_rect twc_world_macros(const twc_world *world);
twc_rect twc_world_samples(const twc_world *world);

#ifdef __cplusplus
}
#endif
#endif
