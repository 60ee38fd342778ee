/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view of mixed levels against distance from the eye: how dense its triangles are, and what it may be off. */
#include <math.h>

#include "axes.h"
#include "figures.h"

static const double left = 34, top = 14, gap = 48, right = 6, height = 130, foot = 34;

static double middle_of(const twc_detail_distances *d, int bin)
{
    return d->nearest * pow(2, (bin + 0.5) / TWC_DETAIL_BINS_AN_OCTAVE);
}

static void curve(cairo_t *cr, const twc_detail_distances *d, const twc_plot *plot, int of_errors)
{
    int begun = 0;
    twc_plot_frame(cr, plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    twc_plot_clip(cr, plot);
    if (of_errors) {
        twc_source(cr, twc_hue_rgb(TWC_VERMILION));
        cairo_set_line_width(cr, 0.8);
        cairo_move_to(cr, plot->x, twc_plot_y(plot, d->tolerance));
        cairo_line_to(cr, plot->x + plot->width, twc_plot_y(plot, d->tolerance));
        cairo_stroke(cr);
    }
    twc_source(cr, twc_hue_rgb(TWC_BLUE));
    cairo_set_line_width(cr, 1.2);
    for (int bin = 0; bin < TWC_DETAIL_BINS; bin++) {
        if (d->bin[bin].triangles < 1 || d->bin[bin].km2 <= 0)
            continue;
        const double x = twc_plot_x(plot, middle_of(d, bin)),
                     y = twc_plot_y(plot, of_errors ? d->bin[bin].shown : d->bin[bin].triangles / d->bin[bin].km2);
        if (begun++)
            cairo_line_to(cr, x, y);
        else
            cairo_move_to(cr, x, y);
    }
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_detail_distances *d = data;
    const double width = (TWC_TEXT_PT - 2 * left - gap - 2 * right) / 2, second = left + width + gap + left;
    double low = INFINITY, high = 1, far = 2 * d->nearest;
    for (int bin = 0; bin < TWC_DETAIL_BINS; bin++)
        if (d->bin[bin].triangles > 0 && d->bin[bin].km2 > 0) {
            low = fmin(low, d->bin[bin].triangles / d->bin[bin].km2);
            high = fmax(high, d->bin[bin].triangles / d->bin[bin].km2);
            far = middle_of(d, bin + 1);
        }
    const twc_axis across = {d->nearest, far, 1, "metres from the eye"};
    const twc_plot density = {
        left,
        top,
        width,
        height,
        across,
        {pow(10, floor(log10(fmin(low, high)))), pow(10, ceil(log10(high))), 1, "triangles a square kilometre"}};
    const twc_plot errors = {second, top, width, height, across, {0, 1.25 * d->tolerance, 0, "error, pixels"}};
    curve(cr, d, &density, 0);
    curve(cr, d, &errors, 1);
    twc_panel_title(cr, left, top / 2 - 1, "a", "Triangles");
    twc_panel_title(cr, second, top / 2 - 1, "b", "Greatest error of a chunk, and the tolerance");
}

twc_status twc_write_detail_distance(const twc_detail_distances *distances, const char *folder)
{
    const twc_page page = {"detail_distance", "Levels of detail against distance", TWC_TEXT_PT, top + height + foot};
    return twc_page_write(folder, &page, draw, distances);
}
