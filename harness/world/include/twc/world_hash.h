/* SPDX-License-Identifier: MIT */
/* The hashes of a world's state, over canonical little-endian bytes. */
#ifndef TWC_WORLD_HASH_H
#define TWC_WORLD_HASH_H

#include "twc/world_data.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The hash of what decides every triangle, and of nothing else (no name, no datum, no compression):
 *   "twc-world\0", int32 extent x, z, nx, nz, uint16 base sample; then the tiles, row by row, each a byte 1 followed by
 *   129 x 129 uint16 samples and 8 x 8 classes, or a byte 0 where missing; then, unless there are none, the features: a
 * byte 2, uint32 how many, and for each, in the order of the list, uint32 the words of its record and these as int32.
 * All little-endian.
 */
void twc_world_hash(const twc_world_data *data, char hex[TWC_HASH_HEX]);

/*
 * The same with the place in a log, when the world is a snapshot: a byte 3, uint64 the facts, the 64 digits of the hash
 * of the log's first world and the 64 of the log's up to there.
 */
void twc_content_hash(const twc_world_data *data, char hex[TWC_HASH_HEX]);

#ifdef __cplusplus
}
#endif
#endif
