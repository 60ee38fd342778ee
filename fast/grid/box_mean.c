/* SPDX-License-Identifier: MIT */
/*
 * Means over boxes by running sums, of columns from row to row by lanes, and of those along the row. Spec grid 7; twin
 * reference/grid/box_mean.c; test tests/grid/test_statistics.c.
 */
#include <math.h>

#include "grid/grid.h"

/* floor((2 sum + count) / (2 count)): the quotient in reals is off by one at most. */
TWC_INLINE int32_t mean(int64_t sum, int64_t count)
{
    const int64_t twice = 2 * sum + count, by = 2 * count;
    int64_t quotient = (int64_t)((double)twice / (double)by);
    quotient -= quotient * by > twice;
    quotient += (quotient + 1) * by <= twice;
    return (int32_t)quotient;
}

static void add_row(int64_t *restrict sum, const int32_t *row, int32_t n, int64_t sign)
{
    for (int32_t i = 0; i < n; i++)
        sum[i] += sign * row[i];
}

/* Sums of a row's first cells, from `reach` before it to `reach` behind: round the ring, or of nothing. */
static void run_along(const int64_t *columns, int32_t n, int32_t reach, int ring, int64_t *restrict sum)
{
    int64_t all = 0;
    int64_t *to = sum;
    *to++ = 0;
    for (int32_t i = n - reach; i < n; i++)
        *to++ = all += ring ? columns[i] : 0;
    for (int32_t i = 0; i < n; i++)
        *to++ = all += columns[i];
    for (int32_t i = 0; i < reach; i++)
        *to++ = all += ring ? columns[i] : 0;
}

void TWC_NAME(box_mean)(const twc_cell_grid *grid, int32_t reach, const int32_t *in, void *scratch, int32_t *out)
{
    const int32_t nx = grid->columns, nz = grid->rows, ring = grid->ring;
    const int32_t across = reach < nx ? reach : nx - 1;
    int64_t *columns = scratch, *sum = columns + nx; /* sum: nx + 2 across + 1 */
    memset(columns, 0, (size_t)nx * sizeof *columns);
    for (int32_t j = 0; j < nz && j < reach; j++)
        add_row(columns, in + (size_t)j * (size_t)nx, nx, 1);
    for (int32_t j = 0; j < nz; j++) {
        const int32_t north = j < reach ? 0 : j - reach, south = reach < nz - 1 - j ? j + reach : nz - 1;
        if (reach < nz - j)
            add_row(columns, in + (size_t)(j + reach) * (size_t)nx, nx, 1);
        run_along(columns, nx, across, ring, sum);
        int32_t *restrict to = out + (size_t)j * (size_t)nx;
        for (int32_t i = 0; i < nx; i++) {
            const int32_t west = ring || i >= across ? across : i, east = ring || i + across < nx ? across : nx - 1 - i;
            to[i] = mean(sum[i + 2 * across + 1] - sum[i], (int64_t)(south - north + 1) * (west + east + 1));
        }
        if (j >= reach)
            add_row(columns, in + (size_t)(j - reach) * (size_t)nx, nx, -1);
    }
}
