/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A strip a measure: every world of the ensemble relative to the paper's value, the median and the middle 95 %, and the
 * band.
 */
#include <math.h>
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double row_height = 14.5, left = 172, top = 16, right = 62, foot = 40;

typedef struct panel {
    const twc_ensemble_strips *strips;
    twc_plot plot;
} panel;

static void reach(twc_axis *axis, double ratio)
{
    if (!isfinite(ratio) || ratio <= 0)
        return;
    axis->low = fmax(0.1, fmin(axis->low, 0.95 * ratio));
    axis->high = fmin(10, fmax(axis->high, 1.05 * ratio));
}

/* The ratios shown; a value beyond a tenth or ten times is drawn on the frame. */
static twc_axis ratio_axis(const twc_ensemble_strips *strips)
{
    twc_axis axis = {0.8, 1.25, 1, "measured / paper"};
    for (size_t s = 0; s < strips->count; s++) {
        const twc_strip *strip = &strips->strip[s];
        for (size_t k = 0; k < strip->count; k++)
            reach(&axis, strip->values[k] / strip->paper);
        reach(&axis, strip->low / strip->paper);
        reach(&axis, strip->high / strip->paper);
    }
    return axis;
}

static twc_rgb band_grey(void)
{
    return twc_rgb_hex(0xd5d5d5);
}

static double place(const twc_plot *plot, double ratio)
{
    return twc_plot_x(plot, fmin(plot->across.high, fmax(plot->across.low, ratio)));
}

static void dots(cairo_t *cr, const twc_plot *plot, const twc_strip *strip, const double *shift, double y)
{
    for (size_t k = 0; k < strip->count; k++) {
        double ratio = strip->values[k] / strip->paper;
        if (isfinite(ratio))
            twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_BLUE), 0.35, place(plot, ratio), y + 3.6 * shift[k], 2.4);
    }
}

/* The band, at least a hairline wide: some claims are exact. */
static void band(cairo_t *cr, const twc_plot *plot, const twc_strip *strip, double y)
{
    double low = place(plot, strip->low / strip->paper), high = place(plot, strip->high / strip->paper);
    if (!(strip->low <= strip->high))
        return;
    twc_source(cr, band_grey());
    cairo_rectangle(cr, low - 0.4, y - 0.46 * row_height, high - low + 0.8, 0.92 * row_height);
    cairo_fill(cr);
}

static void interval(cairo_t *cr, const twc_plot *plot, const twc_spread *s, double paper, double y)
{
    double low = place(plot, s->low / paper), high = place(plot, s->high / paper),
           middle = place(plot, s->median / paper);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.8);
    cairo_move_to(cr, low, y);
    cairo_line_to(cr, high, y);
    cairo_move_to(cr, low, y - 2.5);
    cairo_line_to(cr, low, y + 2.5);
    cairo_move_to(cr, high, y - 2.5);
    cairo_line_to(cr, high, y + 2.5);
    cairo_stroke(cr);
    cairo_set_line_width(cr, 1.8);
    cairo_move_to(cr, middle, y - 4.5);
    cairo_line_to(cr, middle, y + 4.5);
    cairo_stroke(cr);
}

static void row(cairo_t *cr, const panel *p, size_t k, double y)
{
    const twc_strip *strip = &p->strips->strip[k];
    char text[32];
    band(cr, &p->plot, strip, y);
    cairo_set_line_width(cr, 0.8);
    twc_source(cr, twc_hue_rgb(TWC_VERMILION));
    cairo_move_to(cr, twc_plot_x(&p->plot, 1), y - row_height / 2);
    cairo_line_to(cr, twc_plot_x(&p->plot, 1), y + row_height / 2);
    cairo_stroke(cr);
    dots(cr, &p->plot, strip, p->strips->shift, y);
    if (strip->spread.count)
        interval(cr, &p->plot, &strip->spread, strip->paper, y);
    if (isfinite(strip->calibrated))
        twc_mark_draw(cr, TWC_MARK_DIAMOND, twc_hue_rgb(TWC_VERMILION), 1,
                      place(&p->plot, strip->calibrated / strip->paper), y, 6);
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text(cr, left - 6, y, TWC_TEXT_NORMAL, TWC_ALIGN_RIGHT, strip->label);
    snprintf(text, sizeof text, strip->format, strip->paper);
    twc_text(cr, p->plot.x + p->plot.width + 28, y, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, text);
    snprintf(text, sizeof text, strip->format, strip->spread.median);
    if (strip->spread.count)
        twc_text(cr, p->plot.x + p->plot.width + right - 2, y, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, text);
}

static void draw(cairo_t *cr, const void *data)
{
    const panel *p = data;
    const twc_plot *plot = &p->plot;
    twc_plot_frame(cr, plot, TWC_AXIS_ACROSS | TWC_AXIS_GRID);
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text(cr, plot->x + plot->width + 28, top / 2, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, "paper");
    twc_text(cr, plot->x + plot->width + right - 2, top / 2, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, "median");
    for (size_t k = 0; k < p->strips->count; k++)
        row(cr, p, k, top + row_height * ((double)k + 0.5));
    const twc_legend_entry entries[] = {{TWC_MARK_DOT, twc_hue_rgb(TWC_BLUE), 0.6, "one seed"},
                                        {TWC_MARK_LINE, twc_hue_rgb(TWC_BLACK), 1, "median, 95 % of seeds"},
                                        {TWC_MARK_DIAMOND, twc_hue_rgb(TWC_VERMILION), 1, "calibrated region"},
                                        {TWC_MARK_LINE, twc_hue_rgb(TWC_VERMILION), 1, "paper"},
                                        {TWC_MARK_FILL, band_grey(), 1, "band"}};
    twc_legend_row(cr, left - 50, plot->y + plot->height + 32, entries, 5);
}

twc_status twc_write_ensemble(const twc_ensemble_strips *strips, const char *folder)
{
    if (strips->count == 0)
        return twc_fail(TWC_USAGE, "the ensemble is empty");
    for (size_t k = 0; k < strips->count; k++)
        if (!(strips->strip[k].paper > 0))
            return twc_fail(TWC_USAGE, "\"%s\" has no positive value to compare with", strips->strip[k].label);
    double height = row_height * (double)strips->count;
    panel p = {strips, {left, top, TWC_TEXT_PT - left - right, height, ratio_axis(strips), {0, 1, 0, NULL}}};
    const twc_page page = {"ensemble", "An ensemble of worlds against the paper", TWC_TEXT_PT, height + top + foot};
    return twc_page_write(folder, &page, draw, &p);
}
