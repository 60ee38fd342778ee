/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colours of faces for figures. This is the one place where figures ask for a face's class and colour; it follows
 * Algorithm 2 with the facet's own slope in place of the landform's.
 */
#ifndef TWC_FIGURES_PALETTE_H
#define TWC_FIGURES_PALETTE_H

#include "colormap.h"
#include "twc/mesh.h"

typedef enum twc_face_class { TWC_FACE_GRASS, TWC_FACE_DRY, TWC_FACE_SHORE, TWC_FACE_ROCK, TWC_FACE_CLASSES } twc_face_class;

/* `water` is the level of the nearest water in metres; below -200 there is none. */
twc_face_class twc_face_classify(const twc_facet *facet, double water);

/* The low-frequency mask that parts grass from dry grass at 0.60; 0..1. */
double twc_dryness(int32_t x_cm, int32_t z_cm);

const char *twc_face_colour_name(twc_face_class face);
twc_rgb twc_face_class_colour(twc_face_class face);

/* The palette colour with the face's own tone, unlit. */
twc_rgb twc_face_colour(const twc_facet *facet, double water);

/* A colour under the low sun and the cool sky of the reference lighting, without shadows. */
twc_rgb twc_face_light(twc_rgb colour, const float normal[3]);

#endif
