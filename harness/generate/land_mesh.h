/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A land drawn as it is asked: the triangles of its own grid where `fine_over` lies, and every fourth point elsewhere,
 * without a crack between the two.
 */
#ifndef TWC_GENERATE_LAND_MESH_H
#define TWC_GENERATE_LAND_MESH_H

#include "twc/land_kernels.h"

/*
 * Blocks of 4 x 4 cells from the grid's corner on. One that has the middle of a cell inside the outline, or that the
 * border cuts short, has two triangles a cell, and so has every block of a land without an outline. Any other has two,
 * with the same diagonal; beside a fine block it is a fan about its middle point that takes in the fine block's points
 * on their common side. Facets are of kind Fine and Broad. Fails on memory, and when the grid's points are no whole
 * centimetres. The arrays are the caller's to free (twc_land_mesh_destroy).
 */
twc_status twc_land_draw(const twc_land_ground *ground, twc_mesh *mesh);
void twc_land_mesh_destroy(twc_mesh *mesh);

/*
 * The border of what is drawn, as twc_area2 has it positive: its points, at most 4 (points - 1) of them. Returns how
 * many there are.
 */
size_t twc_land_border(const twc_land_ground *ground, twc_point *points);

#endif
