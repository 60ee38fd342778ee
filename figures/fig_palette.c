/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A patch of fine cells from above: classes of the palette follow the facets' edges. */
#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double margin = 1, foot = 16;

static void draw_water(cairo_t *cr, const twc_plan *view, const twc_palette_plan *plan)
{
    for (size_t k = 0; k < plan->flooded_count; k++) {
        cairo_new_sub_path(cr);
        for (int c = 0; c < plan->flooded[k].count; c++)
            cairo_line_to(cr, twc_plan_x(view, plan->flooded[k].corner[c][0]),
                          twc_plan_y(view, plan->flooded[k].corner[c][1]));
    }
    twc_source_alpha(cr, (twc_rgb){plan->water[0], plan->water[1], plan->water[2]}, 0.72);
    cairo_fill(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_palette_plan *plan = data;
    twc_plan view = twc_plan_fit(margin, margin, TWC_COLUMN_PT - 2 * margin, plan->map.window);
    twc_legend_entry entries[TWC_PALETTE_ENTRIES];
    twc_plan_clip(cr, &view);
    twc_draw_patches(cr, &view, &plan->map, twc_patch_colour, NULL);
    draw_water(cr, &view, plan);
    cairo_restore(cr);
    twc_plan_outline(cr, &view);
    for (int k = 0; k < plan->count; k++) {
        const double *c = plan->colour[k];
        entries[k] = (twc_legend_entry){TWC_MARK_FILL, {c[0], c[1], c[2]}, 1, plan->name[k]};
    }
    if (plan->has_water)
        entries[plan->count - 1].opacity = 0.72;
    twc_legend_row(cr, margin, view.y + view.height + foot / 2 + 1, entries, plan->count);
    twc_scale_bar_fit(cr, margin + view.width, view.y + view.height + foot - 3, 45, view.scale * 100);
}

twc_status twc_write_palette(const twc_palette_plan *plan, const char *folder)
{
    double height = (TWC_COLUMN_PT - 2 * margin) * plan->map.window.nz / plan->map.window.nx + margin + foot;
    const twc_page page = {"palette", "Palette classes from above", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, plan);
}
