/* SPDX-License-Identifier: MIT */
/*
 * A step of diffusion, by lanes of cells in a row. Spec grid 6; twin reference/grid/talus.c; test
 * tests/grid/test_steady.c.
 */
#include "grid/grid.h"

TWC_INLINE double step(double h, double west, double east, double north, double south, double share)
{
    return h + share * ((((west + east) + north) + south) - 4.0 * h);
}

void TWC_NAME(diffuse)(const twc_cell_grid *grid, const double *h, double share, double *out)
{
    const int32_t columns = grid->columns;
    for (int32_t j = 0; j < grid->rows; j++) {
        const double *row = h + (size_t)j * (size_t)columns;
        const double *north = j > 0 ? row - columns : row, *south = j + 1 < grid->rows ? row + columns : row;
        double *restrict to = out + (size_t)j * (size_t)columns;
        for (int32_t i = 1; i < columns - 1; i++)
            to[i] = step(row[i], row[i - 1], row[i + 1], north[i], south[i], share);
        for (int32_t i = 0; i < columns; i += columns == 1 ? 1 : columns - 1) {
            const int32_t west = twc_grid_column(grid, i - 1), east = twc_grid_column(grid, i + 1);
            to[i] = step(row[i], row[west < 0 ? i : west], row[east < 0 ? i : east], north[i], south[i], share);
        }
    }
}
