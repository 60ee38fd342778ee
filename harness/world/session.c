/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "history.h"

struct twc_session {
    twc_world_data data;
    twc_scene *scene;
    twc_builder builder;
    twc_build_options options;
    void *workspace;
    twc_fact_taker *recorder; /* or NULL */
    void *recorder_context;
    twc_reach reach;
    uint64_t next;
    twc_history undo, redo;
};

/* The chunks a fact makes stale, while they are rebuilt. */
typedef struct group {
    twc_rect bound;
    uint8_t *dirty;
    twc_point *at;
    twc_built **built;
    size_t count;
} group;

/* ---- building ---- */

static twc_status build_chunk(twc_session *session, twc_point at, twc_built *built)
{
    twc_rect chunk = {at.x, at.z, 1, 1};
    twc_build_options options = session->options;
    options.threads = 1;
    twc_status status =
        session->builder.fast
            ? twc_fast_ground_build(session->builder.level, &session->data.world, chunk, options, session->workspace, &built->mesh)
            : twc_reference_ground_build(&session->data.world, chunk, options, session->workspace, &built->mesh);
    if (!status.code)
        built->stage[TWC_STAGE_GROUND] = twc_mesh_fingerprint(&built->mesh);
    return status;
}

static void group_destroy(twc_session *session, group *g)
{
    for (size_t k = 0; g->built && k < (size_t)g->bound.nx * (size_t)g->bound.nz; k++)
        twc_scene_release(session->scene, g->built[k]);
    free(g->dirty);
    free(g->at);
    free(g->built);
}

static twc_status group_create(twc_rect bound, group *g)
{
    size_t room = (size_t)bound.nx * (size_t)bound.nz + 1;
    *g = (group){.bound = bound, .dirty = calloc(room, 1), .at = calloc(room, sizeof *g->at),
                 .built = calloc(room, sizeof(twc_built *))};
    if (g->dirty && g->at && g->built)
        return twc_ok();
    return twc_fail(TWC_IO, "not enough memory for a group of %zu chunks", room - 1);
}

/* Lists the dirty chunks and takes the memory to build them, so that nothing can fail once the world has changed. */
static twc_status group_prepare(twc_session *session, group *g, uint8_t what)
{
    for (int32_t z = 0; z < g->bound.nz; z++) {
        for (int32_t x = 0; x < g->bound.nx; x++) {
            if (!(g->dirty[(size_t)z * (size_t)g->bound.nx + (size_t)x] & what))
                continue;
            g->at[g->count] = (twc_point){g->bound.x + x, g->bound.z + z};
            g->built[g->count] = twc_scene_take(session->scene);
            if (!g->built[g->count])
                return twc_fail(TWC_IO, "not enough memory to rebuild %zu chunks", g->count + 1);
            g->count++;
        }
    }
    return twc_ok();
}

/* Builds the group, counts what really changed, and swaps it in. */
static twc_status group_build(twc_session *session, group *g, twc_rebuilt *rebuilt)
{
    for (size_t k = 0; k < g->count; k++) {
        twc_built *old;
        twc_status status = build_chunk(session, g->at[k], g->built[k]);
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

/* ---- life ---- */

static twc_status build_all(twc_session *session)
{
    group g;
    twc_rebuilt ignored = {0};
    twc_status status = group_create(twc_world_chunks(&session->data.world), &g);
    if (!status.code) {
        memset(g.dirty, TWC_DIRTY_GROUND, (size_t)g.bound.nx * (size_t)g.bound.nz);
        status = group_prepare(session, &g, TWC_DIRTY_GROUND);
    }
    if (!status.code)
        status = group_build(session, &g, &ignored);
    group_destroy(session, &g);
    return status;
}

twc_status twc_session_create(twc_world_data *data, twc_builder builder, twc_build_options options, twc_session **out)
{
    twc_session *session = calloc(1, sizeof *session);
    size_t reference = twc_reference_workspace(), fast = twc_fast_workspace(1), size = reference > fast ? reference : fast;
    *out = NULL;
    if (!session) {
        twc_world_data_destroy(data);
        return twc_fail(TWC_IO, "not enough memory for a session");
    }
    session->data = *data;
    memset(data, 0, sizeof *data);
    session->builder = builder;
    session->options = options;
    session->next = 1;
    session->workspace = aligned_alloc(64, (size + 63) / 64 * 64);
    twc_status status = twc_world_check(&session->data.world);
    if (!status.code && !session->workspace)
        status = twc_fail(TWC_IO, "not enough memory for a build");
    if (!status.code)
        status = twc_scene_create(session->data.world.extent, &session->scene);
    if (!status.code)
        status = build_all(session);
    if (status.code)
        twc_session_destroy(session);
    else
        *out = session;
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

void twc_session_resume(twc_session *session, uint64_t next)
{
    session->next = next;
}

const twc_world_data *twc_session_world(const twc_session *session)
{
    return &session->data;
}

twc_scene *twc_session_scene(twc_session *session)
{
    return session->scene;
}

uint64_t twc_session_next(const twc_session *session)
{
    return session->next;
}

/* ---- facts ---- */

/* Makes the tiles under a fact present; flat and Fine ones change no bit of any mesh. */
static twc_status add_tiles(twc_session *session, const twc_fact *fact)
{
    int32_t per_tile = fact->kind == TWC_FACT_SAMPLES ? TWC_TILE_CELLS : TWC_TILE_MACROS;
    twc_rect extent = session->data.world.extent;
    int32_t first_x = twc_floor_div(fact->rect.x, per_tile), last_x = twc_floor_div(fact->rect.x + fact->rect.nx - 1, per_tile);
    int32_t first_z = twc_floor_div(fact->rect.z, per_tile), last_z = twc_floor_div(fact->rect.z + fact->rect.nz - 1, per_tile);
    for (int32_t z = first_z; z <= last_z; z++) {
        for (int32_t x = first_x; x <= last_x; x++) {
            /* The far edge of the extent belongs to the last tile. */
            twc_status status = twc_world_data_add_tile(&session->data, twc_clamp(x, extent.x, extent.x + extent.nx - 1),
                                                        twc_clamp(z, extent.z, extent.z + extent.nz - 1));
            if (status.code)
                return status;
        }
    }
    return twc_ok();
}

static void write_values(twc_session *session, const twc_fact *fact)
{
    if (fact->kind == TWC_FACT_SAMPLES)
        twc_world_data_set_samples(&session->data, fact->rect, fact->samples);
    else
        twc_world_data_set_classes(&session->data, fact->rect, fact->classes);
}

/* Algorithm 8, line 3: the fact's rectangle dilated by the greatest bank width and a macro cell. */
static void paper_reach(const twc_fact *fact, group *g)
{
    enum { DILATION_CM = 1000 + TWC_MACRO_CM };
    int32_t unit = fact->kind == TWC_FACT_SAMPLES ? TWC_SAMPLE_CM : TWC_MACRO_CM;
    int32_t last_x = fact->rect.x + fact->rect.nx - (fact->kind == TWC_FACT_SAMPLES); /* samples are points, cells have a far side */
    int32_t last_z = fact->rect.z + fact->rect.nz - (fact->kind == TWC_FACT_SAMPLES);
    for (int32_t z = 0; z < g->bound.nz; z++)
        for (int32_t x = 0; x < g->bound.nx; x++)
            g->dirty[(size_t)z * (size_t)g->bound.nx + (size_t)x] =
                g->bound.x + x >= twc_floor_div(fact->rect.x * unit - DILATION_CM, TWC_CHUNK_CM)
                && g->bound.x + x <= twc_floor_div(last_x * unit + DILATION_CM, TWC_CHUNK_CM)
                && g->bound.z + z >= twc_floor_div(fact->rect.z * unit - DILATION_CM, TWC_CHUNK_CM)
                && g->bound.z + z <= twc_floor_div(last_z * unit + DILATION_CM, TWC_CHUNK_CM);
}

/* What a class fact reaches is known only with both the old and the new classes: write, look, write back. */
static twc_status survey(twc_session *session, const twc_fact *fact, const twc_fact *before, group *g)
{
    const twc_world *world = &session->data.world;
    if (session->reach == TWC_REACH_PAPER) {
        paper_reach(fact, g);
        return group_prepare(session, g, TWC_DIRTY_GROUND);
    }
    twc_dirty_chunks(world, fact->kind, fact->rect, g->bound, g->dirty);
    if (fact->kind == TWC_FACT_CLASSES) {
        write_values(session, fact);
        twc_dirty_chunks(world, fact->kind, fact->rect, g->bound, g->dirty);
        write_values(session, before);
    }
    return group_prepare(session, g, TWC_DIRTY_GROUND);
}

/* Applies a checked fact whose inverse is known. */
static twc_status apply_checked(twc_session *session, const twc_fact *fact, const twc_fact *before, twc_rebuilt *rebuilt)
{
    group g;
    twc_status status = group_create(twc_dirty_bound(&session->data.world, fact->kind, fact->rect), &g);
    rebuilt->bound = (uint32_t)g.bound.nx * (uint32_t)g.bound.nz;
    if (!status.code)
        status = survey(session, fact, before, &g);
    if (!status.code && session->recorder)
        status = session->recorder(session->recorder_context, fact);
    if (!status.code) {
        write_values(session, fact);
        session->next++;
        rebuilt->rebuilt = (uint32_t)g.count;
        status = group_build(session, &g, rebuilt);
    }
    group_destroy(session, &g);
    return status;
}

/* Applies a fact and remembers its inverse in `history`. */
static twc_status apply_into(twc_session *session, const twc_fact *fact, twc_history *history, twc_rebuilt *rebuilt)
{
    twc_rebuilt ignored;
    if (!rebuilt)
        rebuilt = &ignored;
    memset(rebuilt, 0, sizeof *rebuilt);
    twc_status status = twc_fact_check(&session->data.world, session->next, fact);
    if (!status.code)
        status = twc_environment_check();
    if (!status.code)
        status = add_tiles(session, fact);
    if (!status.code)
        status = twc_history_push(history, &session->data.world, fact);
    if (status.code)
        return status;
    status = apply_checked(session, fact, twc_history_top(history), rebuilt);
    if (status.code)
        twc_history_pop(history);
    return status;
}

twc_status twc_session_apply(twc_session *session, const twc_fact *fact, twc_rebuilt *rebuilt)
{
    twc_status status = apply_into(session, fact, &session->undo, rebuilt);
    if (!status.code)
        twc_history_clear(&session->redo);
    return status;
}

static twc_status step_back(twc_session *session, twc_history *from, twc_history *to, const char *what, twc_rebuilt *rebuilt)
{
    if (!twc_history_top(from))
        return twc_fail(TWC_USAGE, "there is nothing to %s", what);
    twc_fact fact = *twc_history_top(from);
    fact.sequence = session->next;
    twc_status status = apply_into(session, &fact, to, rebuilt);
    if (!status.code)
        twc_history_pop(from);
    return status;
}

twc_status twc_session_undo(twc_session *session, twc_rebuilt *rebuilt)
{
    return step_back(session, &session->undo, &session->redo, "undo", rebuilt);
}

twc_status twc_session_redo(twc_session *session, twc_rebuilt *rebuilt)
{
    return step_back(session, &session->redo, &session->undo, "redo", rebuilt);
}

twc_status twc_session_brush(twc_session *session, const twc_brush *brush, twc_rebuilt *rebuilt)
{
    const twc_world *world = &session->data.world;
    twc_rect rect = twc_brush_rect(world, brush);
    size_t count = (size_t)rect.nx * (size_t)rect.nz;
    if (rebuilt)
        memset(rebuilt, 0, sizeof *rebuilt);
    if (count == 0)
        return twc_ok();
    uint16_t *around = malloc(((size_t)rect.nx + 2) * ((size_t)rect.nz + 2) * sizeof *around);
    uint16_t *samples = malloc(count * sizeof *samples);
    twc_status status = twc_fail(TWC_IO, "not enough memory for a brush over %zu samples", count);
    if (around && samples) {
        twc_reference_ground()->samples(world, (twc_rect){rect.x - 1, rect.z - 1, rect.nx + 2, rect.nz + 2}, around);
        twc_brush_apply(brush, rect, around, NULL, samples);
        twc_fact fact = {.sequence = session->next, .kind = TWC_FACT_SAMPLES, .rect = rect, .samples = samples};
        status = twc_session_apply(session, &fact, rebuilt);
    }
    free(around);
    free(samples);
    return status;
}

int twc_session_stale(twc_session *session, char *where, size_t size)
{
    twc_rect chunks = twc_scene_chunks(session->scene);
    for (int32_t z = chunks.z; z < chunks.z + chunks.nz; z++) {
        for (int32_t x = chunks.x; x < chunks.x + chunks.nx; x++) {
            twc_point at = {x, z};
            twc_built *old, *fresh = twc_scene_take(session->scene);
            twc_status status = fresh ? build_chunk(session, at, fresh) : twc_fail(TWC_IO, "not enough memory");
            twc_scene_acquire(session->scene, 1, &at, &old);
            int differ = status.code || memcmp(old->stage, fresh->stage, sizeof old->stage) != 0;
            if (differ)
                snprintf(where, size, "chunk (%d, %d) is stale: %016" PRIx64 ", a full rebuild gives %016" PRIx64 "%s%s", x, z,
                         old->stage[TWC_STAGE_GROUND], fresh ? fresh->stage[TWC_STAGE_GROUND] : 0, status.code ? ": " : "",
                         status.message);
            twc_scene_release(session->scene, old);
            twc_scene_release(session->scene, fresh);
            if (differ)
                return 1;
        }
    }
    return 0;
}
