/* SPDX-License-Identifier: MIT */
#ifndef TWC_FAST_GRID_H
#define TWC_FAST_GRID_H

#include "dispatch.h"
#include "surface/raster.h"

/* Entries of the grid's two arrays. */
size_t twc_grid_starts(uint32_t triangle_count);
size_t twc_grid_items(uint32_t triangle_count);

/* Puts all casters of a picture that is set up into its grid, whose arrays have the sizes above. */
void twc_grid_build(twc_picture *picture);

#endif
