/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From longitude and latitude (WGS 84, degrees) to the coordinates of a reference system and back: geographic systems,
 * and transverse Mercator, which UTM is, on WGS 84 and on ETRS89, which are less than a metre apart and taken as one.
 *
 * Karney's series to the sixth order in the third flattening: within 5 nm up to 3900 km from the central meridian
 * (C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, J. Geodesy 85, 2011).
 */
#ifndef TWC_HARNESS_PROJECTION_H
#define TWC_HARNESS_PROJECTION_H

#include "twc/status.h"

typedef struct twc_projection {
    int geographic;             /* coordinates are longitude and latitude as they are */
    double axis, flattening;    /* of the ellipsoid: metres; (a - b) / a */
    double longitude, latitude; /* of the origin, degrees */
    double scale, origin[2];    /* on the central meridian; false easting and northing, metres */
} twc_projection;

/*
 * The projection of a reference system (WKT 1 or 2). Fails, with what is there instead and the line that converts a
 * file to it by another program, when the system is none of those above. `file`: what is to be converted.
 */
twc_status twc_projection_read(const char *wkt, const char *file, twc_projection *projection);

/* `place`: longitude and latitude, or easting and northing. */
void twc_projection_forward(const twc_projection *projection, const double place[2], double crs[2]);
void twc_projection_inverse(const twc_projection *projection, const double crs[2], double place[2]);

/* The EPSG code that a system states for its plan; 0: none. */
int twc_crs_code(const char *wkt);

#endif
