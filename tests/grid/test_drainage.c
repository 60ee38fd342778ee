/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/grid.md 3, 4: receivers by their definition in other words, donors as what receivers say the other way
 * round, areas by walking down from every cell.
 */
#include <math.h>
#include <stdlib.h>

#include "common/suite.h"
#include "grid/grids.h"

enum { SIDE = 30, CELLS = SIDE * SIDE };

static float w[CELLS];
static uint8_t outlets[CELLS];
static uint32_t receiver[CELLS], expected[CELLS], first[CELLS + 1], donor[CELLS], area[CELLS];

/* How far the neighbour lies: 1 east or west, 2 north or south, 3 across. */
static double distance(const twc_steady *distances, int32_t k)
{
    return k % 2 == 0 ? distances->across : k == 3 || k == 5 ? distances->along_x : distances->along_z;
}

/* All neighbours below sorted by slope, then number: the first. */
static uint32_t steepest(const twc_cell_grid *grid, const twc_steady *distances, int32_t c)
{
    uint32_t best = (uint32_t)c;
    double slope = 0.0;
    for (int32_t n = 0; n < grid->columns * grid->rows && !outlets[c]; n++) /* by number */
        for (int32_t k = 0; k < 9; k++)
            if (grids_neighbour(grid, c, k) == n) {
                const double s = ((double)w[c] - (double)w[n]) * (1.0 / distance(distances, k));
                if (s > slope) {
                    slope = s;
                    best = (uint32_t)n;
                }
            }
    return best;
}

static void draw(const twc_cell_grid *grid, int number)
{
    for (int32_t c = 0; c < grid->columns * grid->rows; c++) {
        const uint32_t h = twc_hash(c, number, 5);
        w[c] = number % 3 == 0 ? (float)(h % 6) : (float)(h % 10000) * 0.125f;
        outlets[c] = h >> 27 == 3;
    }
}

static void receivers(void)
{
    int bad = 0;
    for (int number = 0; number < 40; number++) {
        const twc_cell_grid grid = {3 + number * 11 % 28, 1 + number * 7 % 30, number % 2};
        const twc_steady d = {
            .along_x = 2.0, .along_z = number % 4 < 2 ? 2.0 : 3.0, .across = number % 4 < 2 ? sqrt(8.0) : sqrt(13.0)};
        draw(&grid, number);
        for (int32_t c = 0; c < grid.columns * grid.rows; c++)
            expected[c] = steepest(&grid, &d, c);
        for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
            if (!grids_table(k))
                continue;
            grids_table(k)->receivers(&grid, w, outlets, &d, receiver);
            for (int32_t c = 0; c < grid.columns * grid.rows; c++)
                SUITE_EXPECT(bad, receiver[c] == expected[c], "ground %d, table %d, cell %d: %u for %u", number, k, c,
                             receiver[c], expected[c]);
        }
    }
    SUITE_NONE(bad);
}

/* Areas by a walk from each cell; donors: each cell once, with the one it names, ascending. */
static void sums(void)
{
    int bad = 0;
    for (int number = 0; number < 60; number++) {
        const twc_cell_grid grid = {3 + number * 11 % 28, 1 + number * 7 % 30, number % 2};
        const twc_steady d = {.along_x = 1.0, .along_z = 1.0, .across = sqrt(2.0)};
        const uint32_t cells = (uint32_t)(grid.columns * grid.rows);
        void *scratch = aligned_alloc(64, (twc_accumulate_bytes(&grid) + 63) / 64 * 64);
        draw(&grid, number);
        twc_reference_grid()->receivers(&grid, w, outlets, &d, receiver);
        for (uint32_t c = 0; c < cells; c++)
            expected[c] = 0;
        for (uint32_t c = 0; c < cells; c++) {
            uint32_t at = c;
            for (expected[at]++; receiver[at] != at; expected[at]++)
                at = receiver[at];
        }
        for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
            uint32_t named = 0;
            if (!grids_table(k))
                continue;
            grids_table(k)->accumulate(&grid, receiver, scratch, area);
            grids_table(k)->donors(&grid, receiver, first, donor);
            for (uint32_t c = 0; c < cells; c++) {
                SUITE_EXPECT(bad, area[c] == expected[c], "ground %d, table %d, cell %u: %u", number, k, c, area[c]);
                for (uint32_t m = first[c]; m < first[c + 1]; m++, named++)
                    SUITE_EXPECT(bad,
                                 receiver[donor[m]] == c && donor[m] != c && (m == first[c] || donor[m - 1] < donor[m]),
                                 "ground %d, table %d, cell %u", number, k, c);
            }
            for (uint32_t c = 0; c < cells; c++)
                named += receiver[c] == c;
            SUITE_EXPECT(bad, named == cells && first[0] == 0, "ground %d, table %d: %u donors and roots", number, k,
                         named);
        }
        free(scratch);
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"receivers, cell by cell", receivers}, {"areas and donors, by walks", sums}, CU_TEST_INFO_NULL};
    return suite_run("drainage", tests);
}
