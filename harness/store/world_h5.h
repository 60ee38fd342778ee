/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * world.h5: the authoritative state of a world as an HDF5 file that netCDF, xarray and h5dump read too
 * (docs/formats.md). One seamless raster of samples, one of facet classes, and which tiles are present.
 *
 * Behind the last byte HDF5 uses follows one line, "twc-world VERSION sha256 DIGEST", the hash of all bytes before it.
 * HDF5 ignores it. It is checked before the HDF5 library sees anything, so that a damaged file is a message and
 * never a fault inside that library.
 */
#ifndef TWC_HARNESS_WORLD_H5_H
#define TWC_HARNESS_WORLD_H5_H

#include "content_hash.h"
#include "world_data.h"

enum { TWC_WORLD_FORMAT_VERSION = 1 };

/* Writes the file whole or not at all. Same world, same bytes (with the same zlib). Fails on a world that twc_world_check refuses. */
twc_status twc_world_save(const char *path, const twc_world_data *data);

/* On failure nothing is allocated, and the message names the file and what to do. */
twc_status twc_world_load(const char *path, twc_world_data *data);

#endif
