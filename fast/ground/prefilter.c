/* SPDX-License-Identifier: MIT */
/*
 * Prefilters: separable Gaussians in exact integers. Spec ground 2.1, 2.2; paper section 4.1; twin
 * reference/ground/prefilter.c; test tests/ground/test_heightfield.c.
 *
 * The columns' pass comes first: its sums are at most 65535 * 65536 and fit in 32 bits. The rows' pass needs 48 bits,
 * so it runs in binary64, where all integers below 2^53 are exact. Every sum is exact, so its order is free; weights of
 * opposite offsets are equal and share one product.
 */
#include "ground/ground.h"

enum { STRIP = 256 }; /* columns of one strip: the sums of the columns' pass stay in the first-level cache */

/* The weights for either pass. */
typedef struct weights {
    uint32_t whole[TWC_FILTER_MAX_RADIUS + 1];
    double real[TWC_FILTER_MAX_RADIUS + 1];
} weights;

TWC_INLINE void filter_columns(int radius, const uint32_t *weight, const uint16_t *samples, ptrdiff_t stride, int32_t n,
                               double *restrict out)
{
    const uint16_t *center = samples + radius * stride;
    for (int32_t x = 0; x < n; x++) {
        uint32_t sum = weight[0] * center[x];
        TWC_UNROLL(TWC_FILTER_MAX_RADIUS)
        for (int k = 1; k <= radius; k++)
            sum += weight[k] * ((uint32_t)center[x - k * stride] + center[x + k * stride]);
        out[x] = twc_fast_whole(sum);
    }
}

TWC_INLINE void filter_row(int radius, const double *weight, const double *sums, int32_t n, float *restrict out)
{
    for (int32_t x = 0; x < n; x++) {
        const double *at = sums + x + radius;
        double sum = weight[0] * at[0];
        TWC_UNROLL(TWC_FILTER_MAX_RADIUS)
        for (int k = 1; k <= radius; k++)
            sum += weight[k] * (at[-k] + at[k]);
        out[x] = twc_fast_weighted_height(sum);
    }
}

TWC_INLINE void filter(int radius, const weights *weight, twc_rect window, const uint16_t *samples, float *out)
{
    double sums[STRIP + 2 * TWC_FILTER_MAX_RADIUS];
    const ptrdiff_t stride = window.nx + 2 * radius;
    for (int32_t x = 0; x < window.nx; x += STRIP) {
        const int32_t n = window.nx - x < STRIP ? window.nx - x : STRIP;
        for (int32_t z = 0; z < window.nz; z++) {
            filter_columns(radius, weight->whole, samples + z * stride + x, stride, n + 2 * radius, sums);
            filter_row(radius, weight->real, sums, n, out + (ptrdiff_t)z * window.nx + x);
        }
    }
}

static void load_weights(twc_filter which, weights *weight)
{
    const uint16_t *source = twc_filter_weights(which);
    for (int32_t k = 0; k <= twc_filter_radius(which); k++) {
        weight->whole[k] = source[k];
        weight->real[k] = (double)source[k];
    }
}

void TWC_NAME(prefilter)(twc_filter which, twc_rect window, const uint16_t *samples, float *out, void *scratch)
{
    weights weight;
    (void)scratch; /* the reference keeps whole passes; here a strip on the stack is enough */
    TWC_ASSERT(which < TWC_FILTER_COUNT && window.nx > 0 && window.nz > 0);
    load_weights(which, &weight);
    switch (which) {
    case TWC_FILTER_FINE:
        filter(TWC_FILTER_FINE_RADIUS, &weight, window, samples, out);
        break;
    case TWC_FILTER_BROAD:
        filter(TWC_FILTER_BROAD_RADIUS, &weight, window, samples, out);
        break;
    default:
        filter(TWC_FILTER_BASIN_RADIUS, &weight, window, samples, out);
        break;
    }
}
