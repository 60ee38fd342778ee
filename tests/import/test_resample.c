/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Filling and resampling of elevation grids against brute force: every pair of cells for the nearest one; exact
 * fractions for bilinear interpolation where binary64 holds them, the widest binary floating point where it does not;
 * and the three real grids.
 */
#include <math.h>

#include "import/import.h"
#include "import/readers.h"
#include "common/scratch.h"
#include "common/suite.h"

static twc_grid grid_of(int32_t columns, int32_t rows, double cell)
{
    twc_grid grid;
    if (twc_grid_create("test", columns, rows, &(twc_grid_options){0}, &grid).code)
        abort();
    grid.cell = cell;
    return grid;
}

/* ---- filling ---- */

static void test_fill_nearest(void)
{
    uint64_t seed = 21;
    int bad = 0;
    for (int trial = 0; trial < 300; trial++) {
        int32_t columns = 1 + (int32_t)(random_bits(&seed) % 17), rows = 1 + (int32_t)(random_bits(&seed) % 17);
        unsigned sparse = 1 + random_bits(&seed) % 40;
        twc_grid grid = grid_of(columns, rows, 4);
        size_t count = (size_t)columns * (size_t)rows;
        double *before = malloc(count * sizeof *before);
        if (!before)
            abort();
        for (size_t k = 0; k < count; k++)
            grid.height[k] = before[k] = k == count / 2 || random_bits(&seed) % sparse == 0 ? (double)k : (double)NAN;
        CU_ASSERT_EQUAL(twc_grid_fill_nearest(&grid).code, TWC_OK);
        for (int32_t k = 0; k < (int32_t)count; k++) {
            int32_t best = -1, nearest = INT32_MAX;
            for (int32_t other = 0; other < (int32_t)count;
                 other++) { /* in reading order, so the first of equals stays */
                int32_t dx = other % columns - k % columns, dz = other / columns - k / columns,
                        distance = dx * dx + dz * dz;
                if (!isnan(before[other]) && distance < nearest) {
                    nearest = distance;
                    best = other;
                }
            }
            SUITE_EXPECT(bad, grid.height[k] == best, "cell %d of %d x %d: %g, not %d", k, columns, rows,
                         grid.height[k], best);
        }
        free(before);
        twc_grid_destroy(&grid);
    }
    SUITE_NONE(bad);
}

static void test_fill_others(void)
{
    twc_grid grid = grid_of(3, 2, 4);
    static const double holes[6] = {1, (double)NAN, 2.5, (double)NAN, -8, 0.5};
    memcpy(grid.height, holes, sizeof holes);
    CU_ASSERT_EQUAL(twc_grid_fill_mean(&grid).code, TWC_OK);
    CU_ASSERT_EQUAL(grid.height[1], -1);
    CU_ASSERT_EQUAL(grid.height[3], -1);
    memcpy(grid.height, holes, sizeof holes);
    twc_grid_fill_value(&grid, 77);
    CU_ASSERT_EQUAL(grid.height[1], 77);
    CU_ASSERT_EQUAL(grid.height[2], 2.5);
    for (int k = 0; k < 6; k++)
        grid.height[k] = (double)NAN;
    twc_status status = twc_grid_fill_mean(&grid);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "no cell of the grid has a height"));
    CU_ASSERT_EQUAL(twc_grid_fill_nearest(&grid).code, TWC_IO);
    twc_grid_destroy(&grid);
}

/* ---- resampling ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/*
 * Cells of 2^e m and whole heights: positions are multiples of 1/64 of a cell, results multiples of 2^-12, all exact in
 * binary64. Here in integers: a position in half metres from the first cell centre, then a weighted sum of four cells.
 */
static void check_exact(int32_t columns, int32_t rows, int32_t cell, int32_t nx, int32_t nz, uint64_t *seed, int *bad)
{
    twc_grid grid = grid_of(columns, rows, cell);
    double *out = malloc((size_t)nx * (size_t)nz * sizeof *out);
    if (!out)
        abort();
    for (int32_t k = 0; k < columns * rows; k++)
        grid.height[k] = (int)(random_bits(seed) % 2001) - 1000;
    twc_grid_resample(&grid, nx, nz, out);
    for (int32_t k = 0; k < nx * nz; k++) {
        int64_t side = 2 * cell, low[2], part[2], cells[2] = {columns, rows}, n[2] = {nx, nz}, at[2] = {k % nx, k / nx};
        for (int axis = 0; axis < 2; axis++) {
            int64_t half_metres = cells[axis] * cell - 4 * (n[axis] - 1) + 8 * at[axis] - cell,
                    last = (cells[axis] - 1) * side;
            half_metres = half_metres < 0 ? 0 : half_metres > last ? last : half_metres;
            low[axis] = floor_div(half_metres, side);
            part[axis] = half_metres - low[axis] * side;
        }
        double sum = 0; /* whole, far below 2^53 */
        for (int corner = 0; corner < 4; corner++) {
            int64_t i = low[0] + (corner & 1), j = low[1] + (corner >> 1);
            int64_t weight = (corner & 1 ? part[0] : side - part[0]) * (corner & 2 ? part[1] : side - part[1]);
            if (weight)
                sum += (double)weight * grid.height[j * columns + i];
        }
        SUITE_EXPECT(*bad, out[k] == sum / (double)(side * side), "%d x %d cells of %d m, sample %d of %d x %d: %.17g",
                     columns, rows, cell, k, nx, nz, out[k]);
    }
    free(out);
    twc_grid_destroy(&grid);
}

static void test_resample_exact(void)
{
    uint64_t seed = 31;
    int bad = 0;
    for (int trial = 0; trial < 400; trial++) {
        int32_t columns = 1 + (int32_t)(random_bits(&seed) % 40), rows = 1 + (int32_t)(random_bits(&seed) % 40);
        int32_t nx = 1 + (int32_t)(random_bits(&seed) % 60), nz = 1 + (int32_t)(random_bits(&seed) % 60);
        check_exact(columns, rows, 1 << random_bits(&seed) % 6, nx, nz, &seed, &bad);
    }
    SUITE_NONE(bad);
}

/* ---- the real grids, read and resampled here by other code ---- */

typedef struct real_grid {
    const char *file;
    int columns, rows;
    double cell, no_data;
    size_t missing;
    twc_rect extent;
    double datum;
    twc_fill fill;
} real_grid;

static double *read_real(const real_grid *real, int header_lines)
{
    char path[600];
    double *height = malloc((size_t)real->columns * (size_t)real->rows * sizeof *height);
    snprintf(path, sizeof path, TWC_SOURCE_DIR "/experiments/data/%s", real->file);
    FILE *in = fopen(path, "r");
    if (!in || !height)
        abort();
    for (int line = 0; line < header_lines;)
        line += fgetc(in) == '\n';
    for (int k = 0; k < real->columns * real->rows; k++)
        if (fscanf(in, "%lf", &height[k]) != 1)
            abort();
    fclose(in);
    return height;
}

static void fill_real(const real_grid *real, double *height)
{
    int count = real->columns * real->rows;
    size_t missing = 0;
    double *filled = malloc((size_t)count * sizeof *filled);
    if (!filled)
        abort();
    for (int k = 0; k < count; k++) {
        int best = k, nearest = INT32_MAX;
        missing += height[k] == real->no_data;
        for (int other = 0; height[k] == real->no_data && other < count; other++) {
            int dx = other % real->columns - k % real->columns, dz = other / real->columns - k / real->columns;
            if (height[other] != real->no_data && dx * dx + dz * dz < nearest) {
                nearest = dx * dx + dz * dz;
                best = other;
            }
        }
        filled[k] = height[best];
    }
    CU_ASSERT_EQUAL(missing, real->missing);
    memcpy(height, filled, (size_t)count * sizeof *filled);
    free(filled);
}

/*
 * The position of sample k along an axis, in cells from the first centre, held inside; in more bits than the importer
 * has.
 */
static long double place(int k, int n, int cells, double cell)
{
    long double u = ((long double)cells * cell / 2 - 2 * ((long double)n - 1) + 4 * k) / cell - 0.5L;
    return u < 0 ? 0 : u > cells - 1 ? (long double)cells - 1 : u;
}

static void check_samples(const real_grid *real, const double *height, const twc_world_data *data)
{
    int nx = real->extent.nx * 128 + 1, nz = real->extent.nz * 128 + 1, bad = 0, ties = 0;
    for (int k = 0; k < nx * nz; k++) {
        long double u = place(k % nx, nx, real->columns, real->cell), v = place(k / nx, nz, real->rows, real->cell),
                    sum = 0;
        for (int j = 0; j < real->rows; j++) {
            long double weight_z = 1 - (v > j ? v - j : j - v);
            for (int i = weight_z > 0 ? (int)u : real->columns; i < real->columns && i <= (int)u + 1; i++) {
                long double weight_x = 1 - (u > i ? u - i : i - u);
                if (weight_x > 0)
                    sum += weight_x * weight_z * height[j * real->columns + i];
            }
        }
        long double steps = (sum - real->datum + 200) * 100;
        int expected = (int)(steps + 0.5L), tx = k % nx / 128, tz = k / nx / 128;
        tx -= tx == real->extent.nx;
        tz -= tz == real->extent.nz;
        int sample = data->tiles[tz * real->extent.nx + tx]->sample[k / nx - 128 * tz][k % nx - 128 * tx];
        long double from_tie = steps + 0.5L - expected;
        int tie = from_tie < 1e-7L ? expected - 1 : from_tie > 1 - 1e-7L ? expected + 1 : expected;
        /* Halfway between two samples, binary64 may fall on either; counted, so that it cannot hide much. */
        ties += tie != expected;
        SUITE_EXPECT(bad, sample == expected || sample == tie, "%s sample %d: %d, not %d", real->file, k, sample,
                     expected);
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(ties * 200 < nx * nz);
}

static void test_real_grids(void)
{
    static const real_grid grids[] = {
        {"mountain_valley_10m.asc", 80, 122, 10, -9999, 122, {0, -1, 1, 2}, 200, TWC_FILL_NEAREST},
        {"mountain_valley_10m.asc", 80, 122, 10, -9999, 122, {-1, -1, 2, 3}, 300, TWC_FILL_NEAREST},
        {"gully_5m.asc", 105, 77, 4.988744589, -9999, 0, {0, 0, 1, 1}, 1700, TWC_FILL_NONE},
        {"gully_nodata_3m.asc", 43, 89, 3, 0, 2739, {0, 0, 1, 1}, 1700, TWC_FILL_NEAREST},
    };
    for (size_t k = 0; k < sizeof grids / sizeof *grids; k++) {
        const real_grid *real = &grids[k];
        char path[600];
        twc_world_data data;
        twc_import_report report;
        twc_import_options options = {
            .fill = real->fill, .datum_auto = 1, .extent = real->extent, .extent_placed = 1, .name = "real"};
        snprintf(path, sizeof path, TWC_SOURCE_DIR "/experiments/data/%s", real->file);
        twc_status status = twc_import(path, &options, &data, &report);
        CU_ASSERT_STRING_EQUAL(status.message, "");
        CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
        CU_ASSERT_EQUAL(memcmp(&data.world.extent, &real->extent, sizeof real->extent), 0);
        CU_ASSERT_EQUAL(data.datum, real->datum);
        CU_ASSERT_EQUAL(report.filled, real->missing);
        CU_ASSERT_EQUAL(twc_world_check(&data.world).code, TWC_OK);
        double *height = read_real(real, strcmp(real->file, "gully_5m.asc") == 0 ? 5 : 6);
        fill_real(real, height);
        check_samples(real, height, &data);
        free(height);
        twc_world_data_destroy(&data);
        options.fill = TWC_FILL_NONE;
        if (real->missing) {
            status = twc_import(path, &options, &data, &report);
            CU_ASSERT_EQUAL(status.code, TWC_IO);
            CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "no-data cells among"));
        }
    }
}

int main(void)
{
    return suite_run("resample", (CU_TestInfo[]){{"nearest cell", test_fill_nearest},
                                                 {"mean and value", test_fill_others},
                                                 {"bilinear, exact", test_resample_exact},
                                                 {"real grids", test_real_grids},
                                                 CU_TEST_INFO_NULL});
}
