/* SPDX-License-Identifier: MIT */
/*
 * Surfaces of chunks: faces, ranks, vertices, after checks. Spec surface 4; twin fast/surface/build.c,
 * fast/surface/build_chunk.c; test tests/surface/test_surface.c.
 */
#include "surface/stage.h"

#include <math.h>

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

size_t twc_reference_surface_workspace(uint32_t facets)
{
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

static twc_status check_mesh(const twc_mesh *mesh, int32_t chunk_x, int32_t chunk_z)
{
    for (uint32_t k = 0; k < mesh->facet_count; k++) {
        const twc_facet *facet = &mesh->facets[k];
        if (!within_reach(facet->centroid_x, chunk_x) || !within_reach(facet->centroid_z, chunk_z))
            return twc_fail(TWC_IO,
                            "chunk (%d, %d): the centroid of facet %u at (%d, %d) cm is farther than %d cm from it",
                            chunk_x, chunk_z, k, facet->centroid_x, facet->centroid_z, TWC_SURFACE_REACH_CM);
        if (!is_drawable(facet))
            return twc_fail(TWC_IO, "chunk (%d, %d): facet %u has no unit normal or a height beyond 1000 km", chunk_x,
                            chunk_z, k);
    }
    for (uint32_t k = 0; k < mesh->triangle_count; k++)
        if (mesh->triangles[k].facet >= mesh->facet_count)
            return twc_fail(TWC_IO, "chunk (%d, %d): triangle %u names facet %u of %u", chunk_x, chunk_z, k,
                            mesh->triangles[k].facet, mesh->facet_count);
    return twc_ok();
}

twc_status twc_surface_build_check(const twc_world *world, double water, twc_rect chunks, twc_build_options options,
                                   const twc_mesh *meshes)
{
    twc_status status = twc_build_check(world, chunks, options);
    if (status.code)
        return status;
    if (!(fabs(water) < 1e9))
        return twc_fail(TWC_USAGE, "a water level must be a number of metres; for no water give one below all ground");
    for (int32_t z = 0; z < chunks.nz; z++) {
        for (int32_t x = 0; x < chunks.nx; x++) {
            status = check_mesh(&meshes[(ptrdiff_t)z * chunks.nx + x], chunks.x + x, chunks.z + z);
            if (status.code)
                return status;
        }
    }
    return twc_environment_check();
}

twc_status twc_reference_surface_build(const twc_world *world, double water, twc_rect chunks, twc_build_options options,
                                       void *memory, const twc_mesh *meshes, twc_chunk_surface *surfaces)
{
    twc_status status = twc_surface_build_check(world, water, chunks, options, meshes);
    if (status.code)
        return status;
    workspace *work = memory;
    void *scratch = (char *)memory + aligned_workspace();
    for (int32_t z = 0; z < chunks.nz; z++) {
        for (int32_t x = 0; x < chunks.nx; x++) {
            ptrdiff_t k = (ptrdiff_t)z * chunks.nx + x;
            twc_point chunk = {chunks.x + x, chunks.z + z};
            twc_surface_window window;
            window.broad = twc_reference_chunk_field(world, TWC_FILTER_BROAD, chunk, TWC_SURFACE_BROAD_MARGIN,
                                                     work->samples, work->scratch, work->broad);
            window.basin = twc_reference_chunk_field(world, TWC_FILTER_BASIN, chunk, TWC_SURFACE_BASIN_MARGIN,
                                                     work->samples, work->scratch, work->basin);
            window.water = water;
            twc_reference_faces(&window, meshes[k].facet_count, meshes[k].facets, surfaces[k].faces);
            twc_reference_ranks(meshes[k].facet_count, surfaces[k].faces, scratch);
            twc_reference_vertices(&meshes[k], surfaces[k].faces, surfaces[k].vertices);
        }
    }
    return twc_ok();
}
