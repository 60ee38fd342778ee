/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worlds of formats 1 and 2, which one hash covers and the HDF5 library reads as a whole. */
#ifndef TWC_HARNESS_WORLD_H5_OLDER_H
#define TWC_HARNESS_WORLD_H5_OLDER_H

#include "twc/world_hash.h"
#include "world_format.h"

/* The HDF5 part of a file whose seal, of this version, fits. On failure nothing is allocated. */
twc_status twc_world_decode_older(const char *name, const unsigned char *bytes, size_t size, int version,
                                  uint64_t memory, twc_world_data *data);

#endif
