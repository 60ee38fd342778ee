/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fuzzer's invariants over somebody's own edits: a world, and the log of what happened to it. */
#ifndef TWC_HARNESS_FUZZ_LOG_CHECK_H
#define TWC_HARNESS_FUZZ_LOG_CHECK_H

#include "fuzz/run.h"

typedef struct twc_log_check {
    const char *world, *log; /* paths; the log's first world */
    uint64_t last;           /* up to this fact; 0: all */
    twc_level level;
    twc_invariant plant; /* TWC_BROKEN_PEERS: the reference skips the last bit of one fact; else TWC_HOLDS */
} twc_log_check;

/*
 * Applies the facts one by one to a session of the fast library and to one of the reference, and after each asks what
 * must hold: that both agree, that nothing is stale, that the mesh is closed, that queries give its heights, that an
 * undo restored what was. verdict->step is the fact at which the first breaks, from 0, and verdict->steps how many were
 * looked at. The status fails only where the run could not go on.
 */
twc_status twc_log_check_run(const twc_log_check *check, twc_verdict *verdict);

/* The verdict in a line; the status is TWC_CHECK_FAILED where something broke. */
twc_status twc_log_check_tell(const twc_log_check *check, const twc_verdict *verdict);

#endif
