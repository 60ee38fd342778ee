/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same seam twice: each triangle clipped on its own, and the exact cut. Edges that stay open are drawn over all. */
#include <stdio.h>

#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double margin = 1, gap = 12, title = 24, foot = 14;

static double side(void)
{
    return (TWC_TEXT_PT - 2 * margin - gap) / 2;
}

static int beyond(int32_t a, int32_t b, int32_t low, int32_t length)
{
    return (a < low && b < low) || (a > low + length && b > low + length);
}

/* A path of those that may meet the window. */
static void path(cairo_t *cr, const twc_plan *view, const twc_plan_lines *lines)
{
    twc_rect w = view->window;
    for (size_t k = 0; k < lines->count; k++) {
        const int32_t *line = lines->line[k];
        if (beyond(line[0], line[2], w.x, w.nx) || beyond(line[1], line[3], w.z, w.nz))
            continue;
        cairo_move_to(cr, twc_plan_x(view, line[0]), twc_plan_y(view, line[1]));
        cairo_line_to(cr, twc_plan_x(view, line[2]), twc_plan_y(view, line[3]));
    }
}

static void draw_naive(cairo_t *cr, const twc_plan *view, const twc_seam_plan *s)
{
    path(cr, view, &s->closed);
    twc_source(cr, twc_rgb_hex(0x909090));
    cairo_set_line_width(cr, 0.5);
    cairo_stroke(cr);
    path(cr, view, &s->footprint);
    twc_source(cr, twc_rgb_hex(0x8a4b00));
    cairo_set_line_width(cr, 0.9);
    cairo_stroke(cr);
    path(cr, view, &s->open);
    twc_source(cr, twc_hue_rgb(TWC_VERMILION));
    cairo_set_line_width(cr, 1.6);
    cairo_stroke(cr);
}

static twc_rgb tint(const twc_patch *patch, const void *unused)
{
    (void)unused;
    return twc_rgb_hex(patch->kind < 0 ? 0xffffff : 0xf3ead8);
}

static void draw_exact(cairo_t *cr, const twc_plan *view, const twc_seam_plan *s)
{
    twc_draw_patches(cr, view, &s->exact, tint, NULL);
    twc_source(cr, twc_rgb_hex(0x909090));
    cairo_set_line_width(cr, 0.5);
    twc_draw_lines(cr, view, &s->exact.inner);
    twc_draw_lines(cr, view, &s->exact.outline);
    path(cr, view, &s->exact_open);
    twc_source(cr, twc_hue_rgb(TWC_VERMILION));
    cairo_set_line_width(cr, 1.6);
    cairo_stroke(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_seam_plan *s = data;
    char text[160];
    for (int k = 0; k < 2; k++) {
        twc_plan view = twc_plan_fit(margin + k * (side() + gap), title, side(), s->exact.window);
        twc_panel_title(cr, view.x, 6, k ? "b" : "a", k ? "The exact cut" : "Each triangle clipped on its own");
        if (k == 0)
            snprintf(text, sizeof text, "%llu of %llu edges open, %llu of them in plan; gaps up to %.2g mm",
                     (unsigned long long)s->open_count, (unsigned long long)s->edges, (unsigned long long)s->open_plan,
                     1000 * s->gap);
        else
            snprintf(text, sizeof text, "%zu edges open, road and ground together", s->exact_open.count);
        twc_text(cr, view.x + 9, 16, TWC_TEXT_SMALL, TWC_ALIGN_LEFT, text);
        twc_plan_clip(cr, &view);
        if (k == 0) {
            draw_naive(cr, &view, s);
            twc_source(cr, twc_rgb_hex(0x606060));
            twc_text(cr, view.x + view.width / 2, view.y + view.height / 2, TWC_TEXT_SMALL, TWC_ALIGN_CENTRE,
                     "the ground alone: the road is left blank");
        }
        if (k == 1)
            draw_exact(cr, &view, s);
        cairo_restore(cr);
        twc_plan_outline(cr, &view);
        if (k)
            twc_scale_bar_fit(cr, view.x + view.width, view.y + view.height + foot - 2, 60, view.scale * 100);
    }
    const twc_legend_entry entries[] = {
        {TWC_MARK_LINE, twc_hue_rgb(TWC_VERMILION), 1, "open edge: no partner with the same bits"},
        {TWC_MARK_LINE, twc_rgb_hex(0x8a4b00), 1, "footprint"}};
    twc_legend_row(cr, margin, title + side() * s->exact.window.nz / s->exact.window.nx + foot - 5, entries, 2);
}

twc_status twc_write_seam(const twc_seam_plan *plan, const char *folder)
{
    const twc_page page = {"seam", "The seam of a road, clipped and cut exactly", TWC_TEXT_PT,
                           title + side() * plan->exact.window.nz / plan->exact.window.nx + foot};
    return twc_page_write(folder, &page, draw, plan);
}
