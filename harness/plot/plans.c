/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ground in plan: lattice, boundary of classes, palette, recoloured faces, potentials. */
#include <math.h>
#include <stdlib.h>

#include "figures.h"
#include "measure/ensemble.h"
#include "plot/lighting.h"
#include "plot/plan_map.h"
#include "plot/plots.h"
#include "plot/road.h"

/* ---- lattice ---- */

static void lit(const twc_facet *facet, const twc_surface_face *face, const void *unused, twc_patch *patch)
{
    (void)unused;
    twc_lit_face(facet, face, patch->colour);
}

twc_status twc_plot_lattice(const twc_study_area *area, const char *folder)
{
    twc_plan_map map;
    twc_status status = twc_plan_map_create(area->window, twc_grid_list(&area->fine), lit, NULL, &map);
    if (!status.code)
        status = twc_write_lattice(&map, folder);
    twc_plan_map_destroy(&map);
    return status;
}

/* ---- boundary ---- */

static int is_broad(const twc_facet *facet)
{
    return facet->id >> 62 == TWC_FACET_BROAD;
}

static void classed(const twc_facet *facet, const twc_surface_face *face, const void *unused, twc_patch *patch)
{
    (void)face, (void)unused;
    patch->kind = is_broad(facet);
    patch->value[0] = twc_facet_tone(facet);
}

/* Corners of fan pieces that are neither the fan's centre nor a corner of the facet: the fine vertices it takes in. */
static twc_status seam_vertices(twc_mesh_list meshes, twc_plan_points *seam)
{
    size_t most = 1;
    for (size_t m = 0; m < meshes.count; m++)
        most += meshes.mesh[m].triangle_count;
    *seam = (twc_plan_points){0, malloc(3 * most * sizeof *seam->point)};
    if (!seam->point)
        return twc_fail(TWC_IO, "not enough memory for the seam of %zu triangles", most);
    for (size_t m = 0; m < meshes.count; m++)
        for (uint32_t t = 0; t < meshes.mesh[m].triangle_count; t++) {
            const twc_triangle *triangle = &meshes.mesh[m].triangles[t];
            const twc_facet *facet = &meshes.mesh[m].facets[triangle->facet];
            for (int k = 0; k < 3 && is_broad(facet); k++) {
                twc_vertex v = triangle->corner[k];
                int inner = v.x == facet->centroid_x && v.z == facet->centroid_z;
                for (int c = 0; c < 3; c++)
                    inner |= v.x == facet->corner[c].x && v.z == facet->corner[c].z;
                if (!inner) {
                    seam->point[seam->count][0] = v.x;
                    seam->point[seam->count++][1] = v.z;
                }
            }
        }
    return twc_ok();
}

twc_status twc_plot_boundary(const twc_study_area *area, const char *folder)
{
    twc_boundary_plan plan = {.seam = {0, NULL}};
    twc_mesh_list meshes = twc_grid_list(&area->ground);
    twc_status status = twc_plan_map_create(area->window, meshes, classed, NULL, &plan.map);
    if (!status.code)
        status = seam_vertices(meshes, &plan.seam);
    if (!status.code)
        status = twc_write_boundary(&plan, folder);
    twc_plan_map_destroy(&plan.map);
    free(plan.seam.point);
    return status;
}

/* ---- palette ---- */

/* The part of a triangle below the water level. */
static twc_flooded flooded(const twc_vertex corner[3], double water)
{
    twc_flooded part = {.count = 0};
    for (int k = 0; k < 3; k++) {
        twc_vertex a = corner[k], b = corner[(k + 1) % 3];
        int a_below = a.y <= water, b_below = b.y <= water;
        if (a_below) {
            part.corner[part.count][0] = a.x;
            part.corner[part.count++][1] = a.z;
        }
        if (a_below != b_below) {
            double t = (water - a.y) / ((double)b.y - a.y);
            part.corner[part.count][0] = a.x + t * ((double)b.x - a.x);
            part.corner[part.count++][1] = a.z + t * ((double)b.z - a.z);
        }
    }
    return part;
}

static int is_wet(const twc_study_area *area, const twc_vertex corner[3])
{
    int wet = 0;
    for (int k = 0; k < 3; k++)
        wet |= twc_study_wet(area, corner[k].x, corner[k].z);
    return wet;
}

static twc_status flood(const twc_study_area *area, twc_mesh_list meshes, twc_palette_plan *plan)
{
    size_t most = 1;
    for (size_t m = 0; m < meshes.count; m++)
        most += meshes.mesh[m].triangle_count;
    plan->flooded = malloc(most * sizeof *plan->flooded);
    if (!plan->flooded)
        return twc_fail(TWC_IO, "not enough memory for the water over %zu triangles", most);
    for (size_t m = 0; m < meshes.count; m++)
        for (uint32_t t = 0; t < meshes.mesh[m].triangle_count; t++)
            if (is_wet(area, meshes.mesh[m].triangles[t].corner))
                plan->flooded[plan->flooded_count++] = flooded(meshes.mesh[m].triangles[t].corner, area->water);
    twc_lit_palette(TWC_PALETTE_WATER, plan->water);
    return twc_ok();
}

static void add_entry(twc_palette entry, twc_palette_plan *plan)
{
    twc_lit_palette(entry, plan->colour[plan->count]);
    plan->name[plan->count++] = twc_palette_name(entry);
}

static void list_palette(const twc_study_area *area, twc_mesh_list meshes, twc_palette_plan *plan)
{
    int present[TWC_PALETTE_COUNT] = {0};
    for (size_t m = 0; m < meshes.count; m++)
        for (uint32_t k = 0; k < meshes.mesh[m].facet_count; k++)
            present[meshes.surface[m].faces[k].palette] |= twc_window_holds(area->window, &meshes.mesh[m].facets[k]);
    for (int k = TWC_PALETTE_GRASS; k <= TWC_PALETTE_ROCK; k++)
        if (present[k])
            add_entry((twc_palette)k, plan);
    plan->has_water = area->water > TWC_NO_WATER;
    if (plan->has_water)
        add_entry(TWC_PALETTE_WATER, plan);
}

twc_status twc_plot_palette(const twc_study_area *area, const char *folder)
{
    twc_palette_plan plan = {.flooded = NULL};
    twc_mesh_list meshes = twc_grid_list(&area->ground);
    twc_status status = twc_plan_map_create(area->window, meshes, lit, NULL, &plan.map);
    if (!status.code)
        status = flood(area, meshes, &plan);
    if (!status.code) {
        list_palette(area, meshes, &plan);
        status = twc_write_palette(&plan, folder);
    }
    twc_plan_map_destroy(&plan.map);
    free(plan.flooded);
    return status;
}

/* ---- recolour ---- */

/* The lit colour, of the bed where the face's centroid is about as near to the centreline as the bed is wide. */
static void recoloured(const twc_facet *facet, const twc_surface_face *face, const void *data, twc_patch *patch)
{
    const double near = 7;
    const twc_feature *road = data;
    double distance;
    twc_surface_face other = *face;
    twc_road_nearest(road, facet->centroid_x, facet->centroid_z, &distance);
    if (distance < near)
        for (int k = 0; k < 3; k++)
            other.colour[k] = twc_palette_srgb[TWC_PALETTE_BED][k];
    twc_lit_face(facet, &other, patch->colour);
}

twc_status twc_plot_recolour(const twc_study_area *area, const char *folder)
{
    const twc_feature *road;
    twc_recolour_plan plan = {.cut = {.patch = NULL}};
    twc_status status = twc_road_find(area->source, 1, &road);
    if (!status.code)
        status = twc_plan_map_create(area->window, twc_grid_list(&area->fine), recoloured, road, &plan.recoloured);
    if (!status.code)
        status = twc_plan_map_create(area->window, twc_grid_list(&area->ground), lit, NULL, &plan.cut);
    if (!status.code)
        status = twc_write_recolour(&plan, folder);
    twc_plan_map_destroy(&plan.recoloured);
    twc_plan_map_destroy(&plan.cut);
    return status;
}

/* ---- potentials ---- */

static const double snow_line = 40;

/* With the snow line and what the material holds less of it, as the shader sees it. */
static double snow_value(const twc_surface_face *face)
{
    double stored = face->snow / 255.0 * 0.92 - 0.11;
    return (face->height - snow_line) / twc_the_look.snow_relief + stored - twc_the_look.snow_offset[face->material];
}

static void potentials(const twc_facet *facet, const twc_surface_face *face, const void *unused, twc_patch *patch)
{
    (void)facet, (void)unused;
    patch->value[0] = face->puddle;
    patch->value[1] = snow_value(face);
}

/* The middle 95 % of the snow potentials in the window, outwards to a tenth: slivers would take the whole scale. */
static twc_status snow_scale(const twc_study_area *area, double *low, double *high)
{
    twc_mesh_list meshes = twc_grid_list(&area->ground);
    size_t count = 0, room = 1;
    for (size_t m = 0; m < meshes.count; m++)
        room += meshes.mesh[m].facet_count;
    double *values = malloc(room * sizeof *values), *scratch = malloc(room * sizeof *scratch);
    twc_status status = values && scratch ? twc_ok() : twc_fail(TWC_IO, "not enough memory for %zu faces", room);
    for (size_t m = 0; m < meshes.count && !status.code; m++)
        for (uint32_t k = 0; k < meshes.mesh[m].facet_count; k++)
            if (twc_window_holds(area->window, &meshes.mesh[m].facets[k]))
                values[count++] = snow_value(&meshes.surface[m].faces[k]);
    if (!status.code && count) {
        twc_spread spread = twc_spread_of(values, count, scratch);
        *low = floor(10 * spread.low) / 10;
        *high = floor(10 * spread.high) / 10 + 0.1;
    }
    free(values);
    free(scratch);
    return status;
}

twc_status twc_plot_potentials(const twc_study_area *area, const char *folder)
{
    twc_potentials_plan plan = {.low = {0, 0}, .high = {1, 1}};
    twc_status status = twc_plan_map_create(area->window, twc_grid_list(&area->ground), potentials, NULL, &plan.map);
    if (!status.code)
        status = snow_scale(area, &plan.low[1], &plan.high[1]);
    if (!status.code)
        status = twc_write_potentials(&plan, folder);
    twc_plan_map_destroy(&plan.map);
    return status;
}
