/* SPDX-License-Identifier: MIT */
/*
 * What the files of the reference's footprints say to each other: corridors are placed, their sections solved on the
 * ground, their outlines given to the cut below, and what was cut out filled.
 */
#ifndef TWC_REFERENCE_FOOTPRINT_STAGE_H
#define TWC_REFERENCE_FOOTPRINT_STAGE_H

#include "../cut/stage.h"

/* spline.c: length in centimetres of a corridor whose nodes were checked. */
double twc_reference_spline_length(const twc_corridor *corridor);

/* Positions of `count` stations along it. */
void twc_reference_spline_points(const twc_corridor *corridor, double length, int32_t count, twc_station *stations);

/* place.c: the stations' directions to the right, from their positions. */
twc_status twc_reference_set_right(const twc_corridor *corridor, int32_t count, twc_station *stations);

/*
 * place.c: the ground's heights at stations in bed_cm, within an arena of twc_reference_place_workspace() bytes; then
 * the bed levels of a corridor by itself.
 */
void twc_reference_ground_levels(const twc_ground_table *kernels, const twc_world *world, int fine_only, int32_t count,
                                 twc_station *stations, twc_arena arena);
void twc_reference_smooth_levels(const twc_profile *profile, int32_t count, twc_station *stations);

/* box_tree.c: the tree over given leaf boxes (tree[leaves + k], k < cells). */
void twc_reference_grow_tree(int32_t leaves, int32_t cells, twc_box *tree);

/* limits.c: the tree over the widest cells that the stations' limits allow. */
void twc_reference_fill_tree(const twc_feature *feature, twc_box *tree);

/* limits.c: how far out the edge of a side goes, at most, and at least (what the narrowest section needs). */
int32_t twc_reference_widest(const twc_profile *profile, int side);
int32_t twc_reference_narrowest(const twc_profile *profile, int side);

/* limits.c: limits from the plan alone; then everything that can be refused about the plan. */
twc_status twc_reference_limits(const twc_corridor *corridor, twc_feature *feature, twc_station *stations,
                                twc_box *tree, int32_t *near_cells);
twc_status twc_reference_check_footprint(const twc_corridor *corridor, const twc_feature *feature, twc_rect extent,
                                         int32_t *near_cells);

enum { TWC_NEAR_CAPACITY = 4096 }; /* of near_cells */

/* ---- building ---- */

/* solve.c, box_tree.c: of the stage's table. */
void twc_reference_solve(const twc_feature *feature, const twc_ground_window *ground, int32_t first, int32_t count,
                         twc_cross_section *out);
int32_t twc_reference_cells_near(const twc_feature *feature, twc_box box, int32_t capacity, int32_t *cells);

/* cells.c: the ground window about a chunk that all cells near it read; 0 when the arena is full. */
int twc_reference_feature_window(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                                 twc_point chunk, twc_arena *arena, twc_ground_window *ground);

/* cells.c: the ground window, the triangles and the cells of a chunk; 0 when the arena is full. */
int twc_reference_gather(const twc_world *world, int fine_only, twc_feature_list features, int32_t chunk_x,
                         int32_t chunk_z, twc_arena *arena, twc_neighbourhood *around);

/* outline.c: begins an arrangement with the segments of all cells; 0 when the arena is full. */
int twc_reference_outline(twc_neighbourhood *around, twc_arena *arena, twc_arrangement *arrangement);

/* fill.c: the faces of cells[index], walls included. */
void twc_reference_fill(const twc_neighbourhood *around, const twc_arrangement *arrangement, size_t index,
                        twc_arena arena, twc_sink *sink);

#endif
