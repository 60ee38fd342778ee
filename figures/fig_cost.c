/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each stage of a chunk's build costs in both implementations. */
#include <math.h>
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double left = 62, top = 14, right = 34, row_height = 15, foot = 40;

static double bars_height(const twc_cost_table *costs)
{
    return row_height * costs->count;
}

static void bar(cairo_t *cr, const twc_plot *plot, double us, double y, double height, twc_rgb colour)
{
    double end = twc_plot_x(plot, fmax(plot->across.low, fmin(plot->across.high, us)));
    twc_source(cr, colour);
    cairo_rectangle(cr, plot->x, y, end - plot->x, height);
    cairo_fill(cr);
}

/* The least and the most of the rounds, across the end of a bar. */
static void whisker(cairo_t *cr, const twc_plot *plot, twc_interval us, double y)
{
    const double low = twc_plot_x(plot, fmax(plot->across.low, us.low)), high = twc_plot_x(plot, us.high);
    if (us.middle <= 0)
        return;
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.6);
    cairo_move_to(cr, low, y);
    cairo_line_to(cr, high, y);
    for (int end = 0; end < 2; end++) {
        cairo_move_to(cr, end ? high : low, y - 1.3);
        cairo_line_to(cr, end ? high : low, y + 1.3);
    }
    cairo_stroke(cr);
}

/* As many digits of a ratio as its interval leaves certain, two at most. */
static void print_ratio(char text[32], twc_interval reference, twc_interval fast)
{
    const double ratio = reference.middle / fast.middle,
                 half = (reference.high / fast.low - reference.low / fast.high) / 2;
    const int two = 1 - (int)floor(log10(ratio)), certain = half > 0 ? -(int)floor(log10(half)) : two,
              decimals = certain < two ? certain : two;
    const double step = pow(10, -decimals);
    snprintf(text, 32, "%.*f\u00d7", decimals > 0 ? decimals : 0, step * rint(ratio / step));
}

static void row(cairo_t *cr, const twc_plot *plot, const twc_cost_table *costs, int stage)
{
    const double y = top + row_height * stage, bar_height = row_height / 2 - 2.2;
    const twc_interval reference = costs->reference[stage], fast = costs->fast[stage];
    char text[32];
    bar(cr, plot, reference.middle, y + 2, bar_height, twc_hue_rgb(TWC_SKY));
    bar(cr, plot, fast.middle, y + row_height / 2 + 0.2, bar_height, twc_hue_rgb(TWC_BLUE));
    whisker(cr, plot, reference, y + 2 + bar_height / 2);
    whisker(cr, plot, fast, y + row_height / 2 + 0.2 + bar_height / 2);
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text(cr, left - 5, y + row_height / 2, TWC_TEXT_NORMAL, TWC_ALIGN_RIGHT, costs->name[stage]);
    if (reference.middle <= 0 || fast.middle <= 0 || fast.low <= 0)
        return;
    print_ratio(text, reference, fast);
    twc_text(cr, TWC_COLUMN_PT - 3, y + row_height / 2, TWC_TEXT_NORMAL, TWC_ALIGN_RIGHT, text);
}

/* Whole powers of ten about all times. */
static twc_axis cost_axis(const twc_cost_table *costs)
{
    double low = INFINITY, high = 0;
    for (int k = 0; k < costs->count; k++) {
        high = fmax(high, fmax(costs->reference[k].high, costs->fast[k].high));
        low = fmin(low, costs->reference[k].middle > 0 ? costs->reference[k].low : low);
        low = fmin(low, costs->fast[k].middle > 0 ? costs->fast[k].low : low);
    }
    return (twc_axis){pow(10, floor(log10(fmax(0.01, fmin(low, 1))))), pow(10, ceil(log10(fmax(high, 10)))), 1,
                      "\u00b5s a chunk: median and range of the rounds"};
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_cost_table *costs = data;
    const twc_plot plot = {left,           top, TWC_COLUMN_PT - left - right, bars_height(costs), cost_axis(costs),
                           {0, 1, 0, NULL}};
    char fast[64];
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_GRID);
    for (int k = 0; k < costs->count; k++)
        row(cr, &plot, costs, k);
    twc_plot_frame(cr, &plot, 0);
    twc_text(cr, TWC_COLUMN_PT - 3, top / 2, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, "ratio");
    snprintf(fast, sizeof fast, "fast, %s, one thread", costs->level);
    const twc_legend_entry entries[] = {{TWC_MARK_FILL, twc_hue_rgb(TWC_SKY), 1, "reference"},
                                        {TWC_MARK_FILL, twc_hue_rgb(TWC_BLUE), 1, fast}};
    twc_legend_row(cr, left, top + bars_height(costs) + 33, entries, 2);
}

twc_status twc_write_cost(const twc_cost_table *costs, const char *folder)
{
    const twc_page page = {"cost", "Cost of the stages of a chunk", TWC_COLUMN_PT, top + bars_height(costs) + foot};
    return twc_page_write(folder, &page, draw, costs);
}
