/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a world.h5 begins and ends: the superblock, the seal, the head before it. */
#ifndef TWC_HARNESS_WORLD_SEAL_H
#define TWC_HARNESS_WORLD_SEAL_H

#include "world_parts.h"

/* The line that ends a file, and the version it names, which is one that this twc reads. */
twc_status twc_seal_read(const twc_world_file *file, char seal[TWC_SEAL_SIZE + 1], int *version);

/* The text of the head of a file of format 3 (free it, also on failure), once the seal fits. */
twc_status twc_seal_head(const twc_world_file *file, const char *seal, unsigned char **text);

/* The HDF5 part of a file of an older format (free it, also on failure), once the seal fits. */
twc_status twc_seal_older(const twc_world_file *file, const char *seal, int version, unsigned char **bytes);

#endif
