/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A square grid of triangles over a grid of heights, which other meshes are held against. */
#ifndef TWC_HARNESS_REGULAR_GRID_H
#define TWC_HARNESS_REGULAR_GRID_H

#include "measure/detail_greedy.h"

/*
 * Heights at every sample of a mesh of square cells, at most `triangles` but for the two that the least has; cells are
 * halved from corner (0, 0) to (1, 1), and corners have bilinear heights. Returns how many triangles it has.
 */
size_t twc_regular_grid(const twc_greedy_grid *grid, size_t triangles, float *heights);

#endif
