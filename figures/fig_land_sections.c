/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections through a land's hill, and along its brook: ground, bed, water, and the rule that holds it. */
#include <math.h>
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double left = 36, right = 6, top = 16, panel = 92, between = 46, brook_height = 170, foot = 58;

static const char *const held_names[TWC_HELD_COUNT] = {"by the table", "by the ground", "by the fall"};
static const twc_hue held_hues[TWC_HELD_COUNT] = {TWC_SKY, TWC_ORANGE, TWC_PURPLE};

static void curve(cairo_t *cr, const twc_plot *plot, size_t count, const double *x, const double *y)
{
    cairo_new_path(cr);
    for (size_t k = 0; k < count; k++)
        cairo_line_to(cr, twc_plot_x(plot, x[k]), twc_plot_y(plot, y[k]));
}

/* The curve of before, closed below. */
static void fill_below(cairo_t *cr, const twc_plot *plot, double from, double to)
{
    cairo_line_to(cr, twc_plot_x(plot, to), plot->y + plot->height);
    cairo_line_to(cr, twc_plot_x(plot, from), plot->y + plot->height);
    cairo_close_path(cr);
    cairo_fill(cr);
}

static void hill(cairo_t *cr, const twc_land_section *s, double y, const char *letter, const char *across)
{
    const twc_plot plot = {left,
                           y,
                           TWC_TEXT_PT - left - right,
                           panel,
                           {s->along[0], s->along[s->count - 1], 0, across},
                           {-40, 180, 0, "height (m)"}};
    const double stretch = panel / 220.0 / ((TWC_TEXT_PT - left - right) / (s->along[s->count - 1] - s->along[0]));
    const double dash[] = {2.5, 1.5};
    char text[64];
    twc_plot_clip(cr, &plot);
    twc_source(cr, twc_rgb_hex(0xd7e8f2));
    cairo_rectangle(cr, plot.x, twc_plot_y(&plot, 0), plot.width, plot.height);
    cairo_fill(cr);
    curve(cr, &plot, s->count, s->along, s->ground);
    twc_source(cr, twc_rgb_hex(0xd8cdb4));
    fill_below(cr, &plot, s->along[0], s->along[s->count - 1]);
    cairo_set_line_width(cr, 0.6);
    cairo_set_dash(cr, dash, 2, 0);
    curve(cr, &plot, s->count, s->along, s->smooth);
    twc_source(cr, twc_hue_rgb(TWC_VERMILION));
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
    cairo_set_line_width(cr, 0.9);
    curve(cr, &plot, s->count, s->along, s->ground);
    cairo_set_source_rgb(cr, 0.15, 0.15, 0.15);
    cairo_stroke(cr);
    cairo_restore(cr);
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP);
    twc_panel_title(cr, plot.x, y - 8, letter, s->title);
    snprintf(text, sizeof text, "heights %.1f times as large", stretch);
    twc_source(cr, twc_rgb_hex(0x606060));
    twc_text(cr, plot.x + plot.width, y - 8, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, text);
}

/* A band under the plot: which rule holds the level of each point. */
static void held_band(cairo_t *cr, const twc_plot *plot, const twc_land_brook *b)
{
    for (size_t k = 0; k + 1 < b->count; k++) {
        const double x = twc_plot_x(plot, b->along[k]);
        twc_source(cr, twc_hue_rgb(held_hues[b->held[k]]));
        cairo_rectangle(cr, x, plot->y + plot->height - 7, twc_plot_x(plot, b->along[k + 1]) - x + 0.3, 7);
        cairo_fill(cr);
    }
}

/* The ground of before with all that was cut out of it, down to the bed, the water on it. */
static void brook_curves(cairo_t *cr, const twc_plot *plot, const twc_land_brook *b)
{
    const double dash[] = {2.5, 1.5};
    curve(cr, plot, b->count, b->along, b->bed);
    twc_source(cr, twc_rgb_hex(0xd8cdb4));
    fill_below(cr, plot, b->along[0], b->along[b->count - 1]);
    curve(cr, plot, b->count, b->along, b->level);
    for (size_t k = b->count; k-- > 0;)
        cairo_line_to(cr, twc_plot_x(plot, b->along[k]), twc_plot_y(plot, b->bed[k]));
    twc_source_alpha(cr, twc_hue_rgb(TWC_SKY), 0.6);
    cairo_fill(cr);
    cairo_set_line_width(cr, 0.8);
    curve(cr, plot, b->count, b->along, b->before);
    twc_source(cr, twc_rgb_hex(0x5d8a2c));
    cairo_stroke(cr);
    curve(cr, plot, b->count, b->along, b->bed);
    twc_source(cr, twc_rgb_hex(0x6b4a26));
    cairo_stroke(cr);
    curve(cr, plot, b->count, b->along, b->level);
    twc_source(cr, twc_hue_rgb(TWC_BLUE));
    cairo_stroke(cr);
    cairo_set_line_width(cr, 0.6);
    cairo_set_dash(cr, dash, 2, 0);
    curve(cr, plot, b->count, b->along, b->table);
    twc_source(cr, twc_hue_rgb(TWC_VERMILION));
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
}

/* `most` of the heights are shown, so that little falls show. */
static void brook(cairo_t *cr, const twc_land_brook *b, const twc_plot *plot, const char *letter, const char *title)
{
    twc_plot_clip(cr, plot);
    brook_curves(cr, plot, b);
    held_band(cr, plot, b);
    if (!isnan(b->crossing)) {
        const double x = twc_plot_x(plot, b->crossing), dash[] = {1, 1.5};
        cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
        cairo_set_line_width(cr, 0.6);
        cairo_set_dash(cr, dash, 2, 0);
        cairo_move_to(cr, x, plot->y);
        cairo_line_to(cr, x, plot->y + plot->height);
        cairo_stroke(cr);
        cairo_set_dash(cr, NULL, 0, 0);
        twc_text(cr, x - 3, plot->y + 7, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, "walkway crosses");
    }
    cairo_restore(cr);
    twc_plot_frame(cr, plot, TWC_AXIS_ACROSS | TWC_AXIS_UP);
    twc_panel_title(cr, plot->x, plot->y - 8, letter, title);
}

static void legends(cairo_t *cr, const twc_land_brook *b, double y)
{
    char text[TWC_HELD_COUNT][48];
    const twc_legend_entry curves[] = {{TWC_MARK_LINE, twc_rgb_hex(0x5d8a2c), 1, "ground before"},
                                       {TWC_MARK_LINE, twc_rgb_hex(0x6b4a26), 1, "bed"},
                                       {TWC_MARK_LINE, twc_hue_rgb(TWC_BLUE), 1, "water"},
                                       {TWC_MARK_DASH, twc_hue_rgb(TWC_VERMILION), 1, "its table"}};
    twc_legend_entry rules[TWC_HELD_COUNT];
    for (int k = 0; k < TWC_HELD_COUNT; k++) {
        snprintf(text[k], sizeof text[k], "%s: %d", held_names[k], b->held_count[k]);
        rules[k] = (twc_legend_entry){TWC_MARK_FILL, twc_hue_rgb(held_hues[k]), 1, text[k]};
    }
    twc_legend_row(cr, left, y, curves, 4);
    twc_text(cr, left, y + 12, TWC_TEXT_NORMAL, TWC_ALIGN_LEFT, "the band: levels of the water held");
    twc_legend_row(cr, left + 128, y + 12, rules, TWC_HELD_COUNT);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_land_sections *s = data;
    const twc_land_brook *b = &s->brook;
    const double second = top + panel + between, third = second + panel + between;
    const double width = (TWC_TEXT_PT - left - right - 40) / 2, last = b->along[b->count - 1];
    hill(cr, &s->hill[0], top, "a", "x, east (m)");
    hill(cr, &s->hill[1], second, "b", "z, south (m)");
    const twc_legend_entry entries[] = {{TWC_MARK_LINE, twc_rgb_hex(0x262626), 1, "ground"},
                                        {TWC_MARK_DASH, twc_hue_rgb(TWC_VERMILION), 1, "without gullies and features"}};
    twc_legend(cr, left + 4, top + 3, entries, 2);
    const twc_plot all = {left,
                          third,
                          width,
                          brook_height,
                          {0, last, 0, "along the brook (m)"},
                          {-2, fmax(b->before[0], b->level[0]) + 2, 0, "height (m)"}};
    const twc_plot low = {
        left + width + 40,           third, width, brook_height, {150, last, 0, "along the brook (m)"},
        {-1.2, 6.2, 0, "height (m)"}};
    brook(cr, b, &all, "c", "Along the brook, spring to sea");
    brook(cr, b, &low, "d", "Lawn, yard, dingle and cascade");
    legends(cr, b, third + brook_height + 34);
}

twc_status twc_write_land_sections(const twc_land_sections *sections, const char *folder)
{
    const double height = top + 2 * (panel + between) + brook_height + foot;
    const twc_page page = {"land_sections", "Sections of a land", TWC_TEXT_PT, height};
    return twc_page_write(folder, &page, draw, sections);
}
