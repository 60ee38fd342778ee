/* SPDX-License-Identifier: MIT */
/* The levels' tables of the surface stage, for the files of fast/ that are built once. */
#ifndef TWC_FAST_SURFACE_LEVELS_H
#define TWC_FAST_SURFACE_LEVELS_H

#include "dispatch.h"

/* Types only: the functions of surface.h carry a level's name. */
#define TWC_LEVEL_TAG base
#include "surface/raster.h"
#include "surface/surface.h"
#undef TWC_LEVEL_TAG

/* NULL when the level is not usable. */
const twc_level_surface *twc_level_surface_of(twc_level level);
const twc_level_raster *twc_level_raster_of(twc_level level);

#endif
