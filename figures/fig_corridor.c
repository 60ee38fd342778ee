/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A corridor cut into the ground, in plan: pieces of ground, strips of bed and banks, and the vertices they share. */
#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double margin = 1, foot = 26;

static twc_rgb part_colour(int part)
{
    static const uint32_t colours[] = {0xf0dfb4, 0xb98d4d, 0x8a5a2b, 0x8a5a2b};
    return twc_rgb_hex(part < 0 ? 0xdfe8d8 : colours[part]);
}

static twc_rgb paint(const twc_patch *patch, const void *unused)
{
    (void)unused;
    return twc_rgb_mix(part_colour(patch->kind), twc_rgb_hex(0xffffff), 0.25 * patch->value[0]);
}

static void centreline(cairo_t *cr, const twc_plan *view, const twc_plan_points *stations)
{
    const double dash[] = {4, 2.5};
    cairo_save(cr);
    for (size_t k = 0; k < stations->count; k++)
        cairo_line_to(cr, twc_plan_x(view, stations->point[k][0]), twc_plan_y(view, stations->point[k][1]));
    cairo_set_dash(cr, dash, 2, 0);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.8);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_corridor_plan *p = data;
    twc_plan view = twc_plan_fit(margin, margin, TWC_COLUMN_PT - 2 * margin, p->map.window);
    twc_plan_clip(cr, &view);
    twc_draw_patches(cr, &view, &p->map, paint, NULL);
    twc_source(cr, twc_rgb_hex(0x505050));
    cairo_set_line_width(cr, 0.35);
    twc_draw_lines(cr, &view, &p->map.inner);
    cairo_set_line_width(cr, 0.5);
    twc_draw_lines(cr, &view, &p->map.outline);
    centreline(cr, &view, &p->centreline);
    for (size_t k = 0; k < p->seam.count; k++)
        twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_BLUE), 1, twc_plan_x(&view, p->seam.point[k][0]),
                      twc_plan_y(&view, p->seam.point[k][1]), 2.6);
    cairo_restore(cr);
    twc_plan_outline(cr, &view);
    const twc_legend_entry above[] = {{TWC_MARK_FILL, part_colour(TWC_PLAN_GROUND), 1, "ground"},
                                      {TWC_MARK_FILL, part_colour(TWC_PLAN_BED), 1, "bed"},
                                      {TWC_MARK_FILL, part_colour(TWC_PLAN_BANK), 1, "bank"}};
    const twc_legend_entry below[] = {{TWC_MARK_DASH, twc_hue_rgb(TWC_BLACK), 1, "centreline"},
                                      {TWC_MARK_DOT, twc_hue_rgb(TWC_BLUE), 1, "vertex of ground and bank"}};
    double bottom = view.y + view.height;
    twc_legend_row(cr, margin, bottom + 9, above, 3);
    twc_legend_row(cr, margin, bottom + 19, below, 2);
    twc_scale_bar_fit(cr, margin + view.width, bottom + foot - 4, 56, view.scale * 100);
}

twc_status twc_write_corridor(const twc_corridor_plan *plan, const char *folder)
{
    double height = (TWC_COLUMN_PT - 2 * margin) * plan->map.window.nz / plan->map.window.nx + margin + foot;
    const twc_page page = {"corridor", "A corridor cut into the ground", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, plan);
}
