/* SPDX-License-Identifier: MIT */
/*
 * The lattice needs the filtered heights at a few samples only: four about each fine vertex, and four about each corner
 * and diagonal of a Broad cell. They are computed there, from the same integers as the whole field would be (prefilter.c),
 * so with the same bits.
 */
#include "ground/ground.h"

enum { BATCH = 64 };

/* The four sums of one position: over the radius about the samples north-west, north-east, south-west, south-east. */
typedef struct corner_sums {
    uint64_t of[4][BATCH];
} corner_sums;

/*
 * The columns' pass for the two rows of samples, then the rows' pass for the two columns. `columns` is the
 * 2 radius + 2 columns needed, rounded up; the weights over them are zero beyond. first: the window's top left sample.
 */
TWC_INLINE void window_sums(int radius, int columns, const uint32_t *weight, const uint32_t *west, const uint32_t *east,
                            const uint16_t *first, ptrdiff_t stride, corner_sums *sums, size_t k)
{
    uint32_t north[32], south[32];
    const uint16_t *center = first + radius * stride;
    for (int c = 0; c < columns; c++) {
        uint32_t upper = weight[0] * center[c], lower = weight[0] * center[stride + c];
        TWC_UNROLL(12)
        for (int r = 1; r <= radius; r++) {
            upper += weight[r] * ((uint32_t)center[c - r * stride] + center[c + r * stride]);
            lower += weight[r] * ((uint32_t)center[c - (r - 1) * stride] + center[c + (r + 1) * stride]);
        }
        north[c] = upper;
        south[c] = lower;
    }
    uint64_t nw = 0, ne = 0, sw = 0, se = 0;
    for (int c = 0; c < columns; c++) {
        nw += (uint64_t)north[c] * west[c];
        ne += (uint64_t)north[c] * east[c];
        sw += (uint64_t)south[c] * west[c];
        se += (uint64_t)south[c] * east[c];
    }
    sums->of[0][k] = nw;
    sums->of[1][k] = ne;
    sums->of[2][k] = sw;
    sums->of[3][k] = se;
}

/* The weights of a filter by distance, and over the columns of a window for its west and its east sample. */
typedef struct window_weights {
    uint32_t distance[13], west[32], east[32];
} window_weights;

static window_weights make_weights(twc_filter filter)
{
    window_weights w;
    const int32_t radius = twc_filter_radius(filter);
    const uint16_t *weight = twc_filter_weights(filter);
    memset(&w, 0, sizeof w);
    for (int32_t k = 0; k <= radius; k++) {
        w.distance[k] = weight[k];
        w.west[radius - k] = w.west[radius + k] = weight[k];
        w.east[radius + 1 - k] = w.east[radius + 1 + k] = weight[k];
    }
    return w;
}

TWC_INLINE void batch_heights(int radius, int columns, const window_weights *w, const twc_sample_window *window, size_t n,
                              const int32_t *x, const int32_t *z, float *restrict y)
{
    corner_sums sums;
    float tx[BATCH], tz[BATCH];
    uint32_t at[BATCH];
    const uint32_t origin_x = (uint32_t)window->rect.x * TWC_SAMPLE_CM, origin_z = (uint32_t)window->rect.z * TWC_SAMPLE_CM;
    const uint32_t width = (uint32_t)window->rect.nx, spacing = TWC_SAMPLE_CM;
    for (size_t k = 0; k < n; k++) { /* as in `bilinear`: positions from the window's origin are not negative */
        const uint32_t px = (uint32_t)x[k] - origin_x, pz = (uint32_t)z[k] - origin_z;
        const uint32_t i = px / spacing, j = pz / spacing;
        tx[k] = (float)(int32_t)(px - spacing * i) / (float)TWC_SAMPLE_CM;
        tz[k] = (float)(int32_t)(pz - spacing * j) / (float)TWC_SAMPLE_CM;
        at[k] = (j - (uint32_t)radius) * width + i - (uint32_t)radius;
    }
    for (size_t k = 0; k < n; k++)
        window_sums(radius, columns, w->distance, w->west, w->east, window->samples + at[k], (ptrdiff_t)width, &sums, k);
    for (size_t k = 0; k < n; k++) {
        float h[4];
        for (int c = 0; c < 4; c++) /* sums stay below 2^48: the conversion is exact */
            h[c] = (float)((double)(int64_t)sums.of[c][k] * (0.01 / 4294967296.0) - 200.0);
        y[k] = twc_fast_bilinear(h[0], h[1], h[2], h[3], tx[k], tz[k]);
    }
}

void TWC_NAME(sparse_heights)(const twc_sample_window *window, twc_filter filter, size_t n, const int32_t *x,
                              const int32_t *z, float *y)
{
    const window_weights w = make_weights(filter);
    for (size_t k = 0; k < n; k += BATCH) {
        const size_t count = n - k < BATCH ? n - k : BATCH;
        if (filter == TWC_FILTER_FINE)
            batch_heights(3, 8, &w, window, count, x + k, z + k, y + k);
        else
            batch_heights(12, 32, &w, window, count, x + k, z + k, y + k);
    }
}
