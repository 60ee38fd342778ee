/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the figures of a land are computed from, and the pictures of its plan they share. */
#ifndef TWC_HARNESS_PLOT_LAND_SCENE_H
#define TWC_HARNESS_PLOT_LAND_SCENE_H

#include "measure/land.h"
#include "plot/plots.h"
#include "results/land.h"

/* A land whose ground is made, with the kernels to ask it. */
typedef struct twc_land_scene {
    const twc_land *land;
    const twc_land_table *table;
    twc_land_made made; /* with all features */
} twc_land_scene;

/* Of the source's land; on failure there is nothing to destroy. */
twc_status twc_land_scene_create(const twc_study_source *source, twc_land_scene *scene);
void twc_land_scene_destroy(twc_land_scene *scene);

/* The height at one place. */
double twc_land_scene_height(const twc_land_scene *scene, double x, double z);

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* An outline; its points are the caller's to free, NULL when memory is short. */
twc_land_line twc_land_outline_line(const char *name, const twc_land_outline *outline);

/* Spines of all features into `line`; how many. */
size_t twc_land_feature_lines(const twc_land_scene *scene, twc_land_line *line);
void twc_land_lines_free(twc_land_line *line, size_t count);

/* ---- pictures and fields ----------------------------------------------------------------------------------------- */

/* The colours of what covers the land: grass, its layers, the sea. */
twc_land_palette twc_land_colours(const twc_land *land);

/* A square frame about a place. */
twc_land_frame twc_land_frame_about(double x, double z, double half);

/* What covers the ground, lit from the upper left, one pixel `metres` wide; the pixels are the caller's to free. */
twc_status twc_land_paint(const twc_land_scene *scene, twc_land_frame frame, double metres, twc_land_image *image);
/* Likewise without light and sea. */
twc_status twc_land_paint_flat(const twc_land_scene *scene, twc_land_frame frame, double metres, twc_land_image *image);

/* Heights on a grid of points, shaded alike; `heights` has columns x rows, `cell` metres apart. */
twc_status twc_land_shade(const float *heights, int32_t columns, int32_t rows, double cell, twc_land_frame frame,
                          twc_land_image *image);

/* Room for values over a frame, one `metres` wide; and the places of a row of them. */
twc_status twc_land_field_create(twc_land_frame frame, double metres, twc_land_field *field);
void twc_land_field_row(const twc_land_field *field, int32_t row, double *x, double *z);

#endif
