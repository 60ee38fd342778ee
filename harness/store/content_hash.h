/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 (FIPS 180-4), and the hash of a world's state over canonical little-endian bytes. */
#ifndef TWC_HARNESS_CONTENT_HASH_H
#define TWC_HARNESS_CONTENT_HASH_H

#include <nettle/sha2.h>
#include <stddef.h>

#include "twc/world.h"

enum { TWC_HASH_HEX = 65 }; /* 64 hexadecimal digits and a 0 */

typedef struct sha256_ctx twc_sha256; /* nettle's */

void twc_sha256_begin(twc_sha256 *hash);
void twc_sha256_add(twc_sha256 *hash, const void *bytes, size_t size);
void twc_sha256_end(twc_sha256 *hash, char hex[TWC_HASH_HEX]);

/*
 * The hash of what decides every triangle, and of nothing else (no name, no datum, no compression):
 *   "twc-world\0", int32 extent x, z, nx, nz, uint16 base sample; then the tiles, row by row, each a byte 1 followed by
 *   129 x 129 uint16 samples and 8 x 8 classes, or a byte 0 where missing. All little-endian.
 */
void twc_world_hash(const twc_world *world, char hex[TWC_HASH_HEX]);

#endif
