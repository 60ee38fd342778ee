/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Elevation grids: rows of heights on square cells, the first row in the north, each height at its cell's centre.
 * Files that are cut short, are not what their name says, or hold what no grid can, are refused with a reason.
 */
#ifndef TWC_HARNESS_GRID_H
#define TWC_HARNESS_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "twc/status.h"

typedef struct twc_grid {
    int32_t columns, rows;
    double cell;         /* metres */
    double *height;      /* owned; rows * columns metres, NaN where there is none */
    size_t no_data;      /* cells the file marks as no data */
    size_t not_a_number; /* cells that hold NaN */
} twc_grid;

void twc_grid_destroy(twc_grid *grid);

typedef enum twc_grid_format {
    TWC_GRID_BY_NAME,
    TWC_GRID_ASCII,
    TWC_GRID_PNG,
    TWC_GRID_RAW,
    TWC_GRID_GDAL
} twc_grid_format;

/* What the file itself may not say. */
typedef struct twc_grid_options {
    twc_grid_format format;
    int32_t columns, rows; /* of RAW16 */
    int big_endian;        /* RAW16 */
    double cell;           /* metres; 0: what the file says, 4 m where it says nothing */
    double scale, offset;  /* height = scale * stored + offset, for PNG and RAW16 */
    int has_no_data;
    double no_data; /* the stored value that means no data; overrides the file's own */
} twc_grid_options;

/* The format a file's name stands for: .asc and .txt, .png, .raw and .r16; everything else is left to GDAL. */
twc_grid_format twc_grid_format_of(const char *path);

twc_status twc_grid_read(const char *path, const twc_grid_options *options, twc_grid *grid);

/*
 * The readers behind it, from bytes; bytes[size] is 0. `path` is for messages. The caller zeroes the grid before and
 * destroys it after, also after a failure.
 */
twc_status twc_grid_read_ascii(const char *path, const unsigned char *bytes, size_t size,
                               const twc_grid_options *options, twc_grid *grid);
twc_status twc_grid_read_png(const char *path, const unsigned char *bytes, size_t size, const twc_grid_options *options,
                             twc_grid *grid);
twc_status twc_grid_read_raw(const char *path, const unsigned char *bytes, size_t size, const twc_grid_options *options,
                             twc_grid *grid);

/* Has the program gdal_translate turn the file into an ESRI ASCII grid, in a temporary folder, and reads that. */
twc_status twc_grid_read_gdal(const char *path, const twc_grid_options *options, twc_grid *grid);

/* Allocates an empty grid; fails on sizes that are not positive, or on memory. */
twc_status twc_grid_create(const char *path, int64_t columns, int64_t rows, double cell, twc_grid *grid);

/* Stores height k from a stored 16-bit value. */
void twc_grid_set_stored(twc_grid *grid, const twc_grid_options *options, size_t k, unsigned stored);

/* What a file's first bytes look like, for messages: "a PNG image", "text", ... */
const char *twc_grid_kind(const unsigned char *bytes, size_t size);

/* ---- filling and resampling ------------------------------------------------------------------------------- */

/*
 * Gives cells without a height that of the nearest cell with one (by distance between centres; of equally near ones
 * the northernmost, then the westernmost), the mean of all that have one (summed row by row), or a value. Fails when no
 * cell has a height.
 */
twc_status twc_grid_fill_nearest(twc_grid *grid);
twc_status twc_grid_fill_mean(twc_grid *grid);
void twc_grid_fill_value(twc_grid *grid, double value);

/*
 * Heights at nx * nz points 4 m apart, centred on the grid, row-major from the north-west; the grid has no cell without
 * a height. Bilinear between cell centres; beyond the outermost centres the nearest heights go on. In binary64 and this
 * order: u = ((columns cell - 4 (nx - 1)) / 2 + 4 k) / cell - 0.5, clamped to [0, columns - 1]; i = min(floor(u),
 * columns - 2), t = u - i; rows likewise; north = h[j][i] + (h[j][i+1] - h[j][i]) t; south from row j + 1; h = north +
 * (south - north) s.
 */
void twc_grid_resample(const twc_grid *grid, int32_t nx, int32_t nz, double *out);

#endif
