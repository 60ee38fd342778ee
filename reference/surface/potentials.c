/* SPDX-License-Identifier: MIT */
/*
 * Puddle and snow potential of a face. Spec surface 3.1, 3.3; paper equation 3, equation 4; twin fast/surface/faces.c;
 * test tests/surface/test_surface.c.
 */
#include "surface/stage.h"

#include <math.h>

#include "ground/stage.h"

/* The binary64 values nearest to -sqrt(1/2) and sqrt(1/2). */
const double twc_sun_plan[2] = {-0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp-1};

double twc_reference_puddle(const twc_surface_window *window, const twc_facet *facet, double height)
{
    double around = (double)twc_reference_bilinear_at(&window->basin, facet->centroid_x, facet->centroid_z);
    double flat = twc_reference_clamp01(((double)facet->normal[1] - 0.975) / 0.022);
    double basin = twc_reference_clamp01((around - height + 0.3) / 1.1);
    return flat * basin;
}

uint8_t twc_reference_snow(const twc_facet *facet, double xi)
{
    double level = twc_reference_clamp01(((double)facet->normal[1] - 0.80) / 0.2);
    double toward = (double)facet->normal[0] * twc_sun_plan[0] + (double)facet->normal[2] * twc_sun_plan[1];
    double away = 0.5 - 0.5 * toward;
    double snow = 0.55 * level + 0.15 * away + 0.22 * (xi - 0.5);
    /* Normals are rounded to binary32, so the sum may pass its bounds by a few units in the last place. */
    double byte = floor((snow + 0.11) / 0.92 * 255.0 + 0.5);
    return (uint8_t)(byte <= 0.0 ? 0 : byte < 255.0 ? (int)byte : 255);
}
