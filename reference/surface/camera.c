/* SPDX-License-Identifier: MIT */
/*
 * The camera's frame, and which pictures are refused. Spec surface 6.1; no twin: once a picture, shared by both
 * libraries; test tests/surface/test_raster.c.
 */
#include "common/assertion.h"
#include "surface/raster_stage.h"

#include <math.h>

static void normalise(double v[3])
{
    double length = sqrt(twc_dot(v, v));
    TWC_ASSERT(length > 0.0);
    for (int k = 0; k < 3; k++)
        v[k] = v[k] / length;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

twc_frame twc_reference_frame(const twc_camera *camera)
{
    static const double zenith[3] = {0.0, 1.0, 0.0};
    twc_frame frame;
    for (int k = 0; k < 3; k++)
        frame.forward[k] = camera->target[k] - camera->eye[k];
    normalise(frame.forward);
    cross(frame.forward, zenith, frame.right);
    if (twc_dot(frame.right, frame.right) < 1e-12) { /* straight up or down: as a map, x to the right */
        frame.right[0] = 1.0;
        frame.right[1] = 0.0;
        frame.right[2] = 0.0;
    }
    normalise(frame.right);
    cross(frame.right, frame.forward, frame.up);
    frame.columns = camera->width * camera->samples;
    frame.rows = camera->height * camera->samples;
    frame.middle_x = (double)frame.columns / 2.0;
    frame.middle_y = (double)frame.rows / 2.0;
    frame.focal = frame.middle_y / camera->tan_half;
    return frame;
}

/* ---- checks ---- */

static twc_status check_camera(const twc_camera *camera)
{
    if (camera->samples < 1 || camera->samples > TWC_RASTER_MAX_SAMPLES)
        return twc_fail(TWC_USAGE, "%d samples along a pixel: 1 to %d are possible", camera->samples,
                        TWC_RASTER_MAX_SAMPLES);
    int32_t limit = TWC_RASTER_MAX_SIDE / camera->samples;
    if (camera->width < 1 || camera->height < 1 || camera->width > limit || camera->height > limit)
        return twc_fail(TWC_USAGE,
                        "an image of %d x %d pixels: sides of 1 to %d are possible with %d samples along a pixel",
                        camera->width, camera->height, limit, camera->samples);
    double distance2 = 0.0;
    for (int k = 0; k < 3; k++) {
        double step = camera->target[k] - camera->eye[k];
        if (!(fabs(camera->eye[k]) < 1e7) || !(fabs(camera->target[k]) < 1e7))
            return twc_fail(TWC_USAGE, "the camera's eye and target must lie within 10,000 km");
        distance2 += step * step;
    }
    if (!(distance2 >= 1e-4))
        return twc_fail(TWC_USAGE, "the camera's target is its eye: it must lie at least 0.01 m away");
    if (!(camera->tan_half >= 0.000872) || !(camera->tan_half <= 11.44)) /* half of 0.1 and of 170 degrees */
        return twc_fail(TWC_USAGE, "the tangent of half the angle of view is %g: 0.000872 to 11.44 are possible",
                        camera->tan_half);
    return twc_ok();
}

static int within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static twc_status check_weather(const twc_weather *weather)
{
    if (!within(weather->wetness, 0.0, 1.0) || !within(weather->snow, 0.0, 1.0))
        return twc_fail(TWC_USAGE, "wetness %g and snow %g: both go from 0 to 1", weather->wetness, weather->snow);
    if (!within(weather->fog, 1.0, 1e9))
        return twc_fail(TWC_USAGE, "a fog distance of %g m: 1 m to 1,000,000 km are possible", weather->fog);
    int fine = within(weather->sun, 0.0, 1e6) && within(weather->ambient, 0.0, 1e6) &&
               within(weather->snow_line, -1e6, 1e6) && within(weather->glow, 0.0, 1e6);
    for (int k = 0; k < 3; k++)
        fine = fine && within(weather->sun_colour[k], 0.0, 1e6) && within(weather->ambient_colour[k], 0.0, 1e6) &&
               within(weather->horizon[k], 0.0, 1e6) && within(weather->zenith[k], 0.0, 1e6);
    return fine ? twc_ok()
                : twc_fail(TWC_USAGE, "a light, colour or snow line of the weather is not a number within a million");
}

twc_status twc_render_check(const twc_camera *camera, const twc_weather *weather, twc_drawing drawing)
{
    twc_status status = check_camera(camera);
    if (!status.code)
        status = check_weather(weather);
    if (status.code)
        return status;
    if (drawing.triangle_count > TWC_RASTER_MAX_TRIANGLES)
        return twc_fail(TWC_USAGE, "%u triangles in one picture: at most %d are possible", drawing.triangle_count,
                        TWC_RASTER_MAX_TRIANGLES);
    for (size_t k = 0; k < 3 * (size_t)drawing.triangle_count; k++) {
        const uint8_t *vertex = drawing.vertices + k * TWC_VERTEX_BYTES;
        if (vertex[19] >= TWC_MATERIAL_COUNT)
            return twc_fail(TWC_IO, "vertex %zu has material %d, which there is not", k, vertex[19]);
        if (!(fabs((double)twc_reference_vertex_y(vertex)) < 1e6))
            return twc_fail(TWC_IO, "vertex %zu has a height beyond 1000 km", k);
    }
    return twc_environment_check();
}
