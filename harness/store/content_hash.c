/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "content_hash.h"

#include <nettle/base16.h>

void twc_sha256_begin(twc_sha256 *hash)
{
    sha256_init(hash);
}

void twc_sha256_add(twc_sha256 *hash, const void *bytes, size_t size)
{
    sha256_update(hash, size, bytes);
}

void twc_sha256_end(twc_sha256 *hash, char hex[TWC_HASH_HEX])
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(hash, sizeof digest, digest);
    base16_encode_update(hex, sizeof digest, digest);
    hex[TWC_HASH_HEX - 1] = '\0';
}
