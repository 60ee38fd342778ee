/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of a world is under puddles at a wetness, and under snow at an amount and a line. */
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double left = 34, top = 16, gap = 46, right = 8, foot = 30, tall = 150;
static const twc_hue line_hue[TWC_COVER_LINES] = {TWC_BLACK, TWC_BLUE, TWC_VERMILION, TWC_GREEN};

static double amount(int k)
{
    return (double)k / TWC_COVER_STEPS;
}

static void curve(cairo_t *cr, const twc_plot *plot, const double *value, twc_hue hue, double width)
{
    if (value[0] < 0)
        return;
    for (int k = 0; k <= TWC_COVER_STEPS; k++)
        cairo_line_to(cr, twc_plot_x(plot, amount(k)), twc_plot_y(plot, value[k]));
    twc_source(cr, twc_hue_rgb(hue));
    cairo_set_line_width(cr, width);
    cairo_stroke(cr);
}

/* From nothing to so many per cent at wetness 1. */
static void straight(cairo_t *cr, const twc_plot *plot, double most)
{
    static const double dash[] = {2, 2};
    cairo_set_dash(cr, dash, 2, 0);
    cairo_move_to(cr, twc_plot_x(plot, 0), twc_plot_y(plot, 0));
    cairo_line_to(cr, twc_plot_x(plot, 1), twc_plot_y(plot, most));
    cairo_set_source_rgb(cr, 0.45, 0.45, 0.45);
    cairo_set_line_width(cr, 0.6);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
}

static double panel_width(void)
{
    return (TWC_TEXT_PT - left - gap - right) / 2;
}

static void draw_puddles(cairo_t *cr, const twc_cover_curves *c)
{
    const twc_plot plot = {left, top, panel_width(), tall, {0, 1, 0, "wetness"}, {0, 40, 0, "puddles, % of faces"}};
    const twc_legend_entry entries[] = {{TWC_MARK_LINE, twc_hue_rgb(TWC_VERMILION), 1, "road bed, of eligible"},
                                        {TWC_MARK_LINE, twc_hue_rgb(TWC_BLUE), 1, "ground, of eligible"},
                                        {TWC_MARK_LINE, twc_hue_rgb(TWC_GREEN), 1, "ground, of all"},
                                        {TWC_MARK_DASH, twc_rgb_hex(0x737373), 1, "maximum times wetness"}};
    int skipped = c->bed[0] < 0;
    twc_panel_title(cr, 0, top / 2 - 1, "a", "Rain");
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    curve(cr, &plot, c->bed, TWC_VERMILION, 1.1);
    curve(cr, &plot, c->ground, TWC_BLUE, 1.1);
    curve(cr, &plot, c->all_ground, TWC_GREEN, 1.1);
    straight(cr, &plot, c->most_ground);
    if (!skipped)
        straight(cr, &plot, c->most_bed);
    twc_legend(cr, plot.x + 7, plot.y + 6, entries + skipped, 4 - skipped);
}

static void draw_snow(cairo_t *cr, const twc_cover_curves *c)
{
    const twc_plot plot = {left + panel_width() + gap,
                           top,
                           panel_width(),
                           tall,
                           {0, 1, 0, "amount of snow"},
                           {0, 100, 0, "ground under snow, % of its area"}};
    twc_legend_entry entries[TWC_COVER_LINES];
    char label[TWC_COVER_LINES][32];
    twc_panel_title(cr, plot.x - 34, top / 2 - 1, "b", "Snow");
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    for (int line = 0; line < TWC_COVER_LINES; line++) {
        snprintf(label[line], sizeof label[line], "snow line at %g m", c->line[line]);
        entries[line] = (twc_legend_entry){TWC_MARK_LINE, twc_hue_rgb(line_hue[line]), 1, label[line]};
        curve(cr, &plot, c->snow[line], line_hue[line], 1.1);
    }
    twc_legend(cr, plot.x + 7, plot.y + 6, entries, TWC_COVER_LINES);
}

static void draw(cairo_t *cr, const void *data)
{
    draw_puddles(cr, data);
    draw_snow(cr, data);
}

twc_status twc_write_cover(const twc_cover_curves *curves, const char *folder)
{
    const twc_page page = {"cover", "Cover of puddles and of snow", TWC_TEXT_PT, top + tall + foot};
    return twc_page_write(folder, &page, draw, curves);
}
