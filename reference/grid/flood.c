/* SPDX-License-Identifier: MIT */
/*
 * Priority flood: cells are closed in the order of their water's height, so that what reaches a cell first reaches it
 * lowest. Spec grid 2; twin fast/grid/flood.c; test tests/grid/test_flood.c.
 */
#include <math.h>

#include "grid/stage.h"

/* A key a cell, and a byte that says whether its water is known; the fast version needs a little more. */
size_t twc_flood_bytes(const twc_cell_grid *grid)
{
    size_t padded = ((size_t)grid->columns + 2) * ((size_t)grid->rows + 2);
    return 40 * padded + 4096;
}

static float larger(float z, float v)
{
    return z >= v ? z : v;
}

void twc_reference_flood(const twc_cell_grid *grid, const float *z, const uint8_t *outlets, const twc_rise *rise,
                         void *scratch, float *w)
{
    size_t cells = twc_cell_count(grid), count = 0;
    uint64_t *heap = scratch;
    uint8_t *closed = (uint8_t *)(heap + cells);
    for (size_t c = 0; c < cells; c++) {
        int number = z[c] == z[c];
        w[c] = number && !outlets[c] ? (float)INFINITY : z[c];
        closed[c] = !number || outlets[c];
        if (number && outlets[c])
            twc_heap_push(heap, &count, (uint64_t)twc_ordered_float_bits(w[c]) << 32 | c);
    }
    while (count) {
        size_t c = twc_heap_pop(heap, &count) & 0xFFFFFFFFU, n;
        int32_t i = (int32_t)(c % (size_t)grid->columns), j = (int32_t)(c / (size_t)grid->columns);
        for (int k = 0; k < TWC_NEIGHBOURS; k++)
            if (twc_grid_neighbour(grid, i, j, k, &n) && !closed[n]) {
                w[n] = larger(z[n], w[c] + (rise->each ? rise->each[n] : rise->all));
                closed[n] = 1;
                twc_heap_push(heap, &count, (uint64_t)twc_ordered_float_bits(w[n]) << 32 | n);
            }
    }
}
