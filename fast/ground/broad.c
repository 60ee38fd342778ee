/* SPDX-License-Identifier: MIT */
/*
 * The chain round a half of a Broad cell, for its fan. Spec ground 4.3; paper Algorithm 1; twin
 * reference/ground/facets.c; test tests/ground/test_facets.c, tests/ground/test_build.c.
 */
#include "ground/ground.h"

/*
 * Appends the three vertices between two corners when the side bounds the cell and the cell beyond is Fine. Vertices
 * count from the corner of lower index, whichever way the chain runs.
 */
static int add_side(const twc_broad_cell *cell, int from, int to, twc_wide_vertex *chain, int length)
{
    const int across = from ^ to; /* 1: along x, 2: along z, 3: the diagonal */
    if (across == 3 || cell->broad_beyond[across == 1 ? from >> 1 : 2 + (from & 1)])
        return length;
    const twc_wide_vertex first = cell->corner[from < to ? from : to], last = cell->corner[from < to ? to : from];
    for (int32_t k = 1; k < TWC_MACRO_CELLS; k++)
        chain[length++] = twc_fast_edge_vertex(first, last, from < to ? k : TWC_MACRO_CELLS - k);
    return length;
}

int TWC_NAME(broad_chain)(const twc_broad_cell *cell, int half, const twc_wide_vertex *facet[3],
                          twc_wide_vertex chain[TWC_CHAIN_MAX])
{
    static const int numbers[2][2][3] = {{{0, 2, 1}, {1, 2, 3}}, {{0, 2, 3}, {0, 3, 1}}};
    const int *number = numbers[cell->diagonal][half];
    int length = 0;
    for (int k = 0; k < 3; k++) {
        facet[k] = &cell->corner[number[k]];
        chain[length++] = *facet[k];
        length = add_side(cell, number[k], number[(k + 1) % 3], chain, length);
    }
    TWC_ASSERT(length >= 3 && length < TWC_CHAIN_MAX);
    chain[length] = chain[0];
    return length;
}
