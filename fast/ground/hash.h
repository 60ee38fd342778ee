/* SPDX-License-Identifier: MIT */
/* The hash and the jitter in forms that vectorise: 32-bit lanes only (spec section 2). */
#ifndef TWC_FAST_HASH_H
#define TWC_FAST_HASH_H

#include "level.h"
#include "twc/numbers.h"

TWC_INLINE uint32_t twc_fast_hash(int32_t i, int32_t j, int32_t salt)
{
    uint32_t h = (uint32_t)i * 0x8DA6B343u ^ (uint32_t)j * 0xD8163841u ^ (uint32_t)salt * 0xCB1AB31Fu;
    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    h ^= h >> 13;
    h *= 0xC2B2AE35u;
    return h ^ h >> 16;
}

/*
 * floor(h (2a + 1) / 2^32) - a without a 64-bit product: with h = 65536 high + low, the floor of the low part's share
 * can be taken first (floors of quotients by integers nest). Exact for 2a + 1 < 2^16: no sum leaves 32 bits.
 */
TWC_INLINE int32_t twc_fast_jitter(uint32_t h, int32_t amplitude)
{
    uint32_t m = 2 * (uint32_t)amplitude + 1;
    return (int32_t)(((h >> 16) * m + ((h & 0xFFFFu) * m >> 16)) >> 16) - amplitude;
}

#endif
