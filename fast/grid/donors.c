/* SPDX-License-Identifier: MIT */
/*
 * What drains into each cell: counts, their sums, and each cell to its place. Spec grid 3; twin
 * reference/grid/receivers.c; test tests/grid/test_drainage.c.
 */
#include "grid/grid.h"

void TWC_NAME(donors)(const twc_cell_grid *grid, const uint32_t *receiver, uint32_t *first, uint32_t *donor)
{
    const size_t cells = twc_cell_count(grid);
    memset(first, 0, (cells + 1) * sizeof *first);
    for (size_t c = 0; c < cells; c++)
        first[receiver[c]] += receiver[c] != c;
    uint32_t before = 0;
    for (size_t c = 0; c < cells; c++) {
        const uint32_t count = first[c];
        first[c] = before;
        before += count;
    }
    first[cells] = before;
    for (size_t c = 0; c < cells; c++) /* each start goes on to its end .. */
        if (receiver[c] != c)
            donor[first[receiver[c]]++] = (uint32_t)c;
    for (size_t c = cells; c-- > 1;) /* .. which is the next one's start */
        first[c] = first[c - 1];
    first[0] = 0;
}
