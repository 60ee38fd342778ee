/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far an edit reaches: edits by their own farthest changed triangle, against the dilation of the paper. */
#include <math.h>
#include <stdio.h>

#include "axes.h"
#include "figures.h"

static const double left = 34, top = 8, right = 8, foot = 28, height = 150;

static const double dilation = 74; /* metres: bank width 10 m and a macro cell */

static uint64_t most_edits(const twc_reach_study *study, int *last)
{
    uint64_t most = 1;
    for (int k = 0; k < TWC_REACH_BINS; k++) {
        most = study->bin[k] > most ? study->bin[k] : most;
        *last = study->bin[k] ? k : *last;
    }
    return most;
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_reach_study *study = data;
    int last = (int)dilation;
    double most = (double)most_edits(study, &last);
    twc_plot plot = {left,
                     top,
                     TWC_COLUMN_PT - left - right,
                     height - top - foot,
                     {0, 10 * ceil((last + 5) / 10.0), 0, "farthest changed triangle, m from the edit"},
                     {0.5, most * 2, 1, "edits"}};
    char text[96];
    twc_plot_frame(cr, &plot, TWC_AXIS_ACROSS | TWC_AXIS_UP | TWC_AXIS_GRID);
    twc_plot_clip(cr, &plot);
    for (int k = 0; k <= last; k++) {
        if (!study->bin[k])
            continue;
        double x0 = twc_plot_x(&plot, k), x1 = twc_plot_x(&plot, k + 1), y = twc_plot_y(&plot, (double)study->bin[k]);
        twc_source(cr, twc_hue_rgb(k >= dilation ? TWC_VERMILION : TWC_BLUE));
        cairo_rectangle(cr, x0, y, x1 - x0, plot.y + plot.height - y);
        cairo_fill(cr);
    }
    double x = twc_plot_x(&plot, dilation);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.8);
    cairo_move_to(cr, x, plot.y);
    cairo_line_to(cr, x, plot.y + plot.height);
    cairo_stroke(cr);
    cairo_restore(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text(cr, x - 3, top + 8, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, "the paper's 74 m");
    snprintf(text, sizeof text, "farthest %.0f m", study->farthest);
    twc_text(cr, plot.x + plot.width - 2, top + 8, TWC_TEXT_SMALL, TWC_ALIGN_RIGHT, text);
}

twc_status twc_write_reach(const twc_reach_study *study, const char *folder)
{
    const twc_page page = {"reach", "How far an edit reaches", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, study);
}
