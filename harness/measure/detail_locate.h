/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The drawn ground under a point at levels of detail: the triangles that a view draws there, chunks built on demand. So
 * whoever walks on a view, or asks its height, meets what is drawn; with level 0 everywhere, the finest.
 */
#ifndef TWC_HARNESS_DETAIL_LOCATE_H
#define TWC_HARNESS_DETAIL_LOCATE_H

#include "measure/detail_view.h"

typedef struct twc_detail_place {
    int found;              /* 0: no triangle lies there */
    twc_detail_chunk chunk; /* of the highest that does */
    twc_triangle triangle;
    float height; /* metres, twc_plane_height */
} twc_detail_place;

/* Of the view as it is. Of equal heights the first in the order of the view counts. Fails on memory. */
twc_status twc_detail_locate(const twc_detail_made *made, twc_point point, twc_detail_place *place);

/* How many of so many points in the extent are answered with another height than all triangles of the view have. */
twc_status twc_detail_check_locate(const twc_detail_made *made, int points, uint64_t *differ);

#endif
