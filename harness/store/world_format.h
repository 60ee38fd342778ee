/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the writer and the reader of world.h5 agree on: names, and the line behind the HDF5 part. */
#ifndef TWC_HARNESS_WORLD_FORMAT_H
#define TWC_HARNESS_WORLD_FORMAT_H

#include <stdio.h>

#include "twc/sha256.h"

#define TWC_WORLD_FORMAT "twc-world"

/* The rasters of a world, and of the first world, in its group, by exclusive or with the world's. */
typedef struct twc_raster_names {
    const char *height, *facet, *present;
} twc_raster_names;

static const twc_raster_names twc_world_names = {"height", "facet_class", "tile_present"};
static const twc_raster_names twc_first_names = {"height_xor", "facet_class_xor", "tile_present_xor"};
#define TWC_FIRST_GROUP "first_world"

enum { TWC_SEAL_SIZE = sizeof TWC_WORLD_FORMAT " 0001 sha256 " - 1 + 64 + 1 };

/* `out` has TWC_SEAL_SIZE + 1 bytes. */
static inline void twc_make_seal(int version, const unsigned char *bytes, size_t size, char *out)
{
    char hex[TWC_HASH_HEX];
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, bytes, size);
    twc_sha256_end(&hash, hex);
    snprintf(out, TWC_SEAL_SIZE + 1, TWC_WORLD_FORMAT " %04d sha256 %s\n", version, hex);
}

#endif
