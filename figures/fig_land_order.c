/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path pressed before a brook is carved, and after it. */
#include <stdio.h>

#include "figures.h"
#include "land_draw.h"

static const double left = 32, top = 16, gap = 12, right = 42, between = 44, profile = 100, foot = 44;

static double side(void)
{
    return (TWC_TEXT_PT - left - right - 2 * gap) / 3;
}

static void maps(cairo_t *cr, const twc_land_order *o)
{
    static const char *const letters[] = {"a", "b", "c"};
    static const char *const titles[] = {"Pressed, then carved", "Carved, then pressed", "What that fills (m)"};
    for (int k = 0; k < 3; k++) {
        const twc_land_view view = twc_land_fit(left + k * (side() + gap), top, side(), o->fill.frame);
        if (k < 2)
            twc_draw_land_image(cr, &view, k ? &o->swapped : &o->as_written);
        else
            twc_draw_land_field(cr, &view, &o->fill, twc_viridis, 0, o->most);
        for (size_t line = 0; line < o->line_count; line++) {
            twc_source(cr, line ? twc_land_brook_colour() : twc_land_path_colour());
            cairo_set_line_width(cr, 0.8);
            if (k == 2)
                cairo_set_source_rgb(cr, 1, 1, 1);
            twc_draw_land_line(cr, &view, &o->line[line], 0);
        }
        twc_land_axes(cr, &view, k ? TWC_AXIS_ACROSS : TWC_AXIS_ACROSS | TWC_AXIS_UP);
        twc_panel_title(cr, view.x, top - 7, letters[k], titles[k]);
    }
    const twc_axis axis = {0, o->most, 0, "fill (m)"};
    twc_colour_bar(cr, left + 3 * side() + 2 * gap + 6, top, 8, side(), twc_viridis, &axis);
}

static void curve(cairo_t *cr, const twc_plot *plot, const twc_land_order *o, const double *y, twc_rgb colour)
{
    cairo_new_path(cr);
    for (size_t k = 0; k < o->count; k++)
        cairo_line_to(cr, twc_plot_x(plot, o->along[k]), twc_plot_y(plot, y[k]));
    twc_source(cr, colour);
    cairo_stroke(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_land_order *o = data;
    const double y = top + side() + between;
    char text[96];
    /* Down the brook from where it leaves the hill, so that a metre shows. */
    const twc_plot plot = {left,
                           y,
                           TWC_TEXT_PT - left - 6,
                           profile,
                           {180, o->along[o->count - 1], 0, "along the brook (m)"},
                           {-1.5, 7.5, 0, "height (m)"}};
    maps(cr, o);
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    twc_plot_clip(cr, &plot);
    cairo_set_line_width(cr, 1);
    curve(cr, &plot, o, o->filled, twc_hue_rgb(TWC_VERMILION));
    curve(cr, &plot, o, o->bed, twc_rgb_hex(0x4a3418));
    cairo_set_line_width(cr, 0.8);
    curve(cr, &plot, o, o->level, twc_hue_rgb(TWC_BLUE));
    cairo_restore(cr);
    snprintf(text, sizeof text, "The brook's bed in both orders: at most %.2f m are filled at a point of the grid",
             o->most);
    twc_panel_title(cr, left, y - 7, "d", text);
    const twc_legend_entry entries[] = {
        {TWC_MARK_LINE, twc_rgb_hex(0x4a3418), 1, "ground in the brook's middle, as written"},
        {TWC_MARK_LINE, twc_hue_rgb(TWC_VERMILION), 1, "the other order"},
        {TWC_MARK_LINE, twc_hue_rgb(TWC_BLUE), 1, "water"}};
    twc_legend_row(cr, left, y + profile + 32, entries, 3);
}

twc_status twc_write_land_order(const twc_land_order *order, const char *folder)
{
    const twc_page page = {"land_order", "The order of two features", TWC_TEXT_PT,
                           top + side() + between + profile + foot};
    return twc_page_write(folder, &page, draw, order);
}
