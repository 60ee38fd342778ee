/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same mountains as fine facets and as broad ones, from near and from far. */
#include <math.h>

#include "axes.h"
#include "figure.h"
#include "view.h"

enum { PANEL_WIDTH = 1020, PANEL_HEIGHT = 640, PANELS = 4 };
static const double gap = 15 * TWC_PIXEL_PT, title = 58 * TWC_PIXEL_PT;

typedef struct gallery {
    cairo_surface_t *image[PANELS];
} gallery;

static void draw(cairo_t *cr, const void *data)
{
    static const char *const letters[] = {"a", "b", "c", "d"};
    static const char *const titles[] = {"Fine only", "With Broad cells", "Fine only, from afar",
                                         "With Broad cells, from afar"};
    const gallery *g = data;
    for (int k = 0; k < PANELS; k++) {
        double x = (k % 2) * (PANEL_WIDTH * TWC_PIXEL_PT + gap), y = (k / 2) * (PANEL_HEIGHT * TWC_PIXEL_PT + title);
        twc_panel_title(cr, x, y + title / 2 - 1, letters[k], titles[k]);
        twc_draw_image(cr, x, y + title, g->image[k]);
    }
}

/* How far one can step back from the mountains' edge, at most `back` metres, before the world ends. */
static double room_behind(const twc_subject *subject, const twc_prospect *p, double back)
{
    const double tile = TWC_TILE_CM / 100.0, rim = 20;
    twc_rect e = subject->world->extent;
    for (; back > 0; back -= 10) {
        double x = p->edge[0] - back * p->towards[0], z = p->edge[1] - back * p->towards[1];
        if (x > tile * e.x + rim && x < tile * (e.x + e.nx) - rim && z > tile * e.z + rim &&
            z < tile * (e.z + e.nz) - rim)
            break;
    }
    return fmax(0, back);
}

/*
 * From `back` metres before the mountains' edge, `above` the ground there, towards a place `fall` below their middle.
 */
static twc_camera camera(const twc_subject *subject, const twc_prospect *p, double back, double above, double fall,
                         double degrees)
{
    back = room_behind(subject, p, back);
    double eye[3] = {p->edge[0] - back * p->towards[0], 0, p->edge[1] - back * p->towards[1]};
    double target[3] = {p->mountains[0], 0, p->mountains[1]};
    eye[1] = twc_layer_height(subject, &subject->ground, eye[0], eye[2]) + above;
    target[1] = twc_layer_height(subject, &subject->ground, target[0], target[2]) - fall;
    return twc_camera_at(subject->source, eye, target, degrees, PANEL_WIDTH, PANEL_HEIGHT);
}

twc_status twc_write_mountains(const twc_subject *subject, const char *folder)
{
    gallery g = {.image = {NULL}};
    twc_prospect p;
    twc_status status = twc_prospect_of(subject, &p);
    for (int k = 0; k < PANELS && !status.code; k++) {
        twc_cast cast;
        twc_camera view = k < 2 ? camera(subject, &p, 110, 60, 90, 56) : camera(subject, &p, 800, 130, 130, 32);
        status = twc_cast_create(k % 2 ? &subject->ground : &subject->fine, TWC_WATER_TRIANGLES, &cast);
        if (!status.code) {
            twc_cast_water(&cast, subject->source);
            status = twc_cast_render(subject->source, &cast, &view, &twc_presets[TWC_CLEAR], &g.image[k]);
        }
        twc_cast_destroy(&cast);
    }
    const twc_page page = {"mountains", "Mountains with and without facet classes",
                           2 * PANEL_WIDTH * TWC_PIXEL_PT + gap + 1, 2 * (PANEL_HEIGHT * TWC_PIXEL_PT + title) + 1};
    if (!status.code)
        status = twc_page_write(folder, &page, draw, &g);
    for (int k = 0; k < PANELS; k++)
        cairo_surface_destroy(g.image[k]);
    return status;
}
