/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chunks of a fact: listed, built into fresh memory, swapped at once. */
#include <stdlib.h>
#include <string.h>

#include "session_parts.h"

uint32_t twc_session_capacity(const twc_session *session, const twc_change *coming, twc_point at)
{
    uint32_t capacity = twc_feature_capacity(session->features.list, at.x, at.z);
    if (coming && coming->memory)
        capacity += twc_feature_capacity((twc_feature_list){&coming->comes, 1}, at.x, at.z);
    return capacity;
}

/* Makes the workspace large enough for one chunk with these features, and with one more. */
static twc_status reserve_workspace(twc_session *session, const twc_change *coming, twc_point at)
{
    twc_rect chunk = {at.x, at.z, 1, 1};
    size_t reference = twc_reference_workspace(), fast = twc_fast_workspace(1), size = reference > fast ? reference : fast;
    if (twc_session_capacity(session, coming, at) > 2 * TWC_GROUND_MAX_TRIANGLES || session->features.list.count > 0)
        size += twc_feature_meshes_workspace(session->features.list, chunk, 1);
    if (coming && coming->memory)
        size += twc_feature_meshes_workspace((twc_feature_list){&coming->comes, 1}, chunk, 1);
    size = (size + 63) / 64 * 64;
    if (session->workspace_size >= size)
        return twc_ok();
    void *workspace = aligned_alloc(64, size);
    if (!workspace)
        return twc_fail(TWC_IO, "not enough memory (%zu bytes) to build a chunk", size);
    free(session->workspace);
    session->workspace = workspace;
    session->workspace_size = size;
    return twc_ok();
}

twc_status twc_session_build_chunk(twc_session *session, twc_point at, twc_built *built)
{
    twc_meshes one = {.chunks = {at.x, at.z, 1, 1}, .mesh = &built->mesh, .workspace = session->workspace};
    twc_build_options options = session->options;
    options.threads = 1;
    int features = twc_feature_capacity(session->features.list, at.x, at.z) > TWC_GROUND_MAX_TRIANGLES;
    twc_status status = features ? twc_feature_meshes_build(&session->data.world, session->features.list, session->builder, options, &one)
                                 : twc_meshes_build(&session->data.world, session->builder, options, &one);
    if (!status.code)
        twc_mesh_stages(&built->mesh, built->stage);
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
    *g = (twc_group){.bound = bound, .dirty = calloc(room, 1), .at = calloc(room, sizeof *g->at),
                 .built = calloc(room, sizeof(twc_built *))};
    if (g->dirty && g->at && g->built)
        return twc_ok();
    return twc_fail(TWC_IO, "not enough memory for a group of %zu chunks", room - 1);
}

twc_status twc_group_prepare(twc_session *session, twc_group *g, const twc_change *coming)
{
    for (int32_t z = 0; z < g->bound.nz; z++) {
        for (int32_t x = 0; x < g->bound.nx; x++) {
            twc_point at = {g->bound.x + x, g->bound.z + z};
            if (!(g->dirty[(size_t)z * (size_t)g->bound.nx + (size_t)x] & TWC_DIRTY_GROUND))
                continue;
            twc_status status = reserve_workspace(session, coming, at);
            if (status.code)
                return status;
            g->at[g->count] = at;
            g->built[g->count] = twc_scene_take(session->scene, twc_session_capacity(session, coming, at));
            if (!g->built[g->count])
                return twc_fail(TWC_IO, "not enough memory to rebuild %zu chunks", g->count + 1);
            g->count++;
        }
    }
    return twc_ok();
}

twc_status twc_group_build(twc_session *session, twc_group *g, twc_rebuilt *rebuilt)
{
    for (size_t k = 0; k < g->count; k++) {
        twc_built *old;
        twc_status status = twc_session_build_chunk(session, g->at[k], g->built[k]);
        if (status.code)
            return status;
        twc_scene_acquire(session->scene, 1, &g->at[k], &old);
        rebuilt->changed += memcmp(old->stage, g->built[k]->stage, sizeof old->stage) != 0;
        twc_scene_release(session->scene, old);
    }
    twc_scene_swap(session->scene, g->count, g->at, g->built);
    memset(g->built, 0, g->count * sizeof(twc_built *)); /* the scene has the references now */
    return twc_ok();
}
