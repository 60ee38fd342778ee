/* SPDX-License-Identifier: MIT */
/* What the files of the reference's surface stage say to each other. */
#ifndef TWC_REFERENCE_SURFACE_STAGE_H
#define TWC_REFERENCE_SURFACE_STAGE_H

#include "kernels/reference_surface.h"

/* dryness.c: at one position. */
double twc_reference_dryness_at(int32_t x, int32_t z);

/* potentials.c: equations 3 and 4; the second is already a byte. */
double twc_reference_puddle(const twc_surface_window *window, const twc_facet *facet, double height);
uint8_t twc_reference_snow(const twc_facet *facet, double xi);

static inline double twc_reference_xi(uint32_t hash)
{
    return (double)hash * 0x1p-32;
}

static inline double twc_reference_clamp01(double value)
{
    return value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value;
}

#endif
