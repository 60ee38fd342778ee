/* SPDX-License-Identifier: MIT */
/*
 * The best triangulation of a rim polygon, from tables of all there are. Spec detail 5; twin reference/detail/rim.c;
 * test tests/detail/test_rim.c.
 */
#include "detail/detail.h"

/* The triangulations of 5 and of 6 points in the contract's order, triangle by triangle. */
static const uint8_t of_five[5][9] = {
    {0, 1, 4, 1, 2, 4, 2, 3, 4}, {0, 1, 4, 1, 3, 4, 1, 2, 3}, {0, 2, 4, 0, 1, 2, 2, 3, 4},
    {0, 3, 4, 0, 1, 3, 1, 2, 3}, {0, 3, 4, 0, 2, 3, 0, 1, 2},
};
static const uint8_t of_six[14][12] = {
    {0, 1, 5, 1, 2, 5, 2, 3, 5, 3, 4, 5}, {0, 1, 5, 1, 2, 5, 2, 4, 5, 2, 3, 4}, {0, 1, 5, 1, 3, 5, 1, 2, 3, 3, 4, 5},
    {0, 1, 5, 1, 4, 5, 1, 2, 4, 2, 3, 4}, {0, 1, 5, 1, 4, 5, 1, 3, 4, 1, 2, 3}, {0, 2, 5, 0, 1, 2, 2, 3, 5, 3, 4, 5},
    {0, 2, 5, 0, 1, 2, 2, 4, 5, 2, 3, 4}, {0, 3, 5, 0, 1, 3, 1, 2, 3, 3, 4, 5}, {0, 3, 5, 0, 2, 3, 0, 1, 2, 3, 4, 5},
    {0, 4, 5, 0, 1, 4, 1, 2, 4, 2, 3, 4}, {0, 4, 5, 0, 1, 4, 1, 3, 4, 1, 2, 3}, {0, 4, 5, 0, 2, 4, 0, 1, 2, 2, 3, 4},
    {0, 4, 5, 0, 3, 4, 0, 1, 3, 1, 2, 3}, {0, 4, 5, 0, 3, 4, 0, 2, 3, 0, 1, 2},
};

const uint8_t *TWC_NAME(rim_triangles)(int count, const twc_vertex *point)
{
    /* Areas of all triangles a < b < c, each once: several triangulations share them. */
    int64_t area2[TWC_RIM_POINTS][TWC_RIM_POINTS][TWC_RIM_POINTS];
    for (int a = 0; a < count - 2; a++)
        for (int b = a + 1; b < count - 1; b++)
            for (int c = b + 1; c < count; c++)
                area2[a][b][c] = twc_vertex_area2(point[a], point[b], point[c]);
    const int tables = count == 5 ? 5 : 14, width = 3 * (count - 2);
    const uint8_t *table = count == 5 ? of_five[0] : of_six[0], *best = table;
    int64_t best_smallest = INT64_MIN;
    for (int t = 0; t < tables; t++, table += width) {
        int64_t smallest = INT64_MAX;
        for (int k = 0; k < width; k += 3) {
            const int64_t area = area2[table[k]][table[k + 1]][table[k + 2]];
            smallest = area < smallest ? area : smallest;
        }
        if (smallest > best_smallest) {
            best_smallest = smallest;
            best = table;
        }
    }
    return best;
}
