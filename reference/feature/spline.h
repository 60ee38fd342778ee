/* SPDX-License-Identifier: MIT */
#ifndef TWC_REFERENCE_FEATURE_SPLINE_H
#define TWC_REFERENCE_FEATURE_SPLINE_H

#include "feature/stage.h"

/* Length in centimetres of a corridor whose nodes were checked. */
double twc_reference_spline_length(const twc_corridor *corridor);

/* Positions of `count` stations along it. */
void twc_reference_spline_points(const twc_corridor *corridor, double length, int32_t count, twc_station *stations);

/* box_tree.c: the tree over given leaf boxes (tree[leaves + k], k < cells). */
void twc_reference_grow_tree(int32_t leaves, int32_t cells, twc_box *tree);

/* footprint.c: the tree over the widest cells that the stations' limits allow. */
void twc_reference_fill_tree(const twc_feature *feature, twc_box *tree);

/* footprint.c: how far out the edge of a side goes, at most, and at least (what the narrowest section needs). */
int32_t twc_reference_widest(const twc_profile *profile, int side);
int32_t twc_reference_narrowest(const twc_profile *profile, int side);

/* footprint.c: limits from the plan alone; then everything that can be refused about the plan. */
twc_status twc_reference_limits(const twc_corridor *corridor, twc_feature *feature, twc_station *stations,
                                twc_box *tree, int32_t *near_cells);
twc_status twc_reference_check_footprint(const twc_corridor *corridor, const twc_feature *feature, twc_rect extent,
                                         int32_t *near_cells);

enum { TWC_NEAR_CAPACITY = 4096 }; /* of near_cells */

#endif
