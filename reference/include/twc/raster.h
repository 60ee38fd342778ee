/* SPDX-License-Identifier: MIT */
/*
 * The contract of the rasteriser: from the vertex buffers of the surface stage, a camera and a weather to an image
 * whose bytes are the same at every level, thread count and schedule.
 *
 * Coverage is exact: corners are rounded to 1/256 of a sample once, and edge functions of integers decide. Depth and
 * light are binary64 in the written order. Shadows are exact too: a point is in shadow when any triangle lies between
 * it and the sun. That question, and the nearest surface, do not depend on the order in which triangles are asked.
 *
 * In order, for each triangle (positions relative to the eye, metres: x 0.01 - eye; r, u, f the camera's right, up,
 * forward):
 *  1. View: X = (dx rx + dy ry) + dz rz; Y, Z likewise. Clipped to Z >= near, then to |X| <= g Z and |Y| <= g Z with
 *     g = TWC_RASTER_GUARD / focal (right, left, up, down): a crossing is a + (b - a) (da / (da - db)) from the inner
 *     to the outer end, so both triangles at an edge find the same one. A polygon is a fan from its first corner.
 *  2. Projection: focal = height samples / 2 / tan_half; column = width samples / 2 + focal X / Z,
 *     row = height samples / 2 - focal Y / Z; floor(256 column + 0.5). w = 1 / Z.
 *  3. Coverage of the sample whose centre is (256 column + 128, 256 row + 128): with corners ordered for positive area,
 *     all three edge functions e0, e1, e2 (of the edges opposite to the corners) positive; or zero on an edge that goes
 *     down, or right.
 *  4. Depth: w = ((e0 w0 + e1 w1) + e2 w2) (1 / area). The greatest w wins; of equals, the first triangle.
 * For each sample:
 *  5. Direction d = (f + r a) + u b, with a = (column + 0.5 - width samples / 2) / focal and
 *     b = (height samples / 2 - (row + 0.5)) / focal; point p = d / w relative to the eye.
 *  6. Shadow: along the sun's direction every point is moved to the plan, (px - py sx / sy, pz - py sz / sy), triangles
 *     alike; in shadow where some triangle that is not water contains it (edges included) and is higher there by more
 *     than shadow_bias[0] + shadow_bias[1] / w. Faces turned from the sun have no sun to lose.
 *  7. Algorithm 7, fog and sky, exposure, clamp to 0..1 (reference/surface/shade.c).
 * A pixel is the mean of its samples, row by row, encoded by twc_srgb_encode.
 */
#ifndef TWC_RASTER_H
#define TWC_RASTER_H

#include "twc/look.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TWC_RASTER_SUBSAMPLE = 256,        /* steps of a corner's position within a sample */
    TWC_RASTER_MAX_SIDE = 16384,       /* samples along an image's side */
    TWC_RASTER_MAX_SAMPLES = 4,        /* along a pixel's side */
    TWC_RASTER_GUARD = 32768,          /* samples from the middle at which triangles are clipped */
    TWC_RASTER_MAX_TRIANGLES = 1 << 25 /* the grid counts up to 64 entries each in 32 bits */
};

typedef struct twc_camera {
    double eye[3], target[3]; /* x, y, z in metres */
    double tan_half;          /* of half the vertical angle of view */
    int32_t width, height;    /* pixels */
    int32_t samples;          /* along a pixel's side: 1..TWC_RASTER_MAX_SAMPLES */
} twc_camera;

/* The triangles of a picture: 3 TWC_VERTEX_BYTES each, as twc_surface_table.vertices writes them. */
typedef struct twc_drawing {
    const uint8_t *vertices;
    uint32_t triangle_count;
} twc_drawing;

/*
 * Whether a picture can be made: sizes within bounds, eye and target finite, within 10,000 km and at least 1 cm apart,
 * an angle of view of 0.1 to 170 degrees; weather in range; materials known and heights finite; IEEE floating point.
 */
twc_status twc_render_check(const twc_camera *camera, const twc_weather *weather, twc_drawing drawing);

/*
 * Renders into rgb[3 * width * height], rows from the top. `workspace` holds twc_reference_render_workspace() bytes,
 * 64-byte aligned; 0 bytes: the camera's sizes are out of bounds, and rendering says so.
 */
size_t twc_reference_render_workspace(const twc_camera *camera, uint32_t triangle_count);
twc_status twc_reference_render(const twc_camera *camera, const twc_weather *weather, twc_drawing drawing,
                                void *workspace, uint8_t *rgb);

#ifdef __cplusplus
}
#endif
#endif
