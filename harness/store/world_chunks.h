/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chunks of a world's rasters, as files hold them: a raster has each sample once, tiles repeat their neighbours' first
 * row and column. A chunk is shuffled and deflated, as HDF5's filters do it.
 */
#ifndef TWC_HARNESS_WORLD_CHUNKS_H
#define TWC_HARNESS_WORLD_CHUNKS_H

#include "twc/world.h"
#include "world_format.h"

/* The most bytes of a chunk's values, and of these deflated. */
enum { TWC_CHUNK_VALUES = 2 * TWC_TILE_CELLS * TWC_TILE_CELLS, TWC_CHUNK_STORED = TWC_CHUNK_VALUES + 64 };

/* Bytes of the values of a chunk. */
static inline size_t twc_chunk_bytes(const twc_raster_shape *shape)
{
    return (size_t)(shape->chunk_x * shape->chunk_z) * shape->value;
}

/* Fills a chunk of a raster with the world's values, little-endian; zeros where it reaches beyond the raster. */
void twc_chunk_fill(const twc_world *world, int raster, int64_t chunk_x, int64_t chunk_z, unsigned char *values);

/* Fails when zlib does, on memory. `stored` has TWC_CHUNK_STORED bytes. */
twc_status twc_chunk_deflate(const unsigned char *values, size_t size, size_t value, unsigned char *stored,
                             size_t *stored_size);

/* 0 when `stored` holds just `size` bytes of values; -1 otherwise. */
int twc_chunk_inflate(const unsigned char *stored, size_t stored_size, size_t size, size_t value,
                      unsigned char *values);

#endif
