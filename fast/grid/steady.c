/* SPDX-License-Identifier: MIT */
/*
 * Steady heights: what each cell adds, by lanes, then sums from the outlets up, each path once. Spec grid 5; twin
 * reference/grid/steady.c; test tests/grid/test_steady.c.
 */
#include <math.h>

#include "grid/grid.h"

TWC_INLINE double add(const twc_steady *steady, double distance, uint32_t area)
{
    const double drained = area * steady->cell;
    return (distance * steady->erosion) / sqrt(drained > steady->least ? drained : steady->least);
}

/* At the ends of rows, where numbers tell no directions: by where the two lie. */
static double at_end(const twc_cell_grid *grid, const twc_steady *steady, int32_t i, int32_t j, uint32_t receiver)
{
    const int32_t x = (int32_t)(receiver % (uint32_t)grid->columns), z = (int32_t)(receiver / (uint32_t)grid->columns);
    return z == j ? (x == i ? 0.0 : steady->along_x) : x == i ? steady->along_z : steady->across;
}

static void rises(const twc_cell_grid *grid, const uint32_t *receiver, const uint32_t *area, const twc_steady *steady,
                  double *restrict h)
{
    const int32_t columns = grid->columns;
    const double along_x = steady->along_x, along_z = steady->along_z, across = steady->across;
    for (int32_t j = 0; j < grid->rows; j++) {
        const size_t first = (size_t)j * (size_t)columns;
        for (int32_t i = 1; i < columns - 1; i++) {
            const int32_t by = (int32_t)receiver[first + (size_t)i] - (int32_t)(first + (size_t)i);
            const int32_t far = by < 0 ? -by : by;
            const double distance = far == 1 ? along_x : far == columns ? along_z : across;
            h[first + (size_t)i] = far ? add(steady, distance, area[first + (size_t)i]) : 0.0;
        }
        for (int32_t i = 0; i < columns; i += columns == 1 ? 1 : columns - 1) {
            const size_t c = first + (size_t)i;
            h[c] = receiver[c] == c ? 0.0 : add(steady, at_end(grid, steady, i, j, receiver[c]), area[c]);
        }
    }
}

void TWC_NAME(steady)(const twc_cell_grid *grid, const uint32_t *receiver, const uint32_t *area,
                      const twc_steady *steady, void *scratch, double *h)
{
    const size_t cells = twc_cell_count(grid);
    uint32_t *above = scratch;
    uint8_t *known = (uint8_t *)(above + cells);
    memset(known, 0, cells);
    rises(grid, receiver, area, steady, h);
    for (size_t c = 0; c < cells; c++) {
        size_t count = 0, at = c;
        for (; !known[at] && receiver[at] != at; at = receiver[at])
            above[count++] = (uint32_t)at;
        known[at] = 1;
        double below = h[at];
        while (count) {
            at = above[--count];
            known[at] = 1;
            below = below + h[at];
            h[at] = below;
        }
    }
}
