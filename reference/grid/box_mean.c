/* SPDX-License-Identifier: MIT */
/*
 * Means over boxes, in whole numbers. Spec grid 7; twin fast/grid/box_mean.c; test tests/grid/test_statistics.c.
 */
#include "grid/stage.h"

/* A sum a cell and a row more; the fast version needs some rows. */
size_t twc_box_mean_bytes(const twc_cell_grid *grid)
{
    return 8 * ((size_t)grid->columns + 1) * ((size_t)grid->rows + 1) + 40 * (size_t)grid->columns + 256;
}

/* Sums over rows first .. last of columns 0 .. i - 1, from those over all rows above. */
static int64_t strip(const int64_t *sums, size_t width, int32_t first, int32_t last, int32_t i)
{
    return sums[(size_t)(last + 1) * width + (size_t)i] - sums[(size_t)first * width + (size_t)i];
}

static int32_t mean(int64_t sum, int64_t count)
{
    int64_t twice = 2 * sum + count, by = 2 * count, quotient = twice / by;
    return (int32_t)(quotient - (twice % by < 0));
}

void twc_reference_box_mean(const twc_cell_grid *grid, int32_t reach, const int32_t *in, void *scratch, int32_t *out)
{
    size_t width = (size_t)grid->columns + 1;
    int64_t *sums = scratch; /* of the cells above and left of a corner */
    int32_t nx = grid->columns, nz = grid->rows;
    for (size_t i = 0; i < width; i++)
        sums[i] = 0;
    for (int32_t j = 0; j < nz; j++) {
        int64_t row = 0;
        int64_t *below = sums + ((size_t)j + 1) * width;
        below[0] = 0;
        for (int32_t i = 0; i < nx; i++) {
            row += in[(size_t)j * (size_t)nx + (size_t)i];
            below[i + 1] = below[(ptrdiff_t)i + 1 - (ptrdiff_t)width] + row;
        }
    }
    for (int32_t j = 0; j < nz; j++)
        for (int32_t i = 0; i < nx; i++) {
            int32_t north = twc_clamp(j - reach, 0, nz - 1), south = twc_clamp(j + reach, 0, nz - 1);
            int32_t west = grid->ring ? i - reach : twc_clamp(i - reach, 0, nx - 1);
            int32_t east = grid->ring ? i + reach : twc_clamp(i + reach, 0, nx - 1);
            int64_t sum = strip(sums, width, north, south, twc_clamp(east, 0, nx - 1) + 1) -
                          strip(sums, width, north, south, twc_clamp(west, 0, nx - 1));
            if (west < 0) /* the ring's other end */
                sum += strip(sums, width, north, south, nx) - strip(sums, width, north, south, west + nx);
            if (east >= nx)
                sum += strip(sums, width, north, south, east - nx + 1);
            int64_t count = (int64_t)(south - north + 1) * (east - west + 1);
            out[(size_t)j * (size_t)nx + (size_t)i] = mean(sum, count);
        }
}
