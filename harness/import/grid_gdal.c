/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whatever GDAL reads, through its programs gdalinfo and gdal_translate: no library is linked, and without them a
 * message says so. The first says what the values mean, the second writes them as they are, binary64 one behind the
 * other.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdal_info.h"
#include "gdal_program.h"
#include "store/atomic_file.h"

static twc_status ask_info(const char *path, const twc_gdal_workplace *w, twc_gdal_info *info)
{
    enum { MOST = 1 << 26 };
    unsigned char *bytes;
    size_t size;
    const char *const argv[] = {"gdalinfo", "-json", "-norat", "-noct", "-nofl", path, NULL};
    memset(info, 0, sizeof *info);
    twc_status status = twc_gdal_run(argv, path, w->info, w->words);
    if (!status.code)
        status = twc_read_file_of(w->info, MOST, &bytes, &size);
    if (status.code)
        return status;
    status = twc_gdal_info_read(path, (const char *)bytes, info);
    free(bytes);
    return status;
}

/* The values of the window and, when `masked`, 0 where they are none: two bands of binary64. */
static twc_status translate(const char *path, const twc_gdal_workplace *w, twc_rect cells, int masked)
{
    char number[4][16];
    const char *argv[28] = {"gdal_translate", "-q",  "--config", "AAIGRID_DATATYPE", "Float64", "-of", "ENVI", "-co",
                            "INTERLEAVE=BSQ", "-ot", "Float64",  "-srcwin"}; /* it reads text as binary32 otherwise */
    int count = 12;
    const int32_t window[4] = {cells.x, cells.z, cells.nx, cells.nz};
    for (int k = 0; k < 4; k++) {
        snprintf(number[k], sizeof number[k], "%d", window[k]);
        argv[count++] = number[k];
    }
    argv[count++] = "-b";
    argv[count++] = "1";
    if (masked) {
        argv[count++] = "-b";
        argv[count++] = "mask";
    }
    argv[count++] = path;
    argv[count] = w->values;
    return twc_gdal_run(argv, path, w->info, w->words);
}

/* Rows that come from the south are turned round. */
static twc_status read_values(const char *path, const twc_gdal_workplace *w, int from_south, int masked, twc_grid *grid)
{
    const size_t columns = (size_t)grid->columns, rows = (size_t)grid->rows, count = columns * rows;
    FILE *in = fopen(w->values, "rb");
    double *mask = masked ? malloc(columns * sizeof *mask) : NULL;
    twc_status status = !in ? twc_fail(TWC_IO, "cannot read what gdal_translate wrote: %s", strerror(errno))
                        : masked && !mask ? twc_fail(TWC_IO, "not enough memory to read %s", path)
                                          : twc_ok();
    for (size_t band = 0; band < (masked ? 2u : 1u); band++)
        for (size_t k = 0; k < rows && !status.code; k++) {
            double *row = grid->height + (from_south ? rows - 1 - k : k) * columns;
            if (fread(band ? mask : row, sizeof *row, columns, in) != columns)
                status = twc_fail(TWC_IO, "gdal_translate wrote fewer than the %zu heights of %s", count, path);
            for (size_t c = 0; band && c < columns && !status.code; c++)
                row[c] = mask[c] != 0 ? row[c] : (double)NAN;
        }
    if (!status.code && fgetc(in) != EOF)
        status = twc_fail(TWC_IO, "gdal_translate wrote more than the %zu heights of %s", count, path);
    if (in)
        fclose(in);
    free(mask);
    return status;
}

/* A grid of the window's cells, with its place; *stored is that window in the order of the file's rows. */
static twc_status make_grid(const char *path, const twc_grid_options *options, const twc_gdal_info *info,
                            twc_grid *grid, twc_rect *stored)
{
    const double *t = info->transform;
    const int from_south = info->transformed && t[5] > 0;
    twc_grid whole = {.columns = (int32_t)info->columns, .rows = (int32_t)info->rows};
    twc_rect cells;
    whole.place.west = info->transformed ? t[0] : (double)NAN;
    whole.place.north = !info->transformed ? (double)NAN : from_south ? t[3] + t[5] * (double)info->rows : t[3];
    whole.place.side = info->transformed ? t[1] : 0;
    twc_status status = twc_grid_find_window(path, options, &whole, &cells);
    if (!status.code)
        status = twc_grid_create(path, cells.nx, cells.nz, options, grid);
    if (status.code)
        return status;
    grid->place = whole.place;
    twc_grid_move_place(grid, cells);
    grid->place.height_unit = info->unit[0] ? twc_unit_of(info->unit) : grid->place.height_unit;
    *stored = cells;
    if (from_south)
        stored->z = whole.rows - cells.z - cells.nz;
    if (!info->crs || options->cell > 0)
        status = twc_grid_set_cell(path, options, grid->place.side, grid);
    return info->crs && !status.code ? twc_grid_set_crs(path, info->crs, options, grid) : status;
}

twc_status twc_grid_read_gdal(const char *path, const twc_grid_options *options, twc_grid *grid,
                              twc_grid_meaning *meaning)
{
    twc_gdal_workplace w;
    twc_gdal_info info;
    twc_rect stored;
    int masked = !options->has_no_data && !options->all_heights; /* by the value that means no data, or more */
    memset(grid, 0, sizeof *grid);
    twc_status status = twc_gdal_begin(&w);
    if (status.code)
        return status;
    status = ask_info(path, &w, &info);
    masked = masked || info.masked;
    if (!status.code)
        status = twc_gdal_info_check(path, options, &info);
    if (!status.code)
        status = make_grid(path, options, &info, grid, &stored);
    if (!status.code)
        status = translate(path, &w, stored, masked);
    if (!status.code)
        status = read_values(path, &w, info.transformed && info.transform[5] > 0, masked, grid);
    *meaning = (twc_grid_meaning){.scale = info.scale, .offset = info.offset, .masked = masked, .windowed = 1};
    twc_gdal_end(&w);
    free(info.crs);
    return status;
}
