/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large facets are and how steep: outlines of two histograms a panel, fine only and with Broad cells. */
#include <math.h>

#include "axes.h"
#include "figures.h"

static const double left = 30, top = 14, gap = 30, right = 8, foot = 40, height = 110;

static double bin_edge(const twc_facet_histogram *h, int k)
{
    double t = (double)k / TWC_FACET_BINS;
    return h->logarithmic ? h->low * pow(h->high / h->low, t) : h->low + (h->high - h->low) * t;
}

static void outline(cairo_t *cr, const twc_plot *plot, const twc_facet_histogram *h, twc_rgb colour, int filled)
{
    twc_plot_clip(cr, plot);
    cairo_move_to(cr, twc_plot_x(plot, h->low), twc_plot_y(plot, 0));
    for (int k = 0; k < TWC_FACET_BINS; k++) {
        double y = twc_plot_y(plot, 100 * h->weight[k]);
        cairo_line_to(cr, twc_plot_x(plot, bin_edge(h, k)), y);
        cairo_line_to(cr, twc_plot_x(plot, bin_edge(h, k + 1)), y);
    }
    cairo_line_to(cr, twc_plot_x(plot, h->high), twc_plot_y(plot, 0));
    if (filled) {
        twc_source_alpha(cr, colour, 0.35);
        cairo_fill_preserve(cr);
    }
    twc_source(cr, colour);
    cairo_set_line_width(cr, 0.9);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static double most(const twc_facet_histogram *pair)
{
    double value = 0;
    for (int k = 0; k < TWC_FACET_BINS; k++)
        value = fmax(value, fmax(pair[0].weight[k], pair[1].weight[k]));
    return 100 * value;
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_facet_sizes *s = data;
    static const char *const letters[] = {"a", "b"}, *const titles[] = {"Facet area", "Facet slope"};
    static const char *const labels[] = {"area of the facet (m\u00b2)", "slope (degrees)"};
    double width = (TWC_TEXT_PT - left - gap - right) / 2;
    for (int k = 0; k < 2; k++) {
        const twc_facet_histogram *pair = k ? s->slope : s->area;
        const twc_plot plot = {left + k * (width + gap),
                               top,
                               width,
                               height,
                               {pair->low, pair->high, pair->logarithmic, labels[k]},
                               {0, 1.08 * fmax(most(pair), 1), 0, k ? NULL : "share of the plan area (%)"}};
        outline(cr, &plot, &pair[1], twc_hue_rgb(TWC_ORANGE), 1);
        outline(cr, &plot, &pair[0], twc_hue_rgb(TWC_BLUE), 0);
        twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP);
        twc_panel_title(cr, plot.x, top / 2 - 1, letters[k], titles[k]);
    }
    const twc_legend_entry entries[] = {{TWC_MARK_LINE, twc_hue_rgb(TWC_BLUE), 1, "fine only"},
                                        {TWC_MARK_FILL, twc_hue_rgb(TWC_ORANGE), 0.35, "with Broad cells"}};
    twc_legend_row(cr, left, top + height + 33, entries, 2);
}

twc_status twc_write_facets(const twc_facet_sizes *sizes, const char *folder)
{
    const twc_page page = {"facets", "Sizes and slopes of facets", TWC_TEXT_PT, top + height + foot};
    return twc_page_write(folder, &page, draw, sizes);
}
