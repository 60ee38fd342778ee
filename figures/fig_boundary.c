/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where Broad cells meet Fine ones: large triangles above, the lattice below, fans between. */
#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double margin = 1, foot = 26;

/* One hue a class, its tone from the facet, so that neighbours differ. */
static twc_rgb class_tone(const twc_patch *patch, const void *unused)
{
    (void)unused;
    return patch->kind ? twc_rgb_mix(twc_rgb_hex(0xe9c27e), twc_rgb_hex(0xf6e2bd), patch->value[0])
                       : twc_rgb_mix(twc_rgb_hex(0xa9cfe6), twc_rgb_hex(0xd9ebf5), patch->value[0]);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_boundary_plan *plan = data;
    twc_plan view = twc_plan_fit(margin, margin, TWC_COLUMN_PT - 2 * margin, plan->map.window);
    twc_plan_clip(cr, &view);
    twc_draw_patches(cr, &view, &plan->map, class_tone, NULL);
    twc_source(cr, twc_rgb_hex(0xb5812f));
    cairo_set_line_width(cr, 0.5);
    twc_draw_lines(cr, &view, &plan->map.inner);
    twc_source(cr, twc_rgb_hex(0x303030));
    cairo_set_line_width(cr, 0.7);
    twc_draw_lines(cr, &view, &plan->map.outline);
    for (size_t k = 0; k < plan->seam.count; k++)
        twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_VERMILION), 1, twc_plan_x(&view, plan->seam.point[k][0]),
                      twc_plan_y(&view, plan->seam.point[k][1]), 3.2);
    cairo_restore(cr);
    twc_plan_outline(cr, &view);
    const twc_legend_entry above[] = {{TWC_MARK_FILL, twc_rgb_hex(0xf0d29e), 1, "Broad facet"},
                                      {TWC_MARK_FILL, twc_rgb_hex(0xc1ddee), 1, "Fine facet"}};
    const twc_legend_entry below[] = {{TWC_MARK_LINE, twc_rgb_hex(0xb5812f), 1, "spoke of a fan"},
                                      {TWC_MARK_DOT, twc_hue_rgb(TWC_VERMILION), 1, "fine vertex on a broad edge"}};
    double bottom = view.y + view.height;
    twc_legend_row(cr, margin, bottom + 9, above, 2);
    twc_legend_row(cr, margin, bottom + 19, below, 2);
    twc_scale_bar_fit(cr, margin + view.width, bottom + foot - 4, 45, view.scale * 100);
}

twc_status twc_write_boundary(const twc_boundary_plan *plan, const char *folder)
{
    double height = (TWC_COLUMN_PT - 2 * margin) * plan->map.window.nz / plan->map.window.nx + margin + foot;
    const twc_page page = {"boundary", "A boundary between facet classes", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, plan);
}
