/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of levels; triangles of views against what they may show, beside one level everywhere. */
#include <math.h>
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double left = 34, top = 14, gap = 48, right = 6, height = 130, foot = 34;

static double power_of_ten(double value, int up)
{
    const double decade = log10(value);
    return pow(10, up ? ceil(decade) : floor(decade));
}

/* Errors of nothing lie on the axis. */
static double up_of(const twc_plot *plot, double error)
{
    return twc_plot_y(plot, fmax(error, plot->up.low));
}

static void errors(cairo_t *cr, const twc_detail_study *study, const twc_plot *plot)
{
    twc_plot_frame(cr, plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    twc_plot_clip(cr, plot);
    for (int32_t level = 1; level <= study->levels; level++) {
        const double x = twc_plot_x(plot, study->level[level].spacing);
        twc_source(cr, twc_hue_rgb(TWC_BLUE));
        cairo_set_line_width(cr, 1);
        cairo_move_to(cr, x, up_of(plot, study->level[level].least));
        cairo_line_to(cr, x, up_of(plot, study->level[level].most));
        cairo_stroke(cr);
        twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_BLUE), 1, x, up_of(plot, study->level[level].median), 5);
    }
    cairo_restore(cr);
}

static void triangles(cairo_t *cr, const twc_detail_study *study, const twc_plot *plot)
{
    const twc_hue hue[2] = {TWC_VERMILION, TWC_BLUE};
    twc_plot_frame(cr, plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    twc_plot_clip(cr, plot);
    for (int curve = 0; curve < 2; curve++) {
        twc_source(cr, twc_hue_rgb(hue[curve]));
        cairo_set_line_width(cr, 1.2);
        for (int k = 0; k < study->count; k++) {
            const double x = twc_plot_x(plot, study->view[k].tolerance),
                         y = twc_plot_y(plot, curve ? study->view[k].triangles : study->view[k].uniform);
            if (k == 0)
                cairo_move_to(cr, x, y);
            else
                cairo_line_to(cr, x, y);
        }
        cairo_stroke(cr);
    }
    cairo_restore(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_detail_study *study = data;
    const double width = (TWC_TEXT_PT - 2 * left - gap - 2 * right) / 2, second = left + width + gap + left;
    double low = INFINITY, high = 0, fewest = study->finest;
    for (int32_t level = 1; level <= study->levels; level++) {
        low = fmin(low, fmax(study->level[level].least, 0.01));
        high = fmax(high, study->level[level].most);
    }
    for (int k = 0; k < study->count; k++)
        fewest = fmin(fewest, study->view[k].triangles);
    const twc_plot of_levels = {left,
                                top,
                                width,
                                height,
                                {20, 20 * pow(2, study->levels), 1, "metres between vertices"},
                                {power_of_ten(fmin(low, 1), 0), power_of_ten(fmax(high, 0.01), 1), 1, "error, m"}};
    const twc_plot of_views = {
        second,
        top,
        width,
        height,
        {study->view[0].tolerance, study->view[study->count - 1].tolerance, 1, "tolerance, pixels"},
        {power_of_ten(fewest, 0), power_of_ten(study->finest, 1), 1, "triangles"}};
    errors(cr, study, &of_levels);
    triangles(cr, study, &of_views);
    twc_panel_title(cr, left, top / 2 - 1, "a", "Error of a level's chunks: least, median, greatest");
    twc_panel_title(cr, second, top / 2 - 1, "b", "Triangles of a view");
    const twc_legend_entry entries[] = {{TWC_MARK_LINE, twc_hue_rgb(TWC_BLUE), 1, "levels mixed"},
                                        {TWC_MARK_LINE, twc_hue_rgb(TWC_VERMILION), 1, "one level everywhere"}};
    twc_legend(cr, second + width - 92, top + 4, entries, 2);
}

twc_status twc_write_detail_error(const twc_detail_study *study, const char *folder)
{
    const twc_page page = {"detail_error", "Errors and triangles of levels of detail", TWC_TEXT_PT,
                           top + height + foot};
    return twc_page_write(folder, &page, draw, study);
}
