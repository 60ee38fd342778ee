/* SPDX-License-Identifier: MIT */
#include "twc/sha256.h"

#include <string.h>

/* Processors with instructions for it, where the compiler knows how to ask: six times as fast. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define WITH_INSTRUCTIONS
#include <immintrin.h>
#endif

enum { BLOCK = 64, ROUNDS = 64, LENGTH_AT = BLOCK - 8 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2). */
static const uint32_t round_constant[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t word, int by)
{
    return word >> by | word << (32 - by);
}

/* The message schedule of a block (section 6.2.2, step 1). */
static void expand(const uint8_t *block, uint32_t word[ROUNDS])
{
    for (int t = 0; t < 16; t++)
        word[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 | (uint32_t)block[4 * t + 2] << 8 |
                  block[4 * t + 3];
    for (int t = 16; t < ROUNDS; t++) {
        uint32_t s0 = rotated(word[t - 15], 7) ^ rotated(word[t - 15], 18) ^ word[t - 15] >> 3;
        uint32_t s1 = rotated(word[t - 2], 17) ^ rotated(word[t - 2], 19) ^ word[t - 2] >> 10;
        word[t] = word[t - 16] + s0 + word[t - 7] + s1;
    }
}

/* One round. Instead of moving the eight working variables on, round t finds variable i (a is 0) at (i - t) mod 8. */
static inline void take_word(uint32_t v[8], unsigned t, uint32_t addend)
{
    uint32_t a = v[-t & 7], b = v[(1 - t) & 7], c = v[(2 - t) & 7], *d = &v[(3 - t) & 7];
    uint32_t e = v[(4 - t) & 7], f = v[(5 - t) & 7], g = v[(6 - t) & 7], *h = &v[(7 - t) & 7];
    uint32_t s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25), choice = (e & f) ^ (~e & g);
    uint32_t s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22), majority = (a & b) ^ (a & c) ^ (b & c);
    uint32_t t1 = *h + s1 + choice + addend;
    *d += t1;
    *h = t1 + s0 + majority;
}

static void take_plain(uint32_t state[8], const uint8_t *block)
{
    uint32_t word[ROUNDS], v[8];
    expand(block, word);
    memcpy(v, state, sizeof v);
    for (unsigned t = 0; t < ROUNDS; t += 8)
        for (unsigned k = 0; k < 8; k++) /* unrolled, the variables stay in registers */
            take_word(v, k, round_constant[t + k] + word[t + k]);
    for (int k = 0; k < 8; k++)
        state[k] += v[k];
}

#ifdef WITH_INSTRUCTIONS
/* Four rounds: two of the registers that hold a, b, e, f and c, d, g, h. */
__attribute__((target("sha,sse4.1"))) static inline void four_rounds(__m128i *abef, __m128i *cdgh, __m128i word, int t)
{
    const __m128i sum = _mm_add_epi32(word, _mm_loadu_si128((const __m128i *)(const void *)&round_constant[t]));
    *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, sum);
    *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(sum, 0x0E));
}

/* The next four words of the schedule from the sixteen before them. */
__attribute__((target("sha,sse4.1"))) static inline __m128i next_words(const __m128i w[4])
{
    const __m128i sevens = _mm_alignr_epi8(w[3], w[2], 4);
    return _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w[0], w[1]), sevens), w[3]);
}

__attribute__((target("sha,sse4.1"))) static void take_quickly(uint32_t state[8], const uint8_t *at, size_t blocks)
{
    const __m128i turned = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203); /* big-endian words */
    __m128i *const to = (__m128i *)(void *)state;
    const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128(to), 0xB1),
                  hgfe = _mm_shuffle_epi32(_mm_loadu_si128(to + 1), 0x1B);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);
    for (; blocks > 0; blocks--, at += BLOCK) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i w[4];
        for (int k = 0; k < 4; k++) {
            w[k] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(at + 16 * k)), turned);
            four_rounds(&abef, &cdgh, w[k], 4 * k);
        }
        for (int t = 16; t < ROUNDS; t += 4) {
            const __m128i next = next_words(w);
            w[0] = w[1];
            w[1] = w[2];
            w[2] = w[3];
            w[3] = next;
            four_rounds(&abef, &cdgh, next, t);
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128(to, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128(to + 1, _mm_alignr_epi8(dchg, feba, 8));
}
#endif

static void take_blocks(uint32_t state[8], const uint8_t *at, size_t blocks)
{
#ifdef WITH_INSTRUCTIONS
    if (__builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1")) {
        take_quickly(state, at, blocks);
        return;
    }
#endif
    for (; blocks > 0; blocks--, at += BLOCK)
        take_plain(state, at);
}

void twc_sha256_begin(twc_sha256 *hash)
{
    static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, initial, sizeof initial);
    hash->size = 0;
}

void twc_sha256_add(twc_sha256 *hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    size_t have = (size_t)(hash->size % BLOCK);
    hash->size += size;
    if (have > 0 && size >= BLOCK - have) { /* what was waiting becomes a block */
        memcpy(hash->block + have, at, BLOCK - have);
        take_blocks(hash->state, hash->block, 1);
        at += BLOCK - have;
        size -= BLOCK - have;
        have = 0;
    }
    take_blocks(hash->state, at, size / BLOCK);
    at += size / BLOCK * BLOCK;
    size %= BLOCK;
    if (size > 0) /* `bytes` may be NULL when there are none */
        memcpy(hash->block + have, at, size);
}

/* A 1 bit, zeros, and the number of bits in the last eight bytes (section 5.1.1). */
static void pad(twc_sha256 *hash)
{
    static const uint8_t padding[BLOCK] = {0x80};
    uint64_t bits = 8 * hash->size;
    size_t have = (size_t)(hash->size % BLOCK);
    uint8_t length[8];
    for (int byte = 0; byte < 8; byte++)
        length[byte] = (uint8_t)(bits >> (56 - 8 * byte));
    twc_sha256_add(hash, padding, (have < LENGTH_AT ? LENGTH_AT : LENGTH_AT + BLOCK) - have);
    twc_sha256_add(hash, length, sizeof length);
}

void twc_sha256_end(twc_sha256 *hash, char hex[TWC_HASH_HEX])
{
    pad(hash);
    for (int digit = 0; digit < TWC_HASH_HEX - 1; digit++)
        hex[digit] = "0123456789abcdef"[hash->state[digit / 8] >> (28 - 4 * (digit % 8)) & 15];
    hex[TWC_HASH_HEX - 1] = '\0';
}
