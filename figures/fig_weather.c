/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One place in clear weather, rain and snow: the same bytes, other uniforms. */
#include "axes.h"
#include "figure.h"
#include "road.h"
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

/*
 * Nine metres over the gentle road, along it and towards the mountains; without a road, from the lowlands to the
 * mountains.
 */
static twc_status camera(const twc_subject *subject, twc_camera *out)
{
    const twc_feature *road;
    twc_prospect p;
    double eye[3], target[3];
    twc_status status = twc_prospect_of(subject, &p);
    if (status.code)
        return status;
    if (twc_road_find(subject->source, 1, &road).code == TWC_OK) {
        twc_road_place place = twc_road_at(road, 0.25 * road->station_count);
        int way = p.mountains[0] > place.x ? 1 : -1;
        double right = place.right[0] * p.towards[0] + place.right[1] * p.towards[1] > 0 ? 1 : -1;
        twc_road_from(&place, -26 * way, -14 * right, 12, eye);
        twc_road_from(&place, 60 * way, 60 * right, 8, target);
    } else {
        const double *from = p.lowlands, *to = p.edge;
        for (int k = 0; k < 2; k++) {
            eye[2 * k] = from[k];
            target[2 * k] = to[k];
        }
        eye[1] = twc_layer_height(subject, &subject->ground, eye[0], eye[2]) + 26;
        target[1] = twc_layer_height(subject, &subject->ground, target[0], target[2]);
    }
    *out = twc_camera_at(subject->source, eye, target, 55, PANEL_WIDTH, PANEL_HEIGHT);
    return status;
}

twc_status twc_write_weather(const twc_subject *subject, const char *folder)
{
    gallery g = {.image = {NULL}};
    twc_camera view;
    twc_cast cast = {.vertices = NULL};
    twc_status status = camera(subject, &view);
    if (!status.code)
        status = twc_cast_create(&subject->ground, TWC_WATER_TRIANGLES, &cast);
    if (!status.code)
        twc_cast_water(&cast, subject->source);
    for (int k = 0; k < TWC_PRESET_COUNT && !status.code; k++)
        status = twc_cast_render(subject->source, &cast, &view, &twc_presets[k], &g.image[k]);
    const twc_page page = {"weather", "Clear, rain and snow",
                           TWC_PRESET_COUNT * PANEL_WIDTH * TWC_PIXEL_PT + 2 * gap + 1,
                           PANEL_HEIGHT * TWC_PIXEL_PT + title + 1};
    if (!status.code)
        status = twc_page_write(folder, &page, draw, &g);
    twc_cast_destroy(&cast);
    for (int k = 0; k < TWC_PRESET_COUNT; k++)
        cairo_surface_destroy(g.image[k]);
    return status;
}
