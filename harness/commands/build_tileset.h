/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of detail of a world as 3D Tiles. */
#ifndef TWC_HARNESS_BUILD_TILESET_H
#define TWC_HARNESS_BUILD_TILESET_H

#include "measure/detail_view.h"
#include "twc/world_data.h"

typedef struct twc_tileset_made {
    size_t files, tiles, triangles; /* skirts among the last */
    double deepest, median;         /* of the skirts that are needed, metres; 0 where none is */
} twc_tileset_made;

twc_status twc_build_tileset(const twc_world_data *data, const twc_detail_made *made, const char *folder,
                             twc_tileset_made *report);

#endif
