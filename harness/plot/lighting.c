/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/lighting.h"

static void lit(const uint8_t srgb[3], const double normal[3], double out[3])
{
    const twc_look *look = &twc_the_look;
    const twc_weather *clear = &twc_presets[TWC_CLEAR];
    double facing = normal[0] * look->sun[0] + normal[1] * look->sun[1] + normal[2] * look->sun[2];
    double sky = clear->ambient * (look->hemisphere[0] + look->hemisphere[1] * normal[1]);
    for (int k = 0; k < 3; k++) {
        double sun = facing > 0 ? clear->sun * clear->sun_colour[k] * facing : 0;
        double light = twc_srgb_linear[2 * srgb[k]] * (sun + sky * clear->ambient_colour[k]);
        out[k] = twc_srgb_encode(light * look->exposure) / 255.0;
    }
}

void twc_lit_palette(twc_palette entry, double out[3])
{
    lit(twc_palette_srgb[entry], (const double[3]){0, 1, 0}, out);
}

void twc_lit_face(const twc_facet *facet, const twc_surface_face *face, double out[3])
{
    lit(face->colour, (const double[3]){facet->normal[0], facet->normal[1], facet->normal[2]}, out);
}
