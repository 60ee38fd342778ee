/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ground seen from straight above: faces, edges, and images with one pixel a height sample. */
#ifndef TWC_FIGURES_GROUND_DRAW_H
#define TWC_FIGURES_GROUND_DRAW_H

#include <stddef.h>

#include "canvas.h"
#include "colormap.h"
#include "results/plan.h"

/* A window of the plan on the page. */
typedef struct twc_plan {
    double x, y, width, height; /* points */
    twc_rect window;            /* centimetres */
    double scale;               /* points per centimetre */
} twc_plan;

/* The window at the given width; the height follows. */
twc_plan twc_plan_fit(double x, double y, double width, twc_rect window);
double twc_plan_x(const twc_plan *view, double x_cm);
double twc_plan_y(const twc_plan *view, double z_cm);
/* Clips to the view until cairo_restore. */
void twc_plan_clip(cairo_t *cr, const twc_plan *view);
void twc_plan_outline(cairo_t *cr, const twc_plan *view);
/* A frame with ticks in kilometres. */
void twc_plan_axes(cairo_t *cr, const twc_plan *view);

/* The colour of a patch. */
typedef twc_rgb twc_paint(const twc_patch *patch, const void *data);

/* A patch's own colour. */
twc_rgb twc_patch_colour(const twc_patch *patch, const void *unused);

/* Fills every patch as one path, so that no hairline shows inside it nor between neighbours. */
void twc_draw_patches(cairo_t *cr, const twc_plan *view, const twc_plan_map *map, twc_paint *paint, const void *data);

/*
 * Strokes lines in the current colour and width. Those from both sides of an edge lie over each other: use no
 * transparency.
 */
void twc_draw_lines(cairo_t *cr, const twc_plan *view, const twc_plan_lines *lines);

/* The colour of one sample; (column, row) in the rectangle. */
typedef twc_rgb twc_pixel(int32_t column, int32_t row, const void *data);

/* Paints a rectangle of global sample indices as an image into the view. */
void twc_draw_samples(cairo_t *cr, const twc_plan *view, twc_rect samples, twc_pixel *pixel, const void *data);

/*
 * Heights on a rectangle of samples, for a hillshade lit from the upper left: from below, hills would read as hollows.
 */
typedef struct twc_relief {
    twc_rect samples;
    const float *heights;     /* row-major */
    double lightest, darkest; /* grey levels, 0..1 */
} twc_relief;

twc_rgb twc_hillshade(int32_t column, int32_t row, const void *relief);

#endif
