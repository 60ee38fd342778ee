/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "readers.h"
#include "store/atomic_file.h"
#include "store/h5_survey.h"
#include "text_encoding.h"

void twc_grid_destroy(twc_grid *grid)
{
    free(grid->height);
    free(grid->word);
    free(grid->metres);
    free(grid->place.crs);
    memset(grid, 0, sizeof *grid);
}

static int64_t most_cells(const twc_grid_options *options)
{
    return options->most_cells > 0 ? options->most_cells : TWC_GRID_CELLS;
}

/* A grid without cells, of a size that is not refused; `bytes` are what the memory of a cell comes to. */
static twc_status create(const char *path, int64_t columns, int64_t rows, const twc_grid_options *options, double bytes,
                         twc_grid *grid)
{
    enum { SIDE = 1 << 20 };
    memset(grid, 0, sizeof *grid);
    grid->place.west = grid->place.north = (double)NAN;
    if (columns < 1 || rows < 1 || columns > SIDE || rows > SIDE)
        return twc_fail(TWC_IO, "%s states %lld columns and %lld rows; twc reads 1 to %d of each", path,
                        (long long)columns, (long long)rows, SIDE);
    if (columns * rows > most_cells(options))
        return twc_fail(TWC_IO,
                        "%s has %lld x %lld cells, more than the %lld that are read unless more are asked for: pass "
                        "--most-cells %lld, which takes about %.1f GB of memory",
                        path, (long long)columns, (long long)rows, (long long)most_cells(options),
                        (long long)(columns * rows), 1e-9 * bytes * (double)columns * (double)rows);
    grid->columns = (int32_t)columns;
    grid->rows = (int32_t)rows;
    return twc_ok();
}

static twc_status no_memory(const char *path, const twc_grid *grid)
{
    return twc_fail(TWC_IO, "not enough memory for the %d x %d heights of %s", grid->columns, grid->rows, path);
}

twc_status twc_grid_create(const char *path, int64_t columns, int64_t rows, const twc_grid_options *options,
                           twc_grid *grid)
{
    twc_status status = create(path, columns, rows, options, 24, grid);
    if (status.code)
        return status;
    grid->height = malloc((size_t)columns * (size_t)rows * sizeof *grid->height);
    return grid->height ? status : no_memory(path, grid);
}

twc_status twc_grid_create_words(const char *path, int64_t columns, int64_t rows, const twc_grid_options *options,
                                 twc_grid *grid)
{
    twc_status status = create(path, columns, rows, options, 8, grid);
    if (status.code)
        return status;
    grid->word = malloc((size_t)columns * (size_t)rows * sizeof *grid->word);
    return grid->word ? status : no_memory(path, grid);
}

twc_status twc_grid_expand(const char *path, twc_grid *grid)
{
    const size_t count = (size_t)grid->columns * (size_t)grid->rows;
    grid->height = malloc(count * sizeof *grid->height);
    if (!grid->height)
        return no_memory(path, grid);
    for (size_t k = 0; k < count; k++)
        grid->height[k] = grid->word[k];
    free(grid->word);
    grid->word = NULL;
    return twc_ok();
}

twc_status twc_grid_set_cell(const char *path, const twc_grid_options *options, double side, twc_grid *grid)
{
    const double cell = options->cell > 0 ? options->cell : side;
    if (!(cell > 0 && cell <= 1e6))
        return twc_fail(TWC_IO, "%s states cells of %g m; state their side with --cell METRES", path, cell);
    if (cell < 0.01)
        return twc_fail(TWC_IO,
                        "%s states cells of %g m, which look like degrees: reproject it to metres "
                        "(gdalwarp -t_srs EPSG:CODE -r bilinear), or state the side of a cell with --cell METRES",
                        path, cell);
    grid->cell = cell;
    return twc_ok();
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
    if (twc_text_kind(bytes, size))
        return twc_text_kind(bytes, size);
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
                             twc_grid *grid, twc_grid_meaning *meaning)
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
    twc_status status = twc_grid_create_words(path, options->columns, options->rows, options, grid);
    if (!status.code)
        status = twc_grid_set_cell(path, options, 4, grid);
    for (size_t k = 0; !status.code && k < count; k++) {
        unsigned low = bytes[2 * k + (options->big_endian != 0)], high = bytes[2 * k + (options->big_endian == 0)];
        grid->word[k] = (uint16_t)(low | high << 8);
    }
    meaning->scale = options->scale;
    meaning->offset = options->offset;
    return status;
}

/* What was read becomes heights, or nothing. */
static twc_status finish(const char *path, twc_status status, const twc_grid_options *options,
                         const twc_grid_meaning *meaning, twc_grid *grid)
{
    if (!status.code)
        status = twc_grid_give_meaning(path, options, meaning, grid);
    if (status.code)
        twc_grid_destroy(grid);
    return status;
}

/* The values as they are stored. */
static twc_status read_stored(const char *path, twc_grid_format format, const unsigned char *bytes, size_t size,
                              const twc_grid_options *options, twc_grid *grid, twc_grid_meaning *meaning)
{
    return format == TWC_GRID_ASCII ? twc_grid_read_ascii(path, bytes, size, options, grid, meaning)
           : format == TWC_GRID_PNG ? twc_grid_read_png(path, bytes, size, options, grid, meaning)
                                    : twc_grid_read_raw(path, bytes, size, options, grid, meaning);
}

twc_status twc_grid_read_bytes(const char *path, twc_grid_format format, const unsigned char *bytes, size_t size,
                               const char *crs, const twc_grid_options *options, twc_grid *grid)
{
    twc_grid_meaning meaning = {.scale = 1};
    memset(grid, 0, sizeof *grid);
    twc_status status = read_stored(path, format, bytes, size, options, grid, &meaning);
    if (!status.code && crs)
        status = twc_grid_set_crs(path, crs, options, grid);
    return finish(path, status, options, &meaning, grid);
}

/* A file that is known to be too large is not read; each cell takes at most some 30 bytes in any of these formats. */
static twc_status read_plain(const char *path, twc_grid_format format, const twc_grid_options *options, twc_grid *grid)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    twc_grid_meaning meaning = {.scale = 1};
    twc_status status = twc_read_file_of(path, 32 * (size_t)most_cells(options), &bytes, &size);
    if (status.code)
        return status;
    status = read_stored(path, format, bytes, size, options, grid, &meaning);
    free(bytes);
    if (!status.code && format != TWC_GRID_RAW)
        status = twc_grid_read_beside(path, format == TWC_GRID_PNG, options, grid);
    return finish(path, status, options, &meaning, grid);
}

/* GDAL opens the file itself. */
static twc_status read_with_gdal(const char *path, const twc_grid_options *options, twc_grid *grid)
{
    struct stat info;
    twc_grid_meaning meaning = {.scale = 1};
    if (stat(path, &info))
        return twc_fail(TWC_IO, "cannot read %s: %s", path, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return twc_fail(TWC_IO, "cannot read %s: it is a folder; name a file", path);
    if (S_ISREG(info.st_mode) && info.st_size == 0)
        return twc_fail(TWC_IO, "%s is empty", path);
    twc_status status = twc_h5_survey(path);
    if (!status.code)
        status = twc_grid_read_gdal(path, options, grid, &meaning);
    return finish(path, status, options, &meaning, grid);
}

twc_status twc_grid_read(const char *path, const twc_grid_options *options, twc_grid *grid)
{
    twc_grid_format format = options->format == TWC_GRID_BY_NAME ? twc_grid_format_of(path) : options->format;
    memset(grid, 0, sizeof *grid);
    return format == TWC_GRID_GDAL ? read_with_gdal(path, options, grid) : read_plain(path, format, options, grid);
}
