/* SPDX-License-Identifier: MIT */
/*
 * Sums down the forest of receivers: how many cells drain through each. A cell hands on what it has once all its donors
 * have. Spec grid 4; twin fast/grid/accumulate.c; test tests/grid/test_drainage.c.
 */
#include "grid/stage.h"

/* A count a cell. */
size_t twc_accumulate_bytes(const twc_cell_grid *grid)
{
    return 4 * twc_cell_count(grid) + 64;
}

void twc_reference_accumulate(const twc_cell_grid *grid, const uint32_t *receiver, void *scratch, uint32_t *area)
{
    size_t cells = twc_cell_count(grid);
    uint32_t *waiting = scratch; /* donors that have not handed on yet */
    for (size_t c = 0; c < cells; c++)
        waiting[c] = 0;
    for (size_t c = 0; c < cells; c++) {
        area[c] = 1;
        waiting[receiver[c]] += receiver[c] != c;
    }
    for (size_t c = 0; c < cells; c++) {
        size_t at = c;
        while (waiting[at] == 0) {
            waiting[at] = UINT32_MAX; /* done */
            if (receiver[at] == at)
                break;
            area[receiver[at]] += area[at];
            at = receiver[at];
            waiting[at]--;
        }
    }
}
