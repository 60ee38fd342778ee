/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 (FIPS 180-4). */
#ifndef TWC_HARNESS_CONTENT_HASH_H
#define TWC_HARNESS_CONTENT_HASH_H

#include <nettle/sha2.h>
#include <stddef.h>

enum { TWC_HASH_HEX = 65 }; /* 64 hexadecimal digits and a 0 */

typedef struct sha256_ctx twc_sha256; /* nettle's */

void twc_sha256_begin(twc_sha256 *hash);
void twc_sha256_add(twc_sha256 *hash, const void *bytes, size_t size);
void twc_sha256_end(twc_sha256 *hash, char hex[TWC_HASH_HEX]);

#endif
