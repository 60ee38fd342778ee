/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/grid.md 5, 6: the chain whose heights are known, each height against its receiver's; talus as the least
 * over all sources, talus and diffusion where their result is known.
 */
#include <math.h>
#include <stdlib.h>

#include "common/suite.h"
#include "grid/grids.h"

enum { SIDE = 21, CELLS = SIDE * SIDE };

static double h[CELLS], t[CELLS];

/* dx = 1, K = 1, areas 3, 2, 1: 1 / sqrt 3, and 1 / sqrt 2 more, and 1 more. */
static void chain(void)
{
    static const uint32_t receiver[4] = {0, 0, 1, 2}, area[4] = {4, 3, 2, 1};
    static const double golden[4] = {0.0, 0.5773502692, 1.284457050, 2.284457050};
    const twc_cell_grid grid = {4, 1, 0};
    const twc_steady steady = {1.0, 1.0, sqrt(2.0), 1.0, 1.0, 0.0};
    _Alignas(64) char scratch[1024];
    CU_ASSERT_TRUE_FATAL(twc_steady_bytes(&grid) <= sizeof scratch);
    for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
        if (!grids_table(k))
            continue;
        grids_table(k)->steady(&grid, receiver, area, &steady, scratch, h);
        for (int c = 0; c < 4; c++)
            CU_ASSERT_TRUE(fabs(h[c] - golden[c]) < 1e-9);
    }
}

/* Down a spiral round a ring: every step's rise is the written expression, for all three distances. */
static void ring(void)
{
    enum { COLUMNS = 7, ROWS = 9, ALL = COLUMNS * ROWS };
    const twc_cell_grid grid = {COLUMNS, ROWS, 1};
    const twc_steady steady = {3.0, 5.0, sqrt(34.0), 600.0, 15.0, 100.0};
    uint32_t receiver[ALL], area[ALL];
    void *scratch = aligned_alloc(64, (twc_steady_bytes(&grid) + 63) / 64 * 64);
    int bad = 0;
    for (int32_t c = 0; c < ALL; c++) { /* north, north-west or west, within the row round the ring */
        const int32_t i = c % COLUMNS, j = c / COLUMNS, kind = (int32_t)(twc_hash(c, 1, 1) % 3);
        const int32_t x = kind == 1 ? i : (i + COLUMNS - 1) % COLUMNS, y = kind == 0 && i > 0 ? j : j - 1;
        receiver[c] = (uint32_t)(j == 0 ? c : y * COLUMNS + x);
        area[c] = 1 + twc_hash(c, 2, 1) % 50;
    }
    for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
        if (!grids_table(k))
            continue;
        grids_table(k)->steady(&grid, receiver, area, &steady, scratch, h);
        for (int32_t c = 0; c < ALL; c++) {
            const int32_t r = (int32_t)receiver[c];
            const double d = r == c                       ? 0.0
                             : r / COLUMNS == c / COLUMNS ? 3.0
                             : r % COLUMNS == c % COLUMNS ? 5.0
                                                          : sqrt(34.0);
            const double drained = fmax(area[c] * 15.0, 100.0),
                         expected = r == c ? 0.0 : h[r] + (d * 600.0) / sqrt(drained);
            SUITE_EXPECT(bad, h[c] == expected, "table %d, cell %d: %.17g for %.17g", k, c, h[c], expected);
        }
    }
    free(scratch);
    SUITE_NONE(bad);
}

/* Queen's moves: the way between two cells is min(dx, dz) steps across and the rest straight. Steps are powers of 2. */
static void talus(void)
{
    const twc_steady d = {.along_x = 4.0, .along_z = 4.0, .across = 6.0};
    int bad = 0;
    for (int number = 0; number < 8; number++) {
        const twc_cell_grid grid = {SIDE, SIDE, number & 1};
        void *scratch = aligned_alloc(64, (twc_talus_bytes(&grid) + 63) / 64 * 64);
        for (int32_t c = 0; c < CELLS; c++)
            h[c] = (double)(twc_hash(c, number, 9) % 4096) * 0.25;
        for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
            if (!grids_table(k))
                continue;
            grids_table(k)->talus(&grid, h, &d, 0.5, scratch, t);
            for (int32_t c = 0; c < CELLS; c++) {
                double least = INFINITY;
                for (int32_t n = 0; n < CELLS; n++) {
                    int32_t x = abs(c % SIDE - n % SIDE);
                    const int32_t z = abs(c / SIDE - n / SIDE);
                    x = grid.ring && SIDE - x < x ? SIDE - x : x;
                    least = fmin(least, h[n] + 3.0 * (x < z ? x : z) + 2.0 * abs(x - z));
                }
                SUITE_EXPECT(bad, t[c] == least, "field %d, table %d, cell %d: %.9g for %.9g", number, k, c, t[c],
                             least);
            }
        }
        free(scratch);
    }
    SUITE_NONE(bad);
}

/* A spike spreads to its four neighbours; a plane stays but for its edges; on a ring nothing is lost. */
static void diffuse(void)
{
    int bad = 0;
    for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
        const twc_cell_grid grid = {SIDE, SIDE, 0}, around = {SIDE, SIDE, 1};
        double sum = 0.0;
        if (!grids_table(k))
            continue;
        for (int32_t c = 0; c < CELLS; c++)
            h[c] = c == 10 * SIDE + 10 ? 8.0 : 0.0;
        grids_table(k)->diffuse(&grid, h, 0.125, t);
        for (int32_t c = 0; c < CELLS; c++) {
            const int32_t x = abs(c % SIDE - 10), z = abs(c / SIDE - 10);
            SUITE_EXPECT(bad, t[c] == (x + z == 0 ? 4.0 : x + z == 1 ? 1.0 : 0.0), "spike, table %d, cell %d", k, c);
        }
        for (int32_t c = 0; c < CELLS; c++)
            h[c] = (double)(3 * (c % SIDE) + 2 * (c / SIDE));
        grids_table(k)->diffuse(&grid, h, 0.125, t);
        for (int32_t c = 0; c < CELLS; c++) {
            const int32_t i = c % SIDE, j = c / SIDE;
            const double edge = (i == 0) * 3.0 - (i == SIDE - 1) * 3.0 + (j == 0) * 2.0 - (j == SIDE - 1) * 2.0;
            SUITE_EXPECT(bad, t[c] == h[c] + 0.125 * edge, "plane, table %d, cell %d: %.9g", k, c, t[c]);
        }
        for (int32_t c = 0; c < CELLS; c++) {
            h[c] = (double)(twc_hash(c, 3, 3) % 1024);
            sum += h[c];
        }
        grids_table(k)->diffuse(&around, h, 0.125, t);
        for (int32_t c = 0; c < CELLS; c++)
            sum -= t[c];
        SUITE_EXPECT(bad, sum == 0.0, "table %d: %.9g lost", k, sum);
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"a chain of known heights", chain},
                           {"round a ring, each height from its receiver's", ring},
                           {"talus, over all sources", talus},
                           {"diffusion where the result is known", diffuse},
                           CU_TEST_INFO_NULL};
    return suite_run("steady", tests);
}
