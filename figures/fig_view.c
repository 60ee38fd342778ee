/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One picture of any place, from any camera, in any weather. */
#include "canvas.h"
#include "figure.h"
#include "view.h"

static void draw(cairo_t *cr, const void *data)
{
    cairo_surface_t *const *image = data;
    twc_draw_image(cr, 0, 0, *image);
}

/* A camera in the ground would show its inside, and one beyond the outline mostly nothing. */
static twc_status check_eye(const twc_subject *subject, const double eye[3])
{
    twc_rect e;
    twc_status status = twc_subject_extent(subject, &e);
    double x = 100 * eye[0], z = 100 * eye[2];
    if (status.code)
        return status;
    if (!(x >= e.x && x < (double)e.x + e.nx && z >= e.z && z < (double)e.z + e.nz))
        return twc_fail(TWC_USAGE, "the eye is outside the world, which spans x %g to %g m, z %g to %g m", e.x / 100.0,
                        ((double)e.x + e.nx) / 100, e.z / 100.0, ((double)e.z + e.nz) / 100);
    double ground = twc_layer_height(subject, &subject->ground, eye[0], eye[2]);
    if (!(eye[1] > ground))
        return twc_fail(TWC_USAGE, "the eye at %g m is under the ground, which is %.2f m high there", eye[1], ground);
    return status;
}

/* Where nobody says: 150 m over the middle of the world, towards its mountains or else north. */
static void default_eye(const twc_subject *subject, twc_shot *shot)
{
    twc_prospect p;
    twc_rect e = subject->world->extent;
    const double tile = TWC_TILE_CM / 100.0, reach = 400;
    double x = tile * (e.x + e.nx / 2.0), z = tile * (e.z + e.nz / 2.0);
    int mountains = twc_prospect_of(subject, &p).code == TWC_OK;
    shot->eye[0] = x;
    shot->eye[1] = twc_layer_height(subject, &subject->ground, x, z) + 150;
    shot->eye[2] = z;
    shot->target[0] = x + (mountains ? reach * p.towards[0] : 0);
    shot->target[1] = shot->eye[1] - 100;
    shot->target[2] = z + (mountains ? reach * p.towards[1] : -reach);
}

twc_status twc_write_view(const twc_subject *subject, const char *folder)
{
    static const twc_shot usual = {.degrees = 50, .width = 1400, .height = 800, .weather = TWC_CLEAR};
    twc_shot shot = subject->source->shot ? *subject->source->shot : usual;
    cairo_surface_t *image = NULL;
    twc_cast cast = {.vertices = NULL};
    if (!shot.placed)
        default_eye(subject, &shot);
    twc_camera camera = twc_camera_at(subject->source, shot.eye, shot.target, shot.degrees, shot.width, shot.height);
    twc_status status = check_eye(subject, shot.eye);
    if (!status.code)
        status = twc_cast_create(&subject->ground, TWC_WATER_TRIANGLES, &cast);
    if (!status.code) {
        twc_cast_water(&cast, subject->source);
        status = twc_cast_render(subject->source, &cast, &camera, &twc_presets[shot.weather], &image);
    }
    const twc_page page = {"view", "A view", shot.width * TWC_PIXEL_PT, shot.height * TWC_PIXEL_PT};
    if (!status.code)
        status = twc_page_write(folder, &page, draw, &image);
    twc_cast_destroy(&cast);
    cairo_surface_destroy(image);
    return status;
}
