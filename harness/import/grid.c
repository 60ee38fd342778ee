/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "store/atomic_file.h"

void twc_grid_destroy(twc_grid *grid)
{
    free(grid->height);
    memset(grid, 0, sizeof *grid);
}

twc_status twc_grid_create(const char *path, int64_t columns, int64_t rows, double cell, twc_grid *grid)
{
    enum { SIDE = 1 << 20 };
    memset(grid, 0, sizeof *grid);
    if (columns < 1 || rows < 1 || columns > SIDE || rows > SIDE)
        return twc_fail(TWC_IO, "%s states %lld columns and %lld rows; twc reads 1 to %d of each", path,
                        (long long)columns, (long long)rows, SIDE);
    if (!(cell > 0 && cell <= 1e6))
        return twc_fail(TWC_IO, "%s states cells of %g m; state their side with --cell METRES", path, cell);
    if (cell < 0.01)
        return twc_fail(TWC_IO,
                        "%s states cells of %g m, which look like degrees: reproject it to metres "
                        "(gdalwarp -t_srs EPSG:CODE -r bilinear), or state the side of a cell with --cell METRES",
                        path, cell);
    grid->height = malloc((size_t)columns * (size_t)rows * sizeof *grid->height);
    if (!grid->height)
        return twc_fail(TWC_IO, "not enough memory for the %lld x %lld heights of %s", (long long)columns,
                        (long long)rows, path);
    grid->columns = (int32_t)columns;
    grid->rows = (int32_t)rows;
    grid->cell = cell;
    return twc_ok();
}

void twc_grid_set_stored(twc_grid *grid, const twc_grid_options *options, size_t k, unsigned stored)
{
    int missing = options->has_no_data && (double)stored == options->no_data;
    grid->no_data += (size_t)missing;
    grid->height[k] = missing ? (double)NAN : options->scale * stored + options->offset;
}

const char *twc_grid_kind(const unsigned char *bytes, size_t size)
{
    static const struct {
        const char *kind;
        size_t size;
        const char *start;
    } kinds[] = {
        {"a PNG image", 8, "\211PNG\r\n\032\n"},
        {"an HDF5 file", 8, "\211HDF\r\n\032\n"},
        {"a TIFF image", 4, "II*"},
        {"a TIFF image", 4, "MM\0*"},
        {"a JPEG image", 2, "\377\330"},
        {"a gzip file", 2, "\037\213"},
        {"a ZIP archive", 4, "PK\3\4"},
    };
    if (size == 0)
        return "nothing: the file is empty";
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (size >= kinds[k].size && memcmp(bytes, kinds[k].start, kinds[k].size) == 0)
            return kinds[k].kind;
    if (size >= 5 && strncasecmp((const char *)bytes, "ncols", 5) == 0)
        return "an ESRI ASCII grid";
    for (size_t k = 0; k < size && k < 256; k++)
        if (bytes[k] == 0)
            return "binary data";
    return "other text";
}

twc_grid_format twc_grid_format_of(const char *path)
{
    static const struct {
        const char *ending;
        twc_grid_format format;
    } names[] = {{".asc", TWC_GRID_ASCII},
                 {".txt", TWC_GRID_ASCII},
                 {".png", TWC_GRID_PNG},
                 {".raw", TWC_GRID_RAW},
                 {".r16", TWC_GRID_RAW}};
    const char *dot = strrchr(path, '.');
    for (size_t k = 0; dot && k < sizeof names / sizeof *names; k++)
        if (strcasecmp(dot, names[k].ending) == 0)
            return names[k].format;
    return TWC_GRID_GDAL;
}

twc_status twc_grid_read_raw(const char *path, const unsigned char *bytes, size_t size, const twc_grid_options *options,
                             twc_grid *grid)
{
    if (options->columns < 1 || options->rows < 1)
        return twc_fail(TWC_USAGE, "%s is RAW16, which does not say its size: pass --size COLUMNSxROWS", path);
    size_t count = (size_t)options->columns * (size_t)options->rows;
    if (size != 2 * count)
        return twc_fail(
            TWC_IO,
            "%s has %zu bytes, and %d x %d heights of 16 bits are %zu: it is cut short or the size is another; "
            "pass the right --size COLUMNSxROWS",
            path, size, options->columns, options->rows, 2 * count);
    twc_status status = twc_grid_create(path, options->columns, options->rows, options->cell > 0 ? options->cell : 4.0,
                                        grid);
    for (size_t k = 0; !status.code && k < count; k++) {
        unsigned low = bytes[2 * k + (options->big_endian != 0)], high = bytes[2 * k + (options->big_endian == 0)];
        twc_grid_set_stored(grid, options, k, low | high << 8);
    }
    return status;
}

twc_status twc_grid_read(const char *path, const twc_grid_options *options, twc_grid *grid)
{
    twc_grid_format format = options->format == TWC_GRID_BY_NAME ? twc_grid_format_of(path) : options->format;
    unsigned char *bytes;
    size_t size;
    memset(grid, 0, sizeof *grid);
    twc_status status = twc_read_file(path, &bytes, &size);
    if (status.code)
        return status;
    if (format == TWC_GRID_ASCII)
        status = twc_grid_read_ascii(path, bytes, size, options, grid);
    else if (format == TWC_GRID_PNG)
        status = twc_grid_read_png(path, bytes, size, options, grid);
    else if (format == TWC_GRID_RAW)
        status = twc_grid_read_raw(path, bytes, size, options, grid);
    else if (size == 0)
        status = twc_fail(TWC_IO, "%s is empty", path);
    free(bytes);
    if (!status.code && format == TWC_GRID_GDAL)
        status = twc_grid_read_gdal(path, options, grid);
    if (status.code)
        twc_grid_destroy(grid);
    return status;
}
