/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances from a brook and a path, and the look they give, near the bridge and where both cross. */
#include <stdio.h>

#include "figures.h"
#include "land_draw.h"

static const double left = 34, top = 16, gap = 46, right = 4, between = 40, foot = 50;

static double side(void)
{
    return (TWC_TEXT_PT - left - right - 2 * gap) / 3;
}

static double row_of(int k)
{
    return top + k * (side() + between);
}

static void lines(cairo_t *cr, const twc_land_view *view, const twc_land_bridge *b)
{
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_line_width(cr, 0.7);
    for (size_t k = 0; k < b->line_count; k++)
        twc_draw_land_line(cr, view, &b->line[k], 0);
}

/* The title of a panel that shows nothing but "as far as it is asked" says so. */
static void title_of(int path, const twc_land_reach *r, char text[48])
{
    const twc_land_field *field = &r->path;
    int near = 0;
    for (size_t k = 0; k < (size_t)field->columns * (size_t)field->rows; k++)
        near |= field->value[k] < r->within[1];
    if (path && !near)
        snprintf(text, 48, "No walkway within %g m", r->within[1]);
    else
        snprintf(text, 48, "Distance of the %s", path ? "walkway" : "brook");
}

static void draw_place(cairo_t *cr, const twc_land_bridge *b, int k)
{
    static const char *const letters[] = {"a", "b", "c", "d", "e", "f"};
    const twc_land_reach *r = &b->place[k];
    const twc_land_field *field[2] = {&r->brook, &r->path};
    const twc_axis axis[2] = {{0, r->within[0], 0, "distance (m)"}, {0, r->within[1], 0, "distance (m)"}};
    char title[48];
    for (int panel = 0; panel < 3; panel++) {
        const twc_land_view view = twc_land_fit(left + panel * (side() + gap), row_of(k), side(), r->look.frame);
        if (panel < 2) {
            twc_draw_land_field(cr, &view, field[panel], twc_viridis, 0, r->within[panel]);
            lines(cr, &view, b);
            twc_colour_bar(cr, view.x + side() + 4, view.y, 6, side(), twc_viridis, &axis[panel]);
        } else {
            twc_draw_land_image(cr, &view, &r->look);
        }
        twc_land_axes(cr, &view, panel ? TWC_AXIS_ACROSS : TWC_AXIS_ACROSS | TWC_AXIS_UP);
        if (panel < 2)
            title_of(panel, r, title);
        twc_panel_title(cr, view.x, view.y - 7, letters[3 * k + panel], panel < 2 ? title : "Look");
    }
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_land_bridge *b = data;
    for (int k = 0; k < 2; k++)
        draw_place(cr, b, k);
    const double y = row_of(1) + side() + 27;
    cairo_set_source_rgb(cr, 0, 0, 0);
    twc_text(cr, left, y + 5, TWC_TEXT_NORMAL, TWC_ALIGN_LEFT, "a to c: where the lawn's bridge stands");
    twc_text(cr, left, y + 15, TWC_TEXT_NORMAL, TWC_ALIGN_LEFT, "d to f: where the walkway crosses");
    twc_land_legend(cr, left + 165, y, 300, 5, &b->palette);
}

twc_status twc_write_land_bridge(const twc_land_bridge *bridge, const char *folder)
{
    const twc_page page = {"land_bridge", "Distances and look", TWC_TEXT_PT, row_of(1) + side() + foot};
    return twc_page_write(folder, &page, draw, bridge);
}
