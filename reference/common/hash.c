/* SPDX-License-Identifier: MIT */
/*
 * The hash and the jitter. Spec numbers 3.1, 3.3; no twin: fast files have it in 32-bit lanes, fast/common/hash.h; test
 * tests/common/test_numbers.c.
 */
#include "common/assertion.h"
#include "twc/numbers.h"

/* MurmurHash3's 32-bit finaliser: every input bit flips every output bit with probability near 1/2. */
/*@ assigns \nothing; */
static uint32_t fmix32(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x85EBCA6BU;
    h ^= h >> 13;
    h *= 0xC2B2AE35U;
    h ^= h >> 16;
    return h;
}

uint32_t twc_hash(int32_t i, int32_t j, int32_t salt)
{
    return fmix32((uint32_t)i * 0x8DA6B343U ^ (uint32_t)j * 0xD8163841U ^ (uint32_t)salt * 0xCB1AB31FU);
}

int32_t twc_jitter(uint32_t hash, int32_t amplitude)
{
    TWC_ASSERT(amplitude >= 0);
    uint64_t steps = 2 * (uint64_t)amplitude + 1;
    /*@ assert 1 <= steps == 2 * amplitude + 1 < 2147483648; */
    /*@ assert 0 <= hash * steps <= 4294967295 * steps; */
    uint64_t share = hash * steps / 4294967296U;
    /*@ assert share < steps; */
    return (int32_t)share - amplitude;
}
