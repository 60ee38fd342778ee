/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * world.h5: the authoritative state of a world as an HDF5 file that netCDF, xarray and h5dump read too
 * (docs/formats.md). One seamless raster of samples, one of facet classes, which tiles are present, the records of the
 * features, and for a snapshot its place in a log.
 *
 * Behind the last byte HDF5 uses follows one line, "twc-world VERSION sha256 DIGEST", the hash of all bytes before it.
 * HDF5 ignores it. It is checked before the HDF5 library sees anything, so that a damaged file is a message and
 * never a fault inside that library.
 *
 * Version 2 is written; version 1, which has neither features nor places, is read as well.
 */
#ifndef TWC_HARNESS_WORLD_H5_H
#define TWC_HARNESS_WORLD_H5_H

#include "twc/world_hash.h"

enum { TWC_WORLD_FORMAT_OLDEST = 1, TWC_WORLD_FORMAT_VERSION = 2 };

/*
 * Writes the file whole or not at all. Same world, same bytes (with the same zlib). Fails on a world that
 * twc_world_check refuses.
 */
twc_status twc_world_save(const char *path, const twc_world_data *data);

/* On failure nothing is allocated, and the message names the file and what to do. */
twc_status twc_world_load(const char *path, twc_world_data *data);

/* The same with the bytes of the file; free *bytes. `name` stands for the path in messages. */
twc_status twc_world_encode(const twc_world_data *data, unsigned char **bytes, size_t *size);
twc_status twc_world_decode(const char *name, const unsigned char *bytes, size_t size, twc_world_data *data);

#endif
