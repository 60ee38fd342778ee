/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/weather.h"

#include <math.h>

/* One triangle of a facet stands for it: all carry the same bytes. */
static void add_facet(const uint8_t *vertex, const twc_weather *weather, twc_cover *cover)
{
    int material = vertex[19];
    cover->faces[material]++;
    cover->eligible[material] += vertex[20] > 0;
    cover->puddles[material] += twc_vertex_is_puddle(vertex, weather);
    cover->snowy[material] += twc_vertex_has_snow(vertex, weather);
}

static void add_area(const twc_triangle *triangle, const uint8_t *vertex, const twc_weather *weather, twc_cover *cover)
{
    double area = (double)twc_vertex_area2(triangle->corner[0], triangle->corner[1], triangle->corner[2]) * 0.5e-4;
    if (vertex[19] != TWC_MATERIAL_GROUND)
        return;
    cover->area += area;
    if (twc_vertex_has_snow(vertex, weather))
        cover->snowy_area += area;
}

/* A facet's triangles are not always neighbours in the mesh, but its first one is the first with its index. */
static void add_mesh(const twc_mesh *mesh, const uint8_t *vertices, const twc_weather *weather, twc_cover *cover)
{
    uint32_t known = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint8_t *vertex = vertices + (size_t)t * 3 * TWC_VERTEX_BYTES;
        add_area(&mesh->triangles[t], vertex, weather, cover);
        if (mesh->triangles[t].facet < known)
            continue;
        known = mesh->triangles[t].facet + 1;
        add_facet(vertex, weather, cover);
    }
}

twc_cover twc_weather_cover(const twc_chunk_grid *grid, const twc_weather *weather)
{
    twc_cover cover = {.area = 0};
    for (size_t k = 0; k < grid->count; k++)
        add_mesh(&grid->mesh[k], grid->surface[k].vertices, weather, &cover);
    return cover;
}

double twc_weather_nonlinearity(const twc_chunk_grid *grid, twc_material material, int steps)
{
    double worst = 0;
    for (int k = 0; k <= steps; k++) {
        twc_weather weather = twc_presets[TWC_RAIN];
        weather.wetness = (double)k / steps;
        twc_cover cover = twc_weather_cover(grid, &weather);
        if (!cover.eligible[material])
            return NAN;
        double share = (double)cover.puddles[material] / (double)cover.eligible[material];
        worst = fmax(worst, fabs(share - twc_the_look.puddle_cover[material] * weather.wetness));
    }
    return worst;
}
