/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/girdle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = TWC_GIRDLE_COLUMNS, ROWS = TWC_GIRDLE_ROWS, CELLS = TWC_GIRDLE_CELLS, KM_CM = 100000 };
enum { CELL_M = 200, GIVEN = 64, TARNS = 64 };

/* Everything of one range. */
typedef struct girdle_made {
    const twc_grid_table *grid;
    const twc_tower_table *tower;
    const twc_tower_world *world;
    const twc_tower_feature *band; /* the mountains that ring it */
    twc_range_features features;   /* the summits of all mountains that meet the band, and the round lakes */
    twc_peak given[GIVEN];
    twc_tarn tarns[TARNS];
    twc_range range;
    twc_range_work work;
    twc_peak peaks[TWC_RANGE_PEAKS];
    twc_ridge ridges[3 * TWC_RANGE_PEAKS];
    size_t tree;
    double *relief, *sorted;
    char *memory;
} girdle_made;

/* The ground under it: gentle relief, and the highest lift of the bands. */
static void lay_land(const girdle_made *made, twc_tower_spots at, double *land)
{
    const twc_tower_world *world = made->world;
    const twc_tower_noise noise = {world->scale, 4, twc_tower_ground_seed(world->seed)};
    made->tower->tower_fbm(&noise, at, land);
    for (size_t k = 0; k < at.count; k++) {
        double lift = 0.0;
        for (int32_t n = 0; n < world->count; n++) {
            const twc_tower_feature *region = &world->feature[n];
            if (region->kind != TWC_TOWER_REGION)
                continue;
            double edge = fmin((double)at.z[k] - region->z_from, (double)region->z_to - at.z[k]) * 0.01;
            edge = fmin(fmax(edge / twc_tower_number(region, "edgeM"), 0.0), 1.0);
            lift = fmax(lift, twc_tower_number(region, "liftM") * (edge * edge * (3.0 - 2.0 * edge)));
        }
        land[k] = world->base + world->relief * land[k] + lift;
    }
}

static double land_at(const girdle_made *made, uint32_t theta, int32_t z)
{
    double land;
    lay_land(made, (twc_tower_spots){1, &theta, &z}, &land);
    return land;
}

/* What of the file makes the range, and what of it nothing makes so far. */
static twc_status gather(girdle_made *made)
{
    for (int32_t k = 0; k < made->world->count && !made->band; k++)
        if (made->world->feature[k].kind == TWC_TOWER_MOUNTAINS && made->world->feature[k].shape == TWC_TOWER_BAND)
            made->band = &made->world->feature[k];
    const twc_tower_feature *band = made->band;
    if (!band || band->z_to - band->z_from != ROWS * CELL_M * 100 || twc_tower_number(band, "cellM") != CELL_M)
        return twc_fail(TWC_USAGE, "what is measured is a band of mountains of %d km in cells of %d m: none is there",
                        ROWS * CELL_M / 1000, CELL_M);
    made->features.tarns = made->tarns;
    for (int32_t k = 0; k < made->world->count; k++) {
        const twc_tower_feature *feature = &made->world->feature[k];
        const int meets = feature->points + (feature->shape == TWC_TOWER_BAND) > 0 && twc_tower_meet(feature, band);
        if (feature->kind == TWC_TOWER_DESERT && meets)
            return twc_fail(TWC_USAGE, "\"%s\" is a desert on the range, which nothing makes yet", feature->id);
        if (feature->kind == TWC_TOWER_REGION && feature->shape != TWC_TOWER_BAND)
            return twc_fail(TWC_USAGE, "\"%s\" is a region that is no band, which nothing makes yet", feature->id);
        if (made->features.summits + (size_t)feature->summits > GIVEN || made->features.tarn_count == TARNS)
            return twc_fail(TWC_USAGE, "the range has more than %d summits or %d lakes", GIVEN, TARNS - 1);
        for (int32_t n = 0; n < feature->summits && meets; n++) {
            const twc_tower_summit *summit = &feature->summit[n];
            const double relief = summit->elevation - land_at(made, summit->at.theta, summit->at.z);
            made->given[made->features.summits++] = (twc_peak){summit->at.theta, summit->at.z, relief};
        }
        if (feature->kind == TWC_TOWER_LAKE && feature->shape == TWC_TOWER_POINT && meets)
            made->tarns[made->features.tarn_count++] = (twc_tarn){feature->point[0].theta, feature->point[0].z,
                                                                  feature->radius * 0.01};
    }
    return twc_ok();
}

static twc_status draw_graph(girdle_made *made)
{
    const twc_tower_feature *band = made->band;
    const double spine = twc_tower_number(band, "spineZ");
    const uint32_t own = twc_tower_feature_seed(made->world->seed, band->seed);
    const twc_range_plan plan = {.seed = own,
                                 .z_from = band->z_from,
                                 .z_to = band->z_to,
                                 .spine = isnan(spine) ? (band->z_from + band->z_to) / 2 : (int32_t)spine,
                                 .height = twc_tower_number(band, "heightM"),
                                 .drawn = twc_tower_number(band, "generatedPeaks"),
                                 .given_count = made->features.summits,
                                 .given = made->given};
    void *scratch = aligned_alloc(64, (twc_range_bytes(&plan) + 63) / 64 * 64);
    if (!scratch)
        return twc_fail(TWC_IO, "not enough memory for a ridge graph");
    made->range = (twc_range){.grid = {COLUMNS, ROWS, 1},
                              .z_from = plan.z_from,
                              .z_to = plan.z_to,
                              .seed = own,
                              .ruggedness = twc_tower_number(band, "ruggedness"),
                              .erosion = twc_tower_number(band, "erosion"),
                              .peaks = made->peaks,
                              .ridges = made->ridges};
    made->range.peak_count = twc_range_draw_peaks(&plan, scratch, made->peaks);
    made->range.ridge_count = twc_range_draw_ridges(made->grid, &plan, made->range.peak_count, made->peaks, scratch,
                                                    made->ridges, &made->tree);
    free(scratch);
    return twc_ok();
}

/* One block for everything that has a number a cell. */
static twc_status get_memory(girdle_made *made)
{
    const size_t scratch = (twc_range_scratch(&made->range) + 63) / 64 * 64;
    const size_t eight = 8 * (size_t)CELLS, four = 4 * (size_t)CELLS;
    char *at = made->memory = aligned_alloc(64, (scratch + 6 * eight + 7 * four + CELLS + 63) / 64 * 64);
    if (!at)
        return twc_fail(TWC_IO, "not enough memory for a range of %d cells", CELLS);
    double **const reals[6] = {&made->work.uplift, &made->work.height, &made->work.other,
                               &made->work.land,   &made->relief,      &made->sorted};
    made->work.scratch = at;
    at += scratch;
    for (int k = 0; k < 6; k++, at += eight)
        *reals[k] = (double *)(void *)at;
    made->work.ground = (float *)(void *)at;
    made->work.water = made->work.ground + CELLS;
    made->work.rise = made->work.water + CELLS;
    made->work.receiver = (uint32_t *)(void *)(made->work.rise + CELLS);
    made->work.area = made->work.receiver + CELLS;
    made->work.whole = (int32_t *)(void *)(made->work.area + CELLS);
    made->work.mean = made->work.whole + CELLS;
    made->work.outlets = (uint8_t *)(made->work.mean + CELLS);
    return twc_ok();
}

static void make(girdle_made *made)
{
    for (int32_t row = 0; row < ROWS; row++) {
        uint32_t theta[COLUMNS];
        int32_t z[COLUMNS];
        for (int32_t column = 0; column < COLUMNS; column++) {
            theta[column] = twc_range_theta(&made->range, column);
            z[column] = twc_range_z(&made->range, row);
        }
        lay_land(made, (twc_tower_spots){COLUMNS, theta, z}, made->work.land + (size_t)row * COLUMNS);
    }
    twc_range_erode(made->grid, made->tower, &made->range, &made->work);
    twc_range_scale(made->grid, &made->range, &made->work, made->relief);
    twc_range_shape(&made->range, &made->features, &made->work, made->relief);
}

/* ---- what is measured -------------------------------------------------------------------------------------------- */

static int by_size(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static void measure_relief(const girdle_made *made, twc_girdle *girdle)
{
    size_t n = 0;
    for (int32_t c = 0; c < CELLS; c++) {
        const int32_t z = twc_range_z(&made->range, c / COLUMNS);
        if (z >= 50 * KM_CM && z <= 94 * KM_CM)
            made->sorted[n++] = made->relief[c];
    }
    qsort(made->sorted, n, sizeof *made->sorted, by_size);
    girdle->median_m = made->sorted[n / 2];
    girdle->high_m = made->sorted[n * 99 / 100];
}

/* Cells east from one to the next downstream, over the seam too. */
static int32_t east_of(uint32_t from, uint32_t to)
{
    const int32_t by = (int32_t)(to % COLUMNS) - (int32_t)(from % COLUMNS);
    return by > 1 ? by - COLUMNS : by < -1 ? by + COLUMNS : by;
}

static void measure_directions(const girdle_made *made, twc_girdle *girdle)
{
    const double least = 20e6 / (TWC_TOWER_ARC * 0x1p32 / COLUMNS * 200.0), pi = acos(-1.0);
    double n = 0.0, cosines = 0.0, along = 0.0;
    for (uint32_t c = 0; c < CELLS; c++) {
        uint32_t at = c;
        int32_t east = 0, steps = 0;
        if (made->work.area[c] <= least)
            continue;
        for (; steps < 20 && made->work.receiver[at] != at; steps++) {
            east += east_of(at, made->work.receiver[at]);
            at = made->work.receiver[at];
        }
        if (steps < 20)
            continue;
        const double phi = atan2((double)(at / COLUMNS) - (double)(c / COLUMNS), east), turn = phi / (pi / 4.0);
        cosines += cos(8.0 * phi);
        along += fabs(turn - rint(turn)) * 45.0 < 5.0;
        n += 1.0;
    }
    girdle->cosines = cosines / n;
    girdle->along = along / n;
}

/* The slope of log fall on log area, by least squares. */
static void measure_slopes(const girdle_made *made, twc_girdle *girdle)
{
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (uint32_t c = 0; c < CELLS; c++) {
        const uint32_t r = made->work.receiver[c];
        const double area = made->work.area[c] * (TWC_TOWER_ARC * 0x1p32 / COLUMNS * 200.0);
        const double fall = made->work.height[c] - made->work.height[r];
        if (r == c || area < 2e6 || fall <= 0.0)
            continue;
        const double far = east_of(c, r) && r / COLUMNS != c / COLUMNS ? 200.0 * sqrt(2.0) : 200.0;
        n += 1.0;
        x += log(area);
        y += log(fall / far);
        xx += log(area) * log(area);
        xy += log(area) * log(fall / far);
    }
    girdle->exponent = (n * xy - x * y) / (n * xx - x * x);
}

static void measure_summits(const girdle_made *made, twc_girdle *girdle)
{
    girdle->summit_m = girdle->above_m = 0.0;
    for (size_t k = 0; k < made->features.summits; k++) {
        const twc_peak *peak = &made->peaks[k];
        const double u = peak->theta * (COLUMNS * 0x1p-32) - 0.5, v = (peak->z - made->range.z_from) / 20000.0 - 0.5;
        const size_t c = (size_t)v * COLUMNS + (size_t)u;
        const double s = u - floor(u), t = v - floor(v), *h = made->relief + c;
        const double north = h[0] + (h[1] - h[0]) * s, south = h[COLUMNS] + (h[COLUMNS + 1] - h[COLUMNS]) * s;
        const double land = land_at(made, peak->theta, peak->z);
        girdle->summit_m = fmax(girdle->summit_m, fabs(north + (south - north) * t - peak->relief));
        for (int32_t n = 0; n < CELLS; n++) {
            const double dx = (int32_t)(twc_range_theta(&made->range, n % COLUMNS) - peak->theta) * TWC_TOWER_ARC;
            const double dz = (twc_range_z(&made->range, n / COLUMNS) - peak->z) * 0.01, d = sqrt(dx * dx + dz * dz);
            if (d > 300.0 && d <= 4000.0) /* but for the four cells about it */
                girdle->above_m = fmax(girdle->above_m, made->relief[n] + made->work.land[n] - peak->relief - land);
        }
    }
}

static twc_status measure_water(const girdle_made *made, twc_girdle *girdle)
{
    const double winds[3] = {9.0, 20.0, 28.0}, fetch = 9.81 * 30000.0 / 100.0;
    const twc_tower_feature *river = NULL; /* the first of the file */
    twc_tower_river_course *course = malloc(sizeof *course);
    double root;
    if (!course)
        return twc_fail(TWC_IO, "not enough memory for a river");
    for (int32_t k = made->world->count - 1; k >= 0; k--)
        river = made->world->feature[k].kind == TWC_TOWER_RIVER ? &made->world->feature[k] : river;
    const twc_status status = river ? twc_tower_river_lay((size_t)river->points, river->point, course)
                                    : twc_fail(TWC_USAGE, "the world has no river to measure");
    if (status.code) {
        free(course);
        return status;
    }
    girdle->river_km = course->length / 1000.0;
    girdle->stations = course->count;
    free(course);
    girdle->speed_1 = twc_tower_river_speed(1.0, 0.002);
    girdle->speed_2 = twc_tower_river_speed(2.0, 0.002);
    made->tower->cube_root(1, &fetch, &root);
    girdle->wave_m = 0.0016 * 10.0 * sqrt(30000.0 / 9.81);
    girdle->wave_s = 0.286 * (10.0 / 9.81) * root;
    made->tower->power(3, winds, 3.41, girdle->whitecaps);
    for (int k = 0; k < 3; k++)
        girdle->whitecaps[k] = fmin(1.0, 3.84e-6 * girdle->whitecaps[k]) * 100.0;
    return status;
}

twc_status twc_girdle_measure(const twc_grid_table *grid, const twc_tower_table *tower, const twc_tower_world *world,
                              twc_girdle *girdle, double *relief)
{
    girdle_made *made = calloc(1, sizeof *made);
    if (!made)
        return twc_fail(TWC_IO, "not enough memory for a range");
    made->grid = grid;
    made->tower = tower;
    made->world = world;
    twc_status status = gather(made);
    if (!status.code)
        status = draw_graph(made);
    if (!status.code)
        status = get_memory(made);
    if (!status.code) {
        make(made);
        girdle->peaks = (double)made->range.peak_count;
        girdle->tree = (double)made->tree;
        girdle->spurs = (double)(made->range.ridge_count - made->tree);
        measure_relief(made, girdle);
        measure_directions(made, girdle);
        measure_slopes(made, girdle);
        measure_summits(made, girdle);
        status = measure_water(made, girdle);
        if (relief)
            memcpy(relief, made->relief, (size_t)CELLS * sizeof *relief);
    }
    free(made->memory);
    free(made);
    return status;
}
