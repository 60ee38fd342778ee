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

/* The lowest and the highest of the elevations that the world's samples come from. */
static twc_status find_range(const twc_resampling *of, double *low, double *high)
{
    double *row = malloc((size_t)of->nx * sizeof *row);
    if (!row)
        return twc_fail(TWC_IO, "not enough memory for %d samples", of->nx);
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (int32_t z = 0; z < of->nz; z++) {
        twc_resample_row(of, z, row);
        for (int32_t x = 0; x < of->nx; x++) {
            *low = row[x] < *low ? row[x] : *low;
            *high = row[x] > *high ? row[x] : *high;
        }
    }
    free(row);
    return twc_ok();
}

/* Encodes the elevations into the world, whose tiles are all made present, a band of rows at a time. */
static twc_status encode(twc_world_data *data, const twc_resampling *of)
{
    enum { BAND = 64 };
    const twc_rect extent = data->world.extent, samples = twc_world_samples(&data->world);
    double *row = malloc((size_t)samples.nx * sizeof *row);
    uint16_t *band = malloc((size_t)samples.nx * BAND * sizeof *band);
    twc_status status = row && band ? twc_ok() : twc_fail(TWC_IO, "not enough memory for %d samples", samples.nx);
    for (int32_t k = 0; !status.code && k < extent.nx * extent.nz; k++)
        status = twc_world_data_add_tile(data, extent.x + k % extent.nx, extent.z + k / extent.nx);
    for (int32_t first = 0; !status.code && first < samples.nz; first += BAND) {
        const int32_t rows = samples.nz - first < BAND ? samples.nz - first : BAND;
        for (int32_t z = 0; z < rows; z++) {
            uint16_t *to = band + (size_t)z * (size_t)samples.nx;
            twc_resample_row(of, first + z, row);
            for (int32_t x = 0; x < samples.nx; x++)
                to[x] = twc_height_sample(row[x] - data->datum);
        }
        twc_world_data_set_samples(data, (twc_rect){samples.x, samples.z + first, samples.nx, rows}, band);
    }
    free(row);
    free(band);
    return status;
}

static twc_status classify(const twc_import_options *options, twc_world_data *data)
{
    const twc_ground_table *ground = options->ground ? options->ground : twc_reference_ground();
    return options->classes_by_error ? twc_world_data_classify_error(data, ground, options->most_error)
                                     : twc_world_data_classify_by(data, ground);
}

/* The grid is complete: chooses the datum and makes the world from what it is resampled to. */
static twc_status make_world(const char *path, const twc_import_options *options, const twc_grid *grid, twc_rect extent,
                             twc_world_data *data, twc_import_report *report)
{
    twc_resampling of;
    twc_status status = twc_world_data_create(extent, twc_height_sample(0), options->name, data);
    if (status.code)
        return status;
    const twc_rect samples = twc_world_samples(&data->world);
    status = twc_resample_begin(grid, samples.nx, samples.nz, &of);
    if (!status.code)
        status = find_range(&of, &report->low, &report->high);
    if (!status.code)
        status = choose_datum(path, options, report->low, report->high, &data->datum);
    if (!status.code)
        status = encode(data, &of);
    if (!status.code)
        status = classify(options, data);
    twc_resample_end(&of);
    if (!status.code)
        status = twc_import_georeference(path, grid, extent, options->made_by, &data->georeference);
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
