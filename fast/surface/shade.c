/* SPDX-License-Identifier: MIT */
/*
 * Light of a tile, a row of samples at a time. Spec surface 6.5, 6.7, 6.8, 6.9; paper Algorithm 7; twin
 * reference/surface/shade.c; test tests/surface/test_raster.c.
 *
 * What every sample needs (direction, position, fog) comes in one loop that vectorises, what depends on its face in
 * another. Pixels add their samples in the contract's order.
 */
#include <math.h>
#include <string.h>

#include "surface/raster.h"
#include "surface/surface.h"

enum { ROW = TWC_TILE_SAMPLES_MAX };
#define NONE UINT32_MAX /* no caster yet */

typedef struct row {
    double view_x[ROW], view_y[ROW], view_z[ROW]; /* unit, from the eye */
    double u[ROW], v[ROW], above[ROW];            /* in the sheared plan; the height a shadow must come from */
    double clear[ROW];                            /* what fog leaves */
} row;

/* twc_exp_minus of a row, in place; t is below 1010, so its floor is a truncation. */
static void exp_minus(int32_t n, double *restrict value)
{
    double c[9];
    memcpy(c, twc_exp_coefficients, sizeof c);
    for (int32_t k = 0; k < n; k++) {
        const double t = (value[k] < 700.0 ? value[k] : 700.0) * 0x1.71547652b82fep+0;
        const int32_t whole = (int32_t)t;
        const double f = (t - (double)whole) - 0.5;
        const double high = (((c[8] * f + c[7]) * f + c[6]) * f + c[5]) * f + c[4];
        const double power = (((high * f + c[3]) * f + c[2]) * f + c[1]) * f + c[0];
        const uint64_t bits = (uint64_t)(int64_t)(1023 - whole) << 52;
        double scale;
        memcpy(&scale, &bits, sizeof scale);
        value[k] = power * scale;
    }
}

/* Everything of a row that does not depend on faces; where nothing is seen, depth is huge, but a number. */
static void set_row(const twc_picture *picture, twc_tile_rect tile, int32_t at, const double *restrict w,
                    row *restrict r)
{
    const twc_frame frame = picture->frame; /* a copy: stores into the row cannot change it */
    const double shear_u = twc_the_look.sun[0] / twc_the_look.sun[1],
                 shear_v = twc_the_look.sun[2] / twc_the_look.sun[1];
    const double bias0 = twc_the_look.shadow_bias[0], bias1 = twc_the_look.shadow_bias[1], fog = picture->weather->fog;
    const double b = (frame.middle_y - ((double)(tile.row + at) + 0.5)) / frame.focal;
    for (int32_t k = 0; k < tile.columns; k++) {
        const double a = (((double)(tile.column + k) + 0.5) - frame.middle_x) / frame.focal;
        const double dx = (frame.forward[0] + frame.right[0] * a) + frame.up[0] * b;
        const double dy = (frame.forward[1] + frame.right[1] * a) + frame.up[1] * b;
        const double dz = (frame.forward[2] + frame.right[2] * a) + frame.up[2] * b;
        const double length = sqrt((dx * dx + dy * dy) + dz * dz);
        const double depth = 1.0 / w[k];
        const double y = dy * depth;
        r->view_x[k] = dx / length;
        r->view_y[k] = dy / length;
        r->view_z[k] = dz / length;
        r->u[k] = dx * depth - y * shear_u;
        r->v[k] = dz * depth - y * shear_v;
        r->above[k] = y + (bias0 + bias1 * depth);
        r->clear[k] = (length * depth) / fog;
    }
    exp_minus(tile.columns, r->clear);
}

/* ---- shadow ---- */

TWC_INLINE double edge_area(const twc_caster *c, int a, int b, double u, double v)
{
    return (c->u[b] - c->u[a]) * (v - c->v[a]) - (c->v[b] - c->v[a]) * (u - c->u[a]);
}

TWC_INLINE int shades(const twc_caster *c, double u, double v, double above)
{
    if ((u < c->low_u) | (u > c->high_u) | (v < c->low_v) | (v > c->high_v))
        return 0;
    const double e0 = edge_area(c, 1, 2, u, v), e1 = edge_area(c, 2, 0, u, v), e2 = edge_area(c, 0, 1, u, v);
    const int within = ((e0 >= 0.0) & (e1 >= 0.0) & (e2 >= 0.0)) | ((e0 <= 0.0) & (e1 <= 0.0) & (e2 <= 0.0));
    const double area = (e0 + e1) + e2;
    if (!within || area == 0.0)
        return 0;
    return ((e0 * c->y[0] + e1 * c->y[1]) + e2 * c->y[2]) / area > above;
}

/* Any caster will do, so the one that shaded the sample before is asked first. */
static int in_shadow(const twc_picture *picture, double u, double v, double above, uint32_t *last)
{
    const twc_shadow_grid *grid = &picture->grid;
    const double i = (u - grid->low_u) * grid->inverse, j = (v - grid->low_v) * grid->inverse;
    if (!(i >= 0.0 && j >= 0.0 && i < (double)grid->nu && j < (double)grid->nv))
        return 0;
    if (*last != NONE && shades(&picture->casters[*last], u, v, above))
        return 1;
    const uint32_t *start = grid->start + (size_t)(int32_t)j * (size_t)grid->nu + (size_t)(int32_t)i;
    for (uint32_t k = start[0]; k < start[1]; k++) {
        if (shades(&picture->casters[grid->item[k]], u, v, above)) {
            *last = grid->item[k];
            return 1;
        }
    }
    return 0;
}

/* ---- colour ---- */

TWC_INLINE double dot3(double ax, double ay, double az, const double b[3])
{
    return (ax * b[0] + ay * b[1]) + az * b[2];
}

static void sky(const twc_weather *weather, double x, double y, double z, double colour[3])
{
    const double down = 1.0 - twc_fast_clamp01(y), down2 = down * down, low = down2 * down2;
    const double near = twc_fast_clamp01(dot3(x, y, z, twc_the_look.sun)), near2 = near * near, near4 = near2 * near2;
    const double glow = weather->glow * (near4 * near4);
    for (int k = 0; k < 3; k++)
        colour[k] = (weather->zenith[k] + (weather->horizon[k] - weather->zenith[k]) * low) +
                    glow * weather->sun_colour[k];
}

static void reflect(const twc_shade *shade, const twc_weather *weather, double x, double y, double z, double colour[3])
{
    const double cosine = -dot3(x, y, z, shade->normal), twice = 2.0 * cosine;
    double mirrored[3];
    sky(weather, x + twice * shade->normal[0], y + twice * shade->normal[1], z + twice * shade->normal[2], mirrored);
    const double grazing = 1.0 - twc_fast_clamp01(cosine), grazing2 = grazing * grazing;
    const double schlick = twc_the_look.schlick + (1.0 - twc_the_look.schlick) * ((grazing2 * grazing2) * grazing);
    const double fresnel = twc_fast_clamp01(shade->fresnel[0] + shade->fresnel[1] * schlick);
    for (int k = 0; k < 3; k++)
        colour[k] = ((1.0 - fresnel) * twc_the_look.puddle_keep) * colour[k] + fresnel * mirrored[k];
}

static void face_light(const twc_picture *picture, const row *r, int32_t k, uint32_t triangle, uint32_t *last,
                       double colour[3])
{
    const twc_shade *shade = &picture->shades[triangle];
    const twc_weather *weather = picture->weather;
    const int lit = shade->sunlit && !in_shadow(picture, r->u[k], r->v[k], r->above[k], last);
    for (int c = 0; c < 3; c++)
        colour[c] = lit ? shade->ambient[c] + shade->sun[c] : shade->ambient[c];
    if (shade->reflects)
        reflect(shade, weather, r->view_x[k], r->view_y[k], r->view_z[k], colour);
    for (int c = 0; c < 3; c++)
        colour[c] = colour[c] * r->clear[k] + weather->horizon[c] * (1.0 - r->clear[k]);
}

static void light_row(const twc_picture *picture, twc_tile_rect tile, int32_t at, const row *r, twc_tile_work *work,
                      uint32_t *last)
{
    const int32_t samples = picture->camera->samples;
    double(*pixel)[3] = work->light[at / samples];
    for (int32_t k = 0; k < tile.columns; k++) {
        double colour[3], *sum = pixel[k / samples];
        if (work->w[at][k] > TWC_NOTHING_SEEN)
            face_light(picture, r, k, (uint32_t)(int32_t)work->triangle[at][k], last, colour);
        else
            sky(picture->weather, r->view_x[k], r->view_y[k], r->view_z[k], colour);
        for (int c = 0; c < 3; c++) {
            const double exposed = colour[c] * twc_the_look.exposure;
            sum[c] = sum[c] + (exposed < 1.0 ? exposed : 1.0);
        }
    }
}

/* twc_srgb_encode, starting from the byte of the next lower step of the table. */
TWC_INLINE uint8_t encode(const uint8_t table[TWC_ENCODE_STEPS + 1], double linear)
{
    int byte = table[(int32_t)(linear * (double)TWC_ENCODE_STEPS)];
    while (byte < 255 && twc_srgb_linear[2 * byte + 1] <= linear)
        byte++;
    return (uint8_t)byte;
}

static void store(const twc_picture *picture, twc_tile_rect tile, const twc_tile_work *work)
{
    const int32_t samples = picture->camera->samples;
    const double all = (double)(samples * samples);
    for (int32_t y = 0; y < tile.rows / samples; y++) {
        uint8_t *out = picture->rgb + 3 * ((size_t)(tile.row / samples + y) * (size_t)picture->camera->width +
                                           (size_t)(tile.column / samples));
        for (int32_t x = 0; x < tile.columns / samples; x++)
            for (int c = 0; c < 3; c++)
                *out++ = encode(picture->encode, work->light[y][x][c] / all);
    }
}

void TWC_NAME(raster_light)(const twc_picture *picture, twc_tile_rect tile, twc_tile_work *work)
{
    row r;
    uint32_t last = NONE;
    memset(work->light, 0, sizeof work->light);
    for (int32_t at = 0; at < tile.rows; at++) {
        set_row(picture, tile, at, work->w[at], &r);
        light_row(picture, tile, at, &r, work, &last);
    }
    store(picture, tile, work);
}
