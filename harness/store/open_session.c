/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open_session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/world_h5.h"

/* A session on its way. */
typedef struct opening {
    twc_builder builder;
    const char *world, *log; /* paths */
    twc_world_data data;     /* until the session owns it */
    twc_log_reading *reading;
    twc_session *before; /* of a snapshot: its first world, with the facts up to it */
    twc_session *session;
} opening;

static twc_status begin(const opening *o, twc_world_data *data, twc_session **session)
{
    return twc_session_begin(data, o->builder, (twc_build_options){0, 1, TWC_STATIC}, NULL, session);
}

/* The world that the facts come to, which keeps what it starts from. */
static twc_status begin_first(opening *o)
{
    memset(&o->data.place, 0, sizeof o->data.place);
    twc_status status = o->log ? twc_world_data_keep_first(&o->data) : twc_ok();
    return status.code ? status : begin(o, &o->data, &o->session);
}

/* A fact that the snapshot has: it is applied to the first world. */
static twc_status retrace(opening *o, const twc_fact *fact)
{
    twc_world_data first;
    twc_status status = twc_ok();
    if (!o->before) {
        status = twc_world_data_copy(o->data.first, &first);
        if (!status.code)
            status = begin(o, &first, &o->before);
    }
    return status.code ? status : twc_session_apply(o->before, fact, NULL);
}

/* The session of a snapshot, once its first world has come to the same state. */
static twc_status begin_snapshot(opening *o)
{
    char led_to[TWC_HASH_HEX];
    twc_world_hash(twc_session_world(o->before), led_to);
    if (strcmp(led_to, o->reading->world) != 0)
        return twc_fail(TWC_IO,
                        "%s is not what facts 1 to %" PRIu64
                        " of %s lead to (%.16s..., not %.16s...): make it again with "
                        "twc replay and the log's first world",
                        o->world, o->reading->from.facts, o->log, led_to, o->reading->world);
    twc_status status = begin(o, &o->data, &o->session);
    if (!status.code)
        twc_session_inherit(o->session, o->before);
    return status;
}

static twc_status take(void *context, const twc_fact *fact)
{
    opening *o = context;
    uint64_t had = o->reading->from.facts;
    twc_status status = twc_ok();
    if (fact->sequence <= had)
        status = retrace(o, fact);
    else if (!o->session)
        status = begin_first(o);
    if (!status.code && fact->sequence == had)
        status = begin_snapshot(o);
    return status.code || fact->sequence <= had ? status : twc_session_apply(o->session, fact, NULL);
}

static twc_status read_log(opening *o, twc_log_file *writing)
{
    if (!writing)
        return twc_log_file_read(o->log, o->reading, take, o);
    if (access(o->log, F_OK) == 0)
        return twc_log_file_open(o->log, o->reading, take, o, writing);
    return twc_log_file_create(o->log, o->reading->world, writing);
}

/* The session after its log, of which nothing is built. */
static twc_status open_unbuilt(twc_level level, const char *world, const char *log, uint64_t last,
                               twc_log_file *writing, twc_session **session, twc_log_reading *reading)
{
    opening o = {.builder = twc_fast_builder(level), .world = world, .log = log, .reading = reading};
    *session = NULL;
    memset(reading, 0, sizeof *reading);
    twc_status status = twc_world_load(world, &o.data);
    if (status.code)
        return status;
    *reading = twc_log_reading_for(&o.data, last);
    if (log)
        status = read_log(&o, writing);
    if (!status.code && !o.session)
        status = begin_first(&o);
    if (status.code)
        twc_session_destroy(o.session);
    else
        *session = o.session;
    twc_session_destroy(o.before);
    twc_world_data_destroy(&o.data);
    return status;
}

/* Builds what was opened; there is no session after a failure. */
static twc_status build(twc_status opened, twc_session **session)
{
    const twc_status status = opened.code ? opened : twc_session_build(*session);
    if (status.code) {
        twc_session_destroy(*session);
        *session = NULL;
    }
    return status;
}

twc_status twc_session_open(twc_level level, const char *world, const char *log, uint64_t last, twc_log_file *writing,
                            twc_session **session, twc_log_reading *reading)
{
    return build(open_unbuilt(level, world, log, last, writing, session, reading), session);
}

const char *twc_named_log(const char *name)
{
    const char *plus = access(name, F_OK) == 0 ? NULL : strrchr(name, '+');
    return plus ? plus : name + strlen(name);
}

/* "WORLD+LOG" as a session of which nothing is built. */
static twc_status open_named(twc_level level, const char *name, twc_session **session)
{
    twc_log_reading reading;
    const char *plus = twc_named_log(name);
    char *world = strndup(name, (size_t)(plus - name));
    *session = NULL;
    if (!world)
        return twc_fail(TWC_IO, "not enough memory for the name of a world");
    if (strcmp(plus, "+") == 0) {
        free(world);
        return twc_fail(TWC_USAGE, "\"%s\": the name of a log belongs behind the plus", name);
    }
    const twc_status status = open_unbuilt(level, world, *plus ? plus + 1 : NULL, 0, NULL, session, &reading);
    free(world);
    return status;
}

twc_status twc_session_open_named(twc_level level, const char *name, twc_session **session)
{
    return build(open_named(level, name, session), session);
}

twc_status twc_world_open_named(twc_level level, const char *name, twc_world_data *data)
{
    twc_session *session;
    if (*twc_named_log(name) == '\0')
        return twc_world_load(name, data);
    twc_status status = open_named(level, name, &session);
    if (!status.code)
        status = twc_world_data_copy(twc_session_world(session), data);
    twc_session_destroy(session);
    return status;
}

twc_status twc_session_save(const twc_session *session, const twc_log_place *place, const char *path)
{
    twc_world_data world = *twc_session_world(session); /* a view: nothing of it is owned here */
    world.place = *place;
    return twc_world_save(path, &world);
}
