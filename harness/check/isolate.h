/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work in a child process, so that whatever a kernel does - fault, abort, never return, in any thread - is an outcome
 * and not the end of the check. The parent must not have opened a parallel region: libgomp's threads do not survive a
 * fork.
 */
#ifndef TWC_CHECK_ISOLATE_H
#define TWC_CHECK_ISOLATE_H

#include "check/attempt.h"

/* Shared between parent and child. */
typedef struct twc_shared {
    twc_implementation running; /* what the child is at */
    uint32_t index;             /* of the case it is at */
    uint32_t cases;             /* finished */
    uint64_t checks;            /* finished */
    twc_status status;          /* why the child gave up, if it did */
    twc_outcome outcome;        /* of the last attempt */
    /* written by the signal handler */
    int signal;
    const char *buffer; /* the array whose surroundings were touched, or NULL */
    long offset;
    long size;
    void *address;
} twc_shared;

/* Shared memory, zeroed; NULL when there is none. */
twc_shared *twc_shared_create(void);
void twc_shared_destroy(twc_shared *shared);

/*
 * Runs `work` in a child. On a signal, or when twc_isolate_start was followed by nothing for `seconds`, the outcome in
 * `shared` becomes a crash or a hang. Fails when there is no process to be had.
 */
typedef void (*twc_work)(twc_shared *shared, twc_guarded_memory *arena, void *argument);
twc_status twc_isolate(twc_work work, void *argument, unsigned seconds, twc_shared *shared);

/* In the child, before each attempt: what is about to run; winds the clock. */
void twc_isolate_start(twc_shared *shared, const twc_implementation *implementation);

/* One case, one implementation, in a child of its own: the reference, then the implementation. */
twc_status twc_isolate_attempt(twc_case *c, const twc_implementation *implementation, unsigned seconds,
                               twc_shared *shared, twc_outcome *outcome);

#endif
