/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "feature_meshes.h"

#include <stdlib.h>
#include <string.h>

#include "aligned.h"

/* ---- building ---- */

size_t twc_feature_meshes_workspace(twc_feature_list features, twc_rect chunks, int threads)
{
    size_t reference = twc_reference_feature_workspace(features, chunks);
    size_t fast = twc_fast_feature_workspace(features, chunks, threads);
    return twc_aligned_size(reference > fast ? reference : fast);
}

twc_status twc_feature_meshes_create(twc_feature_list features, twc_rect chunks, int threads, twc_meshes *meshes)
{
    size_t count = (size_t)chunks.nx * (size_t)chunks.nz, total = 0;
    size_t workspace = twc_feature_meshes_workspace(features, chunks, threads);
    memset(meshes, 0, sizeof *meshes);
    meshes->chunks = chunks;
    meshes->mesh = calloc(count, sizeof *meshes->mesh);
    meshes->workspace = twc_aligned_alloc(workspace);
    for (size_t k = 0; k < count && meshes->mesh; k++) {
        uint32_t capacity = twc_feature_capacity(features, chunks.x + (int32_t)(k % (size_t)chunks.nx),
                                                 chunks.z + (int32_t)(k / (size_t)chunks.nx));
        meshes->mesh[k].triangle_capacity = meshes->mesh[k].facet_capacity = capacity;
        total += twc_aligned_size(capacity * sizeof(twc_triangle)) + twc_aligned_size(capacity * sizeof(twc_facet));
    }
    meshes->memory = twc_aligned_alloc(total);
    if (!meshes->mesh || !meshes->memory || !meshes->workspace) {
        twc_meshes_destroy(meshes);
        return twc_fail(TWC_IO, "not enough memory for the meshes of %d x %d chunks with features", chunks.nx,
                        chunks.nz);
    }
    char *at = meshes->memory;
    for (size_t k = 0; k < count; k++) {
        meshes->mesh[k].triangles = (twc_triangle *)(void *)at;
        at += twc_aligned_size(meshes->mesh[k].triangle_capacity * sizeof(twc_triangle));
        meshes->mesh[k].facets = (twc_facet *)(void *)at;
        at += twc_aligned_size(meshes->mesh[k].facet_capacity * sizeof(twc_facet));
    }
    return twc_ok();
}

twc_status twc_feature_meshes_build(const twc_world *world, twc_feature_list features, twc_builder builder,
                                    twc_build_options options, twc_meshes *meshes)
{
    if (builder.fast)
        return twc_fast_feature_build(builder.level, world, features, meshes->chunks, options, meshes->workspace,
                                      meshes->mesh);
    return twc_reference_feature_build(world, features, meshes->chunks, options, meshes->workspace, meshes->mesh);
}
