/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/grid.md 12: water on measured ground. The surface by sweeps over all cells, areas by a walk from every
 * cell, and the balance: what falls on cells that drain is what leaves at the outlets. Files that are written are read
 * back.
 */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/suite.h"
#include "grid/grids.h"
#include "import/drainage.h"

static const char *const files[] = {TWC_SOURCE_DIR "/experiments/data/mountain_valley_10m.asc",
                                    TWC_SOURCE_DIR "/experiments/data/gully_5m.asc",
                                    TWC_SOURCE_DIR "/experiments/data/gully_nodata_3m.asc"};
enum { FILES = 3 };

static void read_file(int k, twc_grid *grid)
{
    const twc_grid_options plain = {.scale = 0.01, .offset = -200};
    CU_ASSERT_EQUAL_FATAL(twc_grid_read(files[k], &plain, grid).code, TWC_OK);
}

/* Cells without a height, and those beyond the edge, are neighbours that have none. */
static int32_t near(const twc_grid *grid, int32_t cell, int32_t k)
{
    const twc_cell_grid cells = {grid->columns, grid->rows, 0};
    const int32_t n = grids_neighbour(&cells, cell, k);
    return n < 0 || isnan(grid->height[n]) ? -1 : n;
}

static int at_edge(const twc_grid *grid, int32_t cell)
{
    int found = 0;
    for (int32_t k = 0; k < 9; k++)
        found |= k != 4 && near(grid, cell, k) < 0;
    return found;
}

static void surfaces(void)
{
    for (int file = 0; file < FILES; file++)
        for (int rises = 0; rises < 2; rises++) {
            const float rise = rises ? 0.25f : 0.0f;
            twc_drainage_report report;
            twc_grid grid;
            int bad = 0;
            read_file(file, &grid);
            const int32_t cells = grid.columns * grid.rows;
            float *w = malloc((size_t)cells * sizeof *w);
            double *out = malloc((size_t)cells * sizeof *out), volume = 0.0;
            for (int32_t c = 0; c < cells; c++)
                w[c] = at_edge(&grid, c) ? (float)grid.height[c] : (float)INFINITY;
            for (int changed = 1; changed;) {
                changed = 0;
                for (int32_t c = 0; c < cells; c++)
                    for (int32_t k = 0; k < 9; k++) {
                        const int32_t n = isnan(grid.height[c]) ? -1 : near(&grid, c, k);
                        const float v = n < 0 ? (float)INFINITY : fmaxf((float)grid.height[c], w[n] + rise);
                        if (v < w[c]) {
                            w[c] = v;
                            changed = 1;
                        }
                    }
            }
            const twc_status status = twc_grid_drainage(twc_fast_grid(twc_level_best()), TWC_DRAINAGE_FLOOD, rise,
                                                        &grid, out, &report);
            CU_ASSERT_EQUAL(status.code, TWC_OK);
            for (int32_t c = 0; c < cells; c++) {
                if (isnan(grid.height[c])) {
                    SUITE_EXPECT(bad, isnan(out[c]), "file %d, cell %d: %.9g", file, c, out[c]);
                    continue;
                }
                SUITE_EXPECT(bad, out[c] == (double)w[c], "file %d, cell %d: %.9g for %.9g", file, c, out[c],
                             (double)w[c]);
                volume += (out[c] - (double)(float)grid.height[c]) * grid.cell * grid.cell;
            }
            SUITE_NONE(bad);
            CU_ASSERT_TRUE(fabs(report.volume - volume) < 1e-6 * (1.0 + volume));
            CU_ASSERT_EQUAL(report.filled > 0, rises || file != 1); /* the gully of 5 m cells has no pit */
            free(w);
            free(out);
            twc_grid_destroy(&grid);
        }
}

/* Where water rises by a little, every cell drains: the outlets' areas are all there is. */
static void balance(void)
{
    for (int file = 0; file < FILES; file++) {
        twc_drainage_report report;
        twc_grid grid;
        double left = 0.0, *area, *slope;
        read_file(file, &grid);
        const int32_t cells = grid.columns * grid.rows;
        area = malloc((size_t)cells * sizeof *area);
        slope = malloc((size_t)cells * sizeof *slope);
        const twc_grid_table *table = twc_fast_grid(twc_level_best());
        CU_ASSERT_EQUAL(twc_grid_drainage(table, TWC_DRAINAGE_ACCUMULATE, 0.001f, &grid, area, &report).code, TWC_OK);
        for (int32_t c = 0; c < cells; c++)
            if (!isnan(area[c]) && at_edge(&grid, c))
                left += area[c];
        CU_ASSERT_TRUE(fabs(left - (double)report.cells * grid.cell * grid.cell) < 1e-6 * left);
        CU_ASSERT_EQUAL(twc_grid_drainage(table, TWC_DRAINAGE_SLOPE, 0.0f, &grid, slope, &report).code, TWC_OK);
        int bad = 0;
        for (int32_t c = 0; c < cells; c++) {
            double steepest = 0.0;
            for (int32_t k = 0; k < 9 && !isnan(slope[c]); k++)
                if (near(&grid, c, k) >= 0 && !at_edge(&grid, c))
                    steepest = fmax(steepest,
                                    ((double)(float)grid.height[c] - (double)(float)grid.height[near(&grid, c, k)]) /
                                        (grid.cell * (k % 2 ? 1.0 : sqrt(2.0))));
            SUITE_EXPECT(bad, isnan(slope[c]) || fabs(slope[c] - steepest) < 1e-12, "file %d, cell %d: %.9g for %.9g",
                         file, c, slope[c], steepest);
        }
        SUITE_NONE(bad);
        free(area);
        free(slope);
        twc_grid_destroy(&grid);
    }
}

static void files_that_are_written(void)
{
    char path[] = "/tmp/twc-water-XXXXXX";
    const twc_grid_options ascii = {.format = TWC_GRID_ASCII, .scale = 0.01, .offset = -200};
    const int opened = mkstemp(path);
    CU_ASSERT_TRUE_FATAL(opened >= 0);
    (void)close(opened);
    for (int file = 0; file < FILES; file++) {
        twc_drainage_report report;
        twc_grid grid, again;
        int bad = 0;
        read_file(file, &grid);
        const int32_t cells = grid.columns * grid.rows;
        double *out = malloc((size_t)cells * sizeof *out);
        const twc_grid_table *table = twc_fast_grid(twc_level_best());
        CU_ASSERT_EQUAL(twc_grid_drainage(table, TWC_DRAINAGE_FLOOD, 0.0f, &grid, out, &report).code, TWC_OK);
        CU_ASSERT_EQUAL(twc_grid_write(path, TWC_GRID_ASCII, &grid, "metre", out).code, TWC_OK);
        CU_ASSERT_EQUAL_FATAL(twc_grid_read(path, &ascii, &again).code, TWC_OK);
        CU_ASSERT_TRUE(again.columns == grid.columns && again.rows == grid.rows && again.cell == grid.cell &&
                       again.place.west == grid.place.west);
        for (int32_t c = 0; c < cells; c++)
            SUITE_EXPECT(bad, isnan(out[c]) ? isnan(again.height[c]) : again.height[c] == out[c], "file %d, cell %d",
                         file, c);
        SUITE_NONE(bad);
        free(out);
        twc_grid_destroy(&grid);
        twc_grid_destroy(&again);
    }
    (void)unlink(path);
}

int main(void)
{
    CU_TestInfo tests[] = {{"surfaces, by sweeps", surfaces},
                           {"what falls is what leaves, and slopes cell by cell", balance},
                           {"files that are written are read back", files_that_are_written},
                           CU_TEST_INFO_NULL};
    return suite_run("grid_water", tests);
}
