/* SPDX-License-Identifier: MIT */
/* An event log's bytes: its header, then facts, damage, the unfinished end that a crash leaves. */
#ifndef TWC_LOG_BYTES_H
#define TWC_LOG_BYTES_H

#include "twc/event_log.h"

/* "TWCLOG1\n", the 64 digits of the world's hash, then the fingerprint of these 72 bytes as words, little-endian. */
enum { TWC_LOG_HEADER = 80, TWC_LOG_HASH_DIGITS = TWC_HASH_HEX - 1 };

/* What a message ends with when a log can't be used as it is. */
#define TWC_LOG_REMEDY "; twc log check shows what can be read, twc log repair saves it"

/* A log in memory. */
typedef struct twc_log_bytes {
    uint8_t *bytes;
    size_t size;
} twc_log_bytes;

void twc_log_header_make(const char *world_hash, uint8_t header[TWC_LOG_HEADER]);

/* Whether the log has a header, and a good one; else what is there instead, and how to go on. */
twc_status twc_log_header_check(const char *name, const twc_log_bytes *log);

/* The hash that a header names; it is not followed by a 0. */
const char *twc_log_world(const twc_log_bytes *log);

/*
 * The piece at byte `at`, where fact `due` is due: a whole record, whose fact is filled in but for its values, or what
 * there is up to the next record that begins. An unfinished end is the front part of the record that is due and has
 * nothing behind it: all that a crash can leave, because a record is written in one piece and synced before the next.
 */
twc_log_piece twc_log_piece_at(const twc_log_bytes *log, size_t at, uint64_t due, twc_fact *fact);

/* How many facts can be read from byte `at` on, and the number of the first. */
uint64_t twc_log_count(const twc_log_bytes *log, size_t at, uint64_t *first);

/* Hands a whole record's fact over with its values. */
twc_status twc_log_take(const twc_log_bytes *log, const twc_log_piece *piece, twc_fact *fact, twc_fact_taker *taker,
                        void *context);

#endif
