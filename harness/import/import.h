/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an elevation grid to a world, and back. */
#ifndef TWC_HARNESS_IMPORT_H
#define TWC_HARNESS_IMPORT_H

#include "grid.h"
#include "twc/ground.h"
#include "twc/world_data.h"

typedef enum twc_fill { TWC_FILL_NONE, TWC_FILL_NEAREST, TWC_FILL_MEAN, TWC_FILL_VALUE } twc_fill;

typedef struct twc_import_options {
    twc_grid_options grid;
    twc_fill fill;
    double fill_value;
    int datum_auto;
    double datum;                   /* metres taken off every elevation; without datum_auto */
    twc_rect extent;                /* tiles; nx == 0: all that the grid reaches into */
    int extent_placed;              /* whether extent.x and extent.z are given; else the middle is at the origin */
    const char *name;               /* of the world */
    const char *made_by;            /* the command, for the world to keep; NULL: none */
    const twc_ground_table *ground; /* what classifies the tiles; NULL: the reference */
    int classes_by_error;           /* classes by what Broad cells lose, at most `most_error` metres; else by relief */
    double most_error;
} twc_import_options;

/* What was done, for the user to read. */
typedef struct twc_import_report {
    int32_t columns, rows;
    double cell;
    size_t filled;    /* cells without a height that were given one */
    double low, high; /* elevations in the extent, metres */
} twc_import_report;

/* On failure the world is not allocated and the message says what to do. */
twc_status twc_import(const char *path, const twc_import_options *options, twc_world_data *data,
                      twc_import_report *report);

/*
 * The datum that import suggests for elevations from low to high: 0 if they fit, else the roundest number (100, 10, 1
 * or 0.01 m) near their middle that makes them fit. NaN when no datum does (they span more than 655.35 m).
 */
double twc_suggest_datum(double low, double high);

/* Where a world of these tiles lies that is made of the grid, and what it was made from. `path` is the grid's. */
twc_status twc_import_georeference(const char *path, const twc_grid *grid, twc_rect extent, const char *made_by,
                                   twc_georeference *georeference);

/*
 * Writes the samples of a world as a grid: ESRI ASCII (with a .prj beside it) and GeoTIFF with elevations and the
 * world's place, PNG and RAW16 with the samples themselves.
 */
twc_grid_format twc_export_format_of(const char *path);
twc_status twc_export(const char *path, const twc_world_data *data, twc_grid_format format, int big_endian);

#endif
