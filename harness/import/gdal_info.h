/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program gdalinfo says of a file (-json), as far as it decides what the file's values mean. */
#ifndef TWC_HARNESS_GDAL_INFO_H
#define TWC_HARNESS_GDAL_INFO_H

#include "readers.h"

typedef struct twc_gdal_info {
    int64_t columns, rows;
    int transformed;     /* it states where its cells lie: */
    double transform[6]; /* west, per column, per row; north, per column, per row */
    int bands;
    int alpha;       /* of two bands, the second is one of transparency */
    int masked;      /* by a mask or by transparency, whatever the values */
    char type[24];   /* of the first band: "Int16" */
    char colour[24]; /* what it is drawn as: "Gray", "Palette", "Red" */
    char unit[TWC_UNIT_SIZE];
    double scale, offset; /* 1 and 0 where it says nothing */
    int control_points;   /* it is placed by points, not by a transform */
    char part[200];       /* the first data set of several in the file; empty: it holds its bands itself */
    char *crs;            /* owned; NULL: not stated */
} twc_gdal_info;

/* Reads the text; the caller frees info->crs, also after a failure. */
twc_status twc_gdal_info_read(const char *path, const char *json, twc_gdal_info *info);

/* Refuses what is no grid of heights, with the line that makes one of it where there is one. */
twc_status twc_gdal_info_check(const char *path, const twc_grid_options *options, const twc_gdal_info *info);

#endif
