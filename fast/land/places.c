/* SPDX-License-Identifier: MIT */
/*
 * Positions copied into batches, filled up to whole vectors. no spec: memory only; no twin: the reference takes one
 * position at a time; test tests/land/test_point_functions.c.
 */
#include "land/land.h"

int32_t TWC_NAME(land_take)(twc_spots at, size_t first, twc_land_places *places)
{
    TWC_ASSERT(first < at.count);
    const int32_t n = at.count - first < TWC_LAND_BATCH ? (int32_t)(at.count - first) : TWC_LAND_BATCH;
    memcpy(places->x, at.x + first, (size_t)n * sizeof(double));
    memcpy(places->z, at.z + first, (size_t)n * sizeof(double));
    twc_land_fill(places->x, n);
    twc_land_fill(places->z, n);
    return n;
}

int32_t TWC_NAME(land_pick)(const twc_land_places *from, const int32_t *list, int32_t n, twc_land_places *to)
{
    for (int32_t k = 0; k < n; k++) {
        TWC_ASSERT(list[k] >= 0 && list[k] < TWC_LAND_BATCH && (k == 0 || list[k] > list[k - 1]));
        to->x[k] = from->x[list[k]];
        to->z[k] = from->z[list[k]];
    }
    twc_land_fill(to->x, n);
    twc_land_fill(to->z, n);
    return twc_land_rounded(n);
}
