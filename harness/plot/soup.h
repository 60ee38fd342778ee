/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triangles without an order, gathered for the rasteriser, and the pictures it makes of them. */
#ifndef TWC_HARNESS_PLOT_SOUP_H
#define TWC_HARNESS_PLOT_SOUP_H

#include "plot/study_area.h"
#include "results/maps.h"
#include "twc/raster.h"

/* The vertices of a grid, with the water's surface and people, gathered for the rasteriser. */
typedef struct twc_soup {
    uint8_t *vertices;
    uint32_t triangle_count, capacity;
} twc_soup;

/* Of the whole grid, and room for so many more triangles. */
twc_status twc_soup_create(const twc_chunk_grid *grid, uint32_t more, twc_soup *soup);
void twc_soup_destroy(twc_soup *soup);
/* One triangle of a material in a colour, facing where its corners turn; never a puddle and never snowed on. */
void twc_soup_triangle(twc_soup *soup, twc_vertex a, twc_vertex b, twc_vertex c, twc_material material,
                       const uint8_t colour[3]);
/* A level sheet over the lake or the world's extent; TWC_WATER_TRIANGLES triangles at most, none without water. */
enum { TWC_WATER_TRIANGLES = 48 };
void twc_soup_water(twc_soup *soup, const twc_study_source *source);
/* A person of 1.8 m for scale; TWC_PERSON_TRIANGLES triangles. Feet at (x, z) centimetres and y metres. */
enum { TWC_PERSON_TRIANGLES = 40 };
void twc_soup_person(twc_soup *soup, int32_t x, int32_t z, double y);

/* A picture of the triangles by the source's builder; its pixels are the caller's to free, NULL when it fails. */
twc_status twc_soup_render(const twc_study_source *source, const twc_soup *soup, const twc_camera *camera,
                           const twc_weather *weather, twc_picture *picture);

/* A camera of the figure's pixel size with the source's samples. */
twc_camera twc_camera_at(const twc_study_source *source, const double eye[3], const double target[3], double degrees,
                         int32_t width, int32_t height);

#endif
