/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Greedy insertion (Garland and Heckbert 1995): a Delaunay triangulation of a grid of heights that takes the sample
 * which is farthest off into the mesh, again and again. What levels of detail are held against at as many triangles.
 */
#ifndef TWC_HARNESS_DETAIL_GREEDY_H
#define TWC_HARNESS_DETAIL_GREEDY_H

#include <stddef.h>

#include "twc/status.h"

/* Heights by row, and what a difference of one metre counts at each; all weights 1 where it is NULL. */
typedef struct twc_greedy_grid {
    int nx, nz;
    const float *height;
    const float *weight;
} twc_greedy_grid;

/*
 * Triangulates with at most `triangles`, from 2 on, and gives the heights of the mesh at every sample. Returns the
 * number of triangles in *made. Fails on memory.
 */
twc_status twc_greedy(const twc_greedy_grid *grid, size_t triangles, float *heights, size_t *made);

#endif
