/* SPDX-License-Identifier: MIT */
/*
 * Samples of the next coarser level: columns first, then rows, over windows that vectorise. Spec detail 2; twin
 * reference/detail/halve.c; test tests/detail/test_pyramid.c.
 */
#include "detail/detail.h"

enum { BLOCK = 64 };

/* Column sums of three rows, each once, twice and once. */
static void add_rows(int32_t columns, const uint16_t *restrict north, const uint16_t *restrict middle,
                     const uint16_t *restrict south, uint32_t *restrict sum)
{
    for (int32_t k = 0; k < columns; k++)
        sum[k] = (uint32_t)north[k] + 2 * (uint32_t)middle[k] + (uint32_t)south[k];
}

static void add_columns(int32_t n, const uint32_t *restrict sum, uint16_t *restrict out)
{
    for (int32_t k = 0; k < n; k++)
        out[k] = (uint16_t)((sum[2 * k] + 2 * sum[2 * k + 1] + sum[2 * k + 2] + 8) >> 4);
}

/* The same where a column lies beyond the rectangle. */
static void add_rows_clamped(int32_t columns, int32_t first, int32_t last, const uint16_t *const row[3], uint32_t *sum)
{
    for (int32_t k = 0; k < columns; k++) {
        const int32_t x = twc_clamp(first + k, 0, last);
        sum[k] = (uint32_t)row[0][x] + 2 * (uint32_t)row[1][x] + (uint32_t)row[2][x];
    }
}

void TWC_NAME(halve)(const twc_samples *from, twc_rect window, uint16_t *out)
{
    const twc_rect rect = from->rect;
    uint32_t sum[2 * BLOCK + 1];
    for (int32_t j = 0; j < window.nz; j++) {
        const uint16_t *row[3];
        for (int32_t k = 0; k < 3; k++)
            row[k] = from->sample + (ptrdiff_t)twc_clamp(2 * (window.z + j) + k - 1 - rect.z, 0, rect.nz - 1) * rect.nx;
        for (int32_t i = 0; i < window.nx; i += BLOCK) {
            const int32_t n = window.nx - i < BLOCK ? window.nx - i : BLOCK, columns = 2 * n + 1;
            const int32_t first = 2 * (window.x + i) - 1 - rect.x;
            if (first >= 0 && first + columns <= rect.nx)
                add_rows(columns, row[0] + first, row[1] + first, row[2] + first, sum);
            else
                add_rows_clamped(columns, first, rect.nx - 1, row, sum);
            add_columns(n, sum, out + (ptrdiff_t)j * window.nx + i);
        }
    }
}
