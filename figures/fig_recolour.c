/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A road made by colouring ground faces against a road that is cut in. */
#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double margin = 1, title = 13, gap = 4, foot = 14;

static double panel_height(const twc_recolour_plan *plan)
{
    return (TWC_COLUMN_PT - 2 * margin) * plan->cut.window.nz / plan->cut.window.nx;
}

static void draw(cairo_t *cr, const void *data)
{
    static const char *const letters[] = {"a", "b"}, *const titles[] = {"Ground faces recoloured",
                                                                        "A feature with bed and banks of its own"};
    const twc_recolour_plan *plan = data;
    for (int k = 0; k < 2; k++) {
        double y = k * (title + panel_height(plan) + gap);
        twc_plan view = twc_plan_fit(margin, y + title, TWC_COLUMN_PT - 2 * margin, plan->cut.window);
        twc_panel_title(cr, view.x, y + title / 2 - 1, letters[k], titles[k]);
        twc_plan_clip(cr, &view);
        twc_draw_patches(cr, &view, k ? &plan->cut : &plan->recoloured, twc_patch_colour, NULL);
        cairo_restore(cr);
        twc_plan_outline(cr, &view);
        if (k == 1)
            twc_scale_bar_fit(cr, view.x + view.width, view.y + view.height + foot - 2, 50, view.scale * 100);
    }
}

twc_status twc_write_recolour(const twc_recolour_plan *plan, const char *folder)
{
    double height = 2 * (title + panel_height(plan)) + gap + foot;
    const twc_page page = {"recolour", "Recoloured faces against a feature", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, plan);
}
