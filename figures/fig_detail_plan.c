/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view of mixed levels in plan, coloured by level, with the chains about its chunks; a place where levels meet. */
#include <stdio.h>

#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double gap = 16, margin = 1, title = 13, foot = 46;

static twc_rgb level_colour(int32_t level)
{
    static const twc_hue hues[] = {TWC_SKY, TWC_GREEN, TWC_ORANGE, TWC_PURPLE, TWC_YELLOW, TWC_BLUE, TWC_VERMILION};
    return twc_hue_rgb(hues[level % (int32_t)(sizeof hues / sizeof *hues)]);
}

/* Lighter or darker from facet to facet; rims darkest. */
static twc_rgb paint(const twc_patch *patch, const void *data)
{
    const twc_rgb white = {1, 1, 1}, black = {0, 0, 0}, colour = level_colour(*(const int32_t *)data);
    return patch->kind ? twc_rgb_mix(colour, black, 0.35 + 0.15 * patch->value[0])
                       : twc_rgb_mix(colour, white, 0.25 + 0.4 * patch->value[0]);
}

static double side_of(void)
{
    return (TWC_TEXT_PT - 2 * margin - gap) / 2;
}

static void panel(cairo_t *cr, const twc_detail_plan *plan, const twc_plan *view, int near)
{
    twc_plan_clip(cr, view);
    for (int32_t level = 0; level <= plan->levels; level++)
        twc_draw_patches(cr, view, &plan->map[level], paint, &level);
    for (int32_t level = 0; level <= plan->levels && near; level++) {
        cairo_set_source_rgb(cr, 0.25, 0.25, 0.25);
        cairo_set_line_width(cr, 0.3);
        twc_draw_lines(cr, view, &plan->map[level].outline);
        twc_draw_lines(cr, view, &plan->map[level].inner);
    }
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_set_line_width(cr, near ? 1.2 : 0.5);
    twc_draw_lines(cr, view, &plan->chains);
    if (!near)
        twc_mark_draw(cr, TWC_MARK_DIAMOND, twc_hue_rgb(TWC_VERMILION), 1, twc_plan_x(view, plan->eye[0]),
                      twc_plan_y(view, plan->eye[1]), 7);
    cairo_restore(cr);
    twc_plan_outline(cr, view);
    twc_scale_bar_fit(cr, view->x + view->width, view->y + view->height + 12, view->width / 3, view->scale * 100);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_detail_plan *plan = data;
    const twc_plan all = twc_plan_fit(margin, title, side_of(), plan->window);
    const twc_plan near = twc_plan_fit(margin + side_of() + gap, title, side_of(), plan->near);
    const double below = title + side_of() * plan->window.nz / plan->window.nx;
    char text[160];
    unsigned long long triangles = 0;
    panel(cr, plan, &all, 0);
    panel(cr, plan, &near, 1);
    twc_panel_title(cr, all.x, title / 2 - 1, "a", "The chunks of a view, by level");
    twc_panel_title(cr, near.x, title / 2 - 1, "b", "Where levels meet: chains, and rims in dark");
    for (int32_t level = 0; level <= plan->levels; level++) {
        char label[80];
        snprintf(label, sizeof label, "level %d, %d m: chunks %llu, triangles %llu", level, 16 << level,
                 (unsigned long long)plan->chunks[level], (unsigned long long)plan->triangles[level]);
        const twc_legend_entry entry = {TWC_MARK_FILL, level_colour(level), 1, label};
        twc_legend_row(cr, margin + (level % 2) * (side_of() + gap), below + 22 + 10 * (level / 2), &entry, 1);
        triangles += plan->triangles[level];
    }
    snprintf(text, sizeof text,
             "Eye (diamond) 40 m above the ground, %g pixels: %llu triangles, %.0f %% of those of level 0",
             plan->tolerance, triangles, 100.0 * (double)triangles / (double)plan->finest);
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text(cr, margin, below + 22 + 10 * (plan->levels / 2 + 1), TWC_TEXT_SMALL, TWC_ALIGN_LEFT, text);
}

twc_status twc_write_detail_plan(const twc_detail_plan *plan, const char *folder)
{
    const double height = title + side_of() * plan->window.nz / plan->window.nx + foot + 10 * (plan->levels / 2);
    const twc_page page = {"detail_plan", "Levels of detail in plan", TWC_TEXT_PT, height};
    return twc_page_write(folder, &page, draw, plan);
}
