/* SPDX-License-Identifier: MIT */
/* Sessions that read and build what is needed of a world, and keep it up to a limit. */
#include <stdlib.h>
#include <string.h>

#include "reference/common/assertion.h"
#include "session_parts.h"

static size_t slot_of(const twc_session *session, twc_point at)
{
    const twc_rect all = twc_scene_chunks(session->scene);
    return (size_t)(at.z - all.z) * (size_t)all.nx + (size_t)(at.x - all.x);
}

/* What a chunk takes of memory: the capacities, which its successor in the pool has as well. */
static size_t bytes_of(const twc_session *session, const twc_built *built)
{
    const twc_mesh *mesh = &built->mesh;
    const size_t surface = session->stages & TWC_BUILD_SURFACE
                               ? mesh->triangle_capacity * (sizeof(twc_surface_face) + 3 * TWC_VERTEX_BYTES)
                               : 0;
    return mesh->triangle_capacity * sizeof *mesh->triangles + mesh->facet_capacity * sizeof *mesh->facets + surface;
}

twc_status twc_session_build_lazily(twc_session *session, size_t memory)
{
    twc_status status = twc_scene_create(session->data.world.extent, session->builder, &session->scene);
    if (status.code)
        return status;
    const twc_rect all = twc_scene_chunks(session->scene);
    session->kept = (twc_kept_chunks){.state = calloc((size_t)all.nx * (size_t)all.nz, 1), .memory = memory};
    return session->kept.state ? status : twc_fail(TWC_IO, "not enough memory for %d x %d chunks", all.nx, all.nz);
}

void twc_keep_built(twc_session *session, twc_point at, const twc_built *old, const twc_built *built)
{
    if (!session->kept.state)
        return;
    uint8_t *state = &session->kept.state[slot_of(session, at)];
    if (*state != TWC_NOT_KEPT)
        session->kept.bytes -= bytes_of(session, old);
    session->kept.bytes += bytes_of(session, built);
    *state = TWC_KEPT_NEEDED;
}

static void drop_chunk(twc_session *session, size_t slot)
{
    const twc_rect all = twc_scene_chunks(session->scene);
    const twc_point at = {all.x + (int32_t)(slot % (size_t)all.nx), all.z + (int32_t)(slot / (size_t)all.nx)};
    twc_built *built;
    twc_scene_acquire(session->scene, 1, &at, &built);
    session->kept.bytes -= bytes_of(session, built);
    twc_scene_release(session->scene, built);
    twc_scene_drop(session->scene, 1, &at);
    session->kept.state[slot] = TWC_NOT_KEPT;
}

/*
 * Drops chunks until the others fit. The hand goes round and passes over a chunk once for each time that it was needed
 * since it last came by, so what is in use stays.
 */
static void make_room(twc_session *session)
{
    twc_kept_chunks *kept = &session->kept;
    const twc_rect all = twc_scene_chunks(session->scene);
    const size_t count = (size_t)all.nx * (size_t)all.nz;
    for (size_t step = 0; kept->bytes > kept->memory && step < 2 * count; step++) {
        uint8_t *state = &kept->state[kept->hand];
        if (*state == TWC_KEPT)
            drop_chunk(session, kept->hand);
        else if (*state == TWC_KEPT_NEEDED)
            *state = TWC_KEPT;
        TWC_ASSERT(kept->hand < count);
        kept->hand = (kept->hand + 1) % count;
    }
}

/* Marks the chunks that are not there, and those that are as needed; how many are not. */
static size_t mark_missing(twc_session *session, twc_group *g)
{
    size_t missing = 0;
    for (int32_t k = 0; k < g->bound.nx * g->bound.nz; k++) {
        const twc_point at = {g->bound.x + k % g->bound.nx, g->bound.z + k / g->bound.nx};
        uint8_t *state = &session->kept.state[slot_of(session, at)];
        if (*state == TWC_NOT_KEPT) {
            g->dirty[k] = TWC_DIRTY_GROUND | TWC_DIRTY_SURFACE;
            missing++;
        } else {
            *state = TWC_KEPT_NEEDED;
        }
    }
    return missing;
}

twc_status twc_session_need(twc_session *session, twc_rect chunks)
{
    if (!session->kept.state)
        return twc_ok();
    make_room(session);
    return twc_session_need_more(session, chunks);
}

twc_status twc_session_need_more(twc_session *session, twc_rect chunks)
{
    twc_group g;
    twc_rebuilt ignored = {0};
    if (!session->kept.state)
        return twc_ok();
    twc_status status = twc_world_data_need_chunks(&session->data, chunks);
    if (status.code)
        return status;
    status = twc_group_create(chunks, &g);
    if (!status.code && mark_missing(session, &g) > 0) {
        status = twc_group_prepare(session, &g, NULL);
        if (!status.code)
            status = twc_group_build(session, &g, &ignored);
    }
    twc_group_destroy(session, &g);
    return status;
}

twc_status twc_session_need_all(twc_session *session)
{
    const twc_rect all = twc_scene_chunks(session->scene);
    twc_status status = twc_ok();
    for (int32_t z = all.z; z < all.z + all.nz && !status.code; z++)
        status = twc_session_need(session, (twc_rect){all.x, z, all.nx, 1});
    return status;
}
