/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Water on an elevation grid: where it stands, how much ground drains through each cell, how steeply it leaves. */
#ifndef TWC_HARNESS_DRAINAGE_H
#define TWC_HARNESS_DRAINAGE_H

#include "import/grid.h"
#include "twc/grid.h"

typedef enum twc_drainage_kind { TWC_DRAINAGE_FLOOD, TWC_DRAINAGE_ACCUMULATE, TWC_DRAINAGE_SLOPE } twc_drainage_kind;

typedef struct twc_drainage_report {
    size_t cells, outlets;       /* with a height; those at the grid's edge or beside a cell without one */
    size_t filled;               /* cells below water */
    double deepest, volume;      /* metres, cubic metres */
    size_t pits;                 /* slope: cells that no neighbour is lower than, outlets apart */
    double largest, value_least; /* of what is written */
} twc_drainage_report;

/*
 * Into `out`, a value a cell, NaN where there is no height: the water's surface in metres, the area that drains through
 * a cell in square metres, or the slope to the neighbour it drains into (metres a metre, 0 in a pit) on the ground as
 * it is. Water drains off at outlets and rises by `rise` metres from cell to cell; heights are rounded to binary32.
 */
twc_status twc_grid_drainage(const twc_grid_table *table, twc_drainage_kind kind, float rise, const twc_grid *grid,
                             double *out, twc_drainage_report *report);

/* Writes values of a grid's cells as ESRI ASCII or GeoTIFF, where the grid lies; `unit`: GDAL's name for it, or "". */
twc_status twc_grid_write(const char *path, twc_grid_format format, const twc_grid *grid, const char *unit,
                          const double *values);

#endif
