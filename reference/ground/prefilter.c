/* SPDX-License-Identifier: MIT */
/*
 * Prefilters: separable Gaussians in exact integers. Spec ground 2.1, 2.2; paper section 4.1; twin
 * fast/ground/prefilter.c, fast/ground/sparse.c; test tests/ground/test_heightfield.c.
 */
#include "common/assertion.h"
#include "ground/stage.h"

typedef struct gaussian {
    int32_t radius;
    uint16_t weight[TWC_FILTER_MAX_RADIUS + 1]; /* of offsets 0..radius */
} gaussian;

/* round(65536 exp(-k^2 / 2 sigma^2) / total), the remainder (0 for all three) on the centre; sigma 1, 4, 6 samples. */
static const gaussian gaussians[TWC_FILTER_COUNT] = {
    [TWC_FILTER_FINE] = {TWC_FILTER_FINE_RADIUS, {26152, 15862, 3539, 291}},
    [TWC_FILTER_BROAD] = {TWC_FILTER_BROAD_RADIUS,
                          {6548, 6346, 5778, 4942, 3971, 2998, 2126, 1416, 886, 521, 288, 149, 73}},
    [TWC_FILTER_BASIN] = {TWC_FILTER_BASIN_RADIUS,
                          {4366, 4306, 4130, 3853, 3496, 3085, 2648, 2211, 1795, 1418, 1089, 813, 591, 418, 287, 192,
                           125, 79, 49}},
};

int32_t twc_filter_radius(twc_filter filter)
{
    TWC_ASSERT(filter < TWC_FILTER_COUNT);
    return gaussians[filter].radius;
}

const uint16_t *twc_filter_weights(twc_filter filter)
{
    TWC_ASSERT(filter < TWC_FILTER_COUNT);
    return gaussians[filter].weight;
}

size_t twc_prefilter_scratch(twc_filter filter, twc_rect window)
{
    /*
     * One row of 64-bit sums, then one 32-bit sum for each column of the result and each row it needs; every row is
     * padded to a cache line.
     */
    size_t columns = ((size_t)window.nx + 15) / 16 * 16,
           rows = (size_t)window.nz + 2 * (size_t)gaussians[filter].radius;
    return columns * sizeof(uint64_t) + columns * rows * sizeof(uint32_t);
}

/* Rows first: sums of 65536 times a sample at most, so they fit in 32 bits. Offsets are added one after the other. */
static void filter_rows(const gaussian *g, twc_rect window, const uint16_t *samples, uint32_t *rows)
{
    int32_t width = window.nx + 2 * g->radius;
    for (int32_t z = 0; z < window.nz + 2 * g->radius; z++) {
        const uint16_t *centre = samples + (ptrdiff_t)z * width + g->radius;
        uint32_t *sum = rows + (ptrdiff_t)z * window.nx;
        for (int32_t x = 0; x < window.nx; x++)
            sum[x] = (uint32_t)g->weight[0] * centre[x];
        for (int32_t k = 1; k <= g->radius; k++)
            for (int32_t x = 0; x < window.nx; x++)
                sum[x] += (uint32_t)g->weight[k] * ((uint32_t)centre[x - k] + centre[x + k]);
    }
}

static void filter_columns(const gaussian *g, twc_rect window, const uint32_t *rows, uint64_t *sum, float *out)
{
    for (int32_t z = 0; z < window.nz; z++) {
        const uint32_t *centre = rows + (ptrdiff_t)(z + g->radius) * window.nx;
        for (int32_t x = 0; x < window.nx; x++)
            sum[x] = (uint64_t)g->weight[0] * centre[x];
        for (int32_t k = 1; k <= g->radius; k++) {
            const uint32_t *above = centre - (ptrdiff_t)k * window.nx, *below = centre + (ptrdiff_t)k * window.nx;
            for (int32_t x = 0; x < window.nx; x++)
                sum[x] += (uint64_t)g->weight[k] * ((uint64_t)above[x] + below[x]);
        }
        for (int32_t x = 0; x < window.nx; x++)
            out[(ptrdiff_t)z * window.nx + x] = twc_weighted_height(sum[x]);
    }
}

void twc_reference_prefilter(twc_filter filter, twc_rect window, const uint16_t *samples, float *out, void *scratch)
{
    const gaussian *g = &gaussians[filter];
    TWC_ASSERT(window.nx > 0 && window.nz > 0);
    uint64_t *sum = scratch;
    uint32_t *rows = (uint32_t *)(void *)(sum + ((size_t)window.nx + 15) / 16 * 16);
    filter_rows(g, window, samples, rows);
    filter_columns(g, window, rows, sum, out);
}
