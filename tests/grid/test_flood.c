/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/grid.md 2: the flood by another route, sweeps over all cells until nothing falls any more, which needs no
 * queue; the specification's own example; what holds of any flood.
 */
#include <math.h>
#include <stdlib.h>

#include "common/suite.h"
#include "grid/grids.h"

enum { SIDE = 40 };

static float z[SIDE * SIDE], rise[SIDE * SIDE], expected[SIDE * SIDE], w[SIDE * SIDE];
static uint8_t outlets[SIDE * SIDE];

/* From infinity down: the definition, read as an assignment, until it holds everywhere. */
static void by_sweeps(const twc_cell_grid *grid, const twc_rise *how)
{
    const int32_t cells = grid->columns * grid->rows;
    for (int32_t c = 0; c < cells; c++)
        expected[c] = outlets[c] || isnan(z[c]) ? z[c] : (float)INFINITY;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int32_t c = 0; c < cells; c++) {
            if (outlets[c] || isnan(z[c]))
                continue;
            for (int32_t k = 0; k < 9; k++) {
                const int32_t n = grids_neighbour(grid, c, k);
                if (n < 0 || isnan(z[n]))
                    continue;
                const float v = expected[n] + (how->each ? how->each[c] : how->all), full = z[c] >= v ? z[c] : v;
                if (full < expected[c]) {
                    expected[c] = full;
                    changed = 1;
                }
            }
        }
    }
}

static void every_table(const twc_cell_grid *grid, const twc_rise *how, int number, int *bad)
{
    void *scratch = aligned_alloc(64, (twc_flood_bytes(grid) + 63) / 64 * 64);
    by_sweeps(grid, how);
    for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
        if (!grids_table(k))
            continue;
        grids_table(k)->flood(grid, z, outlets, how, scratch, w);
        for (int32_t c = 0; c < grid->columns * grid->rows; c++)
            SUITE_EXPECT(*bad, isnan(z[c]) ? isnan(w[c]) : w[c] == expected[c],
                         "ground %d, table %d, cell %d: %.9g for %.9g", number, k, c, (double)w[c],
                         (double)expected[c]);
    }
    free(scratch);
}

/* [250 260 265 270; 240 200 200 210; 230 220 225 205], the edge its outlets. */
static void example(void)
{
    static const float ground[12] = {250, 260, 265, 270, 240, 200, 200, 210, 230, 220, 225, 205};
    static const uint8_t edge[12] = {1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1};
    const twc_cell_grid grid = {4, 3, 0};
    const twc_rise none = {0.0f, NULL};
    _Alignas(64) char scratch[16384];
    CU_ASSERT_TRUE_FATAL(twc_flood_bytes(&grid) <= sizeof scratch);
    for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
        if (!grids_table(k))
            continue;
        grids_table(k)->flood(&grid, ground, edge, &none, scratch, w);
        for (int c = 0; c < 12; c++)
            CU_ASSERT_EQUAL(w[c], edge[c] ? ground[c] : 205.0f);
    }
}

static void grounds(void)
{
    int bad = 0;
    for (int number = 0; number < 240; number++) {
        const twc_cell_grid grid = {3 + number % 38, 1 + number * 7 % 40, number % 3 == 0};
        const twc_rise how = {(float)(number % 4) * 0.3f, number % 2 ? rise : NULL};
        for (int32_t c = 0; c < grid.columns * grid.rows; c++) {
            const uint32_t h = twc_hash(c, number, 77);
            z[c] = number % 5 == 0 ? (float)(h % 8) : (float)(h % 100000) * 0.01f - 300.0f;
            if (number % 7 == 3 && h >> 24 < 40)
                z[c] = (float)NAN;
            rise[c] = (float)(h >> 20) * 0.002f;
            outlets[c] = number % 4 == 1 ? h >> 24 < 3 : c < grid.columns || c >= grid.columns * (grid.rows - 1);
        }
        every_table(&grid, &how, number, &bad);
    }
    SUITE_NONE(bad);
}

/* Where all rise by 1, the water over a plain is the number of steps to its outlet. */
static void steps_over_a_plain(void)
{
    const twc_cell_grid grid = {SIDE, SIDE, 0};
    const twc_rise one = {1.0f, NULL};
    void *scratch = aligned_alloc(64, (twc_flood_bytes(&grid) + 63) / 64 * 64);
    int bad = 0;
    for (int32_t c = 0; c < SIDE * SIDE; c++) {
        z[c] = 0.0f;
        outlets[c] = c == 5 * SIDE + 9;
    }
    for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
        if (!grids_table(k))
            continue;
        grids_table(k)->flood(&grid, z, outlets, &one, scratch, w);
        for (int32_t c = 0; c < SIDE * SIDE; c++) {
            const int32_t x = abs(c % SIDE - 9), y = abs(c / SIDE - 5);
            SUITE_EXPECT(bad, w[c] == (float)(x > y ? x : y), "table %d, cell %d: %.9g", k, c, (double)w[c]);
        }
    }
    free(scratch);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the specification's example", example},
                           {"grounds, against sweeps", grounds},
                           {"a plain: steps to the outlet", steps_over_a_plain},
                           CU_TEST_INFO_NULL};
    return suite_run("flood", tests);
}
