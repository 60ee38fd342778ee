/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The encoding's range in metres, and half a step beyond it that still rounds into it. */
static const double ENCODING_LOW = -200.0, ENCODING_HIGH = 455.35, HALF_STEP = 0.005;

static int fits(double low, double high, double datum)
{
    return low - datum >= ENCODING_LOW - HALF_STEP && high - datum <= ENCODING_HIGH + HALF_STEP;
}

double twc_suggest_datum(double low, double high)
{
    static const double unit[] = {100, 10, 1, 0.01};
    double middle = low + (high - low) / 2;
    if (fits(low, high, 0))
        return 0;
    if (fits(low, high, rint(middle / 100) * 100))
        return rint(middle / 100) * 100;
    /* The tightest spans fit only about the middle of the encoding. */
    middle -= (ENCODING_LOW + ENCODING_HIGH) / 2;
    for (size_t k = 0; k < sizeof unit / sizeof *unit; k++)
        if (fits(low, high, rint(middle / unit[k]) * unit[k]))
            return rint(middle / unit[k]) * unit[k];
    return (double)NAN;
}

static twc_status fill_grid(const char *path, const twc_import_options *options, twc_grid *grid)
{
    size_t missing = grid->no_data + grid->not_a_number;
    char also[80] = "";
    if (missing == 0)
        return twc_ok();
    if (grid->not_a_number)
        snprintf(also, sizeof also, " and %zu cells that are not a number (NaN or infinite)", grid->not_a_number);
    switch (options->fill) {
    case TWC_FILL_NEAREST:
        return twc_grid_fill_nearest(grid);
    case TWC_FILL_MEAN:
        return twc_grid_fill_mean(grid);
    case TWC_FILL_VALUE:
        twc_grid_fill_value(grid, options->fill_value);
        return twc_ok();
    default:
        return twc_fail(
            TWC_IO,
            "%s has %zu no-data cells%s among %lld: fill them with --fill nearest, --fill mean or --fill METRES", path,
            grid->no_data, also, (long long)grid->columns * grid->rows);
    }
}

/* Tiles that span the centres of n cells; a hundredth of a metre less than a tile more is none. */
static int32_t tiles_of(int32_t n, double cell)
{
    return (int32_t)fmax(1, fmin(3 * TWC_TILE_LIMIT, ceil(((n - 1) * cell - 0.01) / 512.0)));
}

/* The tiles to make: those that were asked for, or all that the grid reaches into. */
static twc_rect choose_extent(const twc_import_options *options, const twc_grid *grid)
{
    twc_rect extent = options->extent;
    if (extent.nx == 0) {
        extent.nx = tiles_of(grid->columns, grid->cell);
        extent.nz = tiles_of(grid->rows, grid->cell);
    }
    if (!options->extent_placed) {
        extent.x = -(extent.nx / 2);
        extent.z = -(extent.nz / 2);
    }
    return extent;
}

static twc_status choose_datum(const char *path, const twc_import_options *options, double low, double high,
                               double *datum)
{
    double suggestion = twc_suggest_datum(low, high);
    *datum = options->datum_auto ? suggestion : options->datum;
    if (isnan(suggestion))
        return twc_fail(
            TWC_IO,
            "%s: heights span %.7g to %.7g m, which is more than the 655.35 m a world can hold: import a part of it",
            path, low, high);
    if (fits(low, high, *datum))
        return twc_ok();
    return twc_fail(
        TWC_IO,
        "%s: heights span %.7g to %.7g m, the encoding holds %.7g to %.7g m%s: pass --datum %.10g, or --datum auto",
        path, low, high, ENCODING_LOW + *datum, ENCODING_HIGH + *datum, *datum != 0 ? " with that datum" : "",
        suggestion);
}

/* Encodes the resampled elevations into the world, whose tiles are all made present. */
static twc_status encode(twc_world_data *data, const double *elevation)
{
    twc_rect extent = data->world.extent, samples = twc_world_samples(&data->world);
    size_t count = (size_t)samples.nx * (size_t)samples.nz;
    uint16_t *sample = malloc(count * sizeof *sample);
    twc_status status = sample ? twc_ok() : twc_fail(TWC_IO, "not enough memory for %zu samples", count);
    for (int32_t k = 0; !status.code && k < extent.nx * extent.nz; k++)
        status = twc_world_data_add_tile(data, extent.x + k % extent.nx, extent.z + k / extent.nx);
    if (!status.code) {
        for (size_t k = 0; k < count; k++)
            sample[k] = twc_height_sample(elevation[k] - data->datum);
        twc_world_data_set_samples(data, samples, sample);
        status = twc_world_data_classify(data);
    }
    free(sample);
    return status;
}

/* The grid is complete: resamples it, chooses the datum, makes the world. */
static twc_status make_world(const char *path, const twc_import_options *options, const twc_grid *grid, twc_rect extent,
                             twc_world_data *data, twc_import_report *report)
{
    twc_status status = twc_world_data_create(extent, twc_height_sample(0), options->name, data);
    if (status.code)
        return status;
    twc_rect samples = twc_world_samples(&data->world);
    size_t count = (size_t)samples.nx * (size_t)samples.nz;
    double *elevation = malloc(count * sizeof *elevation);
    if (elevation) {
        twc_grid_resample(grid, samples.nx, samples.nz, elevation);
        report->low = report->high = elevation[0];
        for (size_t k = 1; k < count; k++) {
            report->low = elevation[k] < report->low ? elevation[k] : report->low;
            report->high = elevation[k] > report->high ? elevation[k] : report->high;
        }
        status = choose_datum(path, options, report->low, report->high, &data->datum);
        if (!status.code)
            status = encode(data, elevation);
        if (!status.code)
            status = twc_import_georeference(path, grid, extent, options->made_by, &data->georeference);
    } else {
        status = twc_fail(TWC_IO, "not enough memory for %d x %d tiles", extent.nx, extent.nz);
    }
    free(elevation);
    if (status.code)
        twc_world_data_destroy(data);
    return status;
}

twc_status twc_import(const char *path, const twc_import_options *options, twc_world_data *data,
                      twc_import_report *report)
{
    twc_grid grid;
    memset(data, 0, sizeof *data);
    twc_status status = twc_grid_read(path, &options->grid, &grid);
    if (status.code)
        return status;
    *report = (twc_import_report){grid.columns, grid.rows, grid.cell, grid.no_data + grid.not_a_number, 0, 0};
    status = fill_grid(path, options, &grid);
    if (!status.code)
        status = make_world(path, options, &grid, choose_extent(options, &grid), data, report);
    twc_grid_destroy(&grid);
    return status;
}
