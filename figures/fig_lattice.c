/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regular lattice, jittered lattice, coloured faces: the same 7 x 7 cells three times. */
#include "axes.h"
#include "figures.h"
#include "ground_draw.h"

static const double gap = 14, margin = 1, title = 13, foot = 15;

static void regular_lattice(cairo_t *cr, const twc_plan *view)
{
    twc_rect w = view->window;
    int32_t west = twc_floor_div(w.x, TWC_LATTICE_CM), north = twc_floor_div(w.z, TWC_LATTICE_CM);
    for (int32_t j = north; j <= north + w.nz / TWC_LATTICE_CM + 1; j++) {
        for (int32_t i = west; i <= west + w.nx / TWC_LATTICE_CM + 1; i++) {
            double x = twc_plan_x(view, (double)i * TWC_LATTICE_CM), y = twc_plan_y(view, (double)j * TWC_LATTICE_CM);
            double step = view->scale * TWC_LATTICE_CM;
            cairo_move_to(cr, x + step, y);
            cairo_line_to(cr, x, y);
            cairo_line_to(cr, x, y + step);
            cairo_move_to(cr, x, y);
            cairo_line_to(cr, x + step, y + step);
        }
    }
    cairo_stroke(cr);
}

static void regular_places(cairo_t *cr, const twc_plan *view)
{
    twc_rect w = view->window;
    int32_t west = -twc_floor_div(-w.x, TWC_LATTICE_CM), north = -twc_floor_div(-w.z, TWC_LATTICE_CM);
    for (int32_t j = north; j * TWC_LATTICE_CM <= w.z + w.nz; j++)
        for (int32_t i = west; i * TWC_LATTICE_CM <= w.x + w.nx; i++)
            twc_mark_draw(cr, TWC_MARK_RING, twc_hue_rgb(TWC_VERMILION), 1,
                          twc_plan_x(view, (double)i * TWC_LATTICE_CM), twc_plan_y(view, (double)j * TWC_LATTICE_CM),
                          3.6);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_plan_map *fine = data;
    static const char *const titles[] = {"Regular, one diagonal", "Jittered, hashed diagonals", "One colour a face"};
    static const char *const letters[] = {"a", "b", "c"};
    double side = (TWC_TEXT_PT - 2 * margin - 2 * gap) / 3;
    for (int k = 0; k < 3; k++) {
        twc_plan view = twc_plan_fit(margin + k * (side + gap), title, side, fine->window);
        twc_panel_title(cr, view.x, title / 2 - 1, letters[k], titles[k]);
        twc_plan_clip(cr, &view);
        cairo_set_source_rgb(cr, 0.15, 0.15, 0.15);
        cairo_set_line_width(cr, 0.7);
        if (k == 0)
            regular_lattice(cr, &view);
        else if (k == 1)
            twc_draw_lines(cr, &view, &fine->outline);
        else
            twc_draw_patches(cr, &view, fine, twc_patch_colour, NULL);
        if (k == 1)
            regular_places(cr, &view);
        cairo_restore(cr);
        twc_plan_outline(cr, &view);
        if (k == 2)
            twc_scale_bar_fit(cr, view.x + view.width, view.y + view.height + foot - 3, view.width / 3,
                              view.scale * 100);
        const twc_legend_entry place = {TWC_MARK_RING, twc_hue_rgb(TWC_VERMILION), 1, "place before jitter"};
        if (k == 1)
            twc_legend_row(cr, view.x, view.y + view.height + foot - 6, &place, 1);
    }
}

twc_status twc_write_lattice(const twc_plan_map *fine, const char *folder)
{
    double side = (TWC_TEXT_PT - 2 * margin - 2 * gap) / 3;
    double height = title + side * fine->window.nz / fine->window.nx + foot;
    const twc_page page = {"lattice", "The jittered lattice", TWC_TEXT_PT, height};
    return twc_page_write(folder, &page, draw, fine);
}
