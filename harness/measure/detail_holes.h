/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a picture of the ground shows a hole. The camera looks level, without a roll, so a column of pixels is a
 * vertical plane: below the first ray that meets the ground from above every ray does. A pixel there that shows
 * nothing, or the back of a triangle, is one through which the ground was passed.
 */
#ifndef TWC_HARNESS_DETAIL_HOLES_H
#define TWC_HARNESS_DETAIL_HOLES_H

#include <stddef.h>

#include "measure/detail_spots.h"

void twc_holes_begin(twc_holes_camera camera, twc_holes_picture *picture);
void twc_holes_draw(const twc_mesh *mesh, twc_holes_picture *picture);

/* How many pixels below the first that shows ground show none; *ground receives how many do. */
size_t twc_holes_count(const twc_holes_picture *picture, size_t *ground);

#endif
