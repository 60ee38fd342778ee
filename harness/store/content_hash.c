/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "content_hash.h"

#include <nettle/base16.h>
#include <string.h>

#include "little_endian.h"

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

void twc_world_hash(const twc_world *world, char hex[TWC_HASH_HEX])
{
    static const char mark[] = "twc-world";
    const twc_rect extent = world->extent;
    uint8_t head[sizeof mark + 18], row[2 * TWC_TILE_SAMPLES];
    memcpy(head, mark, sizeof mark);
    twc_put32(head + sizeof mark, (uint32_t)extent.x);
    twc_put32(head + sizeof mark + 4, (uint32_t)extent.z);
    twc_put32(head + sizeof mark + 8, (uint32_t)extent.nx);
    twc_put32(head + sizeof mark + 12, (uint32_t)extent.nz);
    twc_put16(head + sizeof mark + 16, world->base_sample);
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, head, sizeof head);
    for (size_t k = 0; k < (size_t)extent.nx * (size_t)extent.nz; k++) {
        const twc_tile *tile = world->tiles[k];
        uint8_t present = tile != NULL;
        twc_sha256_add(&hash, &present, 1);
        if (!tile)
            continue;
        for (int z = 0; z < TWC_TILE_SAMPLES; z++) {
            for (int x = 0; x < TWC_TILE_SAMPLES; x++)
                twc_put16(row + 2 * x, tile->sample[z][x]);
            twc_sha256_add(&hash, row, sizeof row);
        }
        twc_sha256_add(&hash, tile->facet, sizeof tile->facet);
    }
    twc_sha256_end(&hash, hex);
}
