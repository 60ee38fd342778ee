/* SPDX-License-Identifier: MIT */
/*
 * The steady state of erosion by streams: heights from the outlets up. Spec grid 5; twin fast/grid/steady.c; test
 * tests/grid/test_steady.c.
 */
#include <math.h>

#include "grid/stage.h"

/* A cell and a byte for each; the fast version needs a little more. */
size_t twc_steady_bytes(const twc_cell_grid *grid)
{
    return 8 * twc_cell_count(grid) + 256;
}

/* How far a cell is from its receiver: by the first neighbour that it is. */
static double way(const twc_cell_grid *grid, const twc_steady *steady, size_t c, size_t receiver)
{
    int32_t i = (int32_t)(c % (size_t)grid->columns), j = (int32_t)(c / (size_t)grid->columns);
    size_t n;
    for (int k = 0; k < TWC_NEIGHBOURS; k++)
        if (twc_grid_neighbour(grid, i, j, k, &n) && n == receiver)
            return twc_grid_distance(steady, k);
    return 0.0;
}

static double rise(const twc_steady *steady, double distance, uint32_t area)
{
    double drained = area * steady->cell;
    return (distance * steady->erosion) / sqrt(drained > steady->least ? drained : steady->least);
}

void twc_reference_steady(const twc_cell_grid *grid, const uint32_t *receiver, const uint32_t *area,
                          const twc_steady *steady, void *scratch, double *h)
{
    size_t cells = twc_cell_count(grid);
    uint32_t *above = scratch; /* cells on the way up from one that is known */
    uint8_t *known = (uint8_t *)(above + cells);
    for (size_t c = 0; c < cells; c++)
        known[c] = 0;
    for (size_t c = 0; c < cells; c++) {
        size_t count = 0, at = c;
        for (; !known[at] && receiver[at] != at; at = receiver[at])
            above[count++] = (uint32_t)at;
        if (!known[at]) {
            h[at] = 0.0;
            known[at] = 1;
        }
        while (count) {
            at = above[--count];
            h[at] = h[receiver[at]] + rise(steady, way(grid, steady, at, receiver[at]), area[at]);
            known[at] = 1;
        }
    }
}
