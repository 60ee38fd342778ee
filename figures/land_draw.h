/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A land seen from straight above: pictures, fields in a colour map, lines; metres of its plan on a page. */
#ifndef TWC_FIGURES_LAND_DRAW_H
#define TWC_FIGURES_LAND_DRAW_H

#include "axes.h"
#include "results/land.h"

typedef struct twc_land_view {
    double x, y, width, height; /* points */
    twc_land_frame frame;
} twc_land_view;

/* The frame at the given width; the height follows. */
twc_land_view twc_land_fit(double x, double y, double width, twc_land_frame frame);
double twc_land_x(const twc_land_view *view, double x);
double twc_land_y(const twc_land_view *view, double z);

/* Clips to the view until cairo_restore. */
void twc_land_clip(cairo_t *cr, const twc_land_view *view);

/* With ticks in metres along the sides asked for (TWC_AXIS_ACROSS, TWC_AXIS_UP); labels name both axes. */
void twc_land_axes(cairo_t *cr, const twc_land_view *view, unsigned sides);

void twc_draw_land_image(cairo_t *cr, const twc_land_view *view, const twc_land_image *image);
void twc_draw_land_field(cairo_t *cr, const twc_land_view *view, const twc_land_field *field, twc_colormap *map,
                         double low, double high);

/* Strokes a line in the current colour and width, clipped to the view. */
void twc_draw_land_line(cairo_t *cr, const twc_land_view *view, const twc_land_line *line, int closed);

/* A dark line over a lighter, wider one, so that it shows on any ground. */
void twc_draw_land_track(cairo_t *cr, const twc_land_view *view, const twc_land_line *line, twc_rgb colour,
                         double width);

/* Text with a pale edge, so that it can be read on any ground. */
void twc_land_label(cairo_t *cr, double x, double y, twc_align align, const char *text);

/* What covers the ground, in rows of `columns` entries; returns the height. */
double twc_land_legend(cairo_t *cr, double x, double y, double width, int columns, const twc_land_palette *palette);

twc_rgb twc_land_path_colour(void);
twc_rgb twc_land_brook_colour(void);

#endif
