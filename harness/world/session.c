/* SPDX-License-Identifier: MIT */
#include "twc/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session_parts.h"

/* ---- life ---- */

static twc_status build_all(twc_session *session)
{
    twc_group g;
    twc_rebuilt ignored = {0};
    twc_status status = twc_group_create(twc_world_chunks(&session->data.world), &g);
    if (!status.code) {
        memset(g.dirty, TWC_DIRTY_GROUND | TWC_DIRTY_SURFACE, (size_t)g.bound.nx * (size_t)g.bound.nz);
        status = twc_group_prepare(session, &g, NULL);
    }
    if (!status.code)
        status = twc_group_build(session, &g, &ignored);
    twc_group_destroy(session, &g);
    return status;
}

twc_status twc_session_begin(twc_world_data *data, twc_builder builder, twc_build_options options, const double *water,
                             twc_session **out)
{
    twc_session *session = calloc(1, sizeof *session);
    *out = NULL;
    if (!session) {
        twc_world_data_destroy(data);
        return twc_fail(TWC_IO, "not enough memory for a session");
    }
    session->data = *data;
    memset(data, 0, sizeof *data);
    session->builder = builder;
    session->options = options;
    session->next = session->data.place.facts + 1;
    session->stages = TWC_BUILD_FEATURES | (water ? TWC_BUILD_SURFACE : 0u);
    session->water = water ? *water : 0;
    /* Tiles that are still to come are checked by their source. */
    twc_status status = session->data.source.load ? twc_ok() : twc_world_check(&session->data.world);
    if (status.code)
        twc_session_destroy(session);
    else
        *out = session;
    return status;
}

twc_status twc_session_build(twc_session *session)
{
    twc_status status = twc_world_data_need_all(&session->data);
    if (!status.code)
        status = twc_scene_create(session->data.world.extent, session->builder, &session->scene);
    return status.code ? status : build_all(session);
}

twc_status twc_session_create(twc_world_data *data, twc_builder builder, twc_build_options options, const double *water,
                              twc_session **out)
{
    twc_status status = twc_session_begin(data, builder, options, water, out);
    if (!status.code)
        status = twc_session_build(*out);
    if (status.code) {
        twc_session_destroy(*out);
        *out = NULL;
    }
    return status;
}

void twc_session_destroy(twc_session *session)
{
    if (!session)
        return;
    twc_scene_destroy(session->scene);
    twc_world_data_destroy(&session->data);
    twc_history_clear(&session->undo);
    twc_history_clear(&session->redo);
    free(session->kept.state);
    free(session->workspace);
    free(session);
}

void twc_session_set_reach(twc_session *session, twc_reach reach)
{
    session->reach = reach;
}

void twc_session_set_recorder(twc_session *session, twc_fact_taker *recorder, void *context)
{
    session->recorder = recorder;
    session->recorder_context = context;
}

static twc_status append_to_log(void *log, const twc_fact *fact)
{
    return twc_event_log_append(log, fact);
}

void twc_session_record_log(twc_session *session, twc_event_log *log)
{
    twc_session_set_recorder(session, append_to_log, log);
}

const twc_world_data *twc_session_world(const twc_session *session)
{
    return &session->data;
}

void twc_session_give_world(twc_session *session, twc_world_data *data)
{
    *data = session->data;
    memset(&session->data, 0, sizeof session->data);
}

const twc_features *twc_session_features(const twc_session *session)
{
    return &session->data.features;
}

twc_scene *twc_session_scene(twc_session *session)
{
    return session->scene;
}

uint64_t twc_session_next(const twc_session *session)
{
    return session->next;
}

/* The first stage in which a chunk differs from its rebuild. */
static twc_status compare_built(twc_point at, const twc_built *old, const twc_built *fresh)
{
    static const char *const names[TWC_STAGE_COUNT] = {"ground", "features", "surface"};
    for (int stage = 0; stage < TWC_STAGE_COUNT; stage++)
        if (old->stage[stage] != fresh->stage[stage])
            return twc_fail(TWC_CHECK_FAILED,
                            "chunk (%d, %d) is stale: %s %016" PRIx64 ", a full rebuild gives %016" PRIx64, at.x, at.z,
                            names[stage], old->stage[stage], fresh->stage[stage]);
    return twc_ok();
}

static twc_status check_chunk(twc_session *session, twc_point at)
{
    twc_status needed = twc_session_need(session, (twc_rect){at.x, at.z, 1, 1});
    if (needed.code)
        return needed;
    twc_built *old, *fresh = twc_scene_take(session->scene, twc_session_capacity(session, NULL, at),
                                            (session->stages & TWC_BUILD_SURFACE) != 0);
    if (!fresh)
        return twc_fail(TWC_IO, "not enough memory to rebuild chunk (%d, %d)", at.x, at.z);
    twc_status status = twc_session_build_chunk(session, 0, at, fresh);
    if (status.code) {
        twc_scene_release(session->scene, fresh);
        return twc_fail(status.code, "chunk (%d, %d) can't be rebuilt: %.400s", at.x, at.z, status.message);
    }
    twc_scene_acquire(session->scene, 1, &at, &old);
    status = compare_built(at, old, fresh);
    twc_scene_release(session->scene, old);
    twc_scene_release(session->scene, fresh);
    return status;
}

twc_status twc_session_check(twc_session *session)
{
    twc_rect chunks = twc_scene_chunks(session->scene);
    for (int32_t z = chunks.z; z < chunks.z + chunks.nz; z++) {
        for (int32_t x = chunks.x; x < chunks.x + chunks.nx; x++) {
            twc_status status = check_chunk(session, (twc_point){x, z});
            if (status.code)
                return status;
        }
    }
    return twc_ok();
}
