/* SPDX-License-Identifier: MIT */
/*
 * One level's part of a build: from tiles and a mesh to a chunk's vertices. Spec surface 4; twin
 * reference/surface/build.c; test tests/surface/test_surface.c.
 */
#include "ground/ground.h"
#include "surface/surface.h"

/*
 * The samples about all centroids, `reach` beyond the two that an interpolation reads: most chunks need far fewer than
 * the margins of the contract. twc_surface_build_check has held the centroids within those.
 */
static twc_rect samples_about(const twc_mesh *mesh, int32_t reach)
{
    int32_t low_x = INT32_MAX, high_x = INT32_MIN, low_z = INT32_MAX, high_z = INT32_MIN;
    for (uint32_t k = 0; k < mesh->facet_count; k++) {
        const int32_t x = mesh->facets[k].centroid_x, z = mesh->facets[k].centroid_z;
        low_x = x < low_x ? x : low_x;
        high_x = x > high_x ? x : high_x;
        low_z = z < low_z ? z : low_z;
        high_z = z > high_z ? z : high_z;
    }
    TWC_ASSERT(low_x <= high_x && low_z <= high_z);
    const int32_t x = twc_floor_div(low_x, TWC_SAMPLE_CM) - reach, z = twc_floor_div(low_z, TWC_SAMPLE_CM) - reach;
    return (twc_rect){x, z, twc_floor_div(high_x, TWC_SAMPLE_CM) + 2 + reach - x,
                      twc_floor_div(high_z, TWC_SAMPLE_CM) + 2 + reach - z};
}

static twc_field filtered(const twc_world *world, twc_filter filter, twc_rect rect, float *heights, uint16_t *samples)
{
    const int32_t radius = twc_filter_radius(filter);
    const twc_rect around = {rect.x - radius, rect.z - radius, rect.nx + 2 * radius, rect.nz + 2 * radius};
    TWC_ASSERT(around.nx <= TWC_SURFACE_SAMPLE_SIDE && around.nz <= TWC_SURFACE_SAMPLE_SIDE);
    TWC_NAME(samples)(world, around, samples);
    TWC_NAME(prefilter)(filter, rect, samples, heights, NULL);
    return (twc_field){rect, heights};
}

void TWC_NAME(surface_chunk)(const twc_world *world, double water, twc_surface_work *work, void *scratch,
                             const twc_mesh *mesh, twc_chunk_surface *surface)
{
    if (mesh->facet_count == 0)
        return;
    const twc_surface_window window = {
        filtered(world, TWC_FILTER_BROAD, samples_about(mesh, 1), work->broad, work->samples),
        filtered(world, TWC_FILTER_BASIN, samples_about(mesh, 0), work->basin, work->samples), water};
    TWC_ASSERT((size_t)window.broad.rect.nx * (size_t)window.broad.rect.nz <=
                   sizeof work->broad / sizeof *work->broad &&
               (size_t)window.basin.rect.nx * (size_t)window.basin.rect.nz <= sizeof work->basin / sizeof *work->basin);
    TWC_NAME(faces)(&window, mesh->facet_count, mesh->facets, surface->faces);
    TWC_NAME(ranks)(mesh->facet_count, surface->faces, scratch);
    TWC_NAME(vertices)(mesh, surface->faces, surface->vertices);
}
