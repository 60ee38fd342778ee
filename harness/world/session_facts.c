/* SPDX-License-Identifier: MIT */
/* Applying facts, undo and redo. */
#include <stdlib.h>
#include <string.h>

#include "session_parts.h"

static int about_ground(const twc_fact *fact)
{
    return fact->kind == TWC_FACT_SAMPLES || fact->kind == TWC_FACT_CLASSES;
}

/* Those under a rectangle and about it: a sample is repeated in neighbours, and a new tile repeats theirs. */
static twc_status need_tiles(twc_session *session, twc_rect rect, int32_t per_tile)
{
    const int32_t x = twc_floor_div(rect.x, per_tile) - 1, z = twc_floor_div(rect.z, per_tile) - 1;
    return twc_world_data_need(&session->data, (twc_rect){x, z, twc_floor_div(rect.x + rect.nx - 1, per_tile) + 2 - x,
                                                          twc_floor_div(rect.z + rect.nz - 1, per_tile) + 2 - z});
}

/* Makes the tiles under a fact present; flat and Fine ones change no bit of any mesh. */
static twc_status add_tiles(twc_session *session, const twc_fact *fact)
{
    int32_t per_tile = fact->kind == TWC_FACT_SAMPLES ? TWC_TILE_CELLS : TWC_TILE_MACROS;
    twc_status needed = need_tiles(session, fact->rect, per_tile);
    if (needed.code)
        return needed;
    twc_rect extent = session->data.world.extent;
    int32_t first_x = twc_floor_div(fact->rect.x, per_tile),
            last_x = twc_floor_div(fact->rect.x + fact->rect.nx - 1, per_tile);
    int32_t first_z = twc_floor_div(fact->rect.z, per_tile),
            last_z = twc_floor_div(fact->rect.z + fact->rect.nz - 1, per_tile);
    for (int32_t z = first_z; z <= last_z; z++) {
        for (int32_t x = first_x; x <= last_x; x++) {
            /* The far edge of the extent belongs to the last tile. */
            twc_status status = twc_world_data_add_tile(&session->data,
                                                        twc_clamp(x, extent.x, extent.x + extent.nx - 1),
                                                        twc_clamp(z, extent.z, extent.z + extent.nz - 1));
            if (status.code)
                return status;
        }
    }
    return twc_ok();
}

/* The features that come and go with a fact; refuses what can't come, and an id that nothing has. */
static twc_status find_change(twc_session *session, const twc_fact *fact, twc_change *c)
{
    memset(c, 0, sizeof *c);
    if (about_ground(fact))
        return add_tiles(session, fact);
    uint64_t id = (uint64_t)(uint32_t)fact->words[1] << 32 | (uint32_t)fact->words[0];
    if (fact->kind == TWC_FACT_REMOVE) {
        c->removed = twc_features_find(&session->data.features, id);
        return c->removed ? twc_ok()
                          : twc_fail(TWC_IO, "fact %llu removes feature %llu, which is not there",
                                     (unsigned long long)fact->sequence, (unsigned long long)id);
    }
    twc_status status = twc_features_reserve(&session->data.features); /* before anything points into the list */
    if (!status.code)
        status = twc_features_read(fact->words, (size_t)fact->word_count, session->data.world.extent,
                                   &session->data.features, &c->inserted, &c->memory);
    c->removed = twc_features_find(&session->data.features, id);
    if (!status.code)
        return status;
    return twc_fail(status.code, "fact %llu: %.400s", (unsigned long long)fact->sequence, status.message);
}

static void write_values(twc_session *session, const twc_fact *fact)
{
    if (fact->kind == TWC_FACT_SAMPLES)
        twc_world_data_set_samples(&session->data, fact->rect, fact->samples);
    else
        twc_world_data_set_classes(&session->data, fact->rect, fact->classes);
}

/* Carries the change out; nothing here can fail. */
static void commit(twc_session *session, const twc_fact *fact, twc_change *c)
{
    if (about_ground(fact))
        write_values(session, fact);
    else if (c->memory)
        twc_features_put(&session->data.features, &c->inserted, c->memory);
    else
        twc_features_remove(&session->data.features, c->removed->id);
    c->memory = NULL; /* the list owns it */
    session->next++;
}

/* Algorithm 8, line 3: the fact's rectangle dilated by the greatest bank width and a macro cell. */
static void paper_reach(const twc_fact *fact, twc_group *g)
{
    enum { DILATION_CM = 1000 + TWC_MACRO_CM };
    int32_t unit = fact->kind == TWC_FACT_SAMPLES ? TWC_SAMPLE_CM : TWC_MACRO_CM;
    int32_t last_x = fact->rect.x + fact->rect.nx -
                     (fact->kind == TWC_FACT_SAMPLES); /* samples are points, cells have a far side */
    int32_t last_z = fact->rect.z + fact->rect.nz - (fact->kind == TWC_FACT_SAMPLES);
    for (int32_t z = 0; z < g->bound.nz; z++)
        for (int32_t x = 0; x < g->bound.nx; x++)
            g->dirty[(size_t)z * (size_t)g->bound.nx + (size_t)x] =
                g->bound.x + x >= twc_floor_div(fact->rect.x * unit - DILATION_CM, TWC_CHUNK_CM) &&
                g->bound.x + x <= twc_floor_div(last_x * unit + DILATION_CM, TWC_CHUNK_CM) &&
                g->bound.z + z >= twc_floor_div(fact->rect.z * unit - DILATION_CM, TWC_CHUNK_CM) &&
                g->bound.z + z <= twc_floor_div(last_z * unit + DILATION_CM, TWC_CHUNK_CM);
}

twc_rect twc_rect_about(twc_rect a, twc_rect b)
{
    int32_t x = a.x < b.x ? a.x : b.x, z = a.z < b.z ? a.z : b.z;
    int32_t end_x = a.x + a.nx > b.x + b.nx ? a.x + a.nx : b.x + b.nx,
            end_z = a.z + a.nz > b.z + b.nz ? a.z + a.nz : b.z + b.nz;
    return (twc_rect){x, z, end_x - x, end_z - z};
}

static twc_rect bound_of(const twc_session *session, const twc_fact *fact, const twc_change *c)
{
    const twc_world *world = &session->data.world;
    if (about_ground(fact))
        return twc_dirty_bound(world, session->data.features.list, fact->kind, fact->rect);
    const twc_feature *some = c->memory ? &c->inserted : c->removed;
    twc_rect bound = twc_dirty_feature_bound(world, some);
    return c->memory && c->removed ? twc_rect_about(bound, twc_dirty_feature_bound(world, c->removed)) : bound;
}

/* What a class fact reaches is known only with both the old and the new classes: look, write, look, write back. */
static void survey(twc_session *session, const twc_fact *fact, const twc_fact *before, const twc_change *c,
                   twc_group *g)
{
    const twc_world *world = &session->data.world;
    if (about_ground(fact)) {
        if (session->reach == TWC_REACH_PAPER) {
            paper_reach(fact, g);
            return;
        }
        twc_dirty_chunks(world, session->data.features.list, fact->kind, fact->rect, g->bound, g->dirty);
        if (fact->kind == TWC_FACT_CLASSES) {
            write_values(session, fact);
            twc_dirty_chunks(world, session->data.features.list, fact->kind, fact->rect, g->bound, g->dirty);
            write_values(session, before);
        }
        return;
    }
    if (c->memory)
        twc_dirty_feature(world, session->data.features.list, &c->inserted, g->bound, g->dirty);
    if (c->removed)
        twc_dirty_feature(world, session->data.features.list, c->removed, g->bound, g->dirty);
}

/* Finds the group of a fact, with the memory to build it. */
static twc_status find_group(twc_session *session, const twc_fact *fact, const twc_fact *before, const twc_change *c,
                             twc_group *g, twc_rebuilt *rebuilt)
{
    twc_status status = twc_group_create(bound_of(session, fact, c), g);
    rebuilt->bound = (uint32_t)g->bound.nx * (uint32_t)g->bound.nz;
    if (!status.code)
        status = twc_world_data_need_chunks(&session->data, g->bound);
    if (status.code)
        return status;
    survey(session, fact, before, c, g);
    status = twc_group_prepare(session, g, c);
    /* As they are before the world changes: which of them really do is counted. */
    for (size_t k = 0; k < g->count && !status.code; k++) {
        const twc_rect chunk = {g->at[k].x, g->at[k].z, 1, 1};
        status = k == 0 ? twc_session_need(session, chunk) : twc_session_need_more(session, chunk);
    }
    return status;
}

/* Applies a checked fact whose inverse is known. What is not built yet cannot become stale. */
static twc_status apply_checked(twc_session *session, const twc_fact *fact, const twc_fact *before, twc_change *c,
                                twc_rebuilt *rebuilt)
{
    twc_group g = {.count = 0};
    twc_status status = session->scene ? find_group(session, fact, before, c, &g, rebuilt) : twc_ok();
    if (!status.code && session->recorder)
        status = session->recorder(session->recorder_context, fact);
    if (!status.code) {
        commit(session, fact, c);
        rebuilt->rebuilt = (uint32_t)g.count;
        if (session->scene)
            status = twc_group_build(session, &g, rebuilt);
    }
    twc_group_destroy(session, &g);
    return status;
}

/* Applies a checked fact and remembers its inverse in `history`. */
static twc_status apply_into(twc_session *session, const twc_fact *fact, twc_history *history, twc_rebuilt *rebuilt)
{
    twc_change c = {.memory = NULL};
    twc_status status = find_change(session, fact, &c);
    if (!status.code)
        status = twc_history_push(history, &session->data.world, &session->data.features, fact);
    if (!status.code) {
        status = apply_checked(session, fact, twc_history_top(history), &c, rebuilt);
        if (status.code)
            twc_history_pop(history);
    }
    free(c.memory); /* of a feature that did not come after all */
    return status;
}

/* An undo or redo has to be what the history says, on every peer alike. */
static twc_status check_role(const twc_fact *fact, const twc_history *from)
{
    if (!from || (twc_history_top(from) && twc_fact_same_values(fact, twc_history_top(from))))
        return twc_ok();
    return twc_fail(TWC_IO, "fact %llu is not what the last fact %s has replaced, which it says to restore",
                    (unsigned long long)fact->sequence,
                    fact->role == TWC_FACT_UNDOES ? "not undone" : "that undid one");
}

twc_status twc_session_apply(twc_session *session, const twc_fact *fact, twc_rebuilt *rebuilt)
{
    twc_rebuilt ignored;
    twc_history *from = fact->role == TWC_FACT_UNDOES   ? &session->undo
                        : fact->role == TWC_FACT_REDOES ? &session->redo
                                                        : NULL;
    if (!rebuilt)
        rebuilt = &ignored;
    memset(rebuilt, 0, sizeof *rebuilt);
    twc_status status = twc_fact_check(&session->data.world, session->next, fact);
    if (!status.code)
        status = twc_environment_check();
    if (!status.code)
        status = check_role(fact, from);
    if (!status.code)
        status = apply_into(session, fact, fact->role == TWC_FACT_UNDOES ? &session->redo : &session->undo, rebuilt);
    if (status.code)
        return status;
    if (fact->role == TWC_FACT_NEW)
        twc_history_clear(&session->redo);
    else
        twc_history_pop(from);
    return status;
}

static twc_status step_back(twc_session *session, const twc_history *from, twc_fact_role role, const char *what,
                            twc_rebuilt *rebuilt)
{
    if (!twc_history_top(from))
        return twc_fail(TWC_USAGE, "there is nothing to %s", what);
    twc_fact fact = *twc_history_top(from);
    fact.sequence = session->next;
    fact.role = role;
    return twc_session_apply(session, &fact, rebuilt);
}

twc_status twc_session_undo(twc_session *session, twc_rebuilt *rebuilt)
{
    return step_back(session, &session->undo, TWC_FACT_UNDOES, "undo", rebuilt);
}

twc_status twc_session_redo(twc_session *session, twc_rebuilt *rebuilt)
{
    return step_back(session, &session->redo, TWC_FACT_REDOES, "redo", rebuilt);
}

void twc_session_inherit(twc_session *session, twc_session *before)
{
    twc_history_clear(&session->undo);
    twc_history_clear(&session->redo);
    session->undo = before->undo;
    session->redo = before->redo;
    before->undo.top = before->redo.top = NULL;
}
