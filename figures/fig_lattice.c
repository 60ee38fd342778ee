/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regular lattice, jittered lattice, coloured faces: the same 7 x 7 cells three times. */
#include <math.h>
#include <stdlib.h>

#include "axes.h"
#include "figure.h"
#include "palette.h"

enum { CELLS = 7 };
static const double gap = 14, margin = 1, title = 13, foot = 15;

/*
 * Seven cells by seven, half a cell off the lattice so that its vertices lie inside, about the inner corner of macro cells that
 * is nearest to the limit between grass and dry grass, so that the third panel has more than one colour. Places among
 * Fine cells only come first.
 */
twc_status twc_choose_lattice(const twc_world *world, twc_rect *window)
{
    const int32_t half = CELLS * TWC_LATTICE_CM / 2;
    twc_rect macros = twc_world_macros(world);
    uint8_t *classes = twc_world_classes(world, macros);
    double best = INFINITY;
    if (!classes)
        return twc_fail(TWC_IO, "not enough memory for the classes of the world");
    for (int32_t z = 1; z < macros.nz; z++)
        for (int32_t x = 1; x < macros.nx; x++) {
            const uint8_t *below = classes + (size_t)z * (size_t)macros.nx + (size_t)x, *above = below - macros.nx;
            int32_t x_cm = (macros.x + x) * TWC_MACRO_CM, z_cm = (macros.z + z) * TWC_MACRO_CM;
            double cost = fabs(twc_dryness(x_cm, z_cm) - 0.60) + (below[0] | below[-1] | above[0] | above[-1] ? 1 : 0);
            if (cost < best) {
                best = cost;
                *window = (twc_rect){x_cm - half, z_cm - half, 2 * half, 2 * half};
            }
        }
    free(classes);
    return twc_ok();
}

static void regular_lattice(cairo_t *cr, const twc_view *view)
{
    twc_rect w = view->window;
    int32_t west = twc_floor_div(w.x, TWC_LATTICE_CM), north = twc_floor_div(w.z, TWC_LATTICE_CM);
    for (int32_t j = north; j <= north + w.nz / TWC_LATTICE_CM + 1; j++) {
        for (int32_t i = west; i <= west + w.nx / TWC_LATTICE_CM + 1; i++) {
            double x = twc_view_x(view, (double)i * TWC_LATTICE_CM), y = twc_view_y(view, (double)j * TWC_LATTICE_CM);
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

static void regular_places(cairo_t *cr, const twc_view *view)
{
    twc_rect w = view->window;
    int32_t west = -twc_floor_div(-w.x, TWC_LATTICE_CM), north = -twc_floor_div(-w.z, TWC_LATTICE_CM);
    for (int32_t j = north; j * TWC_LATTICE_CM <= w.z + w.nz; j++)
        for (int32_t i = west; i * TWC_LATTICE_CM <= w.x + w.nx; i++)
            twc_mark_draw(cr, TWC_MARK_RING, twc_hue_rgb(TWC_VERMILION), 1, twc_view_x(view, (double)i * TWC_LATTICE_CM),
                          twc_view_y(view, (double)j * TWC_LATTICE_CM), 3.6);
}

static twc_rgb lit(const twc_facet *facet, const void *data)
{
    (void)data;
    return twc_face_light(twc_face_colour(facet, -1000), facet->normal);
}

static void draw(cairo_t *cr, const void *data)
{
    const twc_scene *scene = data;
    static const char *const titles[] = {"Regular, one diagonal", "Jittered, hashed diagonals", "One colour a face"};
    static const char *const letters[] = {"a", "b", "c"};
    double side = (TWC_TEXT_PT - 2 * margin - 2 * gap) / 3;
    for (int k = 0; k < 3; k++) {
        twc_view view = twc_view_fit(margin + k * (side + gap), title, side, scene->window);
        twc_panel_title(cr, view.x, title / 2 - 1, letters[k], titles[k]);
        twc_view_clip(cr, &view);
        cairo_set_source_rgb(cr, 0.15, 0.15, 0.15);
        cairo_set_line_width(cr, 0.7);
        if (k == 0)
            regular_lattice(cr, &view);
        else if (k == 1)
            twc_draw_edges(cr, &view, twc_scene_fine(scene), TWC_EDGE_OUTLINE);
        else
            twc_draw_faces(cr, &view, twc_scene_fine(scene), lit, NULL);
        if (k == 1)
            regular_places(cr, &view);
        cairo_restore(cr);
        twc_view_outline(cr, &view);
        if (k == 2)
            twc_scale_bar_fit(cr, view.x + view.width, view.y + view.height + foot - 3, view.width / 3, view.scale * 100);
        const twc_legend_entry place = {TWC_MARK_RING, twc_hue_rgb(TWC_VERMILION), 1, "place before jitter"};
        if (k == 1)
            twc_legend_row(cr, view.x, view.y + view.height + foot - 6, &place, 1);
    }
}

twc_status twc_write_lattice(const twc_scene *scene, const char *folder)
{
    double side = (TWC_TEXT_PT - 2 * margin - 2 * gap) / 3;
    double height = title + side * scene->window.nz / scene->window.nx + foot;
    const twc_page page = {"lattice", "The jittered lattice", TWC_TEXT_PT, height};
    return twc_page_write(folder, &page, draw, scene);
}
