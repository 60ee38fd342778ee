/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A land in plan as its look colours it, and the surroundings of its pad nearer by. */
#include "figures.h"
#include "land_draw.h"

static const double left = 32, top = 14, gap = 34, right = 4, foot = 60;

static double side_of(const twc_land_plan *plan)
{
    /* Both panels are as high as each other. */
    const double whole = (plan->whole.frame.south - plan->whole.frame.north) /
                         (plan->whole.frame.east - plan->whole.frame.west);
    const double near = (plan->near.frame.south - plan->near.frame.north) /
                        (plan->near.frame.east - plan->near.frame.west);
    return (TWC_TEXT_PT - left - gap - right) / (1 / whole + 1 / near);
}

static void lines(cairo_t *cr, const twc_land_view *view, const twc_land_plan *plan, double width)
{
    const double dash[] = {3, 2};
    const size_t features = plan->line_count - plan->outlines;
    for (size_t k = 0; k < features; k++)
        twc_draw_land_track(cr, view, &plan->line[k], k ? twc_land_brook_colour() : twc_land_path_colour(), width);
    cairo_set_dash(cr, dash, 2, 0);
    for (size_t k = features; k < plan->line_count; k++) {
        cairo_set_source_rgb(cr, 0.15, 0.15, 0.15);
        cairo_set_line_width(cr, 0.7);
        twc_draw_land_line(cr, view, &plan->line[k], 1);
    }
    cairo_set_dash(cr, NULL, 0, 0);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_land_plan *plan = data;
    const double height = side_of(plan), bottom = top + height + 26;
    const twc_land_frame *f = &plan->whole.frame, *n = &plan->near.frame;
    const double wide = height * (f->east - f->west) / (f->south - f->north);
    const twc_land_view whole = twc_land_fit(left, top, wide, *f);
    const twc_land_view near = twc_land_fit(left + wide + gap, top, TWC_TEXT_PT - left - wide - gap - right, *n);
    twc_draw_land_image(cr, &whole, &plan->whole);
    lines(cr, &whole, plan, 0.8);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, 0.8);
    twc_land_clip(cr, &whole);
    cairo_rectangle(cr, twc_land_x(&whole, n->west), twc_land_y(&whole, n->north),
                    twc_land_x(&whole, n->east) - twc_land_x(&whole, n->west),
                    twc_land_y(&whole, n->south) - twc_land_y(&whole, n->north));
    cairo_stroke(cr);
    twc_land_label(cr, twc_land_x(&whole, n->east) + 2, twc_land_y(&whole, n->north) + 4, TWC_ALIGN_LEFT, "b");
    cairo_restore(cr);
    twc_land_axes(cr, &whole, TWC_AXIS_ACROSS | TWC_AXIS_UP);
    twc_panel_title(cr, whole.x, top / 2 - 1, "a", "The land by what covers it");
    twc_draw_land_image(cr, &near, &plan->near);
    twc_land_axes(cr, &near, TWC_AXIS_ACROSS | TWC_AXIS_UP);
    twc_panel_title(cr, near.x, top / 2 - 1, "b", "Nearer by");
    twc_land_legend(cr, left, bottom, 240, 4, &plan->palette);
    twc_legend_entry tracks[8];
    for (size_t k = 0; k < plan->line_count; k++)
        tracks[k] = (twc_legend_entry){k + plan->outlines < plan->line_count ? TWC_MARK_LINE : TWC_MARK_DASH,
                                       k + plan->outlines >= plan->line_count ? twc_hue_rgb(TWC_BLACK)
                                       : k                                    ? twc_land_brook_colour()
                                                                              : twc_land_path_colour(),
                                       1, plan->line[k].name};
    twc_legend(cr, near.x + near.width - 75, bottom, tracks, (int)plan->line_count);
}

twc_status twc_write_land_plan(const twc_land_plan *plan, const char *folder)
{
    const twc_page page = {"land_plan", "A land in plan", TWC_TEXT_PT, top + side_of(plan) + foot};
    return twc_page_write(folder, &page, draw, plan);
}
