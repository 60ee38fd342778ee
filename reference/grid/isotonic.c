/* SPDX-License-Identifier: MIT */
/*
 * The non-increasing fit of least pinball loss, by pooling adjacent violators. Spec grid 9; twin fast/grid/isotonic.c;
 * test tests/grid/test_isotonic.c.
 */
#include "grid/stage.h"

/* The values by size, the blocks' ends, and once more what is being merged. */
size_t twc_isotonic_bytes(size_t n)
{
    return (2 * sizeof(twc_weighted) + 2 * sizeof(size_t) + sizeof(double)) * (n + 1) + 256;
}

/* Sorts what a block holds; the order of equal values changes nothing. */
static void sort(twc_weighted *value, size_t n)
{
    for (size_t k = 1; k < n; k++) {
        twc_weighted moved = value[k];
        size_t at = k;
        for (; at > 0 && value[at - 1].value > moved.value; at--)
            value[at] = value[at - 1];
        value[at] = moved;
    }
}

/* The least value v with parts * (weight of values <= v) >= weight of all. */
static double quantile(const twc_weighted *sorted, size_t n, uint32_t parts)
{
    uint64_t all = 0, sum = 0;
    for (size_t k = 0; k < n; k++)
        all += sorted[k].weight;
    for (size_t k = 0; k < n; k++) {
        sum += sorted[k].weight;
        if (parts * sum >= all)
            return sorted[k].value;
    }
    return sorted[n - 1].value;
}

void twc_reference_isotonic(size_t n, const twc_weighted *values, uint32_t parts, void *scratch, double *out)
{
    twc_weighted *sorted = scratch; /* within each block */
    size_t *first = (size_t *)(sorted + n), blocks = 0;
    double *fit = (double *)(first + n + 1);
    for (size_t k = 0; k < n; k++) {
        sorted[k] = values[k];
        first[blocks] = k;
        fit[blocks] = values[k].value;
        for (blocks++; blocks > 1 && fit[blocks - 2] < fit[blocks - 1]; blocks--) {
            size_t from = first[blocks - 2];
            sort(sorted + from, k + 1 - from);
            fit[blocks - 2] = quantile(sorted + from, k + 1 - from, parts);
        }
    }
    first[blocks] = n;
    for (size_t b = 0; b < blocks; b++)
        for (size_t k = first[b]; k < first[b + 1]; k++)
            out[k] = fit[b];
}
