/* SPDX-License-Identifier: MIT */
/*
 * Surfaces of chunks: faces, ranks, vertices, after checks. Spec surface 4; twin fast/surface/build.c,
 * fast/surface/build_chunk.c; test tests/surface/test_surface.c.
 */
#include "surface/stage.h"

#include <math.h>

#include "ground/builder.h"
#include "surface/builder.h"
#include "ground/stage.h"

enum {
    CHUNK_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM,
    BROAD_SIDE = CHUNK_SAMPLES + 1 + 2 * TWC_SURFACE_BROAD_MARGIN,
    BASIN_SIDE = CHUNK_SAMPLES + 1 + 2 * TWC_SURFACE_BASIN_MARGIN,
    SAMPLE_SIDE = BASIN_SIDE + 2 * TWC_FILTER_BASIN_RADIUS /* the larger of the two windows of samples */
};

typedef struct workspace {
    float broad[BROAD_SIDE * BROAD_SIDE];
    float basin[BASIN_SIDE * BASIN_SIDE];
    _Alignas(
        64) uint32_t scratch[(BASIN_SIDE + 15) / 16 * 16 * (SAMPLE_SIDE + 2)]; /* the larger twc_prefilter_scratch */
    uint16_t samples[SAMPLE_SIDE * SAMPLE_SIDE];
} workspace;

static size_t aligned_workspace(void)
{
    return (sizeof(workspace) + 63) / 64 * 64;
}

size_t twc_reference_surface_workspace(const twc_chunk_request *request, uint32_t facets)
{
    (void)request;
    return aligned_workspace() + twc_rank_scratch(facets);
}

static int within_reach(int32_t centroid, int32_t chunk)
{
    int64_t low = (int64_t)chunk * TWC_CHUNK_CM - TWC_SURFACE_REACH_CM;
    int64_t high = ((int64_t)chunk + 1) * TWC_CHUNK_CM + TWC_SURFACE_REACH_CM;
    return centroid >= low && centroid <= high;
}

/* Comparisons with NaN are false, so a facet that holds one is refused. */
static int is_drawable(const twc_facet *facet)
{
    double length2 = 0.0;
    for (int k = 0; k < 3; k++) {
        length2 += (double)facet->normal[k] * (double)facet->normal[k];
        if (!(fabs((double)facet->corner[k].y) < 1e6))
            return 0;
    }
    return fabs(length2 - 1.0) < 1e-5;
}

static twc_status check_mesh(const twc_mesh *mesh, twc_point chunk)
{
    for (uint32_t k = 0; k < mesh->facet_count; k++) {
        const twc_facet *facet = &mesh->facets[k];
        if (!within_reach(facet->centroid_x, chunk.x) || !within_reach(facet->centroid_z, chunk.z))
            return twc_fail(
                TWC_IO, "chunk (%d, %d): the centroid of facet %u at (%.2f, %.2f) m is farther than %.2f m from it",
                chunk.x, chunk.z, k, facet->centroid_x * 0.01, facet->centroid_z * 0.01, TWC_SURFACE_REACH_CM * 0.01);
        if (!is_drawable(facet))
            return twc_fail(TWC_IO, "chunk (%d, %d): facet %u has no unit normal or a height beyond 1000 km", chunk.x,
                            chunk.z, k);
    }
    for (uint32_t k = 0; k < mesh->triangle_count; k++)
        if (mesh->triangles[k].facet >= mesh->facet_count)
            return twc_fail(TWC_IO, "chunk (%d, %d): triangle %u names facet %u of %u", chunk.x, chunk.z, k,
                            mesh->triangles[k].facet, mesh->facet_count);
    return twc_ok();
}

twc_status twc_surface_build_check(const twc_chunk_request *request, const twc_mesh *meshes)
{
    twc_status status = twc_build_check(request);
    if (!status.code && !(fabs(request->water) < 1e9))
        status = twc_fail(TWC_USAGE,
                          "a water level must be a number of metres; for no water give one below all ground");
    for (size_t k = 0; k < twc_request_count(request) && !status.code; k++)
        status = check_mesh(&meshes[k], twc_request_chunk(request, k));
    return status.code ? status : twc_environment_check();
}

static void build_chunk(const twc_chunk_request *request, twc_point chunk, void *memory, const twc_mesh *mesh,
                        twc_chunk_surface *surface)
{
    workspace *work = memory;
    twc_surface_window window;
    window.broad = twc_reference_chunk_field(request->world, TWC_FILTER_BROAD, chunk, TWC_SURFACE_BROAD_MARGIN,
                                             work->samples, work->scratch, work->broad);
    window.basin = twc_reference_chunk_field(request->world, TWC_FILTER_BASIN, chunk, TWC_SURFACE_BASIN_MARGIN,
                                             work->samples, work->scratch, work->basin);
    window.water = request->water;
    twc_reference_faces(&window, mesh->facet_count, mesh->facets, surface->faces);
    twc_reference_ranks(mesh->facet_count, surface->faces, (char *)memory + aligned_workspace());
    twc_reference_vertices(mesh, surface->faces, surface->vertices);
}

twc_status twc_reference_surface_build(const twc_builder *builder, const twc_chunk_request *request, void *memory,
                                       const twc_chunks *chunks)
{
    (void)builder;
    twc_status status = twc_surface_build_check(request, chunks->mesh);
    for (size_t k = 0; k < twc_request_count(request) && !status.code; k++)
        build_chunk(request, twc_request_chunk(request, k), memory, &chunks->mesh[k], &chunks->surface[k]);
    return status;
}
