/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures by the rasteriser inside figures: drawings, cameras, and images that fall on the PNG's own pixels. */
#ifndef TWC_FIGURES_VIEW_H
#define TWC_FIGURES_VIEW_H

#include <cairo.h>

#include "subject.h"
#include "twc/raster.h"

/* Points of one pixel at the PNG's resolution: panels whose places are multiples of it are not resampled. */
#define TWC_PIXEL_PT (72.0 / 300.0)

/* The vertices of a layer, with the water's surface and people, gathered for the rasteriser. */
typedef struct twc_cast {
    uint8_t *vertices;
    uint32_t triangle_count, capacity;
} twc_cast;

/* Of the whole layer, and room for so many more triangles. */
twc_status twc_cast_create(const twc_layer *layer, uint32_t more, twc_cast *cast);
void twc_cast_destroy(twc_cast *cast);
/* A level sheet over the lake or the world's extent; TWC_WATER_TRIANGLES triangles at most, none without water. */
enum { TWC_WATER_TRIANGLES = 48 };
void twc_cast_water(twc_cast *cast, const twc_subject_source *source);
/* A person of 1.8 m for scale; TWC_PERSON_TRIANGLES triangles. Feet at (x, z) centimetres and y metres. */
enum { TWC_PERSON_TRIANGLES = 40 };
void twc_cast_person(twc_cast *cast, int32_t x, int32_t z, double y);

/* A picture of the cast by the source's builder, or NULL in *image when it fails. The caller destroys the image. */
twc_status twc_cast_render(const twc_subject_source *source, const twc_cast *cast, const twc_camera *camera,
                           const twc_weather *weather, cairo_surface_t **image);

/* A camera of the figure's pixel size with the source's samples. */
twc_camera twc_camera_at(const twc_subject_source *source, const double eye[3], const double target[3], double degrees,
                         int32_t width, int32_t height);

/* Height of a layer's surface at a place in metres; of the nearest sample of the heightfield where there is none. */
double twc_layer_height(const twc_subject *subject, const twc_layer *layer, double x, double z);

/* Paints an image at (x, y), one of its pixels on each of the page's. */
void twc_draw_image(cairo_t *cr, double x, double y, cairo_surface_t *image);

/*
 * What views of mountains need: the middle of the Broad cells and of the Fine ones above water, metres. Fails without
 * either.
 */
typedef struct twc_prospect {
    double mountains[2], lowlands[2]; /* x, z */
    double towards[2];                /* unit vector from the lowlands to the mountains */
    double edge[2];                   /* where that line first meets a Broad cell */
} twc_prospect;

twc_status twc_prospect_of(const twc_subject *subject, twc_prospect *prospect);

#endif
