/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/land.h"

#include <math.h>
#include <stdlib.h>

enum { BEARINGS = 360, BATCH = TWC_LAND_ROW_BATCH };

static double at_one(void (*kernel)(const twc_land *, twc_spots, double *), const twc_land *land, double x, double z)
{
    double value;
    kernel(land, (twc_spots){1, &x, &z}, &value);
    return value;
}

/* The first whole metre from the middle that is at sea; `border` where none is before it. */
static double first_at_sea(const twc_land_table *table, const twc_land *land, twc_spot middle, twc_spot along,
                           double border)
{
    double x[BATCH], z[BATCH], coast[BATCH];
    for (double first = 1.0; first <= border; first += BATCH) {
        for (int k = 0; k < BATCH; k++) {
            x[k] = middle.x + (first + k) * along.x;
            z[k] = middle.z + (first + k) * along.z;
        }
        table->coast(land, (twc_spots){BATCH, x, z}, coast);
        for (int k = 0; k < BATCH && first + k <= border; k++)
            if (!(coast[k] < 0.0))
                return first + k;
    }
    return border;
}

/* In steps of a metre, then by halves. */
static double coast_along(const twc_land_table *table, const twc_land *land, twc_spot middle, double turn)
{
    const twc_spot along = {sin(turn), -cos(turn)};
    double far = first_at_sea(table, land, middle, along, ceil(land->grid.cell * land->grid.points)), near = far - 1.0;
    for (int k = 0; k < 40; k++) {
        const double half = (near + far) / 2.0;
        if (at_one(table->coast, land, middle.x + half * along.x, middle.z + half * along.z) < 0.0)
            near = half;
        else
            far = half;
    }
    return near;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double twc_land_coast_radius(const twc_land_table *table, const twc_land *land, twc_spot middle)
{
    double radius[BEARINGS];
    for (int k = 0; k < BEARINGS; k++)
        radius[k] = coast_along(table, land, middle, k * 2.0 * 3.141592653589793 / BEARINGS);
    qsort(radius, BEARINGS, sizeof *radius, ascending);
    return (radius[BEARINGS / 2 - 1] + radius[BEARINGS / 2]) / 2.0;
}

/* ---- the hill ---------------------------------------------------------------------------------------------- */

int32_t twc_land_row_batch(const twc_land_grid *grid, int32_t first, int32_t row, double *x, double *z)
{
    const double low = -((grid->points - 1) * grid->cell) / 2.0;
    const int32_t n = grid->points - first < BATCH ? grid->points - first : BATCH;
    for (int32_t k = 0; k < n; k++) {
        x[k] = low + grid->cell * (first + k);
        z[k] = low + grid->cell * row;
    }
    return n;
}

double twc_land_hill_foot(const twc_land_table *table, const twc_land *land)
{
    const twc_land_grid *grid = &land->grid;
    double x[BATCH], z[BATCH], hill[BATCH];
    int64_t points = 0;
    for (int32_t row = 0; row < grid->points; row++)
        for (int32_t first = 0; first < grid->points; first += BATCH) {
            const int32_t n = twc_land_row_batch(grid, first, row, x, z);
            table->raw_hill(land, (twc_spots){(size_t)n, x, z}, hill);
            for (int32_t k = 0; k < n; k++)
                points += hill[k] > 0.0;
        }
    return sqrt((double)points * grid->cell * grid->cell / 3.141592653589793);
}

double twc_land_hill_top(const twc_land_table *table, const twc_land *land, double highest)
{
    double x[BATCH], z[BATCH], hill[BATCH], most = 0.0;
    for (int32_t row = 0; row < land->grid.points; row++)
        for (int32_t first = 0; first < land->grid.points; first += BATCH) {
            const int32_t n = twc_land_row_batch(&land->grid, first, row, x, z);
            table->raw_hill(land, (twc_spots){(size_t)n, x, z}, hill);
            for (int32_t k = 0; k < n; k++)
                most = fmax(most, hill[k]);
        }
    return most * land->hill.top / highest;
}

/* A thousand cells along x, whose stripes run along z: depths that are less than both neighbours'. */
double twc_land_stripe_crests(const twc_land_table *table, int32_t seed)
{
    enum { CELLS = 1000, STEPS = 64 };
    const int32_t n = CELLS * STEPS;
    double *memory = malloc(7 * (size_t)n * sizeof *memory);
    int32_t crests = 0;
    if (!memory)
        return NAN;
    double *x = memory, *z = x + n, *dx = z + n, *dz = dx + n, *depth = dz + n;
    for (int32_t k = 0; k < n; k++) {
        x[k] = (double)k / STEPS;
        z[k] = 0.5;
        dx[k] = 0.0;
        dz[k] = 1.0;
    }
    table->phacelle(seed, (twc_spots){(size_t)n, x, z}, dx, dz, (twc_stripes){depth, depth + n, depth + 2 * n});
    for (int32_t k = 1; k + 1 < n; k++)
        crests += depth[k] < depth[k - 1] && depth[k] <= depth[k + 1];
    free(memory);
    return (double)crests / CELLS;
}

/*
 * Gullies are what the base has less than a land without them, when both count them in full wherever there is land and
 * have their pad out of the way.
 */
double twc_land_deepest_cut(const twc_land_table *table, const twc_land *land, double highest)
{
    twc_land gullied = *land, smooth;
    float cut[BATCH], whole[BATCH];
    double deepest = 0.0;
    gullied.gullies.shore = (twc_ramp){-2.0 * TWC_LAND_REACH, -TWC_LAND_REACH};
    gullied.pad.middle = (twc_spot){4.0 * TWC_LAND_REACH, 0.0};
    smooth = gullied;
    smooth.gullies.octaves = 0;
    for (int32_t row = 0; row < land->grid.points; row++)
        for (int32_t first = 0; first < land->grid.points; first += BATCH) {
            const int32_t n = land->grid.points - first < BATCH ? land->grid.points - first : BATCH;
            table->base_heights(&gullied, highest, (twc_rect){first, row, n, 1}, cut);
            table->base_heights(&smooth, highest, (twc_rect){first, row, n, 1}, whole);
            for (int32_t k = 0; k < n; k++)
                deepest = fmax(deepest, (double)whole[k] - (double)cut[k]);
        }
    return deepest;
}
