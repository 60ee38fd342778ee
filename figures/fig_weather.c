/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One place in clear weather, rain and snow: the same bytes, other uniforms. */
#include <math.h>

#include "axes.h"
#include "figure.h"
#include "view.h"

enum { PANEL_WIDTH = 690, PANEL_HEIGHT = 520 };
static const double gap = 12 * TWC_PIXEL_PT, title = 58 * TWC_PIXEL_PT;

typedef struct gallery {
    cairo_surface_t *image[TWC_PRESET_COUNT];
} gallery;

static void draw(cairo_t *cr, const void *data)
{
    static const char *const letters[] = {"a", "b", "c"}, *const titles[] = {"Clear", "Rain", "Snow"};
    const gallery *g = data;
    for (int k = 0; k < TWC_PRESET_COUNT; k++) {
        double x = k * (PANEL_WIDTH * TWC_PIXEL_PT + gap);
        twc_panel_title(cr, x, title / 2 - 1, letters[k], titles[k]);
        twc_draw_image(cr, x, title, g->image[k]);
    }
}

twc_status twc_write_weather(const twc_subject *subject, const char *folder)
{
    gallery g = {.image = {NULL}};
    twc_prospect p;
    twc_cast cast = {.vertices = NULL};
    twc_status status = twc_prospect_of(subject, &p);
    if (!status.code)
        status = twc_cast_create(&subject->ground, 2, &cast);
    if (!status.code)
        twc_cast_water(&cast, subject->world, subject->water);
    for (int k = 0; k < TWC_PRESET_COUNT && !status.code; k++) {
        double eye[3] = {p.lowlands[0], 0, p.lowlands[1]}, target[3] = {p.edge[0], 0, p.edge[1]};
        eye[1] = twc_layer_height(subject, &subject->ground, eye[0], eye[2]) + 26;
        target[1] = twc_layer_height(subject, &subject->ground, target[0], target[2]);
        twc_camera camera = twc_camera_at(eye, target, 50, PANEL_WIDTH, PANEL_HEIGHT);
        status = twc_cast_render(subject->source, &cast, &camera, &twc_presets[k], &g.image[k]);
    }
    const twc_page page = {"weather", "Clear, rain and snow", TWC_PRESET_COUNT * PANEL_WIDTH * TWC_PIXEL_PT + 2 * gap + 1,
                           PANEL_HEIGHT * TWC_PIXEL_PT + title + 1};
    if (!status.code)
        status = twc_page_write(folder, &page, draw, &g);
    twc_cast_destroy(&cast);
    for (int k = 0; k < TWC_PRESET_COUNT; k++)
        cairo_surface_destroy(g.image[k]);
    return status;
}
