/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The append-only event log (spec section 8): a header that names the world it starts from, then fact records (twc/facts.h).
 * A record is written with one call and synced before the append returns. A crash can only leave a torn last record, which
 * opening reports and drops; damage in front of good records is an error, because dropping it would lose facts.
 */
#ifndef TWC_HARNESS_EVENT_LOG_H
#define TWC_HARNESS_EVENT_LOG_H

#include "store/content_hash.h"
#include "twc/facts.h"

typedef struct twc_event_log {
    int file;           /* descriptor, locked against other writers */
    uint64_t next;      /* the sequence number of the next fact */
    uint64_t dropped;   /* bytes of a torn last record that opening found */
    char path[4096];
} twc_event_log;

/* Called for each fact in order; a failure ends the replay and is returned. */
typedef twc_status twc_fact_taker(void *context, const twc_fact *fact);

/* Makes a new log for a world; fails when the file exists. `world_hash`: twc_world_hash of the world it starts from. */
twc_status twc_event_log_create(const char *path, const char world_hash[TWC_HASH_HEX], twc_event_log *log);

/*
 * Opens a log for appending: takes the lock (a second writer is refused), checks the header against the world, hands every
 * fact to `taker`, and cuts a torn last record off.
 */
twc_status twc_event_log_open(const char *path, const char world_hash[TWC_HASH_HEX], twc_fact_taker *taker, void *context,
                              twc_event_log *log);

/* The same without writing: no lock, nothing cut. The log is closed again. facts: how many there are; dropped as in the log. */
twc_status twc_event_log_read(const char *path, const char world_hash[TWC_HASH_HEX], twc_fact_taker *taker, void *context,
                              uint64_t *facts, uint64_t *dropped);

/* Appends a fact whose number is log->next. On failure the log is as it was. */
twc_status twc_event_log_append(twc_event_log *log, const twc_fact *fact);
void twc_event_log_close(twc_event_log *log);

#endif
