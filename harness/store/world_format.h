/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the writer and the readers of world.h5 agree on: names, shapes, and the line behind the file. */
#ifndef TWC_HARNESS_WORLD_FORMAT_H
#define TWC_HARNESS_WORLD_FORMAT_H

#include <stdio.h>

#include "twc/numbers.h"
#include "twc/sha256.h"

#define TWC_WORLD_FORMAT "twc-world"
enum { TWC_WORLD_FORMAT_OLDEST = 1, TWC_WORLD_FORMAT_VERSION = 3 };

/* The remedy of a file that can't be used. */
#define TWC_WORLD_AGAIN "make it again with twc import, twc reproduce or twc replay, or take an undamaged copy"

/* The rasters of a world, and of the first world, in its group, by exclusive or with the world's. */
enum { TWC_RASTER_HEIGHT, TWC_RASTER_FACET, TWC_RASTER_PRESENT, TWC_RASTER_COUNT };

typedef struct twc_raster_names {
    const char *height, *facet, *present;
} twc_raster_names;

static const twc_raster_names twc_world_names = {"height", "facet_class", "tile_present"};
static const twc_raster_names twc_first_names = {"height_xor", "facet_class_xor", "tile_present_xor"};
#define TWC_FIRST_GROUP "first_world"

/* How a raster is cut into chunks: a tile's samples, the classes of 8 x 8 tiles, the presence of 64 x 64. */
typedef struct twc_raster_shape {
    int64_t nx, nz;             /* values */
    int64_t chunk_x, chunk_z;   /* values of a chunk; the last ones reach beyond the raster */
    int64_t chunks_x, chunks_z; /* how many chunks */
    size_t value;               /* bytes of a value */
} twc_raster_shape;

static inline twc_raster_shape twc_raster_shape_of(int raster, twc_rect extent)
{
    static const int64_t per_tile[TWC_RASTER_COUNT] = {TWC_TILE_CELLS, TWC_TILE_MACROS, 1},
                         chunk[TWC_RASTER_COUNT] = {TWC_TILE_CELLS, 8 * TWC_TILE_MACROS, 64};
    const int both_edges = raster == TWC_RASTER_HEIGHT;
    twc_raster_shape s = {.nx = per_tile[raster] * extent.nx + both_edges,
                          .nz = per_tile[raster] * extent.nz + both_edges,
                          .value = both_edges ? 2 : 1};
    s.chunk_x = s.nx < chunk[raster] ? s.nx : chunk[raster]; /* HDF5 has no chunk larger than its data set */
    s.chunk_z = s.nz < chunk[raster] ? s.nz : chunk[raster];
    s.chunks_x = (s.nx + s.chunk_x - 1) / s.chunk_x;
    s.chunks_z = (s.nz + s.chunk_z - 1) / s.chunk_z;
    return s;
}

/*
 * A page lists chunks in the order of rows: of each its offset in the file (64 bits), its bytes there (32), a zero (32)
 * and its SHA-256, little-endian. Pages follow each other, and the last one ends with the last chunk.
 */
enum { TWC_PAGE_ENTRIES = 256, TWC_PAGE_ENTRY = 48, TWC_PAGE_SIZE = TWC_PAGE_ENTRIES * TWC_PAGE_ENTRY };

/* Bytes of page p of a raster of so many chunks. */
static inline size_t twc_page_size(size_t chunks, size_t p)
{
    const size_t left = chunks - p * TWC_PAGE_ENTRIES;
    return (left < TWC_PAGE_ENTRIES ? left : TWC_PAGE_ENTRIES) * TWC_PAGE_ENTRY;
}

static inline size_t twc_raster_chunks(const twc_raster_shape *shape)
{
    return (size_t)(shape->chunks_x * shape->chunks_z);
}

static inline size_t twc_raster_pages(const twc_raster_shape *shape)
{
    return (twc_raster_chunks(shape) + TWC_PAGE_ENTRIES - 1) / TWC_PAGE_ENTRIES;
}

enum { TWC_SEAL_SIZE = sizeof TWC_WORLD_FORMAT " 0001 sha256 " - 1 + 64 + 1 };

/*
 * The line that ends a file: in format 3 the hash of the head, which stands before it, its size (64 bits,
 * little-endian) included; before that of all bytes. `out` has TWC_SEAL_SIZE + 1 bytes.
 */
static inline void twc_make_seal(int version, const unsigned char *bytes, size_t size, char *out)
{
    char hex[TWC_HASH_HEX];
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, bytes, size);
    twc_sha256_end(&hash, hex);
    snprintf(out, TWC_SEAL_SIZE + 1, TWC_WORLD_FORMAT " %04u sha256 %s\n", (unsigned)version % 10000, hex);
}

#endif
