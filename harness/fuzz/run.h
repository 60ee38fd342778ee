/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a script: every invariant after every step. */
#ifndef TWC_HARNESS_FUZZ_RUN_H
#define TWC_HARNESS_FUZZ_RUN_H

#include "script.h"

typedef enum twc_invariant {
    TWC_HOLDS,
    TWC_BROKEN_APPLY,    /* a good fact was refused, or a bad one taken */
    TWC_BROKEN_PEERS,    /* two peers with the same facts differ: fast and reference, or levels */
    TWC_BROKEN_STALE,    /* incremental differs from a full rebuild */
    TWC_BROKEN_CLOSED,   /* an exact check of the mesh */
    TWC_BROKEN_QUERY,    /* a height differs from that of the mesh */
    TWC_BROKEN_UNDO,     /* an undo or redo did not return to the fingerprint it should */
    TWC_BROKEN_RECOVERY, /* a replayed log is another world, or lost a fact */
    TWC_BROKEN_LEVELS,   /* levels of detail that followed the edits are not those of the world */
    TWC_INVARIANT_COUNT
} twc_invariant;

/*
 * A fault planted into a run, to prove that the invariant named notices: a peer that skips a fact, the paper's reach, a
 * height one bit off in a mesh, a query one bit off, an undo that restores all but one value, a log that loses a whole
 * fact, levels of detail that miss one.
 */
typedef struct twc_verdict {
    twc_invariant broken; /* TWC_HOLDS: none */
    int step;             /* after which it broke; -1: before the first */
    int steps;            /* checked */
    char detail[256];
} twc_verdict;

/*
 * `plant`: the invariant whose fault is planted, or TWC_HOLDS. The status fails only when the run could not go on
 * (memory).
 */
twc_status twc_script_run(const twc_script *script, twc_invariant plant, twc_verdict *verdict);

/*
 * The same with the invariants of the whole world after the last step alone, several times as fast: what is broken then
 * twc_script_run finds at its step.
 */
twc_status twc_script_run_through(const twc_script *script, twc_invariant plant, twc_verdict *verdict);

const char *twc_invariant_name(twc_invariant invariant);

/*
 * The smallest script found, within `attempts` runs, that breaks the same invariant: fewer steps, smaller rectangles, a
 * simpler world. Returns the runs made.
 */
int twc_script_shrink(twc_script *script, twc_invariant plant, int attempts, twc_verdict *verdict);

#endif
