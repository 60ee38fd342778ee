/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faces seen from straight above under the reference lighting in clear weather, without shadows and fog. */
#ifndef TWC_FIGURES_LIGHTING_H
#define TWC_FIGURES_LIGHTING_H

#include "colormap.h"
#include "twc/look.h"

/* Of a facet with its face; a twc_paint. */
twc_rgb twc_lit_face(const twc_facet *facet, const twc_surface_face *face, const void *unused);

/* A palette entry on level ground under the same light. */
twc_rgb twc_lit_palette(twc_palette entry);

#endif
