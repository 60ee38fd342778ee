/* SPDX-License-Identifier: MIT */
/*
 * Where each cell drains, and what drains into it. Spec grid 3; twin fast/grid/receivers.c, fast/grid/donors.c; test
 * tests/grid/test_drainage.c.
 */
#include "grid/stage.h"

void twc_reference_receivers(const twc_cell_grid *grid, const float *w, const uint8_t *outlets,
                             const twc_steady *distances, uint32_t *receiver)
{
    size_t c = 0, n;
    for (int32_t j = 0; j < grid->rows; j++)
        for (int32_t i = 0; i < grid->columns; i++, c++) {
            double best = 0.0;
            receiver[c] = (uint32_t)c;
            for (int k = 0; k < TWC_NEIGHBOURS && !outlets[c]; k++)
                if (twc_grid_neighbour(grid, i, j, k, &n)) {
                    double s = ((double)w[c] - (double)w[n]) * (1.0 / twc_grid_distance(distances, k));
                    if (s > best || (s == best && best > 0.0 && n < receiver[c])) {
                        best = s;
                        receiver[c] = (uint32_t)n;
                    }
                }
        }
}

void twc_reference_donors(const twc_cell_grid *grid, const uint32_t *receiver, uint32_t *first, uint32_t *donor)
{
    size_t cells = twc_cell_count(grid);
    for (size_t c = 0; c <= cells; c++)
        first[c] = 0;
    for (size_t c = 0; c < cells; c++)
        first[receiver[c]] += receiver[c] != c;
    uint32_t sum = 0;
    for (size_t c = 0; c <= cells; c++) {
        sum += first[c];
        first[c] = sum; /* the end of its donors, which filling from behind turns into their start */
    }
    for (size_t c = cells; c-- > 0;)
        if (receiver[c] != c)
            donor[--first[receiver[c]]] = (uint32_t)c;
}
