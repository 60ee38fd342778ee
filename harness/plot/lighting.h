/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faces seen from straight above under the reference lighting in clear weather, without shadows and fog. */
#ifndef TWC_HARNESS_PLOT_LIGHTING_H
#define TWC_HARNESS_PLOT_LIGHTING_H

#include "twc/look.h"

/* The colour of a facet with its face, 0 to 1. */
void twc_lit_face(const twc_facet *facet, const twc_surface_face *face, double out[3]);

/* A palette entry on level ground under the same light. */
void twc_lit_palette(twc_palette entry, double out[3]);

#endif
