/* SPDX-License-Identifier: MIT */
/*
 * The value of a rank by counting digits of eleven bits, from the highest, only keys that agree with the digits found
 * so far are looked at again. Spec grid 8; twin reference/grid/quantile.c; test tests/grid/test_statistics.c.
 */
#include "grid/grid.h"

enum { DIGIT = 11, DIGITS = 1 << DIGIT };

static uint64_t key_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits ^ ((uint64_t)1 << 63 | (0 - (bits >> 63)));
}

static uint64_t digit_of(uint64_t key, int shift)
{
    return key >> shift & (DIGITS - 1);
}

/* The digit that the rank falls on; what is below is taken off the rank. */
static uint64_t find(const uint64_t *count, size_t *rank)
{
    uint64_t digit = 0;
    while (*rank >= count[digit])
        *rank -= count[digit++];
    return digit;
}

double TWC_NAME(quantile)(size_t n, const double *values, size_t rank, void *scratch)
{
    uint64_t *count = scratch, *key = count + DIGITS, found;
    size_t left = 0;
    int shift = 64 - DIGIT;
    memset(count, 0, DIGITS * sizeof *count);
    for (size_t k = 0; k < n; k++)
        count[digit_of(key_of(values[k]), shift)]++;
    found = find(count, &rank);
    for (size_t k = 0; k < n; k++)
        if (digit_of(key_of(values[k]), shift) == found)
            key[left++] = key_of(values[k]);
    while (shift > 0) {
        shift = shift > DIGIT ? shift - DIGIT : 0; /* the last digit shares bits that agree */
        memset(count, 0, DIGITS * sizeof *count);
        for (size_t k = 0; k < left; k++)
            count[digit_of(key[k], shift)]++;
        found = find(count, &rank);
        size_t kept = 0;
        for (size_t k = 0; k < left; k++) {
            const uint64_t same = key[k];
            key[kept] = same;
            kept += digit_of(same, shift) == found;
        }
        left = kept;
    }
    const uint64_t bits = key[0] >> 63 ? key[0] ^ (uint64_t)1 << 63 : ~key[0];
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
