/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an exported grid says of its place: that of the world, where its file can hold it. */
#ifndef TWC_HARNESS_EXPORT_PLACE_H
#define TWC_HARNESS_EXPORT_PLACE_H

#include "twc/world_data.h"

/*
 * The grid of a world's samples, each in the middle of a cell: map coordinates, or metres east and north of the origin.
 */
typedef struct twc_export_place {
    double west, north; /* of the outer corner of the first cell */
    double side;        /* of a cell */
    char *crs;          /* owned: the reference system of plan and heights in metres; NULL: none */
} twc_export_place;

/* Fails on memory, and for a world whose rows don't run from west to east. */
twc_status twc_export_find_place(const twc_world_data *data, twc_rect samples, twc_export_place *place);

/* Writes the .prj beside an ESRI ASCII grid, as GDAL reads it when its program gdalsrsinfo is there. */
twc_status twc_export_prj(const char *path, const twc_export_place *place);

/* Writes a GeoTIFF of binary64 by gdal_translate; `heights` are metres, row by row from the north. */
twc_status twc_export_tiff(const char *path, const twc_export_place *place, twc_rect samples, const double *heights);

/* Likewise, of values in another unit (GDAL's name, or ""); NaN is declared as no data where there is any. */
twc_status twc_export_values_tiff(const char *path, const twc_export_place *place, twc_rect samples, const char *unit,
                                  const double *values);

#endif
