/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/spec/tower.md 4: the Girdle, the range that rings the test world, against its golden numbers. */
#include <math.h>
#include <stdlib.h>

#include "common/suite.h"
#include "twc/fast.h"

enum { CELLS_X = 1571, CELLS_Z = 425, CELLS = CELLS_X * CELLS_Z, GIVEN = 4 };

static twc_peak peaks[TWC_RANGE_PEAKS];
static twc_ridge ridges[3 * TWC_RANGE_PEAKS];
static twc_range girdle;
static twc_range_work work;
static double *relief;
static size_t tree;

static uint32_t turns(double degrees)
{
    return (uint32_t)((degrees * 1e6 * 4294967296.0 + 180e6) / 360e6);
}

static double land_at(uint32_t theta, int32_t z)
{
    const twc_tower_noise noise = {20000.0, 4, twc_hash(13, 0, 1)};
    double n;
    twc_reference_tower()->tower_fbm(&noise, (twc_tower_spots){1, &theta, &z}, &n);
    const double t = fmin(fmax((fmin(z * 0.01 - 86000.0, 160000.0 - z * 0.01)) / 8000.0, 0.0), 1.0);
    return 140.0 + 60.0 * n + 860.0 * (t * t * (3.0 - 2.0 * t));
}

static void make_graph(void)
{
    static const double at[GIVEN][3] = {{40, 74, 4300}, {130, 70, 3700}, {220, 76, 3500}, {310, 70, 3300}};
    static twc_peak given[GIVEN];
    for (int k = 0; k < GIVEN; k++) {
        given[k] = (twc_peak){turns(at[k][0]), (int32_t)(at[k][1] * 100000), 0.0};
        given[k].relief = at[k][2] - land_at(given[k].theta, given[k].z);
    }
    const twc_range_plan plan = {twc_hash(13, 1001, 0), 3000000, 11500000, 7200000, 2900.0, 0.6, GIVEN, given};
    void *scratch = aligned_alloc(64, (twc_range_bytes(&plan) + 63) / 64 * 64);
    const size_t count = twc_range_draw_peaks(&plan, scratch, peaks);
    const size_t edges = twc_range_draw_ridges(twc_fast_grid(twc_level_best()), &plan, count, peaks, scratch, ridges,
                                               &tree);
    girdle = (twc_range){.grid = {CELLS_X, CELLS_Z, 1},
                         .z_from = plan.z_from,
                         .z_to = plan.z_to,
                         .seed = plan.seed,
                         .ruggedness = 0.5,
                         .erosion = 0.7,
                         .peak_count = count,
                         .ridge_count = edges,
                         .peaks = peaks,
                         .ridges = ridges};
    free(scratch);
}

static void graph(void)
{
    make_graph();
    printf("%zu peaks, %zu tree, %zu spurs ", girdle.peak_count, tree, girdle.ridge_count - tree);
    CU_ASSERT_EQUAL(girdle.peak_count, 184);
    CU_ASSERT_EQUAL(tree, 183);
    CU_ASSERT_EQUAL(girdle.ridge_count - tree, 38);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double work_cell_area(void)
{
    return TWC_TOWER_ARC * 4294967296.0 / CELLS_X * 200.0;
}

/* Directions of channels over twenty cells downstream: as many one way as another, whatever the grid. */
static void directions(void)
{
    double cosines = 0.0, along = 0.0, count = 0.0;
    const double cell = work_cell_area();
    for (int32_t c = 0; c < CELLS; c++) {
        int32_t at = c, steps = 0;
        double dx = 0.0, dz;
        if (work.area[c] * cell <= 20e6)
            continue;
        for (; steps < 20 && (int32_t)work.receiver[at] != at; steps++) {
            const int32_t by = (int32_t)work.receiver[at] % CELLS_X - at % CELLS_X;
            dx += by > 1 ? -1 : by < -1 ? 1 : by;
            at = (int32_t)work.receiver[at];
        }
        if (steps < 20)
            continue;
        dz = at / CELLS_X - c / CELLS_X;
        const double phi = atan2(dz, dx), eighth = phi / (3.14159265358979 / 4);
        cosines += cos(8 * phi);
        along += fabs(eighth - rint(eighth)) * 45.0 < 5.0;
        count += 1.0;
    }
    printf("mean cos 8 phi %.4f, along the grid %.4f ", cosines / count, along / count);
    CU_ASSERT_TRUE(fabs(cosines / count) < 0.045);
    CU_ASSERT_TRUE(along / count < 0.235);
}

/* Slope on area, both as logarithms, by least squares over what drains more than `least`. */
static void slopes(void)
{
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    const double cell = work_cell_area();
    for (int32_t c = 0; c < CELLS; c++) {
        const int32_t r = (int32_t)work.receiver[c];
        const double area = work.area[c] * cell, fall = work.height[c] - work.height[r];
        if (r == c || area < 2e6 || !(fall > 0.0))
            continue;
        const double far = r / CELLS_X == c / CELLS_X || r % CELLS_X == c % CELLS_X ? 200.0 : 200.0 * sqrt(2.0);
        const double x = log(area), y = log(fall / far);
        n += 1;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    const double exponent = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    printf("slope on area: exponent %.4f ", exponent);
    CU_ASSERT_TRUE(fabs(exponent + 0.46) <= 0.03);
}

/* Each given summit is at its height to a metre, and the highest within 500 m. */
static void summits(void)
{
    int bad = 0;
    for (int k = 0; k < GIVEN; k++) {
        const double u = peaks[k].theta * (CELLS_X / 4294967296.0) - 0.5, v = (peaks[k].z - 3000000) / 20000.0 - 0.5;
        const int32_t i = (int32_t)floor(u), j = (int32_t)floor(v), c = j * CELLS_X + i;
        const double s = u - i, t = v - j;
        const double h = (1 - t) * ((1 - s) * relief[c] + s * relief[c + 1]) +
                         t * ((1 - s) * relief[c + CELLS_X] + s * relief[c + CELLS_X + 1]);
        SUITE_EXPECT(bad, fabs(h - peaks[k].relief) <= 1.0, "summit %d: %.3f for %.3f", k, h, peaks[k].relief);
        const double top = peaks[k].relief + land_at(peaks[k].theta, peaks[k].z);
        for (int32_t n = 0; n < CELLS; n++) {
            const double dx = (int32_t)(twc_range_theta(&girdle, n % CELLS_X) - peaks[k].theta) * TWC_TOWER_ARC;
            const double dz = (twc_range_z(&girdle, n / CELLS_X) - peaks[k].z) * 0.01, d = sqrt(dx * dx + dz * dz);
            SUITE_EXPECT(bad, d > 4000.0 || d < 300.0 || relief[n] + work.land[n] <= top,
                         "summit %d, %.0f m off: %.1f above it", k, d, relief[n] + work.land[n] - top);
        }
    }
    SUITE_NONE(bad);
}

static void water(void)
{
    const twc_grid_table *grid = twc_fast_grid(twc_level_best());
    const twc_tower_table *tower = twc_fast_tower(twc_level_best());
    static const double tarn_at[4][2] = {{38, 92}, {43, 86}, {130, 78}, {220, 84}};
    twc_tarn tarns[4];
    for (int k = 0; k < 4; k++)
        tarns[k] = (twc_tarn){turns(tarn_at[k][0]), (int32_t)(tarn_at[k][1] * 100000), 1000.0};
    const twc_range_features features = {GIVEN, 4, tarns};
    work = (twc_range_work){malloc(CELLS * 8),
                            malloc(CELLS * 8),
                            malloc(CELLS * 8),
                            malloc(CELLS * 8),
                            malloc(CELLS * 4),
                            malloc(CELLS * 4),
                            malloc(CELLS * 4),
                            malloc(CELLS),
                            malloc(CELLS * 4),
                            malloc(CELLS * 4),
                            malloc(CELLS * 4),
                            malloc(CELLS * 4),
                            aligned_alloc(64, (twc_range_scratch(&girdle) + 63) / 64 * 64)};
    relief = malloc(CELLS * 8);
    for (int32_t c = 0; c < CELLS; c++)
        work.land[c] = land_at(twc_range_theta(&girdle, c % CELLS_X), twc_range_z(&girdle, c / CELLS_X));
    twc_range_erode(grid, tower, &girdle, &work);
    twc_range_scale(grid, &girdle, &work, relief);
    twc_range_shape(&girdle, &features, &work, relief);
    double *belt = malloc(CELLS * 8);
    size_t n = 0;
    for (int32_t c = 0; c < CELLS; c++)
        if (twc_range_z(&girdle, c / CELLS_X) >= 5000000 && twc_range_z(&girdle, c / CELLS_X) <= 9400000)
            belt[n++] = relief[c];
    qsort(belt, n, 8, by_value);
    printf("50 %% %.1f, 99 %% %.1f ", belt[n / 2], belt[n * 99 / 100]);
    CU_ASSERT_TRUE(fabs(belt[n / 2] / 1245 - 1) <= 0.04);
    CU_ASSERT_TRUE(fabs(belt[n * 99 / 100] / 3040 - 1) <= 0.04);
    free(belt);
}

int main(void)
{
    CU_TestInfo tests[] = {{"its ridge graph", graph}, {"its relief", water},
                           {"its summits", summits},   {"directions of its channels", directions},
                           {"slope on area", slopes},  CU_TEST_INFO_NULL};
    return suite_run("range", tests);
}
