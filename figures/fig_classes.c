/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The world in plan: Broad cells and water tinted over a hillshade, the boundary of the classes, the roads. */
#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double left = 30, top = 4, right = 3, foot = 38;

typedef struct plan {
    const twc_class_map *map;
    twc_relief relief;
} plan;

static int class_at(const twc_class_map *map, int32_t column, int32_t row)
{
    if (column < 0 || row < 0 || column >= map->macros.nx || row >= map->macros.nz)
        return -1;
    return map->classes[(size_t)row * (size_t)map->macros.nx + (size_t)column];
}

static twc_rgb shaded(int32_t column, int32_t row, const void *data)
{
    const plan *p = data;
    twc_rgb grey = twc_hillshade(column, row, &p->relief);
    return p->map->wet[(size_t)row * (size_t)p->map->samples.nx + (size_t)column]
               ? twc_rgb_mix(grey, twc_hue_rgb(TWC_SKY), 0.6)
               : grey;
}

static void roads(cairo_t *cr, const twc_plan *view, const twc_class_map *map)
{
    for (size_t r = 0; r < map->road_count; r++) {
        cairo_new_path(cr);
        for (size_t k = 0; k < map->road[r].count; k++)
            cairo_line_to(cr, twc_plan_x(view, map->road[r].point[k][0]), twc_plan_y(view, map->road[r].point[k][1]));
        cairo_set_source_rgb(cr, 1, 1, 1);
        cairo_set_line_width(cr, 2);
        cairo_stroke_preserve(cr);
        cairo_set_source_rgb(cr, 0, 0, 0);
        cairo_set_line_width(cr, 1);
        cairo_stroke(cr);
    }
}

static void broad_cells(cairo_t *cr, const twc_plan *view, const twc_class_map *map)
{
    double side = TWC_MACRO_CM * view->scale;
    for (int32_t row = 0; row < map->macros.nz; row++)
        for (int32_t column = 0; column < map->macros.nx; column++)
            if (class_at(map, column, row) == 1)
                cairo_rectangle(cr, view->x + column * side, view->y + row * side, side, side);
    twc_source_alpha(cr, twc_hue_rgb(TWC_ORANGE), 0.35);
    cairo_fill(cr);
}

/* Cell sides with another class, or with nothing, beyond: drawn where the cell before and the one after differ. */
static void class_boundary(cairo_t *cr, const twc_plan *view, const twc_class_map *map)
{
    double side = TWC_MACRO_CM * view->scale;
    for (int32_t row = 0; row <= map->macros.nz; row++)
        for (int32_t column = 0; column <= map->macros.nx; column++) {
            int here = class_at(map, column, row), west = class_at(map, column - 1, row),
                north = class_at(map, column, row - 1);
            double x = view->x + column * side, y = view->y + row * side;
            if (here >= 0 && west >= 0 && here != west) {
                cairo_move_to(cr, x, y);
                cairo_line_to(cr, x, y + side);
            }
            if (here >= 0 && north >= 0 && here != north) {
                cairo_move_to(cr, x, y);
                cairo_line_to(cr, x + side, y);
            }
        }
    twc_source(cr, twc_rgb_hex(0x8a4b00));
    cairo_set_line_width(cr, 0.8);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_stroke(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const plan *p = data;
    const twc_class_map *map = p->map;
    twc_plan view = twc_plan_fit(left, top, TWC_COLUMN_PT - left - right, map->window);
    twc_draw_samples(cr, &view, map->samples, shaded, p);
    twc_plan_clip(cr, &view);
    broad_cells(cr, &view, map);
    class_boundary(cr, &view, map);
    roads(cr, &view, map);
    cairo_restore(cr);
    twc_plan_axes(cr, &view);
    twc_legend_entry entries[4] = {{TWC_MARK_FILL, twc_hue_rgb(TWC_ORANGE), 0.45, "Broad cell"},
                                   {TWC_MARK_LINE, twc_rgb_hex(0x8a4b00), 1, "class boundary"}};
    int count = 2;
    if (map->has_water)
        entries[count++] = (twc_legend_entry){TWC_MARK_FILL, twc_hue_rgb(TWC_SKY), 0.6, "water"};
    if (map->road_count)
        entries[count++] = (twc_legend_entry){TWC_MARK_LINE, twc_hue_rgb(TWC_BLACK), 1, "road"};
    twc_legend_row(cr, left - 16, view.y + view.height + 31, entries, count);
}

twc_status twc_write_classes(const twc_class_map *map, const char *folder)
{
    const plan p = {map, {map->samples, map->heights, 1.0, 0.0}};
    double height = (TWC_COLUMN_PT - left - right) * map->window.nz / map->window.nx + top + foot;
    const twc_page page = {"classes", "Facet classes", TWC_COLUMN_PT, height};
    return twc_page_write(folder, &page, draw, &p);
}
