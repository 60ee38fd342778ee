/* SPDX-License-Identifier: MIT */
/*
 * Sums down the forest of receivers. A cell's word holds what has reached it from above and, in the lowest four bits,
 * how many donors have yet to hand on, at most eight. Spec grid 4; twin reference/grid/accumulate.c; test
 * tests/grid/test_drainage.c.
 */
#include "grid/grid.h"

enum { WAITING = 15, ONE = 16 }; /* all bits of WAITING: handed on */

void TWC_NAME(accumulate)(const twc_cell_grid *grid, const uint32_t *receiver, void *scratch, uint32_t *area)
{
    const size_t cells = twc_cell_count(grid);
    (void)scratch;
    memset(area, 0, cells * sizeof *area);
    for (size_t c = 0; c < cells; c++)
        area[receiver[c]] += receiver[c] != c;
    for (size_t c = 0; c < cells; c++) {
        size_t at = c;
        uint32_t own = area[c];
        while ((own & WAITING) == 0) { /* down to where another donor has not handed on */
            const size_t next = receiver[at];
            area[at] = own | WAITING;
            if (next == at)
                break;
            own = area[next] + own + ONE - 1;
            area[next] = own;
            at = next;
        }
    }
    for (size_t c = 0; c < cells; c++)
        area[c] = area[c] / ONE + 1;
}
