/* SPDX-License-Identifier: MIT */
/*
 * Facts that were applied to a session and wait for its log: several features of one file come all or not at all.
 * While a group is the session's recorder nothing is written; the log gets all of it at once, or the session is thrown
 * away.
 */
#ifndef TWC_FACT_GROUP_H
#define TWC_FACT_GROUP_H

#include "twc/event_log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zeroed before the first fact. */
typedef struct twc_fact_group {
    twc_fact *fact; /* copies, and copies of their values */
    size_t count, capacity;
} twc_fact_group;

/* A twc_fact_taker, for twc_session_set_recorder: keeps a copy of a fact. `context` is the group. */
twc_status twc_fact_group_take(void *context, const twc_fact *fact);

/* Appends all of them to a log, whose next fact is the first. */
twc_status twc_fact_group_append(const twc_fact_group *group, twc_event_log *log);
void twc_fact_group_destroy(twc_fact_group *group);

#ifdef __cplusplus
}
#endif
#endif
