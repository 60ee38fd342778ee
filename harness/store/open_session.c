/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open_session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/atomic_file.h"
#include "store/world_h5.h"

/* A session on its way. */
typedef struct opening {
    twc_builder builder;
    const twc_session_files *files;
    twc_world_data data; /* until the session owns it */
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
    /* What can't be saved has no use for it. */
    twc_status status = o->files->log && !o->files->lazily ? twc_world_data_keep_first(&o->data) : twc_ok();
    return status.code ? status : begin(o, &o->data, &o->session);
}

/* A fact that the snapshot has: it is applied to the first world. */
static twc_status retrace(opening *o, const twc_fact *fact)
{
    twc_world_data first;
    twc_status status = twc_ok();
    if (!o->before && o->files->lazily) { /* nobody else needs it */
        first = *o->data.first;
        memset(o->data.first, 0, sizeof *o->data.first);
        status = begin(o, &first, &o->before);
    } else if (!o->before) {
        status = twc_world_data_copy(o->data.first, &first);
        if (!status.code)
            status = begin(o, &first, &o->before);
    }
    return status.code ? status : twc_session_apply(o->before, fact, NULL);
}

static twc_status not_led_to(const opening *o, const char *what)
{
    return twc_fail(TWC_IO,
                    "%s is not what facts 1 to %" PRIu64
                    " of %s lead to (%s): make it again with twc replay and the log's first world",
                    o->files->world, o->reading->from.facts, o->files->log, what);
}

/* Whether the first world has come to the snapshot, by the tiles that facts have reached; the others were not read. */
static twc_status compare_reached(opening *o)
{
    const twc_world_data *before = twc_session_world(o->before);
    const twc_rect e = before->world.extent;
    for (int32_t k = 0; k < e.nx * e.nz; k++) {
        if (before->source.load && !before->loaded[k])
            continue;
        twc_status status = twc_world_data_need(&o->data, (twc_rect){e.x + k % e.nx, e.z + k / e.nx, 1, 1});
        if (status.code)
            return status;
        const twc_tile *ours = o->data.tiles[k], *theirs = before->tiles[k];
        if (!ours != !theirs || (ours && memcmp(ours, theirs, sizeof *ours) != 0)) {
            char what[80];
            snprintf(what, sizeof what, "tile (%d, %d) is another", e.x + k % e.nx, e.z + k / e.nx);
            return not_led_to(o, what);
        }
    }
    return twc_features_equal(&before->features, &o->data.features) ? twc_ok()
                                                                    : not_led_to(o, "its features are others");
}

static twc_status compare_whole(const opening *o)
{
    char led_to[TWC_HASH_HEX], what[80];
    twc_world_hash(twc_session_world(o->before), led_to);
    snprintf(what, sizeof what, "%.16s..., not %.16s...", led_to, o->reading->world);
    return strcmp(led_to, o->reading->world) == 0 ? twc_ok() : not_led_to(o, what);
}

/* The session of a snapshot, once its first world has come to the same state. */
static twc_status begin_snapshot(opening *o)
{
    twc_status status = o->files->lazily ? compare_reached(o) : compare_whole(o);
    if (!status.code)
        status = begin(o, &o->data, &o->session);
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
        return twc_log_file_read(o->files->log, o->reading, take, o);
    if (access(o->files->log, F_OK) == 0)
        return twc_log_file_open(o->files->log, o->reading, take, o, writing);
    twc_status status = twc_make_folder_of(o->files->log);
    return status.code ? status : twc_log_file_create(o->files->log, o->reading->world, writing);
}

/* The session after its log, of which nothing is built. */
static twc_status open_unbuilt(twc_level level, const twc_session_files *files, twc_log_file *writing,
                               twc_session **session, twc_log_reading *reading)
{
    opening o = {.builder = twc_fast_builder(level), .files = files, .reading = reading};
    char hash[TWC_HASH_HEX];
    *session = NULL;
    memset(reading, 0, sizeof *reading);
    twc_status status = files->lazily ? twc_world_open(files->world, files->memory, &o.data, hash)
                                      : twc_world_load_within(files->world, files->memory, &o.data, hash);
    if (status.code)
        return status;
    *reading = twc_log_reading_of(hash, &o.data.place, files->last);
    if (files->log)
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

twc_status twc_session_open_files(twc_level level, const twc_session_files *files, twc_log_file *writing,
                                  twc_session **session, twc_log_reading *reading)
{
    twc_status status = open_unbuilt(level, files, writing, session, reading);
    if (!status.code)
        status = files->lazily ? twc_session_build_lazily(*session, (size_t)files->memory)
                               : twc_session_build(*session);
    if (status.code) {
        twc_session_destroy(*session);
        *session = NULL;
    }
    return status;
}

const char *twc_named_log(const char *name)
{
    const char *plus = access(name, F_OK) == 0 ? NULL : strrchr(name, '+');
    return plus ? plus : name + strlen(name);
}

/* The files of "WORLD+LOG"; free *world. */
static twc_status split_name(const char *name, char **world, twc_session_files *files)
{
    const char *plus = twc_named_log(name);
    *world = strndup(name, (size_t)(plus - name));
    if (!*world)
        return twc_fail(TWC_IO, "not enough memory for the name of a world");
    files->world = *world;
    files->log = *plus ? plus + 1 : NULL;
    return strcmp(plus, "+") == 0 ? twc_fail(TWC_USAGE, "\"%s\": the name of a log belongs behind the plus", name)
                                  : twc_ok();
}

twc_status twc_session_open_named(twc_level level, const char *name, uint64_t memory, twc_session **session)
{
    twc_session_files files = {.memory = memory};
    twc_log_reading reading;
    char *world;
    *session = NULL;
    twc_status status = split_name(name, &world, &files);
    if (!status.code)
        status = twc_session_open_files(level, &files, NULL, session, &reading);
    free(world);
    return status;
}

twc_status twc_world_open_named(twc_level level, const char *name, uint64_t memory, twc_world_data *data)
{
    twc_session_files files = {.memory = memory, .lazily = 1};
    twc_log_reading reading;
    twc_session *session = NULL;
    char *world;
    memset(data, 0, sizeof *data);
    twc_status status = split_name(name, &world, &files);
    if (!status.code && !files.log)
        status = twc_world_open(world, memory, data, NULL);
    else if (!status.code)
        status = open_unbuilt(level, &files, NULL, &session, &reading);
    if (session)
        twc_session_give_world(session, data);
    twc_session_destroy(session);
    free(world);
    return status;
}

twc_status twc_session_save(const twc_session *session, const twc_log_place *place, const char *path)
{
    twc_world_data world = *twc_session_world(session); /* a view: nothing of it is owned here */
    world.place = *place;
    return twc_world_save(path, &world);
}
