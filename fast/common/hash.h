/* SPDX-License-Identifier: MIT */
/* The hash and the jitter in forms that vectorise: 32-bit lanes only (docs/spec/numbers.md 3). */
#ifndef TWC_FAST_HASH_H
#define TWC_FAST_HASH_H

#include "level.h"
#include "twc/numbers.h"

/* From the three products joined to the hash. */
/*@ assigns \nothing; */
TWC_INLINE uint32_t twc_fast_hash_end(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    h ^= h >> 13;
    h *= 0xC2B2AE35u;
    return h ^ h >> 16;
}

/*@ assigns \nothing; */
TWC_INLINE uint32_t twc_fast_hash(int32_t i, int32_t j, int32_t salt)
{
    return twc_fast_hash_end((uint32_t)i * 0x8DA6B343u ^ (uint32_t)j * 0xD8163841u ^ (uint32_t)salt * 0xCB1AB31Fu);
}

/*
 * floor(h (2a + 1) / 2^32) - a without a 64-bit product: with h = 65536 high + low, the floor of the low part's share
 * can be taken first (floors of quotients by integers nest). Exact for 2a + 1 < 2^16: no sum leaves 32 bits.
 */
/*@ requires 0 <= amplitude < 1 << 15;
    assigns \nothing;
    ensures \result == h * (2 * amplitude + 1) / 4294967296 - amplitude; */
TWC_INLINE int32_t twc_fast_jitter(uint32_t h, int32_t amplitude)
{
    uint32_t m = 2 * (uint32_t)amplitude + 1, high = h / 65536u, low = h % 65536u;
    /*@ assert m == 2 * amplitude + 1 && h == 65536 * high + low && high < 65536; */
    /*@ assert 0 <= low * m <= 65535 * m; */
    /*@ assert 0 <= high * m <= 65535 * m; */
    /*@ assert h * m == 65536 * (high * m) + low * m; */
    uint32_t share = high * m + low * m / 65536u;
    /*@ assert share == high * m + low * m / 65536 && share / 65536 == h * m / 4294967296; */
    /*@ assert share / 65536 < m && h * m == h * (2 * amplitude + 1); */
    return (int32_t)(share / 65536u) - amplitude;
}

/* 32 bits as a real number, exactly, by a conversion that every level has: that of what is left without 2^31. */
TWC_INLINE double twc_fast_whole(uint32_t bits)
{
    return (double)(int32_t)(bits ^ 0x80000000u) + 0x1p31;
}

#endif
