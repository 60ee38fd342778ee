/* SPDX-License-Identifier: MIT */
/* One level's functions, and its part of a build: from tiles and a mesh to a chunk's vertices. */
#include "ground/ground.h"
#include "surface/surface.h"

static twc_field filtered(const twc_world *world, twc_filter filter, int32_t chunk_x, int32_t chunk_z, int32_t margin,
                          float *heights, uint16_t *samples)
{
    const int32_t radius = twc_filter_radius(filter), side = TWC_SURFACE_SAMPLES + 1 + 2 * margin;
    const twc_rect rect = {chunk_x * TWC_SURFACE_SAMPLES - margin, chunk_z * TWC_SURFACE_SAMPLES - margin, side, side};
    const twc_rect around = {rect.x - radius, rect.z - radius, side + 2 * radius, side + 2 * radius};
    TWC_NAME(samples)(world, around, samples);
    TWC_NAME(prefilter)(filter, rect, samples, heights, NULL);
    return (twc_field){rect, heights};
}

static void build_chunk(const twc_world *world, double water, int32_t chunk_x, int32_t chunk_z, twc_surface_work *work,
                        void *scratch, const twc_mesh *mesh, twc_chunk_surface *surface)
{
    const twc_surface_window window = {
        filtered(world, TWC_FILTER_BROAD, chunk_x, chunk_z, TWC_SURFACE_BROAD_MARGIN, work->broad, work->samples),
        filtered(world, TWC_FILTER_BASIN, chunk_x, chunk_z, TWC_SURFACE_BASIN_MARGIN, work->basin, work->samples), water};
    TWC_NAME(faces)(&window, mesh->facet_count, mesh->facets, surface->faces);
    TWC_NAME(ranks)(mesh->facet_count, surface->faces, scratch);
    TWC_NAME(vertices)(mesh, surface->faces, surface->vertices);
}

const twc_level_surface TWC_NAME(surface) = {
    {
        .dryness = TWC_NAME(dryness),
        .faces = TWC_NAME(faces),
        .ranks = TWC_NAME(ranks),
        .vertices = TWC_NAME(vertices),
    },
    build_chunk,
};
