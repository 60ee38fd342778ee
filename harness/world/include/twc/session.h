/* SPDX-License-Identifier: MIT */
/*
 * A peer: a world that takes facts, rebuilds what they reach and swaps it as one group (docs/spec/world.md 1, 5), with
 * undo and redo of any depth and, when it has one, an event log that every fact reaches before the world does.
 */
#ifndef TWC_SESSION_H
#define TWC_SESSION_H

#include "twc/event_log.h"
#include "twc/feature_list.h"
#include "twc/fast.h"
#include "twc/scene.h"
#include "twc/world_data.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_session twc_session;

/* How much a fact cost. */
typedef struct twc_rebuilt {
    uint32_t bound;   /* chunks within the largest reach */
    uint32_t rebuilt; /* chunks of the group */
    uint32_t changed; /* those whose fingerprint is another */
} twc_rebuilt;

/*
 * Takes over `data` (also on failure) and builds every chunk. The next fact is the one behind those that the world has.
 * options: as for a build; the chunks of a group are shared among options.threads threads. water: NULL, or the level of
 * standing water; then chunks have surfaces (faces, colours, vertices) as well.
 */
twc_status twc_session_create(twc_world_data *data, twc_builder builder, twc_build_options options, const double *water,
                              twc_session **session);
void twc_session_destroy(twc_session *session);

/*
 * The same in two steps: until twc_session_build, facts change the world and nothing is built, and there is no scene to
 * ask for. A log of any length then costs one build.
 */
twc_status twc_session_begin(twc_world_data *data, twc_builder builder, twc_build_options options, const double *water,
                             twc_session **session);
twc_status twc_session_build(twc_session *session);

/*
 * Instead of twc_session_build, for a world that is not to be read and built as a whole: a chunk is built when it is
 * needed, by an edit, or by twc_session_need. Chunks are kept until they take more than `memory` bytes; then those that
 * were not needed lately are dropped. What the scene shows where a chunk was not needed, or was dropped, is empty.
 */
twc_status twc_session_build_lazily(twc_session *session, size_t memory);

/* Builds the chunks of a rectangle, within the world, that are not there. Nothing to do where all are built. */
twc_status twc_session_need(twc_session *session, twc_rect chunks);

/* The same for all chunks, by rows; the scene's fingerprint is the world's then, whatever was dropped meanwhile. */
twc_status twc_session_need_all(twc_session *session);

/*
 * How the chunks of a group are found: by following what reads what (twc_dirty_chunks), or as the paper does, all
 * within bank width plus one macro cell (74 m) of the fact: known to leave stale chunks, kept for the experiment that
 * counts them.
 */
typedef enum twc_reach { TWC_REACH_FOLLOWED, TWC_REACH_PAPER } twc_reach;
void twc_session_set_reach(twc_session *session, twc_reach reach);

/*
 * From now on every fact goes to `recorder` before the world changes; when that fails, the fact is refused. An event
 * log is one: twc_session_record_log.
 */
void twc_session_set_recorder(twc_session *session, twc_fact_taker *recorder, void *context);
void twc_session_record_log(twc_session *session, twc_event_log *log);

const twc_world_data *twc_session_world(const twc_session *session);

/* Hands the world over; all that can be done with the session then is to destroy it. */
void twc_session_give_world(twc_session *session, twc_world_data *data);
const twc_features *twc_session_features(const twc_session *session);
twc_scene *twc_session_scene(twc_session *session);
uint64_t twc_session_next(const twc_session *session);

/*
 * Applies a fact; on failure the world, the scene and the log are unchanged. An undo or redo has to be the one that the
 * session would make itself. `rebuilt` may be NULL.
 */
twc_status twc_session_apply(twc_session *session, const twc_fact *fact, twc_rebuilt *rebuilt);

/*
 * What a brush stroke would make of the samples under it, without changing the world: *samples is to be freed, or NULL
 * when the brush touches none (or on failure).
 */
twc_status twc_session_stroke(twc_session *session, const twc_brush *brush, twc_rect *rect, uint16_t **samples);

/* Makes the fact of a brush stroke and applies it. A brush that touches no sample makes no fact. */
twc_status twc_session_brush(twc_session *session, const twc_brush *brush, twc_rebuilt *rebuilt);

/* Places a corridor on the ground as it is, and applies the fact of its record. An id that is there is replaced. */
twc_status twc_session_place(twc_session *session, const twc_corridor *corridor, twc_rebuilt *rebuilt);
twc_status twc_session_remove(twc_session *session, uint64_t id, twc_rebuilt *rebuilt);

/* Moves a feature that is there by so many centimetres, onto the ground as it is there: a fact of its new record. */
twc_status twc_session_move(twc_session *session, uint64_t id, twc_point by, twc_rebuilt *rebuilt);

/* The fact of a record that was frozen before: what twc_record_read refuses is refused. */
twc_status twc_session_put(twc_session *session, const twc_feature *feature, twc_rebuilt *rebuilt);

/*
 * A new fact that restores what the last one not yet undone changed, or brings it back. TWC_USAGE when there is none.
 */
twc_status twc_session_undo(twc_session *session, twc_rebuilt *rebuilt);
twc_status twc_session_redo(twc_session *session, twc_rebuilt *rebuilt);

/* Takes over what `before` could undo and redo: a session that has the same facts. */
void twc_session_inherit(twc_session *session, twc_session *before);

/*
 * A full rebuild compared with the scene, bit for bit: TWC_CHECK_FAILED and what differs first when a chunk is stale.
 */
twc_status twc_session_check(twc_session *session);

#ifdef __cplusplus
}
#endif
#endif
