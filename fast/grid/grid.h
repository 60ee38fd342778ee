/* SPDX-License-Identifier: MIT */
/* What the files of the fast library's grid stage say to each other. */
#ifndef TWC_FAST_GRID_H
#define TWC_FAST_GRID_H

#include "level.h"
#include "twc/grid.h"

#ifdef TWC_LEVEL_TAG
#include "kernels/fast_grid.h"
#endif

/* Column x of a ring, at most one round away; -1 where the grid ends before it. */
static inline int32_t twc_grid_column(const twc_cell_grid *grid, int32_t x)
{
    if (x >= 0 && x < grid->columns)
        return x;
    return !grid->ring ? -1 : x < 0 ? x + grid->columns : x - grid->columns;
}

#endif
