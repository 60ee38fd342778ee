/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contours of the drawn triangles with spot heights. */
#include <math.h>
#include <stdio.h>

#include "figures.h"
#include "land_draw.h"

static const double left = 34, top = 4, right = 4, foot = 44;

static void contours(cairo_t *cr, const twc_land_view *view, const twc_land_contours *c)
{
    twc_land_clip(cr, view);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    for (int k = 0; k < c->count; k++) {
        const twc_land_contour *line = &c->contour[k];
        const int fifth = fabs(fmod(line->height, 50)) < 1e-9;
        cairo_new_path(cr);
        for (size_t i = 0; i < line->count; i++) {
            cairo_move_to(cr, twc_land_x(view, line->piece[i][0]), twc_land_y(view, line->piece[i][1]));
            cairo_line_to(cr, twc_land_x(view, line->piece[i][2]), twc_land_y(view, line->piece[i][3]));
        }
        twc_source(cr, line->height < 0    ? twc_rgb_hex(0x4f8fc0)
                       : line->height == 0 ? twc_rgb_hex(0x12476b)
                                           : twc_rgb_hex(0x7c5226));
        cairo_set_line_width(cr, line->height == 0 ? 1.0 : fifth ? 0.7 : 0.3);
        cairo_stroke(cr);
    }
    cairo_restore(cr);
}

static void spots(cairo_t *cr, const twc_land_view *view, const twc_land_contours *c)
{
    for (int k = 0; k < c->spot_count; k++) {
        const twc_land_spot *spot = &c->spot[k];
        const double x = twc_land_x(view, spot->x), y = twc_land_y(view, spot->z);
        char text[64];
        snprintf(text, sizeof text, "%s %s%.2f", spot->name, spot->height < 0 ? "\u2212" : "", fabs(spot->height));
        cairo_set_source_rgb(cr, 1, 1, 1);
        cairo_arc(cr, x, y, 2.2, 0, 6.283185307179586);
        cairo_fill(cr);
        twc_mark_draw(cr, TWC_MARK_DOT, twc_hue_rgb(TWC_BLACK), 1, x, y, 2.8);
        twc_land_label(cr, x + (spot->left ? -4 : 4), y, spot->left ? TWC_ALIGN_RIGHT : TWC_ALIGN_LEFT, text);
    }
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_land_contours *c = data;
    const twc_land_view view = twc_land_fit(left, top, TWC_TEXT_PT - left - right, c->shade.frame);
    twc_draw_land_image(cr, &view, &c->shade);
    contours(cr, &view, c);
    for (size_t k = 0; k < c->line_count; k++)
        twc_draw_land_track(cr, &view, &c->line[k], k ? twc_land_brook_colour() : twc_land_path_colour(), 0.9);
    spots(cr, &view, c);
    twc_land_axes(cr, &view, TWC_AXIS_ACROSS | TWC_AXIS_UP);
    const twc_legend_entry entries[] = {{TWC_MARK_LINE, twc_rgb_hex(0x12476b), 1, "coast, 0 m"},
                                        {TWC_MARK_LINE, twc_rgb_hex(0x7c5226), 1, "every 10 m, bolder every 50"},
                                        {TWC_MARK_LINE, twc_rgb_hex(0x4f8fc0), 1, "\u22125, \u221210, \u221220 m"},
                                        {TWC_MARK_LINE, twc_land_path_colour(), 1, "walkway"},
                                        {TWC_MARK_LINE, twc_land_brook_colour(), 1, "brook"}};
    twc_legend_row(cr, left, view.y + view.height + 34, entries, 5);
}

twc_status twc_write_land_contours(const twc_land_contours *contours_shown, const char *folder)
{
    const twc_land_frame *f = &contours_shown->shade.frame;
    const double height = (TWC_TEXT_PT - left - right) * (f->south - f->north) / (f->east - f->west);
    const twc_page page = {"land_contours", "Contours of a land", TWC_TEXT_PT, top + height + foot};
    return twc_page_write(folder, &page, draw, contours_shown);
}
