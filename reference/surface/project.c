/* SPDX-License-Identifier: MIT */
/*
 * A triangle of a drawing in the image. Spec surface 6.2, 6.3; twin fast/surface/project.c; test
 * tests/surface/test_raster.c.
 */
#include <math.h>

#include "common/assertion.h"
#include "surface/raster_stage.h"

typedef struct corner {
    int32_t x, y;
    double w;
} corner;

/* Clipped corners lie within the guard, so the conversion is in range. */
static corner image_of(const twc_frame *frame, const double view[3])
{
    double column = frame->middle_x + frame->focal * view[0] / view[2];
    double row = frame->middle_y - frame->focal * view[1] / view[2];
    return (corner){(int32_t)floor(column * 256.0 + 0.5), (int32_t)floor(row * 256.0 + 0.5), 1.0 / view[2]};
}

static int64_t area_of(corner a, corner b, corner c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/* Writes a triangle unless it is a line in the image; 1 when it did. */
static int put(corner a, corner b, corner c, twc_screen_triangle *out)
{
    int64_t area = area_of(a, b, c);
    if (area == 0)
        return 0;
    corner second = area > 0 ? b : c, third = area > 0 ? c : b;
    *out = (twc_screen_triangle){
        {a.x, second.x, third.x}, {a.y, second.y, third.y}, {a.w, second.w, third.w}, area > 0 ? area : -area};
    return 1;
}

int twc_reference_project(const twc_frame *frame, const double position[3][3], twc_screen_triangle out[TWC_SCREEN_MAX])
{
    double view[3][3], polygon[TWC_CLIP_MAX][3];
    for (int k = 0; k < 3; k++) {
        view[k][0] = twc_dot(position[k], frame->right);
        view[k][1] = twc_dot(position[k], frame->up);
        view[k][2] = twc_dot(position[k], frame->forward);
    }
    int corners = twc_reference_clip((const double(*)[3])view, twc_the_look.near,
                                     (double)TWC_RASTER_GUARD / frame->focal, polygon);
    int count = 0;
    for (int k = 2; k < corners; k++)
        count += put(image_of(frame, polygon[0]), image_of(frame, polygon[k - 1]), image_of(frame, polygon[k]),
                     &out[count]);
    TWC_ASSERT(count <= TWC_SCREEN_MAX);
    return count;
}
