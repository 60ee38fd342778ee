/* SPDX-License-Identifier: MIT */
/*
 * The triangles of one chunk, and builds of many. Spec ground 5; twin fast/ground/chunk.c, fast/ground/build.c,
 * fast/ground/build_block.c; test tests/ground/test_chunk.c.
 */
#include <string.h>

#include "ground/builder.h"
#include "common/assertion.h"
#include "ground/stage.h"

/* ---- one chunk ---- */

/* The owner of a centroid along one axis of an extent in macro cells. */
static int32_t owner(int32_t centroid_cm, int32_t extent_macro, int32_t extent_macros)
{
    int32_t first = twc_floor_div(extent_macro, TWC_CHUNK_MACROS);
    int32_t last = twc_floor_div(extent_macro + extent_macros - 1, TWC_CHUNK_MACROS);
    return twc_owner_chunk(centroid_cm, first, last - first + 1);
}

static uint32_t add_facet(twc_mesh *mesh, const twc_vertex corner[3], uint64_t id)
{
    TWC_ASSERT(mesh->facet_count < mesh->facet_capacity);
    twc_facet *facet = &mesh->facets[mesh->facet_count];
    memcpy(facet->corner, corner, sizeof facet->corner);
    twc_triangle_normal(corner[0], corner[1], corner[2], facet->normal);
    facet->centroid_x = twc_floor_mean3(corner[0].x, corner[1].x, corner[2].x);
    facet->centroid_z = twc_floor_mean3(corner[0].z, corner[1].z, corner[2].z);
    facet->id = id;
    return mesh->facet_count++;
}

/* Adds the pieces of a cell that the chunk owns; a facet joins the mesh with the first of its pieces. */
static void add_cell(const twc_cell *cell, twc_rect extent, int32_t chunk_x, int32_t chunk_z, twc_mesh *mesh)
{
    int known[2] = {0, 0};
    uint32_t index[2] = {0, 0};
    for (int k = 0; k < cell->count; k++) {
        const twc_vertex *corner = cell->piece[k];
        int half = cell->half[k];
        int32_t x = twc_floor_mean3(corner[0].x, corner[1].x, corner[2].x);
        int32_t z = twc_floor_mean3(corner[0].z, corner[1].z, corner[2].z);
        if (owner(x, extent.x, extent.nx) != chunk_x || owner(z, extent.z, extent.nz) != chunk_z)
            continue;
        if (!known[half]) {
            index[half] = add_facet(mesh, cell->facet[half], cell->id[half]);
            known[half] = 1;
        }
        TWC_ASSERT(mesh->triangle_count < mesh->triangle_capacity);
        twc_triangle *triangle = &mesh->triangles[mesh->triangle_count++];
        memcpy(triangle->corner, corner, sizeof triangle->corner);
        triangle->facet = index[half];
    }
}

/*
 * The fine cells of a Fine macro cell. Only those at most one cell outside the chunk can have a centroid in it: a
 * jitter is at most 6.08 m, and an undisturbed centroid lies at least 5.33 m inside its cell.
 */
static void add_fine_macro(const twc_ground_window *ground, twc_rect extent, int32_t x, int32_t z, int32_t chunk_x,
                           int32_t chunk_z, twc_mesh *mesh)
{
    int32_t first_i = chunk_x * TWC_CHUNK_CELLS - 1, last_i = (chunk_x + 1) * TWC_CHUNK_CELLS;
    int32_t first_j = chunk_z * TWC_CHUNK_CELLS - 1, last_j = (chunk_z + 1) * TWC_CHUNK_CELLS;
    for (int32_t j = z * TWC_MACRO_CELLS; j < (z + 1) * TWC_MACRO_CELLS; j++) {
        for (int32_t i = x * TWC_MACRO_CELLS; i < (x + 1) * TWC_MACRO_CELLS; i++) {
            twc_cell cell;
            if (i < first_i || i > last_i || j < first_j || j > last_j)
                continue;
            twc_reference_fine_cell(ground, i, j, &cell);
            add_cell(&cell, extent, chunk_x, chunk_z, mesh);
        }
    }
}

void twc_reference_chunk(const twc_ground_window *ground, twc_rect extent, int32_t chunk_x, int32_t chunk_z,
                         twc_mesh *mesh)
{
    mesh->triangle_count = 0;
    mesh->facet_count = 0;
    for (int32_t z = chunk_z * TWC_CHUNK_MACROS - 1; z <= (chunk_z + 1) * TWC_CHUNK_MACROS; z++) {
        for (int32_t x = chunk_x * TWC_CHUNK_MACROS - 1; x <= (chunk_x + 1) * TWC_CHUNK_MACROS; x++) {
            if (x < extent.x || x >= extent.x + extent.nx || z < extent.z || z >= extent.z + extent.nz)
                continue;
            if (twc_reference_is_broad(ground, x, z)) {
                twc_cell cell;
                twc_reference_broad_cell(ground, x, z, &cell);
                add_cell(&cell, extent, chunk_x, chunk_z, mesh);
            } else {
                add_fine_macro(ground, extent, x, z, chunk_x, chunk_z, mesh);
            }
        }
    }
}

/* ---- building ---- */

enum {
    CHUNK_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM,
    FINE_SIDE = CHUNK_SAMPLES + 1 + 2 * TWC_CHUNK_FINE_MARGIN,
    BROAD_SIDE = CHUNK_SAMPLES + 1 + 2 * TWC_CHUNK_BROAD_MARGIN,
    SAMPLE_SIDE = BROAD_SIDE + 2 * TWC_FILTER_BROAD_RADIUS, /* the larger of the two windows of samples */
    MACRO_SIDE = TWC_CHUNK_MACROS + 2 * TWC_CLASS_RING
};

/* All a chunk is made from: the two filtered fields, the filter's scratch (twc_prefilter_scratch), samples, classes. */
typedef struct workspace {
    float fine[FINE_SIDE * FINE_SIDE];
    float broad[BROAD_SIDE * BROAD_SIDE];
    _Alignas(64) uint32_t scratch[(BROAD_SIDE + 15) / 16 * 16 * (SAMPLE_SIDE + 2)];
    uint16_t samples[SAMPLE_SIDE * SAMPLE_SIDE];
    uint8_t classes[MACRO_SIDE * MACRO_SIDE];
} workspace;

size_t twc_reference_ground_workspace(const twc_chunk_request *request, uint32_t facets)
{
    (void)request;
    (void)facets;
    return sizeof(workspace);
}

twc_field twc_reference_chunk_field(const twc_world *world, twc_filter filter, twc_point chunk, int32_t margin,
                                    uint16_t *samples, void *scratch, float *heights)
{
    int32_t radius = twc_filter_radius(filter), side = CHUNK_SAMPLES + 1 + 2 * margin;
    TWC_ASSERT(margin >= 0);
    twc_rect rect = {chunk.x * CHUNK_SAMPLES - margin, chunk.z * CHUNK_SAMPLES - margin, side, side};
    twc_rect around = {rect.x - radius, rect.z - radius, side + 2 * radius, side + 2 * radius};
    twc_reference_samples(world, around, samples);
    twc_reference_prefilter(filter, rect, samples, heights, scratch);
    return (twc_field){rect, heights};
}

static void build_chunk(const twc_world *world, int fine_only, twc_point chunk, workspace *work, twc_mesh *mesh)
{
    twc_ground_window ground;
    ground.macros = (twc_rect){chunk.x * TWC_CHUNK_MACROS - TWC_CLASS_RING, chunk.z * TWC_CHUNK_MACROS - TWC_CLASS_RING,
                               MACRO_SIDE, MACRO_SIDE};
    ground.classes = work->classes;
    twc_reference_classes(world, ground.macros, work->classes);
    if (fine_only)
        memset(work->classes, TWC_FINE, sizeof work->classes);
    ground.fine = twc_reference_chunk_field(world, TWC_FILTER_FINE, chunk, TWC_CHUNK_FINE_MARGIN, work->samples,
                                            work->scratch, work->fine);
    /* Only vertices that touch a Broad cell read the broad field. */
    ground.broad = (twc_field){{0, 0, 0, 0}, NULL};
    if (memchr(work->classes, TWC_BROAD, sizeof work->classes))
        ground.broad = twc_reference_chunk_field(world, TWC_FILTER_BROAD, chunk, TWC_CHUNK_BROAD_MARGIN, work->samples,
                                                 work->scratch, work->broad);
    twc_reference_chunk(&ground, twc_world_macros(world), chunk.x, chunk.z, mesh);
}

twc_status twc_ground_build_check(const twc_chunk_request *request, const twc_mesh *meshes)
{
    twc_status status = twc_build_check(request);
    if (status.code)
        return status;
    for (size_t k = 0; k < twc_request_count(request); k++)
        if (meshes[k].triangle_capacity < TWC_GROUND_MAX_TRIANGLES || meshes[k].facet_capacity < TWC_GROUND_MAX_FACETS)
            return twc_fail(TWC_USAGE, "a chunk's mesh needs room for %d triangles and %d facets",
                            TWC_GROUND_MAX_TRIANGLES, TWC_GROUND_MAX_FACETS);
    return twc_environment_check();
}

twc_status twc_reference_ground_build(const twc_builder *builder, const twc_chunk_request *request, void *memory,
                                      const twc_chunks *chunks)
{
    (void)builder;
    twc_status status = twc_ground_build_check(request, chunks->mesh);
    if (status.code)
        return status;
    for (size_t k = 0; k < twc_request_count(request); k++)
        build_chunk(request->world, request->options.fine_only, twc_request_chunk(request, k), memory,
                    &chunks->mesh[k]);
    return twc_ok();
}
