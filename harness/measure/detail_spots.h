/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triangles in a picture that is searched for holes: which pixels they cover, exactly, and how near. */
#ifndef TWC_HARNESS_DETAIL_SPOTS_H
#define TWC_HARNESS_DETAIL_SPOTS_H

#include <stdint.h>

#include "twc/mesh.h"

enum { TWC_SPOT_STEPS = 1 << 16 }; /* of a pixel: finer than what rounding makes of a slope that is hardly seen */

/* A corner in the picture: in steps of a pixel, and 1 / distance. */
typedef struct twc_seen_corner {
    int64_t column, row;
    double w;
} twc_seen_corner;

enum { TWC_HOLES_WIDTH = 192, TWC_HOLES_HEIGHT = 108 };

typedef struct twc_holes_camera {
    double eye[3];   /* metres; y is up */
    double ahead[2]; /* x, z; of length 1 */
    double focal;    /* pixels */
} twc_holes_camera;

typedef struct twc_holes_picture {
    twc_holes_camera camera;
    double near[TWC_HOLES_HEIGHT][TWC_HOLES_WIDTH]; /* 1 / distance of what is nearest; 0: nothing */
    uint8_t front[TWC_HOLES_HEIGHT][TWC_HOLES_WIDTH];
} twc_holes_picture;

/* Draws a triangle of which the front or the back is seen, whichever way it turns in the picture. */
void twc_spots_fill(twc_seen_corner a, twc_seen_corner b, twc_seen_corner c, int front, twc_holes_picture *picture);

#endif
