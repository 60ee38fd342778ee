/* SPDX-License-Identifier: MIT */
/*
 * Receivers by lanes of cells in a row: within the grid neighbours come in the order of their numbers, so that the
 * first of equals is the lowest. Spec grid 3; twin reference/grid/receivers.c; test tests/grid/test_drainage.c.
 */
#include "grid/grid.h"

typedef struct receivers_of {
    const twc_cell_grid *grid;
    const float *w;
    const uint8_t *outlets;
    double per_x, per_z, per_across;
} receivers_of;

/* Cells at the grid's edge. */
static uint32_t at_edge(const receivers_of *of, int32_t i, int32_t j)
{
    const twc_cell_grid *grid = of->grid;
    const size_t c = (size_t)j * (size_t)grid->columns + (size_t)i;
    uint32_t found = (uint32_t)c;
    double best = 0.0;
    if (of->outlets[c])
        return found;
    for (int32_t z = j > 0 ? j - 1 : 0; z <= j + 1 && z < grid->rows; z++)
        for (int32_t k = -1; k <= 1; k++) {
            const int32_t x = twc_grid_column(grid, i + k);
            if (x < 0 || (k == 0 && z == j))
                continue;
            const size_t n = (size_t)z * (size_t)grid->columns + (size_t)x;
            const double per = z == j ? of->per_x : k == 0 ? of->per_z : of->per_across;
            const double s = ((double)of->w[c] - (double)of->w[n]) * per;
            if (s > best || (s == best && best > 0.0 && n < found)) {
                best = s;
                found = (uint32_t)n;
            }
        }
    return found;
}

/* One neighbour of a cell: its slope, and how far its number is. */
#define LOOK(at, per, by)                                                                                              \
    {                                                                                                                  \
        const double s = (own - (double)(at)) * (per);                                                                 \
        offset = s > best ? (by) : offset;                                                                             \
        best = s > best ? s : best;                                                                                    \
    }

static void inner(const receivers_of *of, int32_t j, uint32_t *restrict receiver)
{
    const ptrdiff_t columns = of->grid->columns, first = (ptrdiff_t)j * columns;
    const float *own_row = of->w + first, *north = own_row - columns, *south = own_row + columns;
    const uint8_t *outlets = of->outlets + first;
    const double x = of->per_x, z = of->per_z, across = of->per_across, wide = (double)columns;
    for (int32_t i = 1; i < columns - 1; i++) {
        const double own = (double)own_row[i];
        double best = 0.0, offset = 0.0;
        LOOK(north[i - 1], across, -wide - 1.0)
        LOOK(north[i], z, -wide)
        LOOK(north[i + 1], across, -wide + 1.0)
        LOOK(own_row[i - 1], x, -1.0)
        LOOK(own_row[i + 1], x, 1.0)
        LOOK(south[i - 1], across, wide - 1.0)
        LOOK(south[i], z, wide)
        LOOK(south[i + 1], across, wide + 1.0)
        receiver[first + i] = (uint32_t)((int32_t)first + i + (outlets[i] ? 0 : (int32_t)offset));
    }
}

void TWC_NAME(receivers)(const twc_cell_grid *grid, const float *w, const uint8_t *outlets, const twc_steady *distances,
                         uint32_t *receiver)
{
    const receivers_of of = {
        grid, w, outlets, 1.0 / distances->along_x, 1.0 / distances->along_z, 1.0 / distances->across};
    for (int32_t j = 0; j < grid->rows; j++) {
        const int edge = j == 0 || j == grid->rows - 1;
        if (!edge)
            inner(&of, j, receiver);
        for (int32_t i = 0; i < grid->columns; i += edge || grid->columns == 1 ? 1 : grid->columns - 1)
            receiver[(size_t)j * (size_t)grid->columns + (size_t)i] = at_edge(&of, i, j);
    }
}
