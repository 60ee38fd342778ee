/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "palette.h"

#include <math.h>

#include "twc/numbers.h"

static double face_hash(const twc_facet *facet)
{
    return twc_hash(facet->centroid_x, facet->centroid_z, 31) / 4294967296.0;
}

static double smooth(double t)
{
    return t * t * (3 - 2 * t);
}

/* Value noise on a square grid, 0..1. */
static double value_noise(int32_t x, int32_t z, int32_t spacing, int32_t salt)
{
    int32_t i = twc_floor_div(x, spacing), j = twc_floor_div(z, spacing);
    double tx = smooth((double)twc_floor_mod(x, spacing) / spacing), tz = smooth((double)twc_floor_mod(z, spacing) / spacing);
    double corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] = twc_hash(i + k % 2, j + k / 2, salt) / 4294967296.0;
    double north = corner[0] + (corner[1] - corner[0]) * tx, south = corner[2] + (corner[3] - corner[2]) * tx;
    return north + (south - north) * tz;
}

double twc_dryness(int32_t x, int32_t z)
{
    return (2 * value_noise(x, z, 51200, 40) + value_noise(x, z, 25600, 41)) / 3;
}

twc_face_class twc_face_classify(const twc_facet *facet, double water)
{
    double hash = face_hash(facet), up = facet->normal[1];
    double height = ((double)facet->corner[0].y + facet->corner[1].y + facet->corner[2].y) / 3;
    double slope = up > 0 ? sqrt(fmax(0, 1 - up * up)) / up : INFINITY;
    if (water >= -200 && height < water + 2.5)
        return TWC_FACE_SHORE;
    if (slope > 0.42 + 0.08 * (hash - 0.5) || 1 - up > 0.62 || height > 205 + 30 * hash)
        return TWC_FACE_ROCK;
    return twc_dryness(facet->centroid_x, facet->centroid_z) + 0.12 * (hash - 0.5) > 0.60 ? TWC_FACE_DRY : TWC_FACE_GRASS;
}

const char *twc_face_colour_name(twc_face_class face)
{
    static const char *const names[TWC_FACE_CLASSES] = {"grass", "dry grass", "shore", "rock"};
    return names[face];
}

twc_rgb twc_face_class_colour(twc_face_class face)
{
    static const uint32_t colours[TWC_FACE_CLASSES] = {0x7d9a4e, 0xb9a763, 0xcdbb8c, 0x8f8a84};
    return twc_rgb_hex(colours[face]);
}

twc_rgb twc_face_colour(const twc_facet *facet, double water)
{
    double tone = 0.93 + 0.14 * face_hash(facet);
    twc_rgb colour = twc_face_class_colour(twc_face_classify(facet, water));
    return (twc_rgb){fmin(1, colour.r * tone), fmin(1, colour.g * tone), fmin(1, colour.b * tone)};
}

twc_rgb twc_face_light(twc_rgb colour, const float normal[3])
{
    const double sun[3] = {-0.55, 0.42, 0.55}, length = sqrt(0.55 * 0.55 + 0.42 * 0.42 + 0.55 * 0.55);
    double facing = fmax(0, (normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2]) / length);
    double sky = 0.55 + 0.45 * normal[1];
    return (twc_rgb){fmin(1, colour.r * (1.20 * facing + 0.42 * sky)), fmin(1, colour.g * (1.12 * facing + 0.46 * sky)),
                     fmin(1, colour.b * (0.95 * facing + 0.56 * sky))};
}
