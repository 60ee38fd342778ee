/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands behind the HDF5 part of a world.h5: the pages of its rasters, the head and the seal. */
#ifndef TWC_HARNESS_WORLD_TAIL_H
#define TWC_HARNESS_WORLD_TAIL_H

#include "world_parts.h"

/* The chunks of a raster as they are stored, in the order of rows. */
typedef struct twc_stored_chunks {
    size_t count;
    unsigned char **bytes; /* owned */
    size_t *size;
} twc_stored_chunks;

/* A world's file on its way: the HDF5 part's chunks and features, until their places are known. */
typedef struct twc_world_writing {
    twc_world_head head;
    twc_stored_chunks chunks[2][TWC_RASTER_COUNT]; /* of the second state only in a snapshot */
} twc_world_writing;

void twc_world_writing_destroy(twc_world_writing *writing);

/* Adds pages, head and seal to the HDF5 part, which is in *bytes and grows. */
twc_status twc_world_add_tail(twc_world_writing *writing, unsigned char **bytes, size_t *size);

#endif
