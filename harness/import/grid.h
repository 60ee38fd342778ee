/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Elevation grids: rows of heights on square cells, the first row in the north, each height at its cell's centre.
 * Files that are cut short, are not what their name says, or hold what no grid can, are refused with a reason.
 */
#ifndef TWC_HARNESS_GRID_H
#define TWC_HARNESS_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "twc/numbers.h"
#include "twc/status.h"
#include "units.h"

/* Where a grid lies, as its file states it. */
typedef struct twc_grid_place {
    char *crs;            /* owned: the reference system's text, WKT; NULL: not stated */
    twc_crs_units units;  /* of that system */
    double west, north;   /* coordinates of the outer corner of the first cell; NaN: not stated */
    double side;          /* of a cell, in the units of coordinates; 0: not stated */
    twc_unit height_unit; /* of the stored heights */
} twc_grid_place;

typedef struct twc_grid {
    int32_t columns, rows;
    double cell;         /* metres */
    double *height;      /* owned; rows * columns metres, NaN where there is none; NULL: they are words */
    uint16_t *word;      /* owned; what is stored, of a grid of 16 bits that has a height everywhere */
    double *metres;      /* owned; of each word */
    size_t no_data;      /* cells the file marks as no data */
    size_t not_a_number; /* cells that hold NaN or an infinity */
    twc_grid_place place;
} twc_grid;

void twc_grid_destroy(twc_grid *grid);

typedef enum twc_grid_format {
    TWC_GRID_BY_NAME,
    TWC_GRID_ASCII,
    TWC_GRID_PNG,
    TWC_GRID_RAW,
    TWC_GRID_GDAL,
    TWC_GRID_TIFF /* written only: GDAL reads it */
} twc_grid_format;

/* A part of a grid. */
typedef enum twc_window_kind { TWC_WINDOW_ALL, TWC_WINDOW_CELLS, TWC_WINDOW_MAP } twc_window_kind;
typedef struct twc_grid_window {
    twc_window_kind kind;
    twc_rect cells;                  /* column, row, columns, rows; from the north-west */
    double west, east, south, north; /* coordinates of the file: cells whose centres they hold, both ends included */
} twc_grid_window;

/* The most cells that are read when nothing else is asked for: half a gibibyte of heights. */
enum { TWC_GRID_CELLS = 1 << 26 };

/* What the file itself may not say, or what is to win over it. */
typedef struct twc_grid_options {
    twc_grid_format format;
    int32_t columns, rows; /* of RAW16 */
    int big_endian;        /* RAW16 */
    double cell;           /* metres; 0: what the file says, 4 m where it says nothing */
    double scale, offset;  /* height = scale * stored + offset, for PNG and RAW16 */
    int has_scale;         /* they were stated, and are not what twc export writes */
    int has_no_data;
    double no_data;       /* the stored value that means no data; wins over the file's own */
    int all_heights;      /* no stored value means no data, whatever the file says */
    twc_unit height_unit; /* its metres 0: what the file says, metres where it says nothing */
    twc_grid_window window;
    int64_t most_cells; /* 0: TWC_GRID_CELLS */
} twc_grid_options;

/* The format a file's name stands for: .asc and .txt, .png, .raw and .r16; everything else is left to GDAL. */
twc_grid_format twc_grid_format_of(const char *path);

/*
 * Reads a file: heights in metres, by the scale, offset and unit that it states, of the window. A single value far from
 * all others that may mean no data is refused, with the options that settle it. A PNG takes its
 * place from the world file beside it; it and ESRI ASCII their reference system from the .prj.
 */
twc_status twc_grid_read(const char *path, const twc_grid_options *options, twc_grid *grid);

/*
 * The same from bytes, of any format but GDAL's; bytes[size] is 0, `path` is for messages, `crs` the text of a
 * reference system or NULL. The grid is empty after a failure.
 */
twc_status twc_grid_read_bytes(const char *path, twc_grid_format format, const unsigned char *bytes, size_t size,
                               const char *crs, const twc_grid_options *options, twc_grid *grid);

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
twc_status twc_grid_resample(const twc_grid *grid, int32_t nx, int32_t nz, double *out);

/* The same a row at a time, in any order. */
typedef struct twc_resampling {
    const twc_grid *grid;
    int32_t nx, nz;
    int32_t *column; /* owned, as all below: of each sample, the cell before it and how far behind that it lies */
    double *share;
    double *row[2]; /* heights of cells, where the grid holds words */
} twc_resampling;

twc_status twc_resample_begin(const twc_grid *grid, int32_t nx, int32_t nz, twc_resampling *of);
void twc_resample_end(twc_resampling *of);
void twc_resample_row(const twc_resampling *of, int32_t z, double *out);

#endif
