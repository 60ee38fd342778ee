/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/land.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = TWC_LAND_ROW_BATCH, BEARINGS = 360 };

twc_status twc_land_make(const twc_land_table *table, const twc_land *land, int32_t features, twc_land_made *made)
{
    twc_status status = twc_land_check(land);
    made->memory = NULL;
    if (status.code)
        return status;
    if (features < 0 || features > land->feature_count)
        return twc_fail(TWC_USAGE, "%s has %d features, not %d", land->name, land->feature_count, features);
    made->memory = malloc(twc_land_ground_bytes(land));
    if (!made->memory)
        return twc_fail(TWC_IO, "not enough memory for the ground of %s", land->name);
    made->land = *land;
    twc_land_ground *ground = &made->ground;
    twc_land_ground_place(&made->land, made->memory, ground);
    ground->highest = twc_land_highest(table, land);
    table->base_heights(land, ground->highest, (twc_rect){0, 0, land->grid.points, land->grid.points}, ground->heights);
    made->land.feature_count = features;
    twc_land_apply_features(table, ground);
    made->land.feature_count = land->feature_count;
    for (int32_t k = features; k < land->feature_count; k++) { /* laid, but settled on nothing */
        twc_spine_lay(&land->feature[k], &ground->spine[k]);
        memset(ground->spine[k].level, 0, (size_t)ground->spine[k].count * sizeof(double));
    }
    return twc_ok();
}

void twc_land_unmake(twc_land_made *made)
{
    free(made->memory);
    made->memory = NULL;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double *values, size_t n)
{
    if (n == 0)
        return NAN;
    qsort(values, n, sizeof *values, ascending);
    return (values[(n - 1) / 2] + values[n / 2]) / 2.0;
}

static size_t point_count(const twc_land_ground *ground)
{
    return (size_t)ground->land->grid.points * (size_t)ground->land->grid.points;
}

static twc_spot grid_point(const twc_land_grid *grid, size_t k)
{
    const double low = -((grid->points - 1) * grid->cell) / 2.0;
    return (twc_spot){low + grid->cell * (double)(k % (size_t)grid->points),
                      low + grid->cell * (double)(k / (size_t)grid->points)};
}

/* A hill of a nanometre is none. */
twc_status twc_land_lowland(const twc_land_table *table, const twc_land *land, double low, double high, double *median)
{
    const size_t points = (size_t)land->grid.points * (size_t)land->grid.points;
    twc_land level = *land;
    double *found = malloc(points * sizeof *found), x[BATCH], z[BATCH], coast[BATCH];
    float heights[BATCH];
    size_t count = 0;
    if (!found)
        return twc_fail(TWC_IO, "not enough memory to measure the lowland");
    level.hill.top = 1e-9;
    for (int32_t row = 0; row < land->grid.points; row++)
        for (int32_t first = 0; first < land->grid.points; first += BATCH) {
            const int32_t n = twc_land_row_batch(&land->grid, first, row, x, z);
            int32_t here = 0;
            table->coast(land, (twc_spots){(size_t)n, x, z}, coast);
            for (int32_t k = 0; k < n; k++)
                here += -coast[k] >= low && -coast[k] <= high;
            if (here)
                table->base_heights(&level, 1.0, (twc_rect){first, row, n, 1}, heights);
            for (int32_t k = 0; k < n && here; k++)
                if (-coast[k] >= low && -coast[k] <= high)
                    found[count++] = heights[k];
        }
    *median = median_of(found, count);
    free(found);
    return twc_ok();
}

twc_land_top twc_land_highest_point(const twc_land_ground *ground)
{
    size_t top = 0;
    for (size_t k = 1; k < point_count(ground); k++)
        top = ground->heights[k] > ground->heights[top] ? k : top;
    return (twc_land_top){ground->heights[top], grid_point(&ground->land->grid, top)};
}

twc_status twc_land_pressed(const twc_land_table *table, const twc_land_ground *ground, int32_t feature, double clear,
                            double *median)
{
    const twc_spine *spine = &ground->spine[feature];
    const double length = spine->along[spine->count - 1];
    double *below = malloc((size_t)spine->count * sizeof *below);
    size_t count = 0;
    if (!below)
        return twc_fail(TWC_IO, "not enough memory to measure a path");
    for (int32_t k = 0; k < spine->count; k++)
        if (length - spine->along[k] >= clear) {
            double height;
            table->land_heights(ground, (twc_spots){1, &spine->x[k], &spine->z[k]}, &height);
            below[count++] = spine->level[k] - height;
        }
    *median = median_of(below, count);
    free(below);
    return twc_ok();
}

static void apply(const twc_land_table *table, const twc_land_ground *ground, int32_t feature, float *heights)
{
    const twc_land_feature *f = &ground->land->feature[feature];
    (f->how == TWC_LAND_PRESS ? table->press : table->carve)(ground->land, f, &ground->spine[feature], heights);
}

void twc_land_swapped(const twc_land_table *table, const twc_land_ground *base, const twc_land_ground *ground,
                      float *heights)
{
    memcpy(heights, base->heights, point_count(ground) * sizeof *heights);
    for (int32_t k = ground->land->feature_count - 1; k >= 0; k--)
        apply(table, ground, k, heights);
}

twc_status twc_land_filled(const twc_land_table *table, const twc_land_ground *base, const twc_land_ground *ground,
                           double *filled)
{
    const size_t points = point_count(ground);
    float *heights = malloc(points * sizeof *heights);
    if (!heights)
        return twc_fail(TWC_IO, "not enough memory for a ground");
    twc_land_swapped(table, base, ground, heights);
    *filled = 0.0;
    for (size_t k = 0; k < points; k++)
        *filled = fmax(*filled, (double)heights[k] - (double)ground->heights[k]);
    free(heights);
    return twc_ok();
}

/* At the middle the triangles have the mean of the diagonal's ends, and the patch the mean of all four. */
double twc_land_bilinear_error(const twc_land_ground *ground)
{
    const int32_t side = ground->land->grid.points;
    double most = 0.0;
    for (int32_t j = 0; j + 1 < side; j++)
        for (int32_t i = 0; i + 1 < side; i++) {
            const float *a = ground->heights + (size_t)j * (size_t)side + (size_t)i;
            const double ends = ((double)a[0] + (double)a[side + 1]) / 2.0;
            const double others = ((double)a[1] + (double)a[side]) / 2.0;
            most = fmax(most, fabs(ends - others) / 2.0);
        }
    return most;
}

twc_status twc_land_rms(const twc_land_table *table, const twc_land_ground *ground, twc_spots at, const double *y,
                        double *rms)
{
    double height[BATCH], sum = 0.0;
    for (size_t first = 0; first < at.count; first += BATCH) {
        const size_t n = at.count - first < BATCH ? at.count - first : BATCH;
        table->land_heights(ground, (twc_spots){n, at.x + first, at.z + first}, height);
        for (size_t k = 0; k < n; k++)
            sum += (y[first + k] - height[k]) * (y[first + k] - height[k]);
    }
    *rms = at.count ? sqrt(sum / (double)at.count) : 0.0;
    return twc_ok();
}

int64_t twc_land_outside(const twc_land_table *table, const twc_land_ground *ground, const twc_land_outline *outline)
{
    int64_t outside = 0;
    for (size_t k = 0; k < point_count(ground); k++) {
        const twc_spot p = grid_point(&ground->land->grid, k);
        const twc_point point = {(int32_t)rint(100.0 * p.x), (int32_t)rint(100.0 * p.z)};
        uint8_t in = 0;
        if (!(ground->heights[k] > 0.0f))
            continue;
        table->outline_contains(outline, 1, &point, &in);
        outside += !in;
    }
    return outside;
}

twc_land_stops twc_land_wading(const twc_land_table *table, const twc_land_ground *ground, twc_spot from, double far)
{
    twc_walk walks[BEARINGS];
    twc_land_stops stops = {HUGE_VAL, -HUGE_VAL, 0};
    for (int k = 0; k < BEARINGS; k++) {
        const double turn = k * 2.0 * 3.141592653589793 / BEARINGS;
        walks[k] = (twc_walk){from.x, from.z, far * sin(turn), -far * cos(turn), 0, 0};
    }
    table->walk(ground, BEARINGS, walks);
    for (int k = 0; k < BEARINGS; k++)
        if (walks[k].end == TWC_WALK_STOPPED) {
            double height;
            table->land_heights(ground, (twc_spots){1, &walks[k].x, &walks[k].z}, &height);
            stops.low = fmin(stops.low, height);
            stops.high = fmax(stops.high, height);
            stops.count++;
        }
    return stops;
}
