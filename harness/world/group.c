/* SPDX-License-Identifier: MIT */
/* The chunks of a fact: listed, built into fresh memory, swapped at once. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "session_parts.h"

const twc_world_table *twc_session_kernels(const twc_session *session)
{
    return session->builder.fast ? twc_fast_world(session->builder.level) : twc_reference_world();
}

uint32_t twc_session_capacity(const twc_session *session, const twc_change *coming, twc_point at)
{
    uint32_t capacity = twc_feature_capacity(session->data.features.list, at.x, at.z);
    if (coming && coming->memory)
        capacity += twc_feature_capacity((twc_feature_list){&coming->comes, 1}, at.x, at.z);
    return capacity;
}

/* Makes each thread's part of some memory at least so large; what was in it is lost. */
static twc_status grow(const twc_session *session, void **memory, size_t *have, size_t size)
{
    size = twc_aligned_size(size);
    if (*have >= size)
        return twc_ok();
    void *larger = twc_aligned_alloc(size * (size_t)session->options.threads);
    if (!larger)
        return twc_fail(TWC_IO, "not enough memory (%zu bytes) to build a chunk", size);
    free(*memory);
    *memory = larger;
    *have = size;
    return twc_ok();
}

/* What building a chunk with some features takes, with either implementation. */
static size_t feature_workspace(twc_feature_list features, twc_rect chunk)
{
    size_t reference = twc_reference_feature_workspace(features, chunk),
           fast = twc_fast_feature_workspace(features, chunk, 1);
    return twc_aligned_size(reference > fast ? reference : fast);
}

/* Makes the workspace large enough for one chunk with these features, and with one more. */
static twc_status reserve_workspace(twc_session *session, const twc_change *coming, twc_point at)
{
    twc_rect chunk = {at.x, at.z, 1, 1};
    size_t reference = twc_reference_workspace(), fast = twc_fast_workspace(1),
           size = reference > fast ? reference : fast;
    if (twc_session_capacity(session, coming, at) > 2 * TWC_GROUND_MAX_TRIANGLES ||
        session->data.features.list.count > 0)
        size += feature_workspace(session->data.features.list, chunk);
    if (coming && coming->memory)
        size += feature_workspace((twc_feature_list){&coming->comes, 1}, chunk);
    twc_status status = grow(session, &session->workspace, &session->workspace_size, size);
    if (status.code || !session->surfaces)
        return status;
    uint32_t facets = twc_session_capacity(session, coming, at);
    reference = twc_reference_surface_workspace(facets);
    fast = twc_fast_surface_workspace(facets, 1);
    return grow(session, &session->surface_workspace, &session->surface_workspace_size,
                reference > fast ? reference : fast);
}

/* The faces and vertices of a built mesh, and their fingerprint. */
static twc_status build_surface(twc_session *session, int thread, twc_rect chunk, twc_build_options options,
                                twc_built *built)
{
    void *workspace = (char *)session->surface_workspace + (size_t)thread * session->surface_workspace_size;
    const twc_world *world = &session->data.world;
    twc_status status = session->builder.fast
                            ? twc_fast_surface_build(session->builder.level, world, session->water, chunk, options,
                                                     workspace, &built->mesh, &built->surface)
                            : twc_reference_surface_build(world, session->water, chunk, options, workspace,
                                                          &built->mesh, &built->surface);
    if (!status.code)
        built->stage[TWC_STAGE_SURFACE] = twc_session_kernels(session)->fingerprint_bytes(
            built->surface.vertices, (size_t)built->mesh.triangle_count * 3 * TWC_VERTEX_BYTES);
    return status;
}

/* The mesh of one chunk, with the features that reach it. */
static twc_status build_mesh(const twc_session *session, twc_rect chunk, twc_build_options options, void *workspace,
                             twc_mesh *mesh)
{
    const twc_world *world = &session->data.world;
    const twc_feature_list features = session->data.features.list;
    const twc_level level = session->builder.level;
    if (twc_feature_capacity(features, chunk.x, chunk.z) > TWC_GROUND_MAX_TRIANGLES)
        return session->builder.fast ? twc_fast_feature_build(level, world, features, chunk, options, workspace, mesh)
                                     : twc_reference_feature_build(world, features, chunk, options, workspace, mesh);
    return session->builder.fast ? twc_fast_ground_build(level, world, chunk, options, workspace, mesh)
                                 : twc_reference_ground_build(world, chunk, options, workspace, mesh);
}

twc_status twc_session_build_chunk(twc_session *session, int thread, twc_point at, twc_built *built)
{
    const twc_rect chunk = {at.x, at.z, 1, 1};
    void *workspace = (char *)session->workspace + (size_t)thread * session->workspace_size;
    twc_build_options options = session->options;
    options.threads = 1;
    twc_status status = build_mesh(session, chunk, options, workspace, &built->mesh);
    if (!status.code && session->surfaces)
        status = build_surface(session, thread, chunk, options, built);
    if (!status.code)
        twc_session_kernels(session)->mesh_stages(&built->mesh, built->stage);
    return status;
}

void twc_group_destroy(twc_session *session, twc_group *g)
{
    for (size_t k = 0; g->built && k < (size_t)g->bound.nx * (size_t)g->bound.nz; k++)
        twc_scene_release(session->scene, g->built[k]);
    free(g->dirty);
    free(g->at);
    free(g->built);
}

twc_status twc_group_create(twc_rect bound, twc_group *g)
{
    size_t room = (size_t)bound.nx * (size_t)bound.nz + 1;
    *g = (twc_group){.bound = bound,
                     .dirty = calloc(room, 1),
                     .at = calloc(room, sizeof *g->at),
                     .built = calloc(room, sizeof(twc_built *))};
    if (g->dirty && g->at && g->built)
        return twc_ok();
    return twc_fail(TWC_IO, "not enough memory for a group of %zu chunks", room - 1);
}

twc_status twc_group_prepare(twc_session *session, twc_group *g, const twc_change *coming)
{
    uint8_t what = session->surfaces ? TWC_DIRTY_GROUND | TWC_DIRTY_SURFACE : TWC_DIRTY_GROUND;
    for (int32_t z = 0; z < g->bound.nz; z++) {
        for (int32_t x = 0; x < g->bound.nx; x++) {
            twc_point at = {g->bound.x + x, g->bound.z + z};
            if (!(g->dirty[(size_t)z * (size_t)g->bound.nx + (size_t)x] & what))
                continue;
            twc_status status = reserve_workspace(session, coming, at);
            if (status.code)
                return status;
            g->at[g->count] = at;
            g->built[g->count] = twc_scene_take(session->scene, twc_session_capacity(session, coming, at),
                                                session->surfaces);
            if (!g->built[g->count])
                return twc_fail(TWC_IO, "not enough memory to rebuild %zu chunks", g->count + 1);
            g->count++;
        }
    }
    return twc_ok();
}

twc_status twc_group_build(twc_session *session, twc_group *g, twc_rebuilt *rebuilt)
{
    int threads = session->options.threads, count = (int)g->count;
    twc_status failed = twc_ok();
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1 && count > 1)
    for (int k = 0; k < count; k++) {
        twc_status status = twc_session_build_chunk(session, omp_get_thread_num(), g->at[k], g->built[k]);
        if (status.code) {
#pragma omp critical
            failed = status;
        }
    }
    if (failed.code)
        return failed;
    for (size_t k = 0; k < g->count; k++) {
        twc_built *old;
        twc_scene_acquire(session->scene, 1, &g->at[k], &old);
        rebuilt->changed += memcmp(old->stage, g->built[k]->stage, sizeof old->stage) != 0;
        twc_scene_release(session->scene, old);
    }
    twc_scene_swap(session->scene, g->count, g->at, g->built);
    memset(g->built, 0, g->count * sizeof(twc_built *)); /* the scene has the references now */
    return twc_ok();
}
