/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/spec/grid.md 7, 8: boxes cell by cell, ranks by sorting. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "grid/grids.h"

enum { SIDE = 25, CELLS = SIDE * SIDE, VALUES = 5000 };

static int32_t in[CELLS], out[CELLS];
static double values[VALUES], sorted[VALUES];

/* The whole number nearest to sum / count, upwards from halfway. */
static int32_t nearest(int64_t sum, int64_t count)
{
    int32_t low = -(1 << 28) - 1, high = 1 << 28;
    while (low < high) { /* the largest m with 2 m count <= 2 sum + count */
        const int32_t middle = low + (high - low + 1) / 2;
        if (2 * middle * count <= 2 * sum + count)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static void boxes(void)
{
    int bad = 0;
    for (int number = 0; number < 60; number++) {
        const twc_cell_grid grid = {3 + number * 7 % 23, 1 + number * 5 % 25, number % 2};
        const int32_t reach = grid.ring ? (grid.columns - 1) / 2 * (number % 3) / 2 : number * 3 % 29;
        void *scratch = aligned_alloc(64, (twc_box_mean_bytes(&grid) + 63) / 64 * 64);
        for (int32_t c = 0; c < grid.columns * grid.rows; c++)
            in[c] = number % 3 ? (int32_t)(twc_hash(c, number, 1) % 7) - 3
                               : (int32_t)(twc_hash(c, number, 1) >> 3) - (1 << 28);
        for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
            if (!grids_table(k))
                continue;
            grids_table(k)->box_mean(&grid, reach, in, scratch, out);
            for (int32_t c = 0; c < grid.columns * grid.rows; c++) {
                int64_t sum = 0, count = 0;
                for (int32_t dz = -reach; dz <= reach; dz++)
                    for (int32_t dx = -reach; dx <= reach; dx++) {
                        int32_t x = c % grid.columns + dx;
                        const int32_t z = c / grid.columns + dz;
                        x = grid.ring ? (x + grid.columns) % grid.columns : x;
                        if (x < 0 || z < 0 || x >= grid.columns || z >= grid.rows)
                            continue;
                        sum += in[z * grid.columns + x];
                        count++;
                    }
                SUITE_EXPECT(bad, out[c] == nearest(sum, count), "field %d, table %d, reach %d, cell %d: %d for %d",
                             number, k, reach, c, out[c], nearest(sum, count));
            }
        }
        free(scratch);
    }
    SUITE_NONE(bad);
}

static int by_value(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return a != b ? (a > b) - (a < b) : (signbit(b) != 0) - (signbit(a) != 0);
}

static void ranks(void)
{
    int bad = 0;
    void *scratch = aligned_alloc(64, (twc_quantile_bytes(VALUES) + 63) / 64 * 64);
    for (int number = 0; number < 6; number++) {
        for (int32_t k = 0; k < VALUES; k++) {
            const double wide = ((double)twc_hash(k, number, 1) - 0x1p31) *
                                (1.0 + (double)twc_hash(k, number, 2) * 0x1p-40);
            values[k] = number == 0   ? wide
                        : number == 1 ? (k % 2 ? 0.0 : -0.0)
                        : number == 2 ? floor(wide * 0x1p-29)
                        : number == 3 ? ldexp(wide, (int)(twc_hash(k, number, 3) % 2000) - 1000)
                                      : 1.0 + wide * 0x1p-80;
        }
        memcpy(sorted, values, sizeof sorted);
        qsort(sorted, VALUES, sizeof *sorted, by_value);
        for (size_t rank = 0; rank < VALUES; rank += rank < 20 || rank > VALUES - 20 ? 1 : 97)
            for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
                if (!grids_table(k))
                    continue;
                const double found = grids_table(k)->quantile(VALUES, values, rank, scratch);
                SUITE_EXPECT(bad, memcmp(&found, &sorted[rank], sizeof found) == 0,
                             "values %d, table %d, rank %zu: %.17g", number, k, rank, found);
            }
    }
    free(scratch);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"boxes, cell by cell", boxes}, {"ranks, by sorting", ranks}, CU_TEST_INFO_NULL};
    return suite_run("statistics", tests);
}
