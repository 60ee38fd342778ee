/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "invariants.h"
#include "levels.h"
#include "store/world_h5.h"

/* The facts of a run as records, and the fingerprint after each. */
typedef struct tape {
    uint8_t *bytes;
    size_t size, capacity;
    uint64_t count;                           /* facts */
    uint64_t after[TWC_SCRIPT_STEPS * 2 + 1]; /* after[k]: of the world after k facts */
    size_t end[TWC_SCRIPT_STEPS * 2 + 1];     /* end[k]: size of the first k records */
} tape;

typedef struct run {
    const twc_script *script;
    twc_invariant plant;
    twc_session *peer[2];
    tape tape;
    twc_levels levels;                   /* of the first peer's world */
    uint64_t given;                      /* facts that the second peer has */
    twc_world_data snapshot;             /* where crashes replay from */
    uint64_t undo[TWC_SCRIPT_STEPS + 1]; /* fingerprints that undo and redo must return to */
    uint64_t redo[TWC_SCRIPT_STEPS + 1];
    int undo_count, redo_count;
    twc_verdict *verdict;
} run;

const char *twc_invariant_name(twc_invariant invariant)
{
    static const char *const names[TWC_INVARIANT_COUNT] = {"none",  "apply", "peers",    "stale", "closed",
                                                           "query", "undo",  "recovery", "levels"};
    return names[invariant];
}

static void broken(run *r, twc_invariant invariant, const char *detail)
{
    r->verdict->broken = invariant;
    if (detail != r->verdict->detail)
        snprintf(r->verdict->detail, sizeof r->verdict->detail, "%.250s", detail);
}

/* ---- the tape ---- */

static twc_status record(void *context, const twc_fact *fact)
{
    run *r = context;
    tape *t = &r->tape;
    size_t size = twc_fact_size(fact);
    if (t->size + size > t->capacity) {
        size_t capacity = (t->size + size) * 2;
        uint8_t *bytes = realloc(t->bytes, capacity);
        if (!bytes)
            return twc_fail(TWC_IO, "not enough memory for %zu bytes of facts", capacity);
        t->bytes = bytes;
        t->capacity = capacity;
    }
    twc_fact_encode(fact, t->bytes + t->size);
    t->size += size;
    t->count++;
    t->end[t->count] = t->size;
    return twc_levels_note(&r->levels, fact);
}

/* Applies the fact recorded at `bytes` to a session, through its record. */
static twc_status apply_record(twc_session *session, const uint8_t *bytes, size_t size, size_t *length, int spoil)
{
    twc_fact fact;
    const char *fault;
    if (twc_fact_decode(bytes, size, &fact, length, &fault) != TWC_RECORD_WHOLE)
        return twc_fail(TWC_IO, "a record can't be read back: %s", fault);
    void *values = malloc(twc_fact_value_count(&fact) * twc_fact_value_size(fact.kind));
    if (!values)
        return twc_fail(TWC_IO, "not enough memory for a fact");
    twc_fact_values(bytes, &fact, values);
    if (spoil && fact.kind == TWC_FACT_SAMPLES && fact.role == TWC_FACT_NEW) /* another undo would be refused */
        *(uint16_t *)values ^= 0x100;
    twc_status status = twc_session_apply(session, &fact, NULL);
    free(values);
    return status;
}

/* Hands the second peer what the first one took. */
static twc_status give(run *r)
{
    while (r->given < r->tape.count) {
        size_t length, start = r->tape.end[r->given];
        int spoil = r->plant == TWC_BROKEN_PEERS && r->given >= 4;
        twc_status status = apply_record(r->peer[1], r->tape.bytes + start, r->tape.size - start, &length, spoil);
        if (status.code)
            return status;
        r->given++;
    }
    return twc_ok();
}

/* ---- crashes ---- */

static twc_status start_peer(const run *r, int peer, twc_world_data *data, twc_session **session)
{
    twc_build_options options = {0, r->script->threads[peer], TWC_STATIC};
    double water = twc_script_water(r->script);
    return twc_session_create(data, r->script->peer[peer], options, r->script->surfaces ? &water : NULL, session);
}

/*
 * Gives the session of a snapshot its history: the first world with the recorded facts up to the snapshot, which is its
 * state.
 */
static twc_status retrace(run *r, twc_session *session)
{
    const twc_world_data *snapshot = &r->snapshot;
    twc_world_data first;
    twc_session *before;
    char now[TWC_HASH_HEX], then[TWC_HASH_HEX];
    if (!snapshot->first)
        return twc_ok();
    twc_status status = twc_world_data_copy(snapshot->first, &first);
    if (!status.code)
        status = twc_session_begin(&first, r->script->peer[0], (twc_build_options){0, 1, TWC_STATIC}, NULL, &before);
    if (status.code)
        return status;
    for (uint64_t k = 0; !status.code && k < snapshot->place.facts; k++) {
        size_t length, at = r->tape.end[k];
        status = apply_record(before, r->tape.bytes + at, r->tape.size - at, &length, 0);
    }
    twc_world_hash(snapshot, now);
    twc_world_hash(twc_session_world(before), then);
    if (!status.code && strcmp(now, then) != 0)
        status = twc_fail(TWC_CHECK_FAILED, "the facts before a snapshot don't lead to it");
    twc_session_inherit(session, before);
    twc_session_destroy(before);
    return status;
}

/*
 * A log that lost its last `cut` bytes, replayed from the snapshot: all whole facts, and no other world than was then.
 */
static twc_status crash(run *r, int32_t cut)
{
    size_t start = r->tape.end[r->snapshot.place.facts], lost = (size_t)cut;
    size_t size = r->tape.size - start < lost ? start : r->tape.size - lost, at = start;
    twc_world_data data;
    twc_session *session;
    twc_status status = twc_world_data_copy(&r->snapshot, &data);
    if (!status.code)
        status = start_peer(r, 0, &data, &session);
    if (status.code)
        return status;
    status = retrace(r, session);
    uint64_t facts = r->snapshot.place.facts, whole = facts;
    while (whole < r->tape.count && r->tape.end[whole + 1] <= size)
        whole++;
    uint64_t wanted = whole - (r->plant == TWC_BROKEN_RECOVERY && whole > facts);
    while (!status.code && facts < wanted) {
        size_t length;
        status = apply_record(session, r->tape.bytes + at, size - at, &length, 0);
        at += length;
        facts++;
    }
    uint64_t found = twc_scene_fingerprint(twc_session_scene(session));
    if (status.code)
        broken(r, TWC_BROKEN_RECOVERY, status.message);
    else if (found != r->tape.after[whole]) {
        char detail[160];
        snprintf(detail, sizeof detail,
                 "after %" PRIu64 " replayed facts the fingerprint is %016" PRIx64 ", it was %016" PRIx64, whole, found,
                 r->tape.after[whole]);
        broken(r, TWC_BROKEN_RECOVERY, detail);
    }
    twc_session_destroy(session);
    return twc_ok();
}

/* The bytes of the first peer's world as a file, with its place in the tape; and what loading makes of them. */
static twc_status take_snapshot(run *r)
{
    twc_world_data world = *twc_session_world(r->peer[0]); /* a view */
    unsigned char *bytes;
    size_t size;
    if (r->tape.count > 0) {
        twc_sha256 hash;
        world.place.facts = r->tape.count;
        twc_world_hash(world.first, world.place.first);
        twc_sha256_begin(&hash);
        twc_sha256_add(&hash, r->tape.bytes, r->tape.size);
        twc_sha256_end(&hash, world.place.digest);
    }
    twc_status status = twc_world_encode(&world, &bytes, &size);
    if (status.code)
        return status;
    twc_world_data_destroy(&r->snapshot);
    status = twc_world_decode("a snapshot", bytes, size, &r->snapshot);
    free(bytes);
    if (status.code)
        broken(r, TWC_BROKEN_RECOVERY, status.message);
    return twc_ok();
}

/* ---- steps ---- */

static twc_status step_values(run *r, const twc_step *step)
{
    twc_session *session = r->peer[0];
    twc_fact fact = {.sequence = twc_session_next(session) + (r->plant == TWC_BROKEN_APPLY)};
    void *values;
    fact.kind = step->kind == TWC_STEP_SAMPLES ? TWC_FACT_SAMPLES : TWC_FACT_CLASSES;
    if (!twc_script_values(step, &twc_session_world(session)->world, &fact.rect, &values))
        return twc_fail(TWC_IO, "not enough memory for the values of a step");
    fact.samples = fact.kind == TWC_FACT_SAMPLES ? values : NULL;
    fact.classes = fact.kind == TWC_FACT_CLASSES ? values : NULL;
    twc_status status = twc_session_apply(session, &fact, NULL);
    free(values);
    if (status.code)
        broken(r, TWC_BROKEN_APPLY, status.message);
    return twc_ok();
}

/*
 * A road, its removal or its move may be refused, but then nothing has changed; a removal is refused exactly when there
 * is no such feature, a move at least then.
 */
static void step_feature(run *r, const twc_step *step, uint64_t before)
{
    twc_session *session = r->peer[0];
    uint64_t next = twc_session_next(session), id = (uint64_t)(uint32_t)step->value;
    int there = twc_features_find(twc_session_features(session), id) != NULL;
    twc_corridor corridor = {.id = id,
                             .priority = step->value,
                             .profile = &twc_cart_road,
                             .node_count = step->node_count,
                             .nodes = step->node};
    twc_status status = step->kind == TWC_STEP_ROAD   ? twc_session_place(session, &corridor, NULL)
                        : step->kind == TWC_STEP_MOVE ? twc_session_move(session, id, step->node[0], NULL)
                                                      : twc_session_remove(session, id, NULL);
    if (status.code == TWC_CHECK_FAILED)
        broken(r, TWC_BROKEN_APPLY, status.message);
    else if (status.code &&
             (twc_session_next(session) != next || twc_scene_fingerprint(twc_session_scene(session)) != before))
        broken(r, TWC_BROKEN_APPLY, "a refused feature changed the world");
    else if (step->kind == TWC_STEP_REMOVE && (status.code == TWC_OK) != there)
        broken(r, TWC_BROKEN_APPLY, status.code ? status.message : "a feature was removed that is not there");
    else if (step->kind == TWC_STEP_MOVE && !status.code && !there)
        broken(r, TWC_BROKEN_APPLY, "a feature was moved that is not there");
}

/* The second peer takes the first one's fact; but its own kernels would have made the same of the stroke. */
static twc_status step_brush(run *r, const twc_brush *brush)
{
    twc_rect rect;
    uint16_t *samples[2];
    twc_status status = twc_session_stroke(r->peer[0], brush, &rect, &samples[0]);
    if (status.code)
        return status;
    status = twc_session_stroke(r->peer[1], brush, &rect, &samples[1]);
    if (samples[0] && samples[1] &&
        memcmp(samples[0], samples[1], (size_t)rect.nx * (size_t)rect.nz * sizeof **samples) != 0)
        broken(r, TWC_BROKEN_PEERS, "the same stroke gives other samples");
    free(samples[0]);
    free(samples[1]);
    if (status.code || r->verdict->broken != TWC_HOLDS)
        return status;
    status = twc_session_brush(r->peer[0], brush, NULL);
    if (status.code)
        broken(r, TWC_BROKEN_APPLY, status.message);
    return twc_ok();
}

/* Undo and redo against a stack of fingerprints kept here. */
static void step_history(run *r, twc_step_kind kind, uint64_t before)
{
    int undoes = kind == TWC_STEP_UNDO;
    uint64_t *from = undoes ? r->undo : r->redo, *to = undoes ? r->redo : r->undo;
    int *from_count = undoes ? &r->undo_count : &r->redo_count, *to_count = undoes ? &r->redo_count : &r->undo_count;
    twc_status status = undoes ? twc_session_undo(r->peer[0], NULL) : twc_session_redo(r->peer[0], NULL);
    if ((status.code == TWC_OK) != (*from_count > 0)) {
        broken(r, TWC_BROKEN_UNDO,
               status.code ? status.message : "there was nothing to undo, and something was undone");
        return;
    }
    if (status.code)
        return;
    if (r->plant == TWC_BROKEN_UNDO) { /* as if one value had not been restored */
        twc_world_data *data = (twc_world_data *)twc_session_world(r->peer[0]);
        uint16_t sample = (uint16_t)(data->world.tiles[0] ? data->world.tiles[0]->sample[20][20] + 500 : 500);
        twc_fact fact = {.sequence = twc_session_next(r->peer[0]),
                         .kind = TWC_FACT_SAMPLES,
                         .rect = twc_world_samples(&data->world),
                         .samples = &sample};
        fact.rect = (twc_rect){fact.rect.x + 20, fact.rect.z + 20, 1, 1};
        (void)twc_session_apply(r->peer[0], &fact, NULL);
    }
    uint64_t expected = from[--*from_count], found = twc_scene_fingerprint(twc_session_scene(r->peer[0]));
    to[(*to_count)++] = before;
    if (found != expected)
        broken(r, TWC_BROKEN_UNDO, "the fingerprint is not the one from before the fact");
}

static twc_status take_step(run *r, const twc_step *step)
{
    uint64_t before = twc_scene_fingerprint(twc_session_scene(r->peer[0])), facts = r->tape.count;
    twc_status status = twc_ok();
    switch (step->kind) {
    case TWC_STEP_UNDO:
    case TWC_STEP_REDO:
        step_history(r, step->kind, before);
        break;
    case TWC_STEP_CRASH:
        return crash(r, step->cut);
    case TWC_STEP_SNAPSHOT:
        return take_snapshot(r);
    case TWC_STEP_ROAD:
    case TWC_STEP_REMOVE:
    case TWC_STEP_MOVE:
        step_feature(r, step, before);
        break;
    case TWC_STEP_BRUSH:
        status = step_brush(r, &step->brush);
        break;
    default:
        status = step_values(r, step);
    }
    if (step->kind != TWC_STEP_UNDO && step->kind != TWC_STEP_REDO && r->tape.count > facts) {
        r->undo[r->undo_count++] = before;
        r->redo_count = 0;
    }
    if (r->tape.count > facts)
        r->tape.after[r->tape.count] = twc_scene_fingerprint(twc_session_scene(r->peer[0]));
    return status;
}

/* ---- invariants ---- */

/* The second peer keeps up: what it refuses breaks an invariant. */
static twc_status hand_over(run *r)
{
    twc_status status = give(r);
    if (status.code)
        broken(r, TWC_BROKEN_APPLY, status.message);
    return twc_ok();
}

static twc_status check_invariants(run *r, int step)
{
    char *detail = r->verdict->detail;
    int found = 0;
    twc_view view;
    twc_status status = twc_session_check(r->peer[0]);
    if (status.code) {
        broken(r, TWC_BROKEN_STALE, status.message);
        return twc_ok();
    }
    status = hand_over(r);
    if (status.code || r->verdict->broken != TWC_HOLDS)
        return status;
    if (twc_peers_differ(r->peer[0], r->peer[1], detail)) {
        broken(r, TWC_BROKEN_PEERS, detail);
        return twc_ok();
    }
    status = twc_view_open(r->peer[0], &view);
    if (status.code)
        return status;
    status = twc_view_open_somewhere(&view, r->plant == TWC_BROKEN_CLOSED && step == 2, &found, detail);
    if (found)
        broken(r, TWC_BROKEN_CLOSED, detail);
    const twc_ground_table *table = r->script->peer[0].ground;
    if (!status.code && !found)
        status = twc_view_query_differs(&view, table, r->script->seed + (uint64_t)(step + 1),
                                        r->plant == TWC_BROKEN_QUERY && step == 3, &found, detail);
    if (found && r->verdict->broken == TWC_HOLDS)
        broken(r, TWC_BROKEN_QUERY, detail);
    twc_view_close(&view);
    if (!status.code && !found)
        status = twc_levels_check(&r->levels, r->script->seed + (uint64_t)(step + 1), r->plant == TWC_BROKEN_LEVELS,
                                  &found, detail);
    if (found && r->verdict->broken == TWC_HOLDS)
        broken(r, TWC_BROKEN_LEVELS, detail);
    return status;
}

static twc_status start(run *r)
{
    twc_world_data data;
    twc_status status = twc_script_world(r->script, &r->snapshot);
    for (int k = 0; !status.code && k < 2; k++) {
        status = twc_world_data_copy(&r->snapshot, &data);
        if (!status.code)
            status = twc_world_data_keep_first(&data);
        if (!status.code)
            status = start_peer(r, k, &data, &r->peer[k]);
    }
    if (status.code)
        return status;
    twc_session_set_recorder(r->peer[0], record, r);
    if (r->plant == TWC_BROKEN_STALE)
        twc_session_set_reach(r->peer[0], TWC_REACH_PAPER);
    r->tape.after[0] = twc_scene_fingerprint(twc_session_scene(r->peer[0]));
    return twc_levels_begin(&twc_session_world(r->peer[0])->world, &r->levels);
}

/* `each`: the invariants are looked at before the first step and after every one; otherwise after the last. */
static twc_status run_script(const twc_script *script, twc_invariant plant, int each, twc_verdict *verdict)
{
    run *r = calloc(1, sizeof *r);
    memset(verdict, 0, sizeof *verdict);
    if (!r)
        return twc_fail(TWC_IO, "not enough memory to run a script");
    r->script = script;
    r->plant = plant;
    r->verdict = verdict;
    twc_status status = start(r);
    for (int k = -1; !status.code && verdict->broken == TWC_HOLDS && k < script->step_count; k++) {
        verdict->step = k;
        if (k >= 0)
            status = take_step(r, &script->step[k]);
        if (!status.code && verdict->broken == TWC_HOLDS)
            status = each || k + 1 == script->step_count ? check_invariants(r, k) : hand_over(r);
        verdict->steps = k + 1;
    }
    twc_levels_end(&r->levels);
    twc_session_destroy(r->peer[0]);
    twc_session_destroy(r->peer[1]);
    twc_world_data_destroy(&r->snapshot);
    free(r->tape.bytes);
    free(r);
    return status;
}

twc_status twc_script_run(const twc_script *script, twc_invariant plant, twc_verdict *verdict)
{
    return run_script(script, plant, 1, verdict);
}

twc_status twc_script_run_through(const twc_script *script, twc_invariant plant, twc_verdict *verdict)
{
    return run_script(script, plant, 0, verdict);
}
