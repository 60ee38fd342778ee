/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures by the rasteriser: mountains with and without Broad cells, weather, and any view. */
#include <math.h>
#include <stdlib.h>

#include "figures.h"
#include "plot/mountain_front.h"
#include "plot/plots.h"
#include "plot/road.h"
#include "plot/soup.h"

static void free_pictures(twc_picture *pictures, int count)
{
    for (int k = 0; k < count; k++)
        free(pictures[k].rgb);
}

/* ---- mountains ---- */

enum { PANELS = 4 };

/* How far one can step back from the mountains' edge, at most `back` metres, before the world ends. */
static double room_behind(const twc_study_area *area, const twc_mountain_front *p, double back)
{
    const double tile = TWC_TILE_CM / 100.0, rim = 20;
    twc_rect e = area->world->extent;
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
static twc_camera mountain_camera(const twc_study_area *area, const twc_mountain_front *p, double back, double above,
                                  double fall, double degrees)
{
    back = room_behind(area, p, back);
    double eye[3] = {p->edge[0] - back * p->towards[0], 0, p->edge[1] - back * p->towards[1]};
    double target[3] = {p->mountains[0], 0, p->mountains[1]};
    eye[1] = twc_grid_height(area, &area->ground, eye[0], eye[2]) + above;
    target[1] = twc_grid_height(area, &area->ground, target[0], target[2]) - fall;
    return twc_camera_at(area->source, eye, target, degrees, 1020, 640);
}

twc_status twc_plot_mountains(const twc_study_area *area, const char *folder)
{
    twc_picture pictures[PANELS] = {{0, 0, NULL}};
    twc_mountain_front p;
    twc_status status = twc_mountain_front_of(area, &p);
    for (int k = 0; k < PANELS && !status.code; k++) {
        twc_soup soup;
        twc_camera view = k < 2 ? mountain_camera(area, &p, 110, 60, 90, 56)
                                : mountain_camera(area, &p, 800, 130, 130, 32);
        status = twc_soup_create(k % 2 ? &area->ground : &area->fine, TWC_WATER_TRIANGLES, &soup);
        if (!status.code) {
            twc_soup_water(&soup, area->source);
            status = twc_soup_render(area->source, &soup, &view, &twc_presets[TWC_CLEAR], &pictures[k]);
        }
        twc_soup_destroy(&soup);
    }
    if (!status.code)
        status = twc_write_mountains(pictures, folder);
    free_pictures(pictures, PANELS);
    return status;
}

/* ---- weather ---- */

/*
 * Nine metres over the gentle road, along it and towards the mountains; without a road, from the lowlands to the
 * mountains.
 */
static twc_status weather_camera(const twc_study_area *area, twc_camera *out)
{
    const twc_feature *road;
    twc_mountain_front p;
    double eye[3], target[3];
    twc_status status = twc_mountain_front_of(area, &p);
    if (status.code)
        return status;
    if (twc_road_find(area->source, 1, &road).code == TWC_OK) {
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
        eye[1] = twc_grid_height(area, &area->ground, eye[0], eye[2]) + 26;
        target[1] = twc_grid_height(area, &area->ground, target[0], target[2]);
    }
    *out = twc_camera_at(area->source, eye, target, 55, 690, 520);
    return status;
}

twc_status twc_plot_weather(const twc_study_area *area, const char *folder)
{
    twc_picture pictures[TWC_PRESET_COUNT] = {{0, 0, NULL}};
    twc_camera view;
    twc_soup soup = {.vertices = NULL};
    twc_status status = weather_camera(area, &view);
    if (!status.code)
        status = twc_soup_create(&area->ground, TWC_WATER_TRIANGLES, &soup);
    if (!status.code)
        twc_soup_water(&soup, area->source);
    for (int k = 0; k < TWC_PRESET_COUNT && !status.code; k++)
        status = twc_soup_render(area->source, &soup, &view, &twc_presets[k], &pictures[k]);
    if (!status.code)
        status = twc_write_weather(pictures, folder);
    twc_soup_destroy(&soup);
    free_pictures(pictures, TWC_PRESET_COUNT);
    return status;
}

/* ---- any view ---- */

/* A camera in the ground would show its inside; beyond the outline there is none to be in. */
static twc_status check_eye(const twc_study_area *area, const double eye[3], double datum)
{
    twc_rect e;
    twc_status status = twc_study_extent(area, &e);
    double x = 100 * eye[0], z = 100 * eye[2];
    if (status.code || !(x >= e.x && x < (double)e.x + e.nx && z >= e.z && z < (double)e.z + e.nz))
        return status;
    double ground = twc_grid_height(area, &area->ground, eye[0], eye[2]);
    if (!(eye[1] > ground))
        return twc_fail(TWC_USAGE, "the eye at %g m is under the ground, which is %.2f m high there", eye[1] + datum,
                        ground + datum);
    return status;
}

/* Axes of a camera, and where it looks; how far it sees up and aside at a distance of 1. */
typedef struct framing {
    double forward[3], right[3], up[3], middle[3], tall, wide;
} framing;

/* What a vertex asks for: how far the eye steps back, and how high and low it then is in the picture. */
typedef struct framed {
    double back, low, high;
} framed;

static void frame_vertex(const framing *f, const twc_vertex *v, double back, framed *out)
{
    const double at[3] = {v->x / 100.0 - f->middle[0], v->y - f->middle[1], v->z / 100.0 - f->middle[2]};
    double x = 0, y = 0, depth = 0;
    for (int k = 0; k < 3; k++)
        x += at[k] * f->right[k], y += at[k] * f->up[k], depth += at[k] * f->forward[k];
    out->back = fmax(out->back, fmax(fabs(x) / f->wide, fabs(y) / f->tall) - depth);
    out->low = fmin(out->low, y / (back + depth));
    out->high = fmax(out->high, y / (back + depth));
}

static framed frame_all(const framing *f, const twc_chunk_grid *grid, double back)
{
    framed out = {0, INFINITY, -INFINITY};
    for (size_t k = 0; k < grid->count; k++)
        for (uint32_t t = 0; t < grid->mesh[k].triangle_count; t++)
            for (int v = 0; v < 3; v++)
                frame_vertex(f, &grid->mesh[k].triangles[t].corner[v], back, &out);
    return out;
}

/*
 * Where nobody says: all of the world, from 35 degrees above and from the lowlands' side, or from the south-west. The
 * eye steps back until every vertex lies within the picture and a rim, with as much room above as below.
 */
static twc_status default_eye(const twc_study_area *area, twc_shot *shot)
{
    const double up_cos = 0.819152, up_sin = 0.573576, rim = 1.06;
    twc_mountain_front p;
    twc_rect e;
    double towards[2] = {0.6, -0.8};
    twc_status status = twc_study_extent(area, &e);
    if (status.code)
        return status;
    if (twc_mountain_front_of(area, &p).code == TWC_OK)
        towards[0] = p.towards[0], towards[1] = p.towards[1];
    const double x = e.x / 100.0 + e.nx / 200.0, z = e.z / 100.0 + e.nz / 200.0,
                 tall = tan(shot->degrees / 2 * 0.017453292519943295) / rim;
    framing f = {{up_cos * towards[0], -up_sin, up_cos * towards[1]},
                 {-towards[1], 0, towards[0]},
                 {up_sin * towards[0], up_cos, up_sin * towards[1]},
                 {x, twc_grid_height(area, &area->ground, x, z), z},
                 tall,
                 tall * shot->width / shot->height};
    framed seen = frame_all(&f, &area->ground, INFINITY);
    for (int step = 0; step < 6; step++) {
        const double back = seen.back;
        seen = frame_all(&f, &area->ground, back);
        for (int k = 0; k < 3; k++)
            f.middle[k] += back * (seen.low + seen.high) / 2 * f.up[k];
        seen = frame_all(&f, &area->ground, back);
    }
    for (int k = 0; k < 3; k++) {
        shot->target[k] = f.middle[k];
        shot->eye[k] = f.middle[k] - seen.back * f.forward[k];
    }
    return twc_ok();
}

twc_status twc_plot_view(const twc_study_area *area, const char *folder)
{
    static const twc_shot usual = {.degrees = 50, .width = 1400, .height = 800, .weather = TWC_CLEAR};
    twc_shot shot = area->source->shot ? *area->source->shot : usual;
    twc_picture picture = {0, 0, NULL};
    twc_soup soup = {.vertices = NULL};
    twc_status status = shot.placed ? check_eye(area, shot.eye, shot.datum) : default_eye(area, &shot);
    twc_camera camera = twc_camera_at(area->source, shot.eye, shot.target, shot.degrees, shot.width, shot.height);
    if (!status.code)
        status = twc_soup_create(&area->ground, TWC_WATER_TRIANGLES, &soup);
    if (!status.code) {
        twc_soup_water(&soup, area->source);
        status = twc_soup_render(area->source, &soup, &camera, &twc_presets[shot.weather], &picture);
    }
    if (!status.code)
        status = twc_write_view(&picture, folder);
    twc_soup_destroy(&soup);
    free(picture.rgb);
    return status;
}
