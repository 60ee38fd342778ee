/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4). */
#ifndef TWC_SHA256_H
#define TWC_SHA256_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TWC_HASH_HEX = 65 }; /* 64 hexadecimal digits and a 0 */

typedef struct twc_sha256 {
    uint32_t state[8];
    uint64_t size;     /* bytes taken so far */
    uint8_t block[64]; /* the last size % 64 of them */
} twc_sha256;

void twc_sha256_begin(twc_sha256 *hash);
void twc_sha256_add(twc_sha256 *hash, const void *bytes, size_t size);
void twc_sha256_end(twc_sha256 *hash, char hex[TWC_HASH_HEX]);

#ifdef __cplusplus
}
#endif
#endif
