/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "content_hash.h"

#include <string.h>

#include "little_endian.h"

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t value, int bits)
{
    return value >> bits | value << (32 - bits);
}

/* Takes in one block of 64 bytes. */
static void compress(uint32_t state[8], const uint8_t *block)
{
    uint32_t word[64], v[8];
    for (int t = 0; t < 16; t++, block += 4)
        word[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (int t = 16; t < 64; t++) {
        uint32_t a = word[t - 15], b = word[t - 2];
        word[t] = word[t - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + word[t - 7]
                  + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    memcpy(v, state, sizeof v);
    for (int t = 0; t < 64; t++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t first = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) + choice + round_constant[t] + word[t];
        uint32_t second = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += first;
        v[0] = first + second;
    }
    for (int k = 0; k < 8; k++)
        state[k] += v[k];
}

void twc_sha256_begin(twc_sha256 *hash)
{
    static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, initial, sizeof initial);
    hash->length = 0;
}

void twc_sha256_add(twc_sha256 *hash, const void *bytes, size_t size)
{
    const uint8_t *next = bytes;
    size_t held = (size_t)(hash->length % 64);
    hash->length += size;
    while (size) {
        if (!held && size >= 64) {
            compress(hash->state, next);
            next += 64;
            size -= 64;
            continue;
        }
        size_t part = size < 64 - held ? size : 64 - held;
        memcpy(hash->block + held, next, part);
        held += part;
        next += part;
        size -= part;
        if (held == 64) {
            compress(hash->state, hash->block);
            held = 0;
        }
    }
}

void twc_sha256_end(twc_sha256 *hash, char hex[TWC_HASH_HEX])
{
    static const char digit[] = "0123456789abcdef";
    static const uint8_t padding[64] = {0x80};
    uint64_t bits = hash->length * 8;
    uint8_t length[8];
    for (int k = 0; k < 8; k++)
        length[k] = (uint8_t)(bits >> (56 - 8 * k));
    size_t held = (size_t)(hash->length % 64);
    twc_sha256_add(hash, padding, held < 56 ? 56 - held : 120 - held);
    twc_sha256_add(hash, length, sizeof length);
    for (int k = 0; k < 64; k++)
        hex[k] = digit[hash->state[k / 8] >> (28 - 4 * (k % 8)) & 15];
    hex[64] = '\0';
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
