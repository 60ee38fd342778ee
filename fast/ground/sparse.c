/* SPDX-License-Identifier: MIT */
/*
 * Filtered heights at the few samples that the lattice needs. Spec ground 2.1, 2.2; paper section 4.1; twin
 * reference/ground/prefilter.c; test tests/ground/test_build.c.
 *
 * They are four about each fine vertex, and four about each corner and diagonal of a Broad cell, computed from the same
 * integers as the whole field would be (prefilter.c), so with the same bits.
 */
#include "ground/ground.h"

enum { BATCH = 64 };

/* ---- the columns' pass: two rows of sums for each position ---- */

/*
 * Sums of the columns about the northern and the southern row of samples of one position. `columns` is the 2 radius + 2
 * needed, rounded up; first: the window's top left sample.
 */
TWC_INLINE void column_sums(int radius, int columns, const uint32_t *weight, const uint16_t *first, ptrdiff_t stride,
                            uint32_t *restrict north, uint32_t *restrict south)
{
    const uint16_t *center = first + radius * stride;
    TWC_KEEP_LOOP
    for (int c = 0; c < columns; c++) {
        uint32_t upper = weight[0] * center[c], lower = weight[0] * center[stride + c];
        TWC_UNROLL(TWC_FILTER_BROAD_RADIUS)
        for (int r = 1; r <= radius; r++) {
            upper += weight[r] * ((uint32_t)center[c - r * stride] + center[c + r * stride]);
            lower += weight[r] * ((uint32_t)center[c - (r - 1) * stride] + center[c + (r + 1) * stride]);
        }
        north[c] = upper;
        south[c] = lower;
    }
}

/* ---- positions in a window ---- */

/* Of each position: the fractions of bilinear interpolation, and where in the samples its window begins. */
typedef struct places {
    float tx[BATCH], tz[BATCH];
    uint32_t at[BATCH];
} places;

TWC_INLINE void find_places(int radius, const twc_sample_window *window, size_t n, const int32_t *x, const int32_t *z,
                            places *restrict out)
{
    const uint32_t width = (uint32_t)window->rect.nx;
    for (size_t k = 0; k < n; k++) {
        const twc_fast_place place = twc_fast_place_in(window->rect, x[k], z[k]);
        out->tx[k] = place.tx;
        out->tz[k] = place.tz;
        out->at[k] = (place.j - (uint32_t)radius) * width + place.i - (uint32_t)radius;
    }
}

/* ---- fine: the rows' pass runs over positions ---- */

enum { FINE_RADIUS = TWC_FILTER_FINE_RADIUS, FINE_COLUMNS = 2 * FINE_RADIUS + 2 };

/* The filtered height about column c of one row of column sums: exact in binary64, as in prefilter.c. */
TWC_INLINE float fine_height(const double *weight, const double *sums, int c)
{
    double sum = weight[0] * sums[c];
    TWC_UNROLL(TWC_FILTER_FINE_RADIUS)
    for (int k = 1; k <= FINE_RADIUS; k++)
        sum += weight[k] * (sums[c - k] + sums[c + k]);
    return twc_fast_weighted_height(sum);
}

/* The heights at the west and the east sample of one row. */
TWC_INLINE void fine_heights(const double *weight, const uint32_t *sums, float *west, float *east)
{
    double real[FINE_COLUMNS];
    TWC_UNROLL(8)
    for (int c = 0; c < FINE_COLUMNS; c++)
        real[c] = twc_fast_whole(sums[c]);
    *west = fine_height(weight, real, FINE_RADIUS);
    *east = fine_height(weight, real, FINE_RADIUS + 1);
}

static void fine_batch(const twc_sample_window *window, size_t n, const int32_t *x, const int32_t *z, float *restrict y)
{
    uint32_t weight[FINE_RADIUS + 1], north[BATCH * FINE_COLUMNS], south[BATCH * FINE_COLUMNS];
    double real[FINE_RADIUS + 1];
    places place;
    for (int k = 0; k <= FINE_RADIUS; k++) {
        weight[k] = twc_filter_weights(TWC_FILTER_FINE)[k];
        real[k] = (double)weight[k];
    }
    find_places(FINE_RADIUS, window, n, x, z, &place);
    for (size_t k = 0; k < n; k++)
        column_sums(FINE_RADIUS, FINE_COLUMNS, weight, window->samples + place.at[k], window->rect.nx,
                    north + k * FINE_COLUMNS, south + k * FINE_COLUMNS);
    for (size_t k = 0; k < n; k++) {
        float h[4];
        fine_heights(real, north + k * FINE_COLUMNS, &h[0], &h[1]);
        fine_heights(real, south + k * FINE_COLUMNS, &h[2], &h[3]);
        y[k] = twc_fast_bilinear(h[0], h[1], h[2], h[3], place.tx[k], place.tz[k]);
    }
}

/* ---- broad: the rows' pass runs over columns ---- */

enum { BROAD_RADIUS = TWC_FILTER_BROAD_RADIUS, BROAD_COLUMNS = TWC_BROAD_COLUMNS };

/* The weights by distance, and over the columns of a window for its west and its east sample. */
typedef struct broad_weights {
    uint32_t distance[BROAD_RADIUS + 1], west[BROAD_COLUMNS], east[BROAD_COLUMNS];
} broad_weights;

static void make_weights(broad_weights *w)
{
    const uint16_t *weight = twc_filter_weights(TWC_FILTER_BROAD);
    memset(w, 0, sizeof *w);
    for (int k = 0; k <= BROAD_RADIUS; k++) {
        w->distance[k] = weight[k];
        w->west[BROAD_RADIUS - k] = w->west[BROAD_RADIUS + k] = weight[k];
        w->east[BROAD_RADIUS + 1 - k] = w->east[BROAD_RADIUS + 1 + k] = weight[k];
    }
}

/*
 * One row's heights at the west and the east sample. Sums of integers may run over lanes: they are exact in any order.
 */
static void broad_heights(const broad_weights *w, const uint32_t *sums, float *west, float *east)
{
    uint64_t left = 0, right = 0;
    for (int c = 0; c < BROAD_COLUMNS; c++) {
        left += (uint64_t)sums[c] * w->west[c];
        right += (uint64_t)sums[c] * w->east[c];
    }
    *west = twc_fast_weighted_height((double)(int64_t)left);
    *east = twc_fast_weighted_height((double)(int64_t)right);
}

static void broad_batch(const twc_sample_window *window, size_t n, const int32_t *x, const int32_t *z,
                        float *restrict y)
{
    uint32_t north[BROAD_COLUMNS], south[BROAD_COLUMNS];
    broad_weights w;
    places place;
    make_weights(&w);
    find_places(BROAD_RADIUS, window, n, x, z, &place);
    for (size_t k = 0; k < n; k++) {
        float h[4];
        column_sums(BROAD_RADIUS, BROAD_COLUMNS, w.distance, window->samples + place.at[k], window->rect.nx, north,
                    south);
        broad_heights(&w, north, &h[0], &h[1]);
        broad_heights(&w, south, &h[2], &h[3]);
        y[k] = twc_fast_bilinear(h[0], h[1], h[2], h[3], place.tx[k], place.tz[k]);
    }
}

void TWC_NAME(sparse_heights)(const twc_sample_window *window, twc_filter filter, size_t n, const int32_t *x,
                              const int32_t *z, float *y)
{
    TWC_ASSERT(filter == TWC_FILTER_FINE || filter == TWC_FILTER_BROAD);
    for (size_t k = 0; k < n; k += BATCH) {
        const size_t count = n - k < BATCH ? n - k : BATCH;
        if (filter == TWC_FILTER_FINE)
            fine_batch(window, count, x + k, z + k, y + k);
        else
            broad_batch(window, count, x + k, z + k, y + k);
    }
}
