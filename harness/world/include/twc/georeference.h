/* SPDX-License-Identifier: MIT */
/*
 * Where a world lies on the earth, and what its elevations came from. Nothing of it decides a triangle, so no hash
 * covers it. A world that nobody placed has it all zero.
 */
#ifndef TWC_GEOREFERENCE_H
#define TWC_GEOREFERENCE_H

#include <stdint.h>

#include "twc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Texts are owned, UTF-8, at most TWC_GEOREFERENCE_TEXT bytes; NULL: not known. */
enum { TWC_GEOREFERENCE_TEXT = 1 << 16 };

typedef struct twc_georeference {
    char *crs;              /* the coordinate reference system, as WKT */
    char *unit;             /* of its coordinates: "metre", "US survey foot", "degree" */
    double metres_per_unit; /* 0: not known, or an angle */
    double origin[2];       /* the coordinates (easting, northing) of the world's x = 0, z = 0 */
    double per_x[2];        /* what a metre of x adds to them; all four 0: the world is not placed */
    double per_z[2];        /* what a metre of z, which goes south, adds to them */
    double cell[6];         /* of the source grid: GDAL's geotransform, of the corners of its cells */
    int32_t columns, rows;  /* of the source grid; 0: there was none */
    char *height_unit;      /* of the source's elevations; a world's own are metres */
    double metres_per_height_unit;
    char *vertical_datum; /* what the source's elevations are above: "EGM2008 height" */
    char *source;         /* what they came from: a file's name, a data set, a licence */
    char *made_by;        /* the program and the command that made the world of it */
} twc_georeference;

/*
 * Puts a copy of a text (NULL: none) in place of a member's. Control characters become blanks. Fails on memory, length.
 */
twc_status twc_georeference_set(char **member, const char *text);

/* Fills `to`, whatever is in it; empty on failure. */
twc_status twc_georeference_copy(const twc_georeference *from, twc_georeference *to);
void twc_georeference_destroy(twc_georeference *georeference);

/* Whether a world has a place: then its coordinates can be told from its metres, and the other way round. */
int twc_georeference_placed(const twc_georeference *georeference);
void twc_georeference_to_crs(const twc_georeference *georeference, double x, double z, double crs[2]);
void twc_georeference_to_world(const twc_georeference *georeference, const double crs[2], double *x, double *z);

#ifdef __cplusplus
}
#endif
#endif
