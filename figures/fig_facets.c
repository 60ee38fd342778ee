/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large facets are and how steep: outlines of two histograms a panel, fine only and with Broad cells. */
#include <math.h>
#include <string.h>

#include "axes.h"
#include "figure.h"

enum { BINS = 48 };
static const double left = 30, top = 14, gap = 30, right = 8, foot = 40, height = 110;

typedef struct histogram {
    double weight[BINS]; /* square metres of plan, as a share of the whole */
    double low, high;
    int logarithmic;
} histogram;

typedef struct study {
    histogram area[2], slope[2]; /* fine only, as classed */
} study;

static void add(histogram *h, double value, double weight)
{
    double place = h->logarithmic ? log(value / h->low) / log(h->high / h->low) : (value - h->low) / (h->high - h->low);
    int bin = (int)fmin(BINS - 1, fmax(0, floor(place * BINS)));
    h->weight[bin] += weight;
}

static double bin_edge(const histogram *h, int k)
{
    double t = (double)k / BINS;
    return h->logarithmic ? h->low * pow(h->high / h->low, t) : h->low + (h->high - h->low) * t;
}

/*
 * Every triangle puts its plan area into its facet's bin, so that a large facet counts by what a viewer sees of it, and
 * a fan that is spread over two chunks counts once.
 */
static void gather(twc_mesh_list meshes, histogram *area, histogram *slope)
{
    double total = 0;
    *area = (histogram){.low = 10, .high = 10000, .logarithmic = 1};
    *slope = (histogram){.low = 0, .high = 80};
    for (size_t m = 0; m < meshes.count; m++) {
        const twc_mesh *mesh = &meshes.mesh[m];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const twc_triangle *triangle = &mesh->triangles[t];
            const twc_facet *facet = &mesh->facets[triangle->facet];
            double plan = (double)twc_vertex_area2(triangle->corner[0], triangle->corner[1], triangle->corner[2]) /
                          20000;
            double whole = (double)twc_vertex_area2(facet->corner[0], facet->corner[1], facet->corner[2]) / 20000;
            double up = facet->normal[1];
            if (plan <= 0 || whole <= 0 || up <= 0)
                continue;
            add(area, whole / up, plan);
            add(slope, acos(fmin(1, up)) * 57.29577951308232, plan);
            total += plan;
        }
    }
    for (int k = 0; k < BINS; k++) {
        area->weight[k] /= fmax(total, 1);
        slope->weight[k] /= fmax(total, 1);
    }
}

static void outline(cairo_t *cr, const twc_plot *plot, const histogram *h, twc_rgb colour, int filled)
{
    twc_plot_clip(cr, plot);
    cairo_move_to(cr, twc_plot_x(plot, h->low), twc_plot_y(plot, 0));
    for (int k = 0; k < BINS; k++) {
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

static double most(const histogram *pair)
{
    double value = 0;
    for (int k = 0; k < BINS; k++)
        value = fmax(value, fmax(pair[0].weight[k], pair[1].weight[k]));
    return 100 * value;
}

static void draw(cairo_t *cr, const void *data)
{
    const study *s = data;
    static const char *const letters[] = {"a", "b"}, *const titles[] = {"Facet area", "Facet slope"};
    static const char *const labels[] = {"area of the facet (m\u00b2)", "slope (degrees)"};
    double width = (TWC_TEXT_PT - left - gap - right) / 2;
    for (int k = 0; k < 2; k++) {
        const histogram *pair = k ? s->slope : s->area;
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

twc_status twc_write_facets(const twc_subject *subject, const char *folder)
{
    study s;
    gather(twc_layer_list(&subject->fine), &s.area[0], &s.slope[0]);
    gather(twc_layer_list(&subject->ground), &s.area[1], &s.slope[1]);
    const twc_page page = {"facets", "Sizes and slopes of facets", TWC_TEXT_PT, top + height + foot};
    return twc_page_write(folder, &page, draw, &s);
}
