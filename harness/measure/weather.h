/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What weather does to built surfaces (docs/spec/surface.md 3; the paper's section 6): how many faces are puddles at a
 * wetness, how much ground is under snow at an amount and a line. Everything is asked of the bytes that would be drawn.
 */
#ifndef TWC_HARNESS_WEATHER_H
#define TWC_HARNESS_WEATHER_H

#include "twc/look.h"
#include "twc/chunk_grid.h"

/* Faces are facets, each once; a facet whose pieces lie in several chunks counts in each, as it is ranked in each. */
typedef struct twc_cover {
    int64_t faces[TWC_MATERIAL_COUNT];    /* of the material */
    int64_t eligible[TWC_MATERIAL_COUNT]; /* of them, can ever be a puddle */
    int64_t puddles[TWC_MATERIAL_COUNT];
    int64_t snowy[TWC_MATERIAL_COUNT];
    double area, snowy_area; /* plan area of ground, all and under snow, m^2 */
} twc_cover;

/* Of chunks with surfaces. */
twc_cover twc_weather_cover(const twc_chunk_grid *grid, const twc_weather *weather);

/*
 * The greatest distance, over wetnesses 0, 1/steps .. 1, of puddles / eligible from puddle_cover * wetness: how far
 * from linear. NaN when no face of the material is eligible.
 */
double twc_weather_nonlinearity(const twc_chunk_grid *grid, twc_material material, int steps);

#endif
