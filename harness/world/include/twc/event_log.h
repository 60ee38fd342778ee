/* SPDX-License-Identifier: MIT */
/*
 * The append-only event log (docs/spec/world.md 3): a header that names the world it starts from, then fact records
 * (twc/facts.h). A record is appended in one piece and synced before the append returns. A crash can only leave an
 * unfinished last record, a front part of the one that was due, which opening reports and drops. Anything else that is
 * no fact in order is refused, because dropping it would lose facts; a survey reads what can still be read. The bytes
 * lie in a storage that is passed in.
 */
#ifndef TWC_EVENT_LOG_H
#define TWC_EVENT_LOG_H

#include "twc/facts.h"
#include "twc/storage.h"
#include "twc/world_hash.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_event_log {
    twc_storage storage;
    uint64_t next; /* the sequence number of the next fact */
} twc_event_log;

/* What a log is read for, and what reading finds. */
typedef struct twc_log_reading {
    char world[TWC_HASH_HEX]; /* twc_world_hash of the world at hand, */
    twc_log_place
        from;      /* and its place; facts becomes 0 when the log starts from just that world, as from one of its own */
    uint64_t last; /* facts behind this one are not handed over; 0: all are */
    twc_log_place to; /* out: the place of a world that has taken these facts */
    uint64_t facts;   /* out: how many the log holds */
    uint64_t dropped; /* out: bytes of an unfinished last record */
} twc_log_reading;

/* The reading of a log for a world. */
twc_log_reading twc_log_reading_for(const twc_world_data *data, uint64_t last);

/* The same for a world whose tiles are not all loaded, by the hash that its file states. */
twc_log_reading twc_log_reading_of(const char world_hash[TWC_HASH_HEX], const twc_log_place *place, uint64_t last);

/* Called for each fact in order; a failure ends the replay and is returned. */
typedef twc_status twc_fact_taker(void *context, const twc_fact *fact);

/* Makes a log in an empty storage, for a world. `world_hash`: twc_world_hash of the world it starts from. */
twc_status twc_event_log_create(twc_storage storage, const char world_hash[TWC_HASH_HEX], twc_event_log *log);

/*
 * Opens a log for appending: hands the facts to `taker`, also those that a snapshot has already (up to from.facts), and
 * cuts an unfinished last record off. Refused are damage, a log that starts from another world, and for a snapshot one
 * that has fewer facts than it, or others.
 */
twc_status twc_event_log_open(twc_storage storage, twc_log_reading *reading, twc_fact_taker *taker, void *context,
                              twc_event_log *log);

/* The same without writing: nothing is cut. */
twc_status twc_event_log_read(twc_storage storage, twc_log_reading *reading, twc_fact_taker *taker, void *context);

/* What stands in a log, one piece behind the other. */
typedef enum twc_log_state {
    TWC_LOG_FACT,       /* a whole record */
    TWC_LOG_UNFINISHED, /* the end that a crash leaves */
    TWC_LOG_DAMAGED     /* anything else, up to where the next record begins */
} twc_log_state;

typedef struct twc_log_piece {
    twc_log_state state;
    uint64_t at, size; /* its bytes */
    const char *fault; /* what is wrong with it; "" for a fact */
} twc_log_piece;

/* `fact`: NULL for what is none. */
typedef twc_status twc_log_piece_taker(void *context, const twc_log_piece *piece, const twc_fact *fact);

/*
 * Hands over every piece of a log, whatever has become of it, and writes nothing. `header` says what is wrong with its
 * header; then world_hash is empty and the pieces begin at byte 0. Numbers of facts are as they stand: some may be
 * missing, repeated or out of order.
 */
twc_status twc_event_log_survey(twc_storage storage, twc_status *header, char world_hash[TWC_HASH_HEX],
                                twc_log_piece_taker *taker, void *context);

/* Appends a fact whose number is log->next. On failure the log is as it was. */
twc_status twc_event_log_append(twc_event_log *log, const twc_fact *fact);

/*
 * Appends facts that belong together, in one piece: on failure the log is as it was. A crash in the midst of it leaves
 * a front part, whole facts and an unfinished one.
 */
twc_status twc_event_log_append_all(twc_event_log *log, const twc_fact *facts, size_t count);

#ifdef __cplusplus
}
#endif
#endif
