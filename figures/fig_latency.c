/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long an edit takes: against the brush's radius, and against the size of the world. */
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double left = 34, top = 16, right = 6, foot = 28, gap = 30, height = 150;

/* A panel: medians and 99th percentiles of some rows against one of their numbers. */
typedef struct panel {
    const twc_latency *row;
    int count;
    int sizes; /* against kilometres of world; else against metres of radius */
} panel;

static double across(const panel *p, int k)
{
    return p->sizes ? p->row[k].tiles * TWC_TILE_CM / 100000.0 : p->row[k].radius;
}

static void draw_line(cairo_t *cr, const twc_plot *plot, const panel *p, int tail, twc_hue hue)
{
    twc_source(cr, twc_hue_rgb(hue));
    cairo_set_line_width(cr, 1.2);
    for (int k = 0; k < p->count; k++)
        cairo_line_to(cr, twc_plot_x(plot, across(p, k)),
                      twc_plot_y(plot, tail ? p->row[k].most_99 : p->row[k].median));
    cairo_stroke(cr);
    for (int k = 0; k < p->count; k++)
        twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(hue), 1, twc_plot_x(plot, across(p, k)),
                      twc_plot_y(plot, tail ? p->row[k].most_99 : p->row[k].median), 4);
}

static void draw_panel(cairo_t *cr, const panel *p, double x, double width, const char *letter, const char *title)
{
    twc_plot plot = {
        x,
        top,
        width,
        height - top - foot,
        {p->sizes ? 1.5 : 4, p->sizes ? 22 : 200, 1, p->sizes ? "side of the world, km" : "radius of the stroke, m"},
        {0.02, 20, 1, p->sizes ? NULL : "fact to swapped meshes, ms"}};
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    draw_line(cr, &plot, p, 0, TWC_BLUE);
    draw_line(cr, &plot, p, 1, TWC_VERMILION);
    twc_panel_title(cr, x, top / 2, letter, title);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_latency_study *study = data;
    const panel radii = {study->radius, TWC_LATENCY_RADII, 0}, sizes = {study->size, TWC_LATENCY_SIZES, 1};
    double width = (TWC_COLUMN_PT - left - right - gap) / 2;
    draw_panel(cr, &radii, left, width, "a", "on the 2 km region");
    draw_panel(cr, &sizes, left + width + gap, width, "b", "strokes of 20 m");
    const twc_legend_entry entries[] = {{TWC_MARK_LINE, twc_hue_rgb(TWC_VERMILION), 1, "99th percentile"},
                                        {TWC_MARK_LINE, twc_hue_rgb(TWC_BLUE), 1, "median"}};
    twc_legend(cr, left + 4, top + 4, entries, 2);
}

twc_status twc_write_latency(const twc_latency_study *study, const char *folder)
{
    const twc_page page = {"edits", "How long an edit takes", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, study);
}
