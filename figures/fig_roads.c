/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views of roads: the region from three heights, and what a cut looks like from the road and from beside it. */
#include <math.h>

#include "axes.h"
#include "figure.h"
#include "road.h"
#include "view.h"

enum { MOST_PANELS = 4 };

typedef struct panel {
    const char *title;
    double eye[3], target[3], degrees;
} panel;

typedef struct sheet {
    int columns, count, width, height; /* panels; pixels of one */
    double gap, title;
    panel shots[MOST_PANELS];
    cairo_surface_t *image[MOST_PANELS];
} sheet;

static void draw(cairo_t *cr, const void *data)
{
    static const char *const letters[MOST_PANELS] = {"a", "b", "c", "d"};
    const sheet *s = data;
    for (int k = 0; k < s->count; k++) {
        double x = (k % s->columns) * (s->width * TWC_PIXEL_PT + s->gap),
               y = (k / s->columns) * (s->height * TWC_PIXEL_PT + s->title);
        twc_panel_title(cr, x, y + s->title / 2 - 1, letters[k], s->shots[k].title);
        twc_draw_image(cr, x, y + s->title, s->image[k]);
    }
}

/* Renders the shots, people on the roads among them, and writes the sheet. */
static twc_status write_sheet(const twc_subject *subject, sheet *s, const twc_road_place *people, int people_count,
                              const char *name, const char *title, const char *folder)
{
    twc_cast cast;
    twc_status status = twc_cast_create(&subject->ground,
                                        TWC_WATER_TRIANGLES + TWC_PERSON_TRIANGLES * (uint32_t)people_count, &cast);
    if (!status.code) {
        twc_cast_water(&cast, subject->source);
        for (int k = 0; k < people_count; k++)
            twc_cast_person(&cast, (int32_t)(100 * people[k].x), (int32_t)(100 * people[k].z), people[k].bed);
    }
    for (int k = 0; k < s->count && !status.code; k++) {
        const panel *p = &s->shots[k];
        twc_camera camera = twc_camera_at(subject->source, p->eye, p->target, p->degrees, s->width, s->height);
        status = twc_cast_render(subject->source, &cast, &camera, &twc_presets[TWC_CLEAR], &s->image[k]);
    }
    int rows = (s->count + s->columns - 1) / s->columns;
    const twc_page page = {name, title, s->columns * s->width * TWC_PIXEL_PT + (s->columns - 1) * s->gap + 1,
                           rows * (s->height * TWC_PIXEL_PT + s->title) + 1};
    if (!status.code)
        status = twc_page_write(folder, &page, draw, s);
    twc_cast_destroy(&cast);
    for (int k = 0; k < s->count; k++)
        cairo_surface_destroy(s->image[k]);
    return status;
}

/* 1 when the ground falls to the right of the road, else -1. */
static int downhill(const twc_subject *subject, const twc_road_place *p)
{
    const double aside = 25;
    double right = twc_layer_height(subject, &subject->ground, p->x + aside * p->right[0], p->z + aside * p->right[1]);
    double left = twc_layer_height(subject, &subject->ground, p->x - aside * p->right[0], p->z - aside * p->right[1]);
    return right < left ? 1 : -1;
}

twc_status twc_write_roads(const twc_subject *subject, const char *folder)
{
    const twc_feature *steep, *gentle;
    twc_status status = twc_road_find(subject->source, 0, &steep);
    if (!status.code)
        status = twc_road_find(subject->source, 1, &gentle);
    if (status.code)
        return status;
    sheet s = {.columns = 2,
               .count = 4,
               .width = 1020,
               .height = 620,
               .gap = 15 * TWC_PIXEL_PT,
               .title = 58 * TWC_PIXEL_PT,
               .shots = {{.title = "On the road along the slope", .degrees = 55},
                         {.title = "From the downhill side", .degrees = 45},
                         {.title = "From 30 m up", .degrees = 50},
                         {.title = "Gentle ground, from 26 m up", .degrees = 50}}};
    double n = steep->station_count, m = gentle->station_count;
    twc_road_place here = twc_road_at(steep, 0.35 * n), far = twc_road_at(steep, 0.35 * n + 10),
                   middle = twc_road_at(steep, 0.5 * n);
    twc_road_place lane = twc_road_at(gentle, 0.45 * m), ahead = twc_road_at(gentle, 0.45 * m + 14);
    int side = downhill(subject, &middle);
    twc_road_from(&here, 0, 1.5 * side, 3.0, s.shots[0].eye);
    twc_road_from(&far, 0, -1, 1.8, s.shots[0].target);
    twc_road_from(&middle, -34, 34 * side, 0, s.shots[1].eye);
    s.shots[1].eye[1] = fmax(middle.bed,
                             twc_layer_height(subject, &subject->ground, s.shots[1].eye[0], s.shots[1].eye[2]) + 7);
    twc_road_from(&middle, 6, 0, 2, s.shots[1].target);
    twc_road_from(&middle, -48, 22 * side, 30, s.shots[2].eye);
    twc_road_from(&middle, 10, 0, 0, s.shots[2].target);
    twc_road_from(&lane, 0, 10, 26, s.shots[3].eye);
    twc_road_from(&ahead, 0, 0, 0, s.shots[3].target);
    const twc_road_place people[] = {twc_road_at(steep, 0.35 * n + 4), middle, twc_road_at(gentle, 0.45 * m + 10)};
    return write_sheet(subject, &s, people, 3, "roads", "Roads cut into slope and plain", folder);
}

twc_status twc_write_region(const twc_subject *subject, const char *folder)
{
    const twc_feature *road;
    twc_prospect p;
    twc_status status = twc_road_find(subject->source, 1, &road);
    if (!status.code)
        status = twc_prospect_of(subject, &p);
    if (status.code)
        return status;
    sheet s = {.columns = 3,
               .count = 3,
               .width = 690,
               .height = 520,
               .gap = 12 * TWC_PIXEL_PT,
               .title = 58 * TWC_PIXEL_PT,
               .shots = {{.title = "From 150 m", .degrees = 48},
                         {.title = "From 26 m", .degrees = 50},
                         {.title = "From 3.5 m", .degrees = 55}}};
    double n = road->station_count;
    /* Along the road, whichever way goes towards the mountains. */
    twc_road_place middle = twc_road_at(road, 0.5 * n);
    int way = middle.forward[0] * p.towards[0] + middle.forward[1] * p.towards[1] >= 0 ? 1 : -1;
    twc_road_place low = twc_road_at(road, (0.5 - 0.2 * way) * n),
                   next = twc_road_at(road, (0.5 - 0.2 * way) * n + 12 * way);
    for (int k = 0; k < 3; k++) {
        s.shots[0].eye[k] = k == 1 ? middle.bed + 150 : (k ? middle.z : middle.x) - 430 * p.towards[k / 2];
        s.shots[0].target[k] = k == 1 ? middle.bed + 20 : p.edge[k / 2];
    }
    twc_road_from(&low, -30 * way, 14 * way, 26, s.shots[1].eye);
    twc_road_from(&next, 30 * way, 0, 4, s.shots[1].target);
    twc_road_from(&low, 0, 1.5, 3.5, s.shots[2].eye);
    twc_road_from(&next, 0, 0, 2.4, s.shots[2].target);
    const twc_road_place people[] = {twc_road_at(road, (0.5 - 0.2 * way) * n + 3.2 * way)};
    return write_sheet(subject, &s, people, 1, "region", "The region from three heights", folder);
}
