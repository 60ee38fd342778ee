/* SPDX-License-Identifier: MIT */
/* The chunks of a fact: listed, built into fresh memory, swapped at once. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "reference/common/assertion.h"
#include "session_parts.h"

/* What building one chunk of the session's world asks for, with these features. */
static twc_chunk_request request_of(const twc_session *session, twc_feature_list features, twc_point at)
{
    return (twc_chunk_request){.world = &session->data.world,
                               .chunks = {at.x, at.z, 1, 1},
                               .stages = session->stages,
                               .features = features,
                               .water = session->water,
                               .options = {session->options.fine_only, 1, session->options.schedule}};
}

/*
 * The features with one that is to come, beside the one that it replaces: for counts, which do not ask for their order.
 * There is room behind them (twc_features_reserve).
 */
static twc_feature_list with_coming(const twc_session *session, const twc_change *coming)
{
    twc_feature_list list = session->data.features.list;
    if (coming && coming->memory) {
        session->data.features.feature[list.count] = coming->inserted;
        list.count++;
    }
    return list;
}

uint32_t twc_session_capacity(const twc_session *session, const twc_change *coming, twc_point at)
{
    return twc_feature_capacity(with_coming(session, coming), at.x, at.z);
}

/*
 * Makes each thread's workspace large enough for one chunk with the session's features, and with one more; what was in
 * it is lost.
 */
static twc_status reserve_workspace(twc_session *session, const twc_change *coming, twc_point at)
{
    const twc_chunk_request then = request_of(session, with_coming(session, coming), at);
    const size_t size = twc_aligned_size(twc_chunks_workspace(session->builder, &then, NULL));
    if (session->workspace_size >= size)
        return twc_ok();
    void *larger = twc_aligned_alloc(size * (size_t)session->options.threads);
    if (!larger)
        return twc_fail(TWC_IO, "not enough memory (%zu bytes) to build a chunk", size);
    free(session->workspace);
    session->workspace = larger;
    session->workspace_size = size;
    return twc_ok();
}

twc_status twc_session_build_chunk(twc_session *session, int thread, twc_point at, twc_built *built)
{
    const twc_chunk_request request = request_of(session, session->data.features.list, at);
    const twc_chunks chunk = {&built->mesh, &built->surface, NULL};
    void *workspace = (char *)session->workspace + (size_t)thread * session->workspace_size;
    twc_status status = twc_chunks_build(session->builder, &request, workspace, &chunk);
    if (status.code)
        return status;
    session->builder.world->mesh_stages(&built->mesh, built->stage);
    if (session->stages & TWC_BUILD_SURFACE)
        built->stage[TWC_STAGE_SURFACE] = session->builder.world->fingerprint_bytes(
            built->surface.vertices, (size_t)built->mesh.triangle_count * 3 * TWC_VERTEX_BYTES);
    return twc_ok();
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
    const int surfaces = (session->stages & TWC_BUILD_SURFACE) != 0;
    uint8_t what = surfaces ? TWC_DIRTY_GROUND | TWC_DIRTY_SURFACE : TWC_DIRTY_GROUND;
    for (int32_t z = 0; z < g->bound.nz; z++) {
        for (int32_t x = 0; x < g->bound.nx; x++) {
            twc_point at = {g->bound.x + x, g->bound.z + z};
            if (!(g->dirty[(size_t)z * (size_t)g->bound.nx + (size_t)x] & what))
                continue;
            twc_status status = reserve_workspace(session, coming, at);
            if (status.code)
                return status;
            TWC_ASSERT(g->count < (size_t)g->bound.nx * (size_t)g->bound.nz);
            g->at[g->count] = at;
            g->built[g->count] = twc_scene_take(session->scene, twc_session_capacity(session, coming, at), surfaces);
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
        twc_keep_built(session, g->at[k], old, g->built[k]);
        twc_scene_release(session->scene, old);
    }
    twc_scene_swap(session->scene, g->count, g->at, g->built);
    memset(g->built, 0, g->count * sizeof(twc_built *)); /* the scene has the references now */
    return twc_ok();
}
