/* SPDX-License-Identifier: MIT */
/*
 * Sums down the forest of receivers, a byte of waiting donors a cell: a cell has at most eight. Spec grid 4; twin
 * reference/grid/accumulate.c; test tests/grid/test_drainage.c.
 */
#include "grid/grid.h"

enum { HANDED_ON = 255 };

void TWC_NAME(accumulate)(const twc_cell_grid *grid, const uint32_t *receiver, void *scratch, uint32_t *area)
{
    const size_t cells = twc_cell_count(grid);
    uint8_t *waiting = scratch;
    memset(waiting, 0, cells);
    for (size_t c = 0; c < cells; c++)
        area[c] = 1;
    for (size_t c = 0; c < cells; c++)
        waiting[receiver[c]] = (uint8_t)(waiting[receiver[c]] + (receiver[c] != c));
    for (size_t c = 0; c < cells; c++) {
        if (waiting[c])
            continue;
        size_t at = c;
        uint32_t sum = area[c];
        for (;;) { /* down to where another donor has not handed on */
            const size_t next = receiver[at];
            waiting[at] = HANDED_ON;
            if (next == at)
                break;
            sum += area[next];
            area[next] = sum;
            if (--waiting[next])
                break;
            at = next;
        }
    }
}
