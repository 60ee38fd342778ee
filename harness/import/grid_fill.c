/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heights for cells without one, and heights between cells. Sums and ties have a written order: same bits everywhere.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"

static twc_status nothing_to_fill_from(void)
{
    return twc_fail(TWC_IO, "no cell of the grid has a height; pass the right --no-data, or --fill METRES");
}

void twc_grid_fill_value(twc_grid *grid, double value)
{
    for (size_t k = 0; k < (size_t)grid->columns * (size_t)grid->rows; k++)
        if (isnan(grid->height[k]))
            grid->height[k] = value;
}

twc_status twc_grid_fill_mean(twc_grid *grid)
{
    double sum = 0, count = 0;
    for (size_t k = 0; k < (size_t)grid->columns * (size_t)grid->rows; k++) {
        if (!isnan(grid->height[k])) {
            sum += grid->height[k];
            count += 1;
        }
    }
    if (count == 0)
        return nothing_to_fill_from();
    twc_grid_fill_value(grid, sum / count);
    return twc_ok();
}

/* In every cell the nearest row of its column that has a height (of two the northern one); -1 where none has. */
static void nearest_in_columns(const twc_grid *grid, int32_t *nearest)
{
    const int32_t columns = grid->columns, rows = grid->rows;
    for (int32_t column = 0; column < columns; column++) {
        int32_t last = -1;
        for (int32_t row = 0; row < rows; row++) {
            size_t k = (size_t)row * (size_t)columns + (size_t)column;
            last = isnan(grid->height[k]) ? last : row;
            nearest[k] = last;
        }
        last = -1;
        for (int32_t row = rows - 1; row >= 0; row--) {
            size_t k = (size_t)row * (size_t)columns + (size_t)column;
            last = isnan(grid->height[k]) ? last : row;
            if (last >= 0 && (nearest[k] < 0 || last - row < row - nearest[k]))
                nearest[k] = last;
        }
    }
}

/* The nearest cell with a height, column by column outwards for as long as a column can hold a nearer or equal one. */
static size_t nearest_cell(const twc_grid *grid, const int32_t *nearest, int32_t row, int32_t column)
{
    int64_t best = INT64_MAX;
    int32_t best_row = 0, best_column = 0;
    for (int32_t step = 0; (int64_t)step * step <= best && step < grid->columns; step++) {
        for (int side = -1; side <= (step ? 1 : -1); side += 2) {
            int32_t other = column + side * step;
            if (other < 0 || other >= grid->columns)
                continue;
            int32_t found = nearest[(size_t)row * (size_t)grid->columns + (size_t)other];
            int64_t distance = found < 0 ? INT64_MAX : (int64_t)step * step + (int64_t)(found - row) * (found - row);
            /* West comes before east at equal steps, and smaller steps west lie further east: compare columns too. */
            if (found >= 0 && (distance < best || (distance == best &&
                                                   (found < best_row || (found == best_row && other < best_column))))) {
                best = distance;
                best_row = found;
                best_column = other;
            }
        }
    }
    return (size_t)best_row * (size_t)grid->columns + (size_t)best_column;
}

twc_status twc_grid_fill_nearest(twc_grid *grid)
{
    size_t count = (size_t)grid->columns * (size_t)grid->rows;
    int32_t *nearest = malloc(count * sizeof *nearest);
    double *filled = malloc(count * sizeof *filled);
    size_t with = 0;
    for (size_t k = 0; k < count; k++)
        with += isnan(grid->height[k]) ? 0 : 1;
    twc_status status = with == 0 ? nothing_to_fill_from() : twc_ok();
    if (!nearest || !filled)
        status = twc_fail(TWC_IO, "not enough memory to fill %zu cells", count);
    if (!status.code) {
        nearest_in_columns(grid, nearest);
        for (int32_t row = 0; row < grid->rows; row++) {
            for (int32_t column = 0; column < grid->columns; column++) {
                size_t k = (size_t)row * (size_t)grid->columns + (size_t)column;
                filled[k] = isnan(grid->height[k]) ? grid->height[nearest_cell(grid, nearest, row, column)]
                                                   : grid->height[k];
            }
        }
        memcpy(grid->height, filled, count * sizeof *filled);
    }
    free(nearest);
    free(filled);
    return status;
}

/* Where sample k of n lies among `cells` cell centres: the one before it, and how far behind that. */
static int32_t position(int32_t k, int32_t n, int32_t cells, double cell, double *t)
{
    double u = ((cells * cell - 4.0 * (n - 1)) / 2.0 + 4.0 * k) / cell - 0.5;
    u = u < 0 ? 0 : u > cells - 1 ? cells - 1 : u;
    double i = floor(u);
    if (i > cells - 2)
        i = cells > 1 ? cells - 2 : 0;
    *t = u - i;
    return (int32_t)i;
}

void twc_grid_resample(const twc_grid *grid, int32_t nx, int32_t nz, double *out)
{
    size_t columns = (size_t)grid->columns;
    for (int32_t z = 0; z < nz; z++) {
        double s, t;
        const double *north_row = grid->height + (size_t)position(z, nz, grid->rows, grid->cell, &s) * columns;
        const double *south_row = grid->rows > 1 ? north_row + columns : north_row;
        for (int32_t x = 0; x < nx; x++) {
            int32_t i = position(x, nx, grid->columns, grid->cell, &t), next = grid->columns > 1 ? i + 1 : i;
            double north = north_row[i] + (north_row[next] - north_row[i]) * t;
            double south = south_row[i] + (south_row[next] - south_row[i]) * t;
            out[(size_t)z * (size_t)nx + (size_t)x] = north + (south - north) * s;
        }
    }
}
