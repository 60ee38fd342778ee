/* SPDX-License-Identifier: MIT */
/*
 * The pinball fit with sorted blocks, two of which are merged. Spec grid 9; twin reference/grid/isotonic.c;
 * test tests/grid/test_isotonic.c.
 */
#include "grid/grid.h"

typedef struct isotonic_work {
    twc_weighted *sorted, *merged;
    size_t *first;
    uint64_t *weight; /* of a block */
    uint32_t parts;
} isotonic_work;

/* Merges two sorted runs that follow each other: the shorter first one is copied out of the way. */
static void merge(isotonic_work *work, size_t from, size_t middle, size_t end)
{
    twc_weighted *to = work->sorted + from, *left = work->merged, *right = work->sorted + middle;
    const twc_weighted *left_end = left + (middle - from), *right_end = work->sorted + end;
    memcpy(left, to, (middle - from) * sizeof *left);
    while (left < left_end && right < right_end)
        *to++ = right->value < left->value ? *right++ : *left++;
    memcpy(to, left, (size_t)(left_end - left) * sizeof *to);
}

static double quantile(const isotonic_work *work, size_t from, uint64_t weight)
{
    const twc_weighted *at = work->sorted + from;
    uint64_t sum = at->weight;
    while (work->parts * sum < weight)
        sum += (++at)->weight;
    return at->value;
}

void TWC_NAME(isotonic)(size_t n, const twc_weighted *values, uint32_t parts, void *scratch, double *out)
{
    isotonic_work work = {.sorted = scratch, .parts = parts};
    work.merged = work.sorted + n;
    work.first = (size_t *)(work.merged + n);
    work.weight = (uint64_t *)(work.first + n + 1);
    double *fit = out; /* a block's value, at its own number until all are known */
    size_t blocks = 0;
    for (size_t k = 0; k < n; k++) {
        work.sorted[k] = values[k];
        work.first[blocks] = k;
        work.weight[blocks] = values[k].weight;
        fit[blocks] = values[k].value;
        for (blocks++; blocks > 1 && fit[blocks - 2] < fit[blocks - 1]; blocks--) {
            merge(&work, work.first[blocks - 2], work.first[blocks - 1], k + 1);
            work.weight[blocks - 2] += work.weight[blocks - 1];
            fit[blocks - 2] = quantile(&work, work.first[blocks - 2], work.weight[blocks - 2]);
        }
    }
    work.first[blocks] = n;
    for (size_t b = blocks; b-- > 0;) { /* from behind: a block's number is at most its first place */
        const double value = fit[b];
        for (size_t k = work.first[b]; k < work.first[b + 1]; k++)
            out[k] = value;
    }
}
