/* SPDX-License-Identifier: MIT */
/*
 * Points inside of an outline, each edge against all points of a batch. Spec land 5.3; twin reference/common/shape.c;
 * test tests/land/test_outline.c.
 */
#include "land/land.h"

/*
 * One edge against all points: their sides of it, whether it spans their z, whether they lie on it. Differences are
 * below 2^31 in magnitude, so products of two have 64 bits.
 */
static void cross_edge(twc_point a, twc_point b, int32_t count, const int64_t *x, const int64_t *z,
                       int64_t *restrict odd, int64_t *restrict on)
{
    const int32_t n = TWC_LAND_WHOLE(count);
    const int64_t ex = (int64_t)b.x - a.x, ez = (int64_t)b.z - a.z, falls = ez < 0;
    const int64_t low_x = a.x < b.x ? a.x : b.x, high_x = a.x < b.x ? b.x : a.x;
    const int64_t low_z = a.z < b.z ? a.z : b.z, high_z = a.z < b.z ? b.z : a.z;
    for (int32_t k = 0; k < n; k++) {
        const int64_t cross = ex * (z[k] - a.z) - ez * (x[k] - a.x);
        const int64_t negative = cross < 0, spans = (a.z > z[k]) ^ (b.z > z[k]);
        const int64_t boxed = (low_x <= x[k]) & (x[k] <= high_x) & (low_z <= z[k]) & (z[k] <= high_z);
        odd[k] ^= spans & (1 ^ negative ^ falls);
        on[k] |= boxed & (cross == 0);
    }
}

void TWC_NAME(outline_contains)(const twc_land_outline *outline, size_t n, const twc_point *points, uint8_t *out)
{
    _Alignas(64) int64_t x[TWC_LAND_BATCH], z[TWC_LAND_BATCH], odd[TWC_LAND_BATCH], on[TWC_LAND_BATCH];
    for (size_t first = 0; first < n; first += TWC_LAND_BATCH) {
        const int32_t part = n - first < TWC_LAND_BATCH ? (int32_t)(n - first) : TWC_LAND_BATCH;
        for (int32_t k = 0; k < twc_land_rounded(part); k++) {
            const twc_point point = points[first + (size_t)(k < part ? k : part - 1)];
            x[k] = point.x;
            z[k] = point.z;
            odd[k] = on[k] = 0;
        }
        for (int32_t k = 0; k < outline->count; k++)
            cross_edge(outline->corner[k], outline->corner[k + 1 < outline->count ? k + 1 : 0], twc_land_rounded(part),
                       x, z, odd, on);
        for (int32_t k = 0; k < part; k++)
            out[first + (size_t)k] = (uint8_t)(odd[k] | on[k]);
    }
}
