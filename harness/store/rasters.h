/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A world as seamless rasters, each sample once, which is how files of formats 1 and 2 are read; twc_world_data knows
 * tiles.
 */
#ifndef TWC_HARNESS_RASTERS_H
#define TWC_HARNESS_RASTERS_H

#include "twc/world_data.h"

typedef struct twc_rasters {
    twc_rect samples, macros;
    uint16_t *sample;
    uint8_t *facet;
    uint8_t *present; /* 1 or 0 a tile */
} twc_rasters;

/* Memory for the rasters of a world's extent; on failure there is none. */
twc_status twc_rasters_create(const twc_world *world, twc_rasters *r);
void twc_rasters_destroy(twc_rasters *r);

/*
 * Every value of r by exclusive or with that of another world's of the same extent: 0 where both agree. Twice gives
 * back what was.
 */
void twc_rasters_differ(twc_rasters *r, const twc_rasters *other);

/* Fills a world without tiles. Fails on memory. */
twc_status twc_rasters_to_world(const twc_rasters *r, twc_world_data *data);

#endif
