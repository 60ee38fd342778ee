/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From meshes to what a figure of the plan draws. */
#ifndef TWC_HARNESS_PLOT_PLAN_MAP_H
#define TWC_HARNESS_PLOT_PLAN_MAP_H

#include "plot/study_area.h"
#include "results/plan.h"

/* What a patch says of its facet: kind, values, colour. `face` is NULL for meshes without a surface. */
typedef void twc_patch_of(const twc_facet *facet, const twc_surface_face *face, const void *data, twc_patch *patch);

/* The patches that meet the window, and their lines. The caller destroys the map, after failures too. */
twc_status twc_plan_map_create(twc_rect window, twc_mesh_list meshes, twc_patch_of *describe, const void *data,
                               twc_plan_map *map);
void twc_plan_map_destroy(twc_plan_map *map);

/* Whether the centroid of a facet is in the window. */
int twc_window_holds(twc_rect window, const twc_facet *facet);

/* A tone of a facet's own, 0 to 1, so that neighbours differ. */
double twc_facet_tone(const twc_facet *facet);

#endif
