/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The furniture of a plot: axes with ticks, legends, scale bars, colour bars. All lengths in points. */
#ifndef TWC_FIGURES_AXES_H
#define TWC_FIGURES_AXES_H

#include "canvas.h"
#include "colormap.h"

typedef struct twc_axis {
    double low, high; /* different; low > high turns a linear axis round; 0 < low < high when logarithmic */
    int logarithmic;
    const char *label; /* may be NULL */
} twc_axis;

typedef struct twc_plot {
    double x, y, width, height; /* of the frame, without labels */
    twc_axis across, up;
} twc_plot;

double twc_plot_x(const twc_plot *plot, double value);
double twc_plot_y(const twc_plot *plot, double value);

enum { TWC_MAX_TICKS = 64 };

typedef struct twc_ticks {
    int count;
    double value[TWC_MAX_TICKS];
    int labelled[TWC_MAX_TICKS];
    int decimals; /* of the labels of a linear axis */
} twc_ticks;

/*
 * Ticks at multiples of 1, 2 or 5 times a power of ten, about `wanted` of them (1..20). On a logarithmic axis that
 * spans more than a factor of 6: at every 1..9 times a power of ten, labelled at 1, within two decades also at 2 and 5.
 */
twc_ticks twc_axis_ticks(const twc_axis *axis, int wanted);
void twc_tick_label(const twc_axis *axis, const twc_ticks *ticks, int k, char text[32]);

/* Sides of the frame that carry ticks and labels. */
enum { TWC_AXIS_ACROSS = 1, TWC_AXIS_UP = 2, TWC_AXIS_GRID = 4 /* faint lines at labelled ticks */ };
void twc_plot_frame(cairo_t *cr, const twc_plot *plot, unsigned sides);

/* Clips to the plot's frame until cairo_restore. */
void twc_plot_clip(cairo_t *cr, const twc_plot *plot);

typedef enum twc_mark {
    TWC_MARK_FILL,
    TWC_MARK_LINE,
    TWC_MARK_DASH,
    TWC_MARK_DOT,
    TWC_MARK_RING,
    TWC_MARK_DIAMOND
} twc_mark;

typedef struct twc_legend_entry {
    twc_mark mark;
    twc_rgb colour;
    double opacity; /* of a fill, over white */
    const char *label;
} twc_legend_entry;

void twc_mark_draw(cairo_t *cr, twc_mark mark, twc_rgb colour, double opacity, double x, double y, double size);

/* Entries below one another; (x, y) is the top left corner. Returns the height. */
double twc_legend(cairo_t *cr, double x, double y, const twc_legend_entry *entries, int count);
/* Entries side by side, the first one's left edge at x, all centred on y. */
void twc_legend_row(cairo_t *cr, double x, double y, const twc_legend_entry *entries, int count);

/*
 * A bar of the longest of 1, 2, 5 x 10^n metres that is at most `room` points, its label above, with its right end at
 * x.
 */
void twc_scale_bar_fit(cairo_t *cr, double x, double y, double room, double points_per_metre);

/* A vertical bar of a colour map with the axis at its right. */
void twc_colour_bar(cairo_t *cr, double x, double y, double width, double height, twc_colormap *map,
                    const twc_axis *axis);

void twc_source(cairo_t *cr, twc_rgb colour);
void twc_source_alpha(cairo_t *cr, twc_rgb colour, double opacity);

/* The name of a panel, bold, with its title after it: "a", "Regular lattice". (x, y): left end, middle of the line. */
void twc_panel_title(cairo_t *cr, double x, double y, const char *letter, const char *title);

#endif
