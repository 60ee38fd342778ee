/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the readers of elevation grids share: stored values first, their meaning afterwards, the same for all of them.
 */
#ifndef TWC_HARNESS_READERS_H
#define TWC_HARNESS_READERS_H

#include "grid.h"

/* What a suggested gdalwarp needs so that it marks what lies outside of its source. */
#define TWC_WARP_TO "-ot Float64 -dstnodata -9999"

/* What stored values mean: height = (scale * stored + offset) in the unit. */
typedef struct twc_grid_meaning {
    double scale, offset;
    int has_no_data;
    double no_data;
    int masked;   /* NaN stands for cells that a mask leaves out */
    int windowed; /* the reader has taken the window already */
} twc_grid_meaning;

/*
 * The readers: stored values into grid->height, or grid->word where each has 16 bits, NaN where there is none, and
 * their meaning, which comes in as scale 1, offset 0. bytes[size] is 0. The caller destroys the grid after a failure.
 */
twc_status twc_grid_read_ascii(const char *path, const unsigned char *bytes, size_t size,
                               const twc_grid_options *options, twc_grid *grid, twc_grid_meaning *meaning);
twc_status twc_grid_read_png(const char *path, const unsigned char *bytes, size_t size, const twc_grid_options *options,
                             twc_grid *grid, twc_grid_meaning *meaning);
twc_status twc_grid_read_raw(const char *path, const unsigned char *bytes, size_t size, const twc_grid_options *options,
                             twc_grid *grid, twc_grid_meaning *meaning);

/* Asks the programs gdalinfo and gdal_translate, in a temporary folder, and takes the window. */
twc_status twc_grid_read_gdal(const char *path, const twc_grid_options *options, twc_grid *grid,
                              twc_grid_meaning *meaning);

/* Allocates a grid; fails on sizes that are not positive or over the limit, or on memory. */
twc_status twc_grid_create(const char *path, int64_t columns, int64_t rows, const twc_grid_options *options,
                           twc_grid *grid);

/* The same of 16 bits a cell, in grid->word; and from these to heights. */
twc_status twc_grid_create_words(const char *path, int64_t columns, int64_t rows, const twc_grid_options *options,
                                 twc_grid *grid);
twc_status twc_grid_expand(const char *path, twc_grid *grid);

/* The side of a cell in metres: that of the options, or the file's; refused when no grid has such cells. */
twc_status twc_grid_set_cell(const char *path, const twc_grid_options *options, double side, twc_grid *grid);

/* Takes a reference system, whose units the cells and heights are in; the grid has its cell and place by then. */
twc_status twc_grid_set_crs(const char *path, const char *wkt, const twc_grid_options *options, twc_grid *grid);

/* Where a window lies in a grid whose size and place are known. */
twc_status twc_grid_find_window(const char *path, const twc_grid_options *options, const twc_grid *grid,
                                twc_rect *cells);

/* The place of a grid after a window of it was taken. */
void twc_grid_move_place(twc_grid *grid, twc_rect cells);

/* From stored values to heights: the window, no data, a lone value, then metres. */
twc_status twc_grid_give_meaning(const char *path, const twc_grid_options *options, const twc_grid_meaning *meaning,
                                 twc_grid *grid);

/*
 * What lies beside a grid: of a picture the world file (.pgw, .pngw, .wld) that says where its cells lie, and for one
 * that has a place the .prj with its reference system.
 */
twc_status twc_grid_read_beside(const char *path, int picture, const twc_grid_options *options, twc_grid *grid);

/* What a file's first bytes look like, for messages: "a PNG image", "text", ... */
const char *twc_grid_kind(const unsigned char *bytes, size_t size);

/* The fewest digits that give back the number. */
enum { TWC_DIGITS_SIZE = 32 };
const char *twc_shortest_digits(double value, char text[TWC_DIGITS_SIZE]);

#endif
