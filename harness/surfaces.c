/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "surfaces.h"

#include <stdlib.h>
#include <string.h>

#include "aligned.h"

/* Counts, and the most facets of one mesh. */
static uint32_t count_all(const twc_meshes *meshes, twc_surfaces *surfaces)
{
    uint32_t most = 0;
    memset(surfaces, 0, sizeof *surfaces);
    surfaces->chunk_count = (size_t)meshes->chunks.nx * (size_t)meshes->chunks.nz;
    for (size_t k = 0; k < surfaces->chunk_count; k++) {
        surfaces->face_count += meshes->mesh[k].facet_count;
        surfaces->triangle_count += meshes->mesh[k].triangle_count;
        most = meshes->mesh[k].facet_count > most ? meshes->mesh[k].facet_count : most;
    }
    return most;
}

/* One byte more than needed, so that nothing to hold is not mistaken for no memory. */
static int allocate(const twc_meshes *meshes, twc_surfaces *surfaces)
{
    surfaces->chunk = calloc(surfaces->chunk_count + 1, sizeof *surfaces->chunk);
    surfaces->faces = calloc(surfaces->face_count + 1, sizeof *surfaces->faces);
    surfaces->vertices = calloc(surfaces->triangle_count + 1, 3 * TWC_VERTEX_BYTES);
    if (!surfaces->chunk || !surfaces->faces || !surfaces->vertices)
        return 0;
    size_t face = 0, triangle = 0;
    for (size_t k = 0; k < surfaces->chunk_count; k++) {
        surfaces->chunk[k] = (twc_chunk_surface){surfaces->faces + face,
                                                 surfaces->vertices + triangle * 3 * TWC_VERTEX_BYTES};
        face += meshes->mesh[k].facet_count;
        triangle += meshes->mesh[k].triangle_count;
    }
    return 1;
}

static twc_status build(const twc_world *world, double water, twc_builder builder, twc_build_options options,
                        const twc_meshes *meshes, void *workspace, twc_surfaces *surfaces)
{
    if (builder.fast)
        return twc_fast_surface_build(builder.level, world, water, meshes->chunks, options, workspace, meshes->mesh,
                                      surfaces->chunk);
    return twc_reference_surface_build(world, water, meshes->chunks, options, workspace, meshes->mesh, surfaces->chunk);
}

twc_status twc_surfaces_create(const twc_world *world, double water, twc_builder builder, twc_build_options options,
                               const twc_meshes *meshes, twc_surfaces *surfaces)
{
    uint32_t most = count_all(meshes, surfaces);
    size_t bytes = builder.fast ? twc_fast_surface_workspace(most, options.threads)
                                : twc_reference_surface_workspace(most);
    void *workspace = twc_aligned_alloc(bytes);
    twc_status status = workspace && allocate(meshes, surfaces)
                            ? build(world, water, builder, options, meshes, workspace, surfaces)
                            : twc_fail(TWC_IO, "not enough memory for the surfaces of %zu triangles",
                                       surfaces->triangle_count);
    free(workspace);
    if (status.code)
        twc_surfaces_destroy(surfaces);
    return status;
}

void twc_surfaces_destroy(twc_surfaces *surfaces)
{
    free(surfaces->chunk);
    free(surfaces->faces);
    free(surfaces->vertices);
    memset(surfaces, 0, sizeof *surfaces);
}

int twc_surfaces_same(const twc_surfaces *a, const twc_surfaces *b)
{
    return a->face_count == b->face_count && a->triangle_count == b->triangle_count &&
           memcmp(a->faces, b->faces, a->face_count * sizeof *a->faces) == 0 &&
           memcmp(a->vertices, b->vertices, a->triangle_count * 3 * TWC_VERTEX_BYTES) == 0;
}
