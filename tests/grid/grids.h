/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the grid stage share: all tables, and neighbours counted another way. */
#ifndef TWC_TESTS_GRIDS_H
#define TWC_TESTS_GRIDS_H

#include <stdint.h>

#include "twc/fast.h"

/* The reference, then each level; NULL for a level that is not usable. */
static inline const twc_grid_table *grids_table(int k)
{
    return k == 0 ? twc_reference_grid() : twc_fast_grid((twc_level)(k - 1));
}

/* Cell k of the nine about a cell, by row; -1 beyond the grid, and for the cell itself. */
static inline int32_t grids_neighbour(const twc_cell_grid *grid, int32_t cell, int32_t k)
{
    int32_t i = cell % grid->columns + k % 3 - 1;
    const int32_t j = cell / grid->columns + k / 3 - 1;
    if (grid->ring)
        i = (i + grid->columns) % grid->columns;
    return k == 4 || i < 0 || j < 0 || i >= grid->columns || j >= grid->rows ? -1 : j * grid->columns + i;
}

#endif
