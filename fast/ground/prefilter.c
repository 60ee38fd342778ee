/* SPDX-License-Identifier: MIT */
/*
 * Prefilters: separable Gaussians in exact integers. Spec ground 2.1, 2.2; paper section 4.1; twin
 * reference/ground/prefilter.c; test tests/ground/test_heightfield.c.
 *
 * The columns' pass comes first: its sums are at most 65535 * 65536 and fit in 32 bits. The rows' pass would need 48
 * bits: it adds the upper and the lower half of those sums apart, each again at most 65535 * 65536, and joins them in
 * binary64, where all integers below 2^53 are exact. Every sum is exact, so its order is free; weights of opposite
 * offsets are equal and share one product.
 */
#include "ground/ground.h"

enum { STRIP = 256 }; /* columns of one strip: the sums of the columns' pass stay in the first-level cache */

TWC_INLINE void filter_columns(int radius, const uint32_t *weight, const uint16_t *samples, ptrdiff_t stride, int32_t n,
                               uint32_t *restrict high, uint32_t *restrict low)
{
    const uint16_t *center = samples + radius * stride;
    for (int32_t x = 0; x < n; x++) {
        uint32_t sum = weight[0] * center[x];
        TWC_UNROLL(TWC_FILTER_MAX_RADIUS)
        for (int k = 1; k <= radius; k++)
            sum += weight[k] * ((uint32_t)center[x - k * stride] + center[x + k * stride]);
        high[x] = sum >> 16;
        low[x] = sum & 0xFFFFu;
    }
}

TWC_INLINE void filter_row(int radius, const uint32_t *weight, const uint32_t *high, const uint32_t *low, int32_t n,
                           float *restrict out)
{
    for (int32_t x = 0; x < n; x++) {
        const uint32_t *h = high + x + radius, *l = low + x + radius;
        uint32_t upper = weight[0] * h[0], lower = weight[0] * l[0];
        TWC_UNROLL(TWC_FILTER_MAX_RADIUS)
        for (int k = 1; k <= radius; k++) {
            upper += weight[k] * (h[-k] + h[k]);
            lower += weight[k] * (l[-k] + l[k]);
        }
        /* The binary64 nearest to 2^48 is far away: upper 2^16 + lower is exact. */
        out[x] = twc_fast_weighted_height(upper, lower);
    }
}

TWC_INLINE void filter(int radius, const uint32_t *weight, twc_rect window, const uint16_t *samples, float *out)
{
    uint32_t high[STRIP + 2 * TWC_FILTER_MAX_RADIUS], low[STRIP + 2 * TWC_FILTER_MAX_RADIUS];
    const ptrdiff_t stride = window.nx + 2 * radius;
    for (int32_t x = 0; x < window.nx; x += STRIP) {
        const int32_t n = window.nx - x < STRIP ? window.nx - x : STRIP;
        for (int32_t z = 0; z < window.nz; z++) {
            filter_columns(radius, weight, samples + z * stride + x, stride, n + 2 * radius, high, low);
            filter_row(radius, weight, high, low, n, out + (ptrdiff_t)z * window.nx + x);
        }
    }
}

static void load_weights(twc_filter which, uint32_t weight[TWC_FILTER_MAX_RADIUS + 1])
{
    const uint16_t *source = twc_filter_weights(which);
    for (int32_t k = 0; k <= twc_filter_radius(which); k++)
        weight[k] = source[k];
}

void TWC_NAME(prefilter)(twc_filter which, twc_rect window, const uint16_t *samples, float *out, void *scratch)
{
    uint32_t weight[TWC_FILTER_MAX_RADIUS + 1];
    (void)scratch; /* the reference keeps whole passes; here a strip on the stack is enough */
    TWC_ASSERT(which < TWC_FILTER_COUNT && window.nx > 0 && window.nz > 0);
    load_weights(which, weight);
    switch (which) {
    case TWC_FILTER_FINE:
        filter(TWC_FILTER_FINE_RADIUS, weight, window, samples, out);
        break;
    case TWC_FILTER_BROAD:
        filter(TWC_FILTER_BROAD_RADIUS, weight, window, samples, out);
        break;
    default:
        filter(TWC_FILTER_BASIN_RADIUS, weight, window, samples, out);
        break;
    }
}
