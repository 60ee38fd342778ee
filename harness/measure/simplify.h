/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quadric simplification (Garland and Heckbert 1997) of a grid of heights: the edge whose loss costs least is drawn
 * into one of its ends, again and again, with squared distances to planes weighted by area. Vertices stay on samples,
 * the outline stays where it is, and no triangle turns over in plan. What Broad cells are held against.
 */
#ifndef TWC_HARNESS_SIMPLIFY_H
#define TWC_HARNESS_SIMPLIFY_H

#include "measure/detail_greedy.h"

/* As twc_greedy, from all triangles of the grid's cells down to `triangles`; `spacing` is that of samples, metres. */
twc_status twc_simplify(const twc_greedy_grid *grid, double spacing, size_t triangles, float *heights, size_t *made);

#endif
