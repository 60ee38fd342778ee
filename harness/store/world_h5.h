/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * world.h5: the authoritative state of a world as an HDF5 file that netCDF, xarray and h5dump read too
 * (docs/formats.md). One seamless raster of samples, one of facet classes, which tiles are present, the records of the
 * features, where the world lies, and for a snapshot its place in a log.
 *
 * Behind the last byte HDF5 uses stand an index of the parts with a hash each, a head with the hashes of the index, and
 * one line, the seal, with the hash of the head. twc reads the seal, the head and the parts that it needs, each
 * checked, and no byte by the HDF5 library; so a damaged file is a message and never a fault inside that library, a
 * damaged part is named and the others can be read, and opening a world costs what is asked of it.
 *
 * Version 3 is written. Versions 1, which has neither features nor places, and 2 have one hash over the whole file and
 * are read by the HDF5 library once it fits.
 */
#ifndef TWC_HARNESS_WORLD_H5_H
#define TWC_HARNESS_WORLD_H5_H

#include "twc/world_hash.h"
#include "world_format.h"

/* The memory that the tiles of a world may take unless somebody says otherwise: of 32,000 tiles, 92 km square. */
#define TWC_WORLD_MEMORY (UINT64_C(1) << 30)

/*
 * Writes the file whole or not at all. Same world, same bytes (with the same zlib). Fails on a world that
 * twc_world_check refuses, or whose tiles are not all loaded.
 */
twc_status twc_world_save(const char *path, const twc_world_data *data);

/*
 * Opens a world without its tiles, which twc_world_data_need loads (an older file is loaded as a whole). memory: the
 * most bytes that tiles may take. hash: NULL, or what twc_world_hash of the loaded world gives, as the file states it.
 * On failure nothing is allocated, and the message names the file and what to do.
 */
twc_status twc_world_open(const char *path, uint64_t memory, twc_world_data *data, char hash[TWC_HASH_HEX]);

/* The version of a world's file, by its seal. */
twc_status twc_world_format(const char *path, int *version);

/* The same with all tiles, of a snapshot's first world as well. */
twc_status twc_world_load_within(const char *path, uint64_t memory, twc_world_data *data, char hash[TWC_HASH_HEX]);

/* The same within TWC_WORLD_MEMORY. */
twc_status twc_world_load(const char *path, twc_world_data *data);

/* The same with the bytes of the file; free *bytes. `name` stands for the path in messages. */
twc_status twc_world_encode(const twc_world_data *data, unsigned char **bytes, size_t *size);
twc_status twc_world_decode(const char *name, const unsigned char *bytes, size_t size, twc_world_data *data);

#endif
