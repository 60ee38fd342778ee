/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the build scales: the cost of a chunk against the size of the world, and the speed-up against threads. */
#include <math.h>
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double left = 30, top = 16, right = 6, foot = 28, gap = 32, height = 150;

/* The estimate as a dot, its interval as a bar with caps. */
static void draw_point(cairo_t *cr, const twc_plot *plot, double at, twc_interval value, double scale)
{
    const double x = twc_plot_x(plot, at), low = twc_plot_y(plot, scale * value.low),
                 high = twc_plot_y(plot, scale * value.high);
    cairo_set_line_width(cr, 0.8);
    cairo_move_to(cr, x, low);
    cairo_line_to(cr, x, high);
    cairo_move_to(cr, x - 2.5, low);
    cairo_line_to(cr, x + 2.5, low);
    cairo_move_to(cr, x - 2.5, high);
    cairo_line_to(cr, x + 2.5, high);
    cairo_stroke(cr);
    twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_BLUE), 1, x, twc_plot_y(plot, scale * value.middle), 3.2);
}

/* Sizes double and threads are whole: each has a tick of its own. */
static void draw_tick(cairo_t *cr, const twc_plot *plot, double value)
{
    char text[32];
    const double at = twc_plot_x(plot, value), bottom = plot->y + plot->height;
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.5);
    cairo_move_to(cr, at, bottom);
    cairo_line_to(cr, at, bottom + 2.5);
    cairo_stroke(cr);
    snprintf(text, sizeof text, "%g", value);
    twc_text(cr, at, bottom + 7.5, TWC_TEXT_SMALL, TWC_ALIGN_CENTRE, text);
}

static void draw_frame(cairo_t *cr, const twc_plot *plot)
{
    twc_plot_frame(cr, plot, TWC_AXIS_UP | TWC_AXIS_GRID);
    twc_text(cr, plot->x + plot->width / 2, plot->y + plot->height + 18, TWC_TEXT_NORMAL, TWC_ALIGN_CENTRE,
             plot->across.label);
}

static void draw_sizes(cairo_t *cr, const twc_scaling *s, double x, double width)
{
    const double micro = 1e6;
    double most = 0;
    for (int k = 0; k < s->sizes; k++)
        most = fmax(most, micro * s->chunk[k].high);
    const twc_plot plot = {x,
                           top,
                           width,
                           height - top - foot,
                           {s->kilometres[0] / 1.4, s->kilometres[s->sizes - 1] * 1.4, 1, "side of the world, km"},
                           {0, 1.25 * most, 0, "a chunk, \u00b5s"}};
    draw_frame(cr, &plot);
    for (int k = 0; k < s->sizes; k++)
        draw_tick(cr, &plot, s->kilometres[k]);
    twc_source(cr, twc_hue_rgb(TWC_BLUE));
    cairo_set_line_width(cr, 0.8);
    for (int k = 0; k < s->sizes; k++)
        cairo_line_to(cr, twc_plot_x(&plot, s->kilometres[k]), twc_plot_y(&plot, micro * s->chunk[k].middle));
    cairo_stroke(cr);
    for (int k = 0; k < s->sizes; k++) {
        twc_source(cr, twc_hue_rgb(TWC_BLUE));
        draw_point(cr, &plot, s->kilometres[k], s->chunk[k], micro);
    }
    char title[64];
    snprintf(title, sizeof title, "%s, one thread", s->level);
    twc_panel_title(cr, x, top / 2, "a", title);
}

/* As fast as the threads are many, as far as there are processors. */
static void draw_ideal(cairo_t *cr, const twc_scaling *s, const twc_plot *plot)
{
    const double dash[] = {3, 2}, last = s->threads[s->counts - 1], end = fmin(s->processors, last);
    twc_source(cr, twc_rgb_hex(0x666666));
    cairo_save(cr);
    cairo_set_line_width(cr, 0.8);
    cairo_set_dash(cr, dash, 2, 0);
    cairo_move_to(cr, twc_plot_x(plot, 1), twc_plot_y(plot, 1));
    cairo_line_to(cr, twc_plot_x(plot, end), twc_plot_y(plot, end));
    cairo_line_to(cr, twc_plot_x(plot, last), twc_plot_y(plot, end));
    cairo_stroke(cr);
    cairo_restore(cr);
    char label[64];
    snprintf(label, sizeof label, "ideal, %d processor%s", s->processors, s->processors == 1 ? "" : "s");
    twc_text(cr, plot->x + plot->width - 3, twc_plot_y(plot, end) - 5, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, label);
}

static void draw_threads(cairo_t *cr, const twc_scaling *s, double x, double width)
{
    const int most = s->threads[s->counts - 1];
    double high = most < s->processors ? most : s->processors;
    for (int k = 0; k < s->counts; k++)
        high = fmax(high, s->speedup[k].high);
    const twc_plot plot = {x,
                           top,
                           width,
                           height - top - foot,
                           {0.5, most + 0.5, 0, "threads"},
                           {0, 1.25 * high, 0, "times as fast as one"}};
    draw_frame(cr, &plot);
    for (int k = 0; k < s->counts; k++)
        draw_tick(cr, &plot, s->threads[k]);
    draw_ideal(cr, s, &plot);
    twc_source(cr, twc_hue_rgb(TWC_BLUE));
    cairo_set_line_width(cr, 0.8);
    for (int k = 0; k < s->counts; k++)
        cairo_line_to(cr, twc_plot_x(&plot, s->threads[k]), twc_plot_y(&plot, s->speedup[k].middle));
    cairo_stroke(cr);
    for (int k = 0; k < s->counts; k++) {
        twc_source(cr, twc_hue_rgb(TWC_BLUE));
        draw_point(cr, &plot, s->threads[k], s->speedup[k], 1);
    }
    char title[64];
    snprintf(title, sizeof title, "%s, 2 km region", s->level);
    twc_panel_title(cr, x, top / 2, "b", title);
}

static void draw(cairo_t *cr, const void *data)
{
    const double width = (TWC_COLUMN_PT - left - right - gap) / 2;
    draw_sizes(cr, data, left, width);
    draw_threads(cr, data, left + width + gap, width);
}

twc_status twc_write_scaling(const twc_scaling *scaling, const char *folder)
{
    const twc_page page = {"scaling", "How the build of the ground scales", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, scaling);
}
