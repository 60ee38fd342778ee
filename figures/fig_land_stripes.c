/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stripes that gullies are cut with: their depth, the slope they give, and the rise that the depth really has. */
#include <math.h>

#include "figures.h"
#include "land_draw.h"

static const double left = 30, top = 16, gap = 44, right = 4, between = 42, profile = 110, foot = 40;

static double side(void)
{
    return (TWC_TEXT_PT - left - right - 2 * gap - 44) / 3;
}

static void panel(cairo_t *cr, int k, const char *title, const twc_land_field *field, const twc_axis *axis,
                  twc_colormap *map)
{
    static const char *const letters[] = {"a", "b", "c"};
    const double x = left + k * (side() + gap);
    const twc_land_view view = twc_land_fit(x, top, side(), field->frame);
    const twc_plot plot = {x,
                           top,
                           side(),
                           view.height,
                           {0, field->frame.east, 0, "cells"},
                           {field->frame.south, 0, 0, k ? NULL : "cells"}};
    twc_draw_land_field(cr, &view, field, map, axis->low, axis->high);
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP);
    twc_panel_title(cr, x, top - 7, letters[k], title);
}

static void curve(cairo_t *cr, const twc_plot *plot, const double *x, const double *y)
{
    cairo_new_path(cr);
    for (int k = 0; k < TWC_STRIPE_STEPS; k++)
        cairo_line_to(cr, twc_plot_x(plot, x[k]), twc_plot_y(plot, y[k]));
    cairo_stroke(cr);
}

static void draw_profile(cairo_t *cr, const twc_land_stripes_shown *s, double y)
{
    const twc_plot plot = {left,
                           y,
                           TWC_TEXT_PT - left - right,
                           profile,
                           {0, s->x[TWC_STRIPE_STEPS - 1], 0, "x (cells)"},
                           {-4.2, 4.2, 0, "depth; rise a cell"}};
    const double dash[] = {2.5, 1.5};
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    twc_plot_clip(cr, &plot);
    cairo_set_line_width(cr, 1);
    twc_source(cr, twc_hue_rgb(TWC_GREEN));
    curve(cr, &plot, s->x, s->depth_at);
    twc_source(cr, twc_hue_rgb(TWC_BLUE));
    curve(cr, &plot, s->x, s->slope_at);
    cairo_set_dash(cr, dash, 2, 0);
    twc_source(cr, twc_hue_rgb(TWC_VERMILION));
    curve(cr, &plot, s->x, s->rise_at);
    cairo_set_dash(cr, NULL, 0, 0);
    cairo_restore(cr);
    twc_panel_title(cr, left, y - 7, "d", "Across the stripes of a, through the middle");
    const twc_legend_entry entries[] = {{TWC_MARK_LINE, twc_hue_rgb(TWC_GREEN), 1, "depth"},
                                        {TWC_MARK_LINE, twc_hue_rgb(TWC_BLUE), 1, "slope as given"},
                                        {TWC_MARK_DASH, twc_hue_rgb(TWC_VERMILION), 1, "rise of the depth"}};
    twc_legend_row(cr, left, y + profile + 30, entries, 3);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_land_stripes_shown *s = data;
    const twc_axis depth = {0, 1, 0, NULL}, slope = {-3.2, 3.2, 0, NULL};
    panel(cr, 0, "Depth, stripes along z", &s->depth[0], &depth, twc_viridis);
    panel(cr, 1, "Depth, away from the middle", &s->depth[1], &depth, twc_viridis);
    panel(cr, 2, "Rise across those of b, a cell", &s->slope, &slope, twc_diverging);
    twc_colour_bar(cr, left + 2 * side() + gap + 5, top, 7, side(), twc_viridis, &depth);
    twc_colour_bar(cr, left + 3 * side() + 2 * gap + 5, top, 7, side(), twc_diverging, &slope);
    draw_profile(cr, s, top + side() + between);
}

twc_status twc_write_land_stripes(const twc_land_stripes_shown *shown, const char *folder)
{
    const twc_page page = {"land_stripes", "Stripes and their slope", TWC_TEXT_PT,
                           top + side() + between + profile + foot};
    return twc_page_write(folder, &page, draw, shown);
}
