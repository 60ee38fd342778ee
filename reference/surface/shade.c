/* SPDX-License-Identifier: MIT */
/*
 * Light of a face and of a sample, split where the fast library needs it: what a face knows, and what a sample adds.
 * Spec surface 6.7, 6.8, 6.9; paper Algorithm 7; twin fast/surface/shade.c; test tests/surface/test_raster.c,
 * tests/surface/test_weather.c.
 */
#include "surface/raster_stage.h"

#include <math.h>

#include "surface/stage.h"

static int has_snow(const twc_drawn *face, const twc_weather *weather)
{
    const twc_look *look = &twc_the_look;
    double stored = (double)face->snow / 255.0 * 0.92 - 0.11;
    double potential = (face->height - weather->snow_line) / look->snow_relief + stored -
                       look->snow_offset[face->material];
    return face->material != TWC_MATERIAL_WATER && potential > look->snow_limit - look->snow_gain * weather->snow &&
           face->normal[1] > look->snow_least_ny;
}

/* Strictly above: with >= the first face of every chunk and material would be a puddle in dry weather. */
static int is_puddle(const twc_drawn *face, const twc_weather *weather)
{
    return face->rank > 0 &&
           (double)face->rank > 255.0 * (1.0 - twc_the_look.puddle_cover[face->material] * weather->wetness);
}

int twc_vertex_has_snow(const uint8_t *vertex, const twc_weather *weather)
{
    twc_drawn face;
    twc_reference_face_read(vertex, &face);
    return has_snow(&face, weather);
}

int twc_vertex_is_puddle(const uint8_t *vertex, const twc_weather *weather)
{
    twc_drawn face;
    twc_reference_face_read(vertex, &face);
    return is_puddle(&face, weather) && !has_snow(&face, weather);
}

twc_shade twc_reference_shade_face(const twc_drawn *face, const twc_weather *weather)
{
    const twc_look *look = &twc_the_look;
    twc_shade shade;
    int snow = has_snow(face, weather), water = face->material == TWC_MATERIAL_WATER;
    double facing = twc_dot(face->normal, look->sun);
    double up = look->hemisphere[0] + look->hemisphere[1] * face->normal[1];
    double wet = 1.0 - look->wet_darkening * weather->wetness;
    shade.sunlit = facing > 0.0;
    shade.reflects = (uint8_t)(water || (!snow && is_puddle(face, weather)));
    for (int k = 0; k < 3; k++) {
        double albedo = twc_srgb_linear[2 * (snow ? look->snow_srgb : face->colour)[k]];
        double tint = snow ? look->snow_ambient[k] : 1.0;
        albedo = albedo * wet;
        shade.ambient[k] = albedo * (weather->ambient * weather->ambient_colour[k] * tint * up);
        shade.sun[k] = shade.sunlit ? albedo * (weather->sun * weather->sun_colour[k] * facing) : 0.0;
        shade.normal[k] = face->normal[k];
    }
    shade.fresnel[0] = water ? look->water_fresnel[0] : look->puddle_fresnel[0];
    shade.fresnel[1] = water ? look->water_fresnel[1] : look->puddle_fresnel[1];
    return shade;
}

void twc_reference_sky(const twc_weather *weather, const double direction[3], double colour[3])
{
    double down = 1.0 - twc_reference_clamp01(direction[1]), down2 = down * down, low = down2 * down2;
    double near = twc_reference_clamp01(twc_dot(direction, twc_the_look.sun));
    double near2 = near * near, near4 = near2 * near2, glow = weather->glow * (near4 * near4);
    for (int k = 0; k < 3; k++)
        colour[k] = weather->zenith[k] + (weather->horizon[k] - weather->zenith[k]) * low +
                    glow * weather->sun_colour[k];
}

/* The sky mirrored in a wet face, weighted by Schlick's Fresnel term. */
static void reflect_sky(const twc_shade *shade, const twc_weather *weather, const double view[3], double colour[3])
{
    double cosine = -twc_dot(view, shade->normal), mirrored[3], sky[3];
    for (int k = 0; k < 3; k++)
        mirrored[k] = view[k] + 2.0 * cosine * shade->normal[k];
    twc_reference_sky(weather, mirrored, sky);
    double grazing = 1.0 - twc_reference_clamp01(cosine), grazing2 = grazing * grazing;
    double schlick = twc_the_look.schlick + (1.0 - twc_the_look.schlick) * (grazing2 * grazing2 * grazing);
    double fresnel = twc_reference_clamp01(shade->fresnel[0] + shade->fresnel[1] * schlick);
    for (int k = 0; k < 3; k++)
        colour[k] = (1.0 - fresnel) * twc_the_look.puddle_keep * colour[k] + fresnel * sky[k];
}

void twc_reference_shade_sample(const twc_shade *shade, const twc_weather *weather, const double view[3],
                                double distance, int lit, double colour[3])
{
    for (int k = 0; k < 3; k++)
        colour[k] = lit ? shade->ambient[k] + shade->sun[k] : shade->ambient[k];
    if (shade->reflects)
        reflect_sky(shade, weather, view, colour);
    double clear = twc_exp_minus(distance / weather->fog);
    for (int k = 0; k < 3; k++)
        colour[k] = colour[k] * clear + weather->horizon[k] * (1.0 - clear);
}
