/* SPDX-License-Identifier: MIT */
/*
 * What is known of a triangle before any sample is: its image, its light, its shadow's outline. Spec surface 6.3, 6.6,
 * 6.7; twin reference/surface/project.c, reference/surface/shadow.c; test tests/surface/test_raster.c.
 */
#include <math.h>
#include <string.h>

#include "surface/raster.h"
#include "surface/surface.h"

TWC_INLINE uint32_t get32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Positions relative to the eye. */
static void read_positions(const uint8_t *vertices, const double eye[3], double position[3][3])
{
    for (int k = 0; k < 3; k++) {
        const uint8_t *vertex = vertices + k * TWC_VERTEX_BYTES;
        const uint32_t bits = get32(vertex + 4);
        float y;
        memcpy(&y, &bits, sizeof y);
        position[k][0] = (double)(int32_t)get32(vertex) * 0.01 - eye[0];
        position[k][1] = (double)y - eye[1];
        position[k][2] = (double)(int32_t)get32(vertex + 8) * 0.01 - eye[2];
    }
}

/* ---- image ---- */

static const twc_bounds nowhere = {0, -1, 0, -1};

TWC_INLINE int32_t least3(const int32_t v[3])
{
    const int32_t low = v[0] < v[1] ? v[0] : v[1];
    return low < v[2] ? low : v[2];
}

TWC_INLINE int32_t greatest3(const int32_t v[3])
{
    const int32_t high = v[0] > v[1] ? v[0] : v[1];
    return high > v[2] ? high : v[2];
}

static twc_bounds bounds_of(const twc_frame *frame, const int32_t x[3], const int32_t y[3])
{
    twc_bounds b = {twc_floor_div(least3(x), TWC_RASTER_SUBSAMPLE), twc_floor_div(greatest3(x), TWC_RASTER_SUBSAMPLE),
                    twc_floor_div(least3(y), TWC_RASTER_SUBSAMPLE), twc_floor_div(greatest3(y), TWC_RASTER_SUBSAMPLE)};
    b.first_column = b.first_column > 0 ? b.first_column : 0;
    b.first_row = b.first_row > 0 ? b.first_row : 0;
    b.last_column = b.last_column < frame->columns ? b.last_column : frame->columns - 1;
    b.last_row = b.last_row < frame->rows ? b.last_row : frame->rows - 1;
    return b.first_column > b.last_column || b.first_row > b.last_row ? nowhere : b;
}

/* The bounds of all parts of a clipped triangle. */
static twc_bounds bounds_of_parts(const twc_frame *frame, const double position[3][3])
{
    twc_screen_triangle part[TWC_SCREEN_MAX];
    const int count = twc_reference_project(frame, position, part);
    twc_bounds all = nowhere;
    for (int k = 0; k < count; k++) {
        const twc_bounds b = bounds_of(frame, part[k].x, part[k].y);
        if (b.first_column > b.last_column)
            continue;
        if (all.first_column > all.last_column) {
            all = b;
            continue;
        }
        all.first_column = b.first_column < all.first_column ? b.first_column : all.first_column;
        all.last_column = b.last_column > all.last_column ? b.last_column : all.last_column;
        all.first_row = b.first_row < all.first_row ? b.first_row : all.first_row;
        all.last_row = b.last_row > all.last_row ? b.last_row : all.last_row;
    }
    return all;
}

TWC_INLINE int needs_no_clip(const double view[3], double guard)
{
    const double reach = guard * view[2];
    return view[2] - twc_the_look.near >= 0.0 && reach - view[0] >= 0.0 && reach + view[0] >= 0.0 &&
           reach - view[1] >= 0.0 && reach + view[1] >= 0.0;
}

static void swap_corners(twc_slot *slot)
{
    const int32_t x = slot->x[1], y = slot->y[1];
    const double w = slot->w[1];
    slot->x[1] = slot->x[2], slot->y[1] = slot->y[2], slot->w[1] = slot->w[2];
    slot->x[2] = x, slot->y[2] = y, slot->w[2] = w;
}

static twc_bounds set_image(const twc_frame *frame, const double position[3][3], twc_slot *slot)
{
    const double guard = (double)TWC_RASTER_GUARD / frame->focal;
    double view[3][3];
    int whole = 1, behind = 1;
    for (int k = 0; k < 3; k++) {
        view[k][0] = twc_dot(position[k], frame->right);
        view[k][1] = twc_dot(position[k], frame->up);
        view[k][2] = twc_dot(position[k], frame->forward);
        whole = whole && needs_no_clip(view[k], guard);
        behind = behind && view[k][2] - twc_the_look.near < 0.0;
    }
    if (behind)
        return nowhere;
    if (!whole) {
        slot->scale = 0.0;
        return bounds_of_parts(frame, position);
    }
    for (int k = 0; k < 3; k++) {
        slot->x[k] = (int32_t)floor((frame->middle_x + frame->focal * view[k][0] / view[k][2]) * 256.0 + 0.5);
        slot->y[k] = (int32_t)floor((frame->middle_y - frame->focal * view[k][1] / view[k][2]) * 256.0 + 0.5);
        slot->w[k] = 1.0 / view[k][2];
    }
    const int64_t area = (int64_t)(slot->x[1] - slot->x[0]) * (slot->y[2] - slot->y[0]) -
                         (int64_t)(slot->y[1] - slot->y[0]) * (slot->x[2] - slot->x[0]);
    if (area == 0)
        return nowhere;
    if (area < 0)
        swap_corners(slot);
    slot->scale = 1.0 / (double)(area < 0 ? -area : area);
    return bounds_of(frame, slot->x, slot->y);
}

/* ---- light ---- */

static void set_shade(const uint8_t *vertex, const twc_weather *weather, twc_shade *shade)
{
    const twc_look *look = &twc_the_look;
    const uint32_t packed = get32(vertex + 12);
    const int material = vertex[19], water = material == TWC_MATERIAL_WATER;
    for (int k = 0; k < 3; k++)
        shade->normal[k] = (double)((int32_t)(packed << (22 - 10 * k)) >> 22) / 511.0;
    const double height = (double)twc_sample_height((uint16_t)(vertex[22] | vertex[23] << 8));
    const double stored = (double)vertex[21] / 255.0 * 0.92 - 0.11;
    const double potential = ((height - weather->snow_line) / look->snow_relief + stored) - look->snow_offset[material];
    const int snow = !water && potential > look->snow_limit - look->snow_gain * weather->snow &&
                     shade->normal[1] > look->snow_least_ny;
    const int puddle = vertex[20] > 0 &&
                       (double)vertex[20] > 255.0 * (1.0 - look->puddle_cover[material] * weather->wetness);
    const double facing = twc_dot(shade->normal, look->sun);
    const double up = look->hemisphere[0] + look->hemisphere[1] * shade->normal[1];
    const double wet = 1.0 - look->wet_darkening * weather->wetness;
    const uint8_t *colour = snow ? look->snow_srgb : vertex + 16;
    shade->sunlit = facing > 0.0;
    shade->reflects = (uint8_t)(water || (puddle && !snow));
    for (int k = 0; k < 3; k++) {
        const double albedo = twc_srgb_linear[2 * colour[k]] * wet;
        const double tint = snow ? look->snow_ambient[k] : 1.0;
        shade->ambient[k] = albedo * (((weather->ambient * weather->ambient_colour[k]) * tint) * up);
        shade->sun[k] = shade->sunlit ? albedo * ((weather->sun * weather->sun_colour[k]) * facing) : 0.0;
    }
    shade->fresnel[0] = water ? look->water_fresnel[0] : look->puddle_fresnel[0];
    shade->fresnel[1] = water ? look->water_fresnel[1] : look->puddle_fresnel[1];
}

/* ---- shadow ---- */

static void set_caster(const double position[3][3], twc_caster *caster)
{
    const double shear_u = twc_the_look.sun[0] / twc_the_look.sun[1],
                 shear_v = twc_the_look.sun[2] / twc_the_look.sun[1];
    for (int k = 0; k < 3; k++) {
        caster->u[k] = position[k][0] - position[k][1] * shear_u;
        caster->v[k] = position[k][2] - position[k][1] * shear_v;
        caster->y[k] = position[k][1];
    }
    caster->low_u = caster->high_u = caster->u[0];
    caster->low_v = caster->high_v = caster->v[0];
    for (int k = 1; k < 3; k++) {
        caster->low_u = caster->u[k] < caster->low_u ? caster->u[k] : caster->low_u;
        caster->high_u = caster->u[k] > caster->high_u ? caster->u[k] : caster->high_u;
        caster->low_v = caster->v[k] < caster->low_v ? caster->v[k] : caster->low_v;
        caster->high_v = caster->v[k] > caster->high_v ? caster->v[k] : caster->high_v;
    }
}

void TWC_NAME(raster_setup)(twc_picture *picture, uint32_t first, uint32_t last)
{
    for (uint32_t k = first; k < last; k++) {
        const uint8_t *vertices = picture->drawing.vertices + (size_t)k * 3 * TWC_VERTEX_BYTES;
        double position[3][3];
        read_positions(vertices, picture->camera->eye, position);
        picture->bounds[k] = set_image(&picture->frame, (const double(*)[3])position, &picture->slots[k]);
        set_shade(vertices, picture->weather, &picture->shades[k]);
        set_caster((const double(*)[3])position, &picture->casters[k]);
    }
}
