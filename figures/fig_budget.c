/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triangles of every chunk, as a map, against the 512 of a chunk of fine cells. */
#include <stdio.h>

#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double left = 30, top = 14, right = 44, foot = 24;

static void chunk(cairo_t *cr, const twc_plan *view, const twc_budget_map *b, size_t k)
{
    uint32_t count = b->triangles[k];
    double side = TWC_CHUNK_CM * view->scale, share = (double)count / b->most;
    double x = view->x + (double)(k % (size_t)b->columns) * side, y = view->y + (double)(k / (size_t)b->columns) * side;
    char text[16];
    twc_source(cr, twc_viridis(share));
    cairo_rectangle(cr, x, y, side, side);
    cairo_fill(cr);
    if (side < 15)
        return; /* no room for a number */
    snprintf(text, sizeof text, "%u", count);
    cairo_set_source_rgb(cr, share < 0.6, share < 0.6, share < 0.6);
    twc_text(cr, x + side / 2, y + side / 2, TWC_TEXT_SMALL, TWC_ALIGN_CENTRE, text);
}

/* A frame about each chunk over the budget. */
static void over_budget(cairo_t *cr, const twc_plan *view, const twc_budget_map *b)
{
    const double side = TWC_CHUNK_CM * view->scale;
    for (int k = 0; k < b->columns * b->rows; k++)
        if (b->triangles[k] > b->budget)
            cairo_rectangle(cr, view->x + k % b->columns * side + 1, view->y + k / b->columns * side + 1, side - 2,
                            side - 2);
    cairo_stroke(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_budget_map *b = data;
    twc_plan view = twc_plan_fit(left, top, TWC_COLUMN_PT - left - right, b->window);
    size_t count = (size_t)b->columns * (size_t)b->rows;
    char text[96];
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE); /* cells share their sides */
    for (size_t k = 0; k < count; k++)
        chunk(cr, &view, b, k);
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
    twc_plan_axes(cr, &view);
    cairo_set_source_rgb(cr, 0, 0, 0);
    snprintf(text, sizeof text, "%llu triangles, %.0f %% of fine only; over %u: %d chunks",
             (unsigned long long)b->total, 100.0 * (double)b->total / (double)b->fine, b->budget, b->over);
    twc_text(cr, view.x, top / 2 - 1, TWC_TEXT_NORMAL, TWC_ALIGN_LEFT, text);
    const twc_axis scale = {0, b->most, 0, "triangles a chunk"};
    const double bar = view.x + view.width + 6, at = top + view.height * (1 - (double)b->budget / b->most);
    twc_colour_bar(cr, bar, top, 8, view.height, twc_viridis, &scale);
    twc_source(cr, twc_hue_rgb(TWC_VERMILION));
    cairo_set_line_width(cr, 1.2);
    cairo_move_to(cr, bar - 2, at);
    cairo_line_to(cr, bar + 10, at);
    cairo_stroke(cr);
    over_budget(cr, &view, b);
}

twc_status twc_write_budget(const twc_budget_map *map, const char *folder)
{
    double height = top + (TWC_COLUMN_PT - left - right) * map->window.nz / map->window.nx + foot;
    const twc_page page = {"budget", "Triangles a chunk", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, map);
}
