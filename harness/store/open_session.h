/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions from files: a world, and the log of what happened to it since. */
#ifndef TWC_HARNESS_OPEN_SESSION_H
#define TWC_HARNESS_OPEN_SESSION_H

#include "twc/log_file.h"
#include "twc/session.h"

typedef struct twc_session_files {
    const char *world, *log; /* log NULL: there is none */
    uint64_t memory;         /* the most bytes that tiles may take, and built lazily that chunks may */
    int lazily;
    uint64_t last; /* 0: all facts */
} twc_session_files;

/*
 * Loads a world, applies the facts of a log up to number `last`, and builds what came of it. The world is the one that
 * the log starts from, or a snapshot: then the facts behind it are applied, and those up to it, on the first world that
 * the snapshot holds, must have led to its state; undo and redo reach as far down as from the first world. The fast
 * library builds, at this level. `lazily`: what is not asked for is neither read nor built (twc_session_build_lazily):
 * of the world the tiles that facts and edits reach; such a session can't be saved.
 *
 * reading->to is the place of the session's world. The log is only read, or with `writing` left open for appending, and
 * made when there is none.
 */
twc_status twc_session_open_files(twc_level level, const twc_session_files *files, twc_log_file *writing,
                                  twc_session **session, twc_log_reading *reading);

/*
 * What a command line calls "WORLD" or "WORLD+LOG", the world as it is after its log; a file whose whole name is that
 * is the world. The first gives a session, built; the second only the world, whose tiles may still be to come
 * (twc_world_data_need).
 */
twc_status twc_session_open_named(twc_level level, const char *name, uint64_t memory, twc_session **session);
twc_status twc_world_open_named(twc_level level, const char *name, uint64_t memory, twc_world_data *data);

/* Where the log's part of such a name begins, with its plus; the end of the name where there is none. */
const char *twc_named_log(const char *name);

/* Saves the session's world, which has come from a log to this place, as a snapshot. */
twc_status twc_session_save(const twc_session *session, const twc_log_place *place, const char *path);

#endif
