/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawings for the rasteriser's suite, and a ray caster in extended precision that sees them by another route. */
#ifndef TWC_TESTS_RASTER_SCENE_H
#define TWC_TESTS_RASTER_SCENE_H

#include "ground/ground_cases.h"
#include "twc/fast.h"

typedef struct raster_scene {
    uint8_t *vertices;
    uint32_t count, capacity;
} raster_scene;

/* What all vertices of a triangle share. */
typedef struct raster_face {
    uint8_t colour[3];
    int material, rank, snow;
    double height;
} raster_face;

raster_scene raster_scene_create(uint32_t capacity);
void raster_scene_destroy(raster_scene *scene);
twc_drawing raster_drawing(const raster_scene *scene);

/* Adds a triangle with its geometric normal (upward); positions in centimetres and metres. */
void raster_add(raster_scene *scene, twc_vertex a, twc_vertex b, twc_vertex c, raster_face face);
/* Two triangles over a level square. */
void raster_add_square(raster_scene *scene, int32_t x0, int32_t z0, int32_t x1, int32_t z1, float y, raster_face face);
/* Rough land of cells x cells squares of `spacing` cm about the origin, of all colours and surface bytes. */
void raster_add_land(raster_scene *scene, uint64_t seed, int32_t cells, int32_t spacing, int32_t roughness_cm);
/* Triangles of every size anywhere within `reach` cm: slivers, points, walls, all materials. */
void raster_add_soup(raster_scene *scene, uint64_t seed, int count, int32_t reach);

/*
 * The pixel's colour by casting a ray through its middle and one towards the sun. 0 when rays a hundredth of a pixel
 * beside it see anything else, where corners rounded to 1/256 may decide otherwise.
 */
int raster_ray_pixel(const raster_scene *scene, const twc_camera *camera, const twc_weather *weather, int32_t column,
                     int32_t row, uint8_t rgb[3]);

#endif
