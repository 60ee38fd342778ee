/* SPDX-License-Identifier: MIT */
#include "ground/stage.h"

enum { MAX_RADIUS = 18 };

typedef struct gaussian {
    int32_t radius;
    uint16_t weight[MAX_RADIUS + 1]; /* of offsets 0..radius */
} gaussian;

/* round(65536 exp(-k^2 / 2 sigma^2) / total), the remainder (0 for all three) on the centre; sigma 1, 4, 6 samples. */
static const gaussian gaussians[TWC_FILTER_COUNT] = {
    [TWC_FILTER_FINE] = {3, {26152, 15862, 3539, 291}},
    [TWC_FILTER_BROAD] = {12, {6548, 6346, 5778, 4942, 3971, 2998, 2126, 1416, 886, 521, 288, 149, 73}},
    [TWC_FILTER_BASIN] = {18, {4366, 4306, 4130, 3853, 3496, 3085, 2648, 2211, 1795, 1418,
                               1089, 813,  591,  418,  287,  192,  125,  79,   49}},
};

int32_t twc_filter_radius(twc_filter filter)
{
    return gaussians[filter].radius;
}

const uint16_t *twc_filter_weights(twc_filter filter)
{
    return gaussians[filter].weight;
}

size_t twc_prefilter_scratch(twc_filter filter, twc_rect window)
{
    /* One 32-bit sum for each column of the result and each row it needs, every row padded to a cache line. */
    size_t columns = ((size_t)window.nx + 15) / 16 * 16;
    return columns * ((size_t)window.nz + 2 * (size_t)gaussians[filter].radius) * sizeof(uint32_t);
}

/* Rows first: sums of 65536 times a sample at most, so they fit in 32 bits. */
static void filter_rows(const gaussian *g, twc_rect window, const uint16_t *samples, uint32_t *rows)
{
    int32_t width = window.nx + 2 * g->radius;
    for (int32_t z = 0; z < window.nz + 2 * g->radius; z++) {
        for (int32_t x = 0; x < window.nx; x++) {
            const uint16_t *centre = samples + (ptrdiff_t)z * width + x + g->radius;
            uint32_t sum = (uint32_t)g->weight[0] * centre[0];
            for (int32_t k = 1; k <= g->radius; k++)
                sum += (uint32_t)g->weight[k] * ((uint32_t)centre[-k] + centre[k]);
            rows[(ptrdiff_t)z * window.nx + x] = sum;
        }
    }
}

static void filter_columns(const gaussian *g, twc_rect window, const uint32_t *rows, float *out)
{
    for (int32_t z = 0; z < window.nz; z++) {
        for (int32_t x = 0; x < window.nx; x++) {
            const uint32_t *centre = rows + (ptrdiff_t)(z + g->radius) * window.nx + x;
            uint64_t sum = (uint64_t)g->weight[0] * centre[0];
            for (int32_t k = 1; k <= g->radius; k++)
                sum += (uint64_t)g->weight[k] * ((uint64_t)centre[-(ptrdiff_t)k * window.nx] + centre[(ptrdiff_t)k * window.nx]);
            out[(ptrdiff_t)z * window.nx + x] = twc_weighted_height(sum);
        }
    }
}

void twc_reference_prefilter(twc_filter filter, twc_rect window, const uint16_t *samples, float *out, void *scratch)
{
    const gaussian *g = &gaussians[filter];
    filter_rows(g, window, samples, scratch);
    filter_columns(g, window, scratch, out);
}
