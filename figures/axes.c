/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "axes.h"

#include <math.h>
#include <stdio.h>

static const double tick_length = 2.5, label_gap = 2;

void twc_source(cairo_t *cr, twc_rgb colour)
{
    cairo_set_source_rgb(cr, colour.r, colour.g, colour.b);
}

void twc_source_alpha(cairo_t *cr, twc_rgb colour, double opacity)
{
    cairo_set_source_rgba(cr, colour.r, colour.g, colour.b, opacity);
}

static double fraction(const twc_axis *axis, double value)
{
    if (axis->logarithmic)
        return (log10(value) - log10(axis->low)) / (log10(axis->high) - log10(axis->low));
    return (value - axis->low) / (axis->high - axis->low);
}

double twc_plot_x(const twc_plot *plot, double value)
{
    return plot->x + plot->width * fraction(&plot->across, value);
}

double twc_plot_y(const twc_plot *plot, double value)
{
    return plot->y + plot->height * (1 - fraction(&plot->up, value));
}

/* ---- ticks -------------------------------------------------------------------------------------------------- */

static void add_tick(twc_ticks *ticks, double value, int labelled)
{
    if (ticks->count == TWC_MAX_TICKS)
        return;
    ticks->value[ticks->count] = value;
    ticks->labelled[ticks->count++] = labelled;
}

static twc_ticks linear_ticks(const twc_axis *axis, int wanted)
{
    twc_ticks ticks = {.count = 0};
    double low = fmin(axis->low, axis->high), high = fmax(axis->low, axis->high);
    double rough = (high - low) / wanted, power = pow(10, floor(log10(rough)));
    double mantissa = rough / power, slack = 1e-9;
    double step = power * (mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10);
    ticks.decimals = step < 1 ? (int)ceil(-log10(step) - slack) : 0;
    for (double k = ceil(low / step - slack); k * step <= high + slack * step; k++)
        add_tick(&ticks, k * step, 1);
    return ticks;
}

static twc_ticks logarithmic_ticks(const twc_axis *axis)
{
    twc_ticks ticks = {.count = 0};
    double low = axis->low * (1 - 1e-9), high = axis->high * (1 + 1e-9);
    int dense = high / low < 100;
    for (int power = (int)floor(log10(low)); power <= (int)ceil(log10(high)); power++)
        for (int digit = 1; digit <= 9; digit++) {
            double value = digit * pow(10, power);
            if (value >= low && value <= high)
                add_tick(&ticks, value, digit == 1 || (dense && (digit == 2 || digit == 5)));
        }
    return ticks;
}

twc_ticks twc_axis_ticks(const twc_axis *axis, int wanted)
{
    return axis->logarithmic && axis->high / axis->low > 6 ? logarithmic_ticks(axis) : linear_ticks(axis, wanted);
}

void twc_tick_label(const twc_axis *axis, const twc_ticks *ticks, int k, char text[32])
{
    double value = ticks->value[k];
    if (!axis->logarithmic || ticks->decimals)
        snprintf(text, 32, "%s%.*f", value < -1e-12 ? "\u2212" : "", ticks->decimals, fabs(value));
    else
        snprintf(text, 32, "%.*f", value < 1 ? (int)ceil(-log10(value) - 1e-9) : 0, value);
}

/* ---- frame -------------------------------------------------------------------------------------------------- */

static void line(cairo_t *cr, double x0, double y0, double x1, double y1)
{
    cairo_move_to(cr, x0, y0);
    cairo_line_to(cr, x1, y1);
    cairo_stroke(cr);
}

static void draw_across(cairo_t *cr, const twc_plot *plot, int grid)
{
    twc_ticks ticks = twc_axis_ticks(&plot->across, (int)fmin(20, fmax(2, plot->width / 35)));
    double bottom = plot->y + plot->height;
    for (int k = 0; k < ticks.count; k++) {
        double x = twc_plot_x(plot, ticks.value[k]);
        char text[32];
        twc_source(cr, twc_rgb_hex(0xe2e2e2));
        if (grid && ticks.labelled[k])
            line(cr, x, plot->y, x, bottom);
        cairo_set_source_rgb(cr, 0, 0, 0);
        line(cr, x, bottom, x, bottom + (ticks.labelled[k] ? tick_length : 0.6 * tick_length));
        twc_tick_label(&plot->across, &ticks, k, text);
        if (ticks.labelled[k])
            twc_text(cr, x, bottom + tick_length + label_gap + 3, TWC_TEXT_SMALL, TWC_ALIGN_CENTRE, text);
    }
    if (plot->across.label)
        twc_text(cr, plot->x + plot->width / 2, bottom + 18, TWC_TEXT_NORMAL, TWC_ALIGN_CENTRE, plot->across.label);
}

static void draw_up(cairo_t *cr, const twc_plot *plot, int grid)
{
    twc_ticks ticks = twc_axis_ticks(&plot->up, (int)fmin(20, fmax(2, plot->height / 32)));
    double widest = 0;
    for (int k = 0; k < ticks.count; k++) {
        double y = twc_plot_y(plot, ticks.value[k]);
        char text[32];
        twc_source(cr, twc_rgb_hex(0xe2e2e2));
        if (grid && ticks.labelled[k])
            line(cr, plot->x, y, plot->x + plot->width, y);
        cairo_set_source_rgb(cr, 0, 0, 0);
        line(cr, plot->x, y, plot->x - (ticks.labelled[k] ? tick_length : 0.6 * tick_length), y);
        twc_tick_label(&plot->up, &ticks, k, text);
        if (ticks.labelled[k])
            twc_text(cr, plot->x - tick_length - label_gap, y, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, text);
        widest = fmax(widest, ticks.labelled[k] ? twc_text_width(cr, TWC_TEXT_SMALL, text) : 0);
    }
    if (plot->up.label)
        twc_text_up(cr, plot->x - tick_length - 2 * label_gap - widest - 4, plot->y + plot->height / 2, TWC_TEXT_NORMAL,
                    plot->up.label);
}

void twc_plot_frame(cairo_t *cr, const twc_plot *plot, unsigned sides)
{
    cairo_save(cr);
    cairo_set_line_width(cr, 0.5);
    if (sides & TWC_AXIS_ACROSS)
        draw_across(cr, plot, (sides & TWC_AXIS_GRID) != 0);
    if (sides & TWC_AXIS_UP)
        draw_up(cr, plot, (sides & TWC_AXIS_GRID) != 0);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_rectangle(cr, plot->x, plot->y, plot->width, plot->height);
    cairo_stroke(cr);
    cairo_restore(cr);
}

void twc_plot_clip(cairo_t *cr, const twc_plot *plot)
{
    cairo_save(cr);
    cairo_rectangle(cr, plot->x, plot->y, plot->width, plot->height);
    cairo_clip(cr);
}

/* ---- legends ------------------------------------------------------------------------------------------------ */

void twc_mark_draw(cairo_t *cr, twc_mark mark, twc_rgb colour, double opacity, double x, double y, double size)
{
    const double dash[] = {2.5, 1.5}, half = size / 2;
    cairo_save(cr);
    cairo_new_path(cr);
    twc_source_alpha(cr, colour, opacity);
    switch (mark) {
    case TWC_MARK_FILL:
        cairo_rectangle(cr, x - half, y - 0.7 * half, size, 1.4 * half);
        cairo_fill_preserve(cr);
        cairo_set_source_rgb(cr, 0.3, 0.3, 0.3);
        cairo_set_line_width(cr, 0.4);
        cairo_stroke(cr);
        break;
    case TWC_MARK_DASH:
        cairo_set_dash(cr, dash, 2, 0);
        /* fall through */
    case TWC_MARK_LINE:
        cairo_set_line_width(cr, 1);
        line(cr, x - half, y, x + half, y);
        break;
    case TWC_MARK_DOT:
        cairo_arc(cr, x, y, half, 0, 6.283185307179586);
        cairo_fill(cr);
        break;
    case TWC_MARK_RING:
        cairo_set_line_width(cr, 0.7);
        cairo_arc(cr, x, y, half, 0, 6.283185307179586);
        cairo_stroke(cr);
        break;
    case TWC_MARK_DIAMOND:
        cairo_move_to(cr, x - half, y);
        cairo_line_to(cr, x, y - half);
        cairo_line_to(cr, x + half, y);
        cairo_line_to(cr, x, y + half);
        cairo_close_path(cr);
        cairo_fill_preserve(cr);
        cairo_set_source_rgb(cr, 1, 1, 1);
        cairo_set_line_width(cr, 0.4);
        cairo_stroke(cr);
        break;
    }
    cairo_restore(cr);
}

static double mark_size(twc_mark mark)
{
    return mark == TWC_MARK_DOT || mark == TWC_MARK_RING ? 3.2 : mark == TWC_MARK_DIAMOND ? 6 : 9;
}

/* One entry with its left edge at x; returns its width. */
static double legend_entry(cairo_t *cr, double x, double y, const twc_legend_entry *entry)
{
    twc_mark_draw(cr, entry->mark, entry->colour, entry->opacity, x + 5, y, mark_size(entry->mark));
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text(cr, x + 13, y, TWC_TEXT_NORMAL, TWC_ALIGN_LEFT, entry->label);
    return 13 + twc_text_width(cr, TWC_TEXT_NORMAL, entry->label);
}

double twc_legend(cairo_t *cr, double x, double y, const twc_legend_entry *entries, int count)
{
    const double row = 10;
    for (int k = 0; k < count; k++)
        legend_entry(cr, x, y + row * (k + 0.5), &entries[k]);
    return row * count;
}

void twc_legend_row(cairo_t *cr, double x, double y, const twc_legend_entry *entries, int count)
{
    for (int k = 0; k < count; k++)
        x += legend_entry(cr, x, y, &entries[k]) + 12;
}

void twc_panel_title(cairo_t *cr, double x, double y, const char *letter, const char *title)
{
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text_bold(cr, x, y, TWC_TEXT_LARGE, TWC_ALIGN_LEFT, letter);
    twc_text(cr, x + 9, y, TWC_TEXT_NORMAL, TWC_ALIGN_LEFT, title);
}

/* ---- scales ------------------------------------------------------------------------------------------------- */

/* (x, y) is its left end. */
static void scale_bar(cairo_t *cr, double x, double y, double length, const char *label)
{
    cairo_save(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 1);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
    cairo_move_to(cr, x, y - 2.5);
    cairo_line_to(cr, x, y);
    cairo_line_to(cr, x + length, y);
    cairo_line_to(cr, x + length, y - 2.5);
    cairo_stroke(cr);
    twc_text(cr, x + length / 2, y - 5, TWC_TEXT_NORMAL, TWC_ALIGN_CENTRE, label);
    cairo_restore(cr);
}

void twc_scale_bar_fit(cairo_t *cr, double x, double y, double room, double points_per_metre)
{
    double limit = room / points_per_metre, power = pow(10, floor(log10(limit)));
    double metres = power * (limit >= 5 * power ? 5 : limit >= 2 * power ? 2 : 1);
    char label[32];
    if (metres >= 1000)
        snprintf(label, sizeof label, "%.0f km", metres / 1000);
    else
        snprintf(label, sizeof label, "%g m", metres);
    scale_bar(cr, x - metres * points_per_metre, y, metres * points_per_metre, label);
}

void twc_colour_bar(cairo_t *cr, double x, double y, double width, double height, twc_colormap *map,
                    const twc_axis *axis)
{
    const twc_plot plot = {x, y, width, height, {0, 1, 0, NULL}, *axis};
    cairo_save(cr);
    cairo_pattern_t *ramp = cairo_pattern_create_linear(0, y + height, 0, y);
    for (int k = 0; k <= 64; k++) {
        twc_rgb colour = map(k / 64.0);
        cairo_pattern_add_color_stop_rgb(ramp, k / 64.0, colour.r, colour.g, colour.b);
    }
    cairo_rectangle(cr, x, y, width, height);
    cairo_set_source(cr, ramp);
    cairo_fill(cr);
    cairo_pattern_destroy(ramp);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.5);
    cairo_rectangle(cr, x, y, width, height);
    cairo_stroke(cr);
    twc_ticks ticks = twc_axis_ticks(axis, (int)fmin(20, fmax(2, height / 32)));
    double widest = 0;
    for (int k = 0; k < ticks.count; k++) {
        char text[32];
        double at = twc_plot_y(&plot, ticks.value[k]);
        line(cr, x + width, at, x + width + tick_length, at);
        twc_tick_label(axis, &ticks, k, text);
        if (ticks.labelled[k])
            twc_text(cr, x + width + tick_length + label_gap, at, TWC_TEXT_SMALL, TWC_ALIGN_LEFT, text);
        widest = fmax(widest, ticks.labelled[k] ? twc_text_width(cr, TWC_TEXT_SMALL, text) : 0);
    }
    if (axis->label)
        twc_text_up(cr, x + width + tick_length + 2 * label_gap + widest + 4, y + height / 2, TWC_TEXT_NORMAL,
                    axis->label);
    cairo_restore(cr);
}
