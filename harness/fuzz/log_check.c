/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "invariants.h"
#include "levels.h"
#include "progress.h"
#include "store/world_h5.h"
#include "twc/log_file.h"

/* Fingerprints that undo and redo must return to. */
typedef struct stack {
    uint64_t *value;
    size_t count, capacity;
} stack;

typedef struct log_run {
    const twc_log_check *check;
    twc_session *peer[2]; /* the fast library's, and the reference's */
    stack undo, redo;
    twc_levels levels; /* of the first peer's world */
    twc_verdict *verdict;
} log_run;

static twc_status push(stack *s, uint64_t value)
{
    if (s->count == s->capacity) {
        const size_t capacity = 2 * s->capacity + 64;
        uint64_t *larger = realloc(s->value, capacity * sizeof *larger);
        if (!larger)
            return twc_fail(TWC_IO, "not enough memory for the history of %zu facts", capacity);
        s->value = larger;
        s->capacity = capacity;
    }
    s->value[s->count++] = value;
    return twc_ok();
}

static void broken(log_run *r, twc_invariant invariant, const char *detail)
{
    r->verdict->broken = invariant;
    if (detail != r->verdict->detail)
        snprintf(r->verdict->detail, sizeof r->verdict->detail, "%.250s", detail);
}

/* The first world twice, with a session each. */
static twc_status begin(log_run *r, twc_log_reading *reading)
{
    twc_world_data data;
    twc_status status = twc_world_load(r->check->world, &data);
    if (status.code)
        return status;
    *reading = twc_log_reading_for(&data, r->check->last);
    if (reading->from.facts)
        status = twc_fail(TWC_USAGE,
                          "%s is a snapshot after %llu facts: every fact is looked at from the log's first world",
                          r->check->world, (unsigned long long)reading->from.facts);
    for (int k = 0; k < 2 && !status.code; k++) {
        twc_world_data own;
        const twc_builder builder = k ? twc_reference_builder() : twc_fast_builder(r->check->level);
        status = twc_world_data_copy(&data, &own);
        if (!status.code)
            status = twc_world_data_keep_first(&own);
        if (!status.code)
            status = twc_session_create(&own, builder, (twc_build_options){0, 1, TWC_STATIC}, NULL, &r->peer[k]);
    }
    twc_world_data_destroy(&data);
    return status.code ? status : twc_levels_begin(&twc_session_world(r->peer[0])->world, &r->levels);
}

/* An undo or redo returns to the fingerprint from before; anything else is what a later undo returns to. */
static twc_status follow_history(log_run *r, const twc_fact *fact, uint64_t before, uint64_t after)
{
    stack *from = fact->role == TWC_FACT_REDOES ? &r->redo : &r->undo,
          *to = fact->role == TWC_FACT_UNDOES ? &r->redo : &r->undo;
    if (fact->role == TWC_FACT_NEW) {
        r->redo.count = 0;
    } else if (from->count == 0 || from->value[--from->count] != after) {
        broken(r, TWC_BROKEN_UNDO, "the fingerprint is not the one from before the fact");
        return twc_ok();
    }
    return push(to, before);
}

static twc_status look(log_run *r, uint64_t seed)
{
    char *detail = r->verdict->detail;
    int found = 0;
    twc_view view;
    twc_status status = twc_session_check(r->peer[0]);
    if (status.code) {
        broken(r, TWC_BROKEN_STALE, status.message);
        return twc_ok();
    }
    if (twc_peers_differ(r->peer[0], r->peer[1], detail)) {
        broken(r, TWC_BROKEN_PEERS, detail);
        return twc_ok();
    }
    status = twc_view_open(r->peer[0], &view);
    if (status.code)
        return status;
    status = twc_view_open_somewhere(&view, 0, &found, detail);
    if (found)
        broken(r, TWC_BROKEN_CLOSED, detail);
    if (!status.code && !found)
        status = twc_view_query_differs(&view, twc_fast_ground(r->check->level), seed, 0, &found, detail);
    if (found && r->verdict->broken == TWC_HOLDS)
        broken(r, TWC_BROKEN_QUERY, detail);
    twc_view_close(&view);
    if (!status.code && !found)
        status = twc_levels_check(&r->levels, seed, r->check->plant == TWC_BROKEN_LEVELS, &found, detail);
    if (found && r->verdict->broken == TWC_HOLDS)
        broken(r, TWC_BROKEN_LEVELS, detail);
    return status;
}

/* The reference takes the fact; with the canary, one sample of it is off. */
static twc_status give(log_run *r, const twc_fact *fact)
{
    uint16_t spoilt;
    twc_fact own = *fact;
    if (r->check->plant == TWC_BROKEN_PEERS && fact->kind == TWC_FACT_SAMPLES) {
        spoilt = fact->samples[0] ^ 0x100;
        own.rect.nx = own.rect.nz = 1;
        own.samples = &spoilt;
    }
    return twc_session_apply(r->peer[1], &own, NULL);
}

static twc_status take(void *context, const twc_fact *fact)
{
    log_run *r = context;
    const uint64_t before = twc_scene_fingerprint(twc_session_scene(r->peer[0]));
    twc_progress_text("fact %llu, the %d before it hold", (unsigned long long)fact->sequence, r->verdict->steps);
    r->verdict->step = (int)fact->sequence - 1;
    twc_status status = twc_session_apply(r->peer[0], fact, NULL);
    if (!status.code)
        status = twc_levels_note(&r->levels, fact);
    if (!status.code)
        status = give(r, fact);
    if (status.code) {
        broken(r, TWC_BROKEN_APPLY, status.message);
        return status;
    }
    status = follow_history(r, fact, before, twc_scene_fingerprint(twc_session_scene(r->peer[0])));
    if (!status.code && r->verdict->broken == TWC_HOLDS)
        status = look(r, fact->sequence);
    r->verdict->steps = (int)fact->sequence;
    return !status.code && r->verdict->broken ? twc_fail(TWC_CHECK_FAILED, "broken") : status;
}

twc_status twc_log_check_run(const twc_log_check *check, twc_verdict *verdict)
{
    log_run r = {.check = check, .verdict = verdict};
    twc_log_reading reading;
    memset(verdict, 0, sizeof *verdict);
    verdict->step = -1;
    twc_status status = begin(&r, &reading);
    if (!status.code)
        status = look(&r, 0);
    if (!status.code && !verdict->broken)
        status = twc_log_file_read(check->log, &reading, take, &r);
    twc_progress("facts", -1);
    twc_levels_end(&r.levels);
    twc_session_destroy(r.peer[0]);
    twc_session_destroy(r.peer[1]);
    free(r.undo.value);
    free(r.redo.value);
    return verdict->broken ? twc_ok() : status;
}

twc_status twc_log_check_tell(const twc_log_check *check, const twc_verdict *verdict)
{
    if (verdict->broken == TWC_HOLDS) {
        fprintf(stderr, "%s: all invariants hold after each of %d facts\n", check->log, verdict->steps);
        return twc_ok();
    }
    return twc_fail(TWC_CHECK_FAILED, "BROKEN %s after fact %d: %s; repeat: twc replay %s %s --check --last %d",
                    twc_invariant_name(verdict->broken), verdict->step + 1, verdict->detail, check->world, check->log,
                    verdict->step + 1);
}
