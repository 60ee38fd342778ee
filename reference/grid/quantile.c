/* SPDX-License-Identifier: MIT */
/*
 * The value of a rank: its ordered bits, from the highest. Spec grid 8; twin fast/grid/quantile.c; test
 * tests/grid/test_statistics.c.
 */
#include "grid/stage.h"

/* Nothing; the fast version's counts and the keys it looks at again. */
size_t twc_quantile_bytes(size_t n)
{
    return 8 * n + 8 * 2048 + 256;
}

double twc_reference_quantile(size_t n, const double *values, size_t rank, void *scratch)
{
    uint64_t found = 0, known = 0;
    (void)scratch;
    for (int bit = 63; bit >= 0; bit--) {
        uint64_t one = (uint64_t)1 << bit;
        size_t below = 0; /* keys that agree so far and have a 0 here */
        known |= one;
        for (size_t k = 0; k < n; k++)
            below += (twc_ordered_bits(values[k]) & known) == found;
        if (rank >= below) {
            rank -= below;
            found |= one;
        }
    }
    return twc_of_ordered_bits(found);
}
