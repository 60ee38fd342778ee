/* SPDX-License-Identifier: MIT */
/* What the files of a session say to each other. */
#ifndef TWC_WORLD_SESSION_PARTS_H
#define TWC_WORLD_SESSION_PARTS_H

#include "history.h"
#include "twc/session.h"

/* What is built of a world that is built lazily; state NULL: all of it is. */
typedef struct twc_kept_chunks {
    uint8_t *state;       /* a chunk: TWC_NOT_KEPT, ... */
    size_t memory, bytes; /* that chunks may take, and that they do */
    size_t hand;          /* the chunk that is looked at next when some have to go */
} twc_kept_chunks;

enum { TWC_NOT_KEPT, TWC_KEPT, TWC_KEPT_NEEDED /* since it was looked at */ };

struct twc_session {
    twc_world_data data;
    twc_scene *scene; /* NULL: no chunk is built yet */
    twc_builder builder;
    twc_build_options options; /* a chunk is built by one of so many threads */
    unsigned stages;           /* of a chunk: TWC_BUILD_... */
    double water;
    void *workspace;
    size_t workspace_size;    /* of each thread */
    twc_fact_taker *recorder; /* or NULL */
    void *recorder_context;
    twc_reach reach;
    twc_kept_chunks kept;
    uint64_t next;
    twc_history undo, redo;
};

/* What a fact is about to change besides samples and classes: a feature that is inserted, one that is removed. */
typedef struct twc_change {
    twc_feature inserted;
    void *memory;               /* of the inserted one; NULL: none is */
    const twc_feature *removed; /* in the session's list; NULL: none is */
} twc_change;

/* The chunks a fact makes stale, while they are rebuilt. */
typedef struct twc_group {
    twc_rect bound;
    uint8_t *dirty;
    twc_point *at;
    twc_built **built;
    size_t count;
} twc_group;

/* The smallest rectangle about two. */
twc_rect twc_rect_about(twc_rect a, twc_rect b);

/* A group over the chunks of `bound`, none dirty yet; destroyed also after a failed create. */
twc_status twc_group_create(twc_rect bound, twc_group *group);
void twc_group_destroy(twc_session *session, twc_group *group);

/* Lists the dirty chunks and takes the memory to build them, so that nothing can fail once the world has changed. */
twc_status twc_group_prepare(twc_session *session, twc_group *group, const twc_change *coming);

/* twc_session_need for chunks that are needed together with those before: none of them is dropped. */
twc_status twc_session_need_more(twc_session *session, twc_rect chunks);

/* Makes a chunk of the group one that is kept, in place of the old one. */
void twc_keep_built(twc_session *session, twc_point at, const twc_built *old, const twc_built *built);

/* Builds the group, counts what really changed, and swaps it in. */
twc_status twc_group_build(twc_session *session, twc_group *group, twc_rebuilt *rebuilt);

/*
 * Builds one chunk of the session's world as it is, with its fingerprints, in the workspace of one of options.threads
 * threads.
 */
twc_status twc_session_build_chunk(twc_session *session, int thread, twc_point at, twc_built *built);

/* Room for a chunk of the session's features, and of one more. */
uint32_t twc_session_capacity(const twc_session *session, const twc_change *coming, twc_point at);

#endif
