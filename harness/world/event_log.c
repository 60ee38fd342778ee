/* SPDX-License-Identifier: MIT */
#include "twc/event_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "log_bytes.h"

/* ---- reading ---- */

/* All bytes in memory; the caller frees them. */
static twc_status read_all(const twc_storage *storage, twc_log_bytes *log)
{
    uint64_t all = 0;
    log->bytes = NULL;
    twc_status status = storage->size(storage->context, &all);
    if (!status.code && all < SIZE_MAX)
        log->bytes = malloc((size_t)all + 1);
    if (!status.code && !log->bytes)
        status = twc_fail(TWC_IO, "not enough memory for its %" PRIu64 " bytes", all);
    if (!status.code)
        status = storage->read(storage->context, 0, log->bytes, (size_t)all);
    log->size = (size_t)all;
    if (!status.code)
        return status;
    free(log->bytes);
    return twc_fail(status.code, "%s: reading failed: %.400s", storage->name, status.message);
}

/* The place behind fact n, or behind the last whole record when there are fewer. */
static twc_log_place place_behind(const twc_log_bytes *log, uint64_t n)
{
    twc_log_place place = {.facts = 0};
    twc_fact fact;
    size_t at = TWC_LOG_HEADER, length;
    const char *fault;
    for (; place.facts < n &&
           twc_fact_decode(log->bytes + at, log->size - at, &fact, &length, &fault) == TWC_RECORD_WHOLE;
         place.facts++)
        at += length;
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, log->bytes, at);
    twc_sha256_end(&hash, place.digest);
    memcpy(place.first, twc_log_world(log), TWC_LOG_HASH_DIGITS);
    return place;
}

/* Whether the log starts from the world at hand, or told what led to it; else why not. */
static twc_status find_start(const char *name, const twc_log_bytes *log, twc_log_reading *reading)
{
    twc_log_place *from = &reading->from, there = {.facts = 0};
    const char *first = twc_log_world(log);
    int own = memcmp(first, reading->world, TWC_LOG_HASH_DIGITS) == 0;
    int snapshot = from->facts > 0 && memcmp(first, from->first, TWC_LOG_HASH_DIGITS) == 0;
    if (!own && !snapshot)
        return twc_fail(TWC_IO, "%s belongs to the world %.16s..., not to this one (%.16s...%s%.16s%s)", name, first,
                        reading->world, from->facts ? ", a snapshot of what became of " : "",
                        from->facts ? from->first : "", from->facts ? "..." : "");
    if (snapshot) {
        there = place_behind(log, from->facts);
        if (memcmp(there.digest, from->digest, TWC_LOG_HASH_DIGITS) == 0)
            return reading->last == 0 || reading->last >= from->facts
                       ? twc_ok()
                       : twc_fail(TWC_USAGE,
                                  "the snapshot was taken after fact %" PRIu64 ", and fact %" PRIu64
                                  " lies before it: start from "
                                  "an earlier snapshot or from the first world",
                                  from->facts, reading->last);
    }
    if (own) { /* a snapshot can be the first world of another log */
        from->facts = 0;
        return twc_ok();
    }
    if (there.facts < from->facts)
        return twc_fail(TWC_IO,
                        "the snapshot was taken after fact %" PRIu64 ", and the good facts of %s end with %" PRIu64
                        ": restore the log from a "
                        "peer or a backup, or start from an earlier snapshot",
                        from->facts, name, there.facts);
    return twc_fail(TWC_IO,
                    "%s starts from the same world as the snapshot's log, but facts 1 to %" PRIu64
                    " are not those that the "
                    "snapshot was taken after: name the log that it is of",
                    name, from->facts);
}

/* What is said of a log that holds something else than facts in order and the end that a crash leaves. */
static twc_status damaged(const char *name, const twc_log_bytes *log, const twc_log_piece *piece, uint64_t due)
{
    uint64_t first = 0, behind = twc_log_count(log, (size_t)(piece->at + piece->size), &first);
    if (behind)
        return twc_fail(TWC_IO,
                        "%s: fact %" PRIu64 " is due at byte %" PRIu64
                        ", and what stands there is damaged (%s); good facts "
                        "behind it: %" PRIu64 ", from fact %" PRIu64 " on" TWC_LOG_REMEDY,
                        name, due, piece->at, piece->fault, behind, first);
    return twc_fail(TWC_IO,
                    "%s: fact %" PRIu64 " is due at byte %" PRIu64 ", and the last %" PRIu64
                    " bytes are damaged (%s), which no crash leaves so" TWC_LOG_REMEDY,
                    name, due, piece->at, piece->size, piece->fault);
}

/* Hands the whole records up to number `last` to the taker; `end` is where the last one ends. */
static twc_status take_records(const char *name, const twc_log_bytes *log, uint64_t last, twc_fact_taker *taker,
                               void *context, uint64_t *next, size_t *end)
{
    *next = 1;
    for (*end = TWC_LOG_HEADER; *end < log->size;) {
        twc_fact fact;
        twc_status status = twc_ok();
        twc_log_piece piece = twc_log_piece_at(log, *end, *next, &fact);
        if (piece.state == TWC_LOG_DAMAGED)
            return damaged(name, log, &piece, *next);
        if (piece.state == TWC_LOG_UNFINISHED)
            return twc_ok();
        if (fact.sequence != *next)
            return twc_fail(TWC_IO, "%s: fact %" PRIu64 " stands where fact %" PRIu64 " is due" TWC_LOG_REMEDY, name,
                            fact.sequence, *next);
        if (last == 0 || *next <= last)
            status = twc_log_take(log, &piece, &fact, taker, context);
        if (status.code)
            return status;
        *end += (size_t)piece.size;
        ++*next;
    }
    return twc_ok();
}

static twc_status read_log(const twc_storage *storage, twc_log_reading *reading, twc_fact_taker *taker, void *context,
                           size_t *end)
{
    const char *name = storage->name;
    twc_log_bytes log;
    uint64_t next = 1;
    twc_status status = read_all(storage, &log);
    if (status.code)
        return status;
    status = twc_log_header_check(name, &log);
    if (!status.code)
        status = find_start(name, &log, reading);
    if (!status.code)
        status = take_records(name, &log, reading->last, taker, context, &next, end);
    reading->facts = next - 1;
    if (!status.code && reading->last > reading->facts)
        status = twc_fail(TWC_USAGE, "%s holds %" PRIu64 " facts, not %" PRIu64, name, reading->facts, reading->last);
    if (!status.code) {
        reading->to = place_behind(&log, reading->last ? reading->last : reading->facts);
        reading->dropped = log.size - *end;
    }
    free(log.bytes);
    return status;
}

/* The fact that one piece is of, with its values, in the hands of a taker of pieces. */
typedef struct handing {
    const twc_log_piece *piece;
    twc_log_piece_taker *taker;
    void *context;
} handing;

static twc_status hand_over(void *context, const twc_fact *fact)
{
    const handing *h = context;
    return h->taker(h->context, h->piece, fact);
}

twc_status twc_event_log_survey(twc_storage storage, twc_status *header, char world_hash[TWC_HASH_HEX],
                                twc_log_piece_taker *taker, void *context)
{
    twc_log_bytes log;
    twc_status status = read_all(&storage, &log);
    if (status.code)
        return status;
    *header = twc_log_header_check(storage.name, &log);
    world_hash[0] = world_hash[TWC_HASH_HEX - 1] = '\0';
    if (!header->code)
        memcpy(world_hash, twc_log_world(&log), TWC_LOG_HASH_DIGITS);
    uint64_t due = 1;
    for (size_t at = header->code ? 0 : TWC_LOG_HEADER; at < log.size && !status.code;) {
        twc_fact fact;
        twc_log_piece piece = twc_log_piece_at(&log, at, due, &fact);
        const handing h = {&piece, taker, context};
        if (at == 0)
            piece.fault = "it is no good header";
        if (piece.state == TWC_LOG_FACT) {
            due = fact.sequence + 1;
            status = twc_log_take(&log, &piece, &fact, hand_over, (void *)&h);
        } else {
            status = taker(context, &piece, NULL);
        }
        at += (size_t)piece.size;
    }
    free(log.bytes);
    return status;
}

twc_log_reading twc_log_reading_of(const char world_hash[TWC_HASH_HEX], const twc_log_place *place, uint64_t last)
{
    twc_log_reading reading = {.from = *place, .last = last};
    memcpy(reading.world, world_hash, sizeof reading.world);
    return reading;
}

twc_log_reading twc_log_reading_for(const twc_world_data *data, uint64_t last)
{
    char hash[TWC_HASH_HEX];
    twc_world_hash(data, hash);
    return twc_log_reading_of(hash, &data->place, last);
}

/* ---- writing ---- */

static twc_status append_durably(const twc_storage *storage, const void *bytes, size_t size)
{
    twc_status status = storage->append(storage->context, bytes, size);
    return status.code ? status : storage->sync(storage->context);
}

twc_status twc_event_log_create(twc_storage storage, const char world_hash[TWC_HASH_HEX], twc_event_log *log)
{
    uint8_t header[TWC_LOG_HEADER];
    uint64_t size = 0;
    *log = (twc_event_log){storage, 1};
    twc_status status = storage.size(storage.context, &size);
    if (!status.code && size > 0)
        status = twc_fail(TWC_IO, "there is a log already; open it instead");
    twc_log_header_make(world_hash, header);
    if (!status.code)
        status = append_durably(&storage, header, TWC_LOG_HEADER);
    return status.code ? twc_fail(status.code, "%s: %.400s", storage.name, status.message) : status;
}

twc_status twc_event_log_open(twc_storage storage, twc_log_reading *reading, twc_fact_taker *taker, void *context,
                              twc_event_log *log)
{
    size_t end = 0;
    twc_status status = read_log(&storage, reading, taker, context, &end);
    *log = (twc_event_log){storage, reading->facts + 1};
    if (status.code || reading->dropped == 0)
        return status;
    status = storage.truncate(storage.context, end);
    return status.code ? twc_fail(status.code, "%s: the unfinished last record can't be cut off: %.400s", storage.name,
                                  status.message)
                       : status;
}

twc_status twc_event_log_read(twc_storage storage, twc_log_reading *reading, twc_fact_taker *taker, void *context)
{
    size_t end = 0;
    return read_log(&storage, reading, taker, context, &end);
}

static twc_status append_record(const twc_storage *storage, const uint8_t *record, size_t size)
{
    uint64_t end = 0;
    twc_status status = storage->size(storage->context, &end);
    if (status.code)
        return status;
    status = append_durably(storage, record, size);
    if (status.code) /* best effort: opening drops an unfinished record as well */
        (void)storage->truncate(storage->context, end);
    return status;
}

twc_status twc_event_log_append_all(twc_event_log *log, const twc_fact *facts, size_t count)
{
    const char *name = log->storage.name;
    size_t size = 0, at = 0;
    for (size_t k = 0; k < count; k++) {
        if (facts[k].sequence != log->next + k)
            return twc_fail(TWC_IO, "%s: fact %" PRIu64 " came where fact %" PRIu64 " is due", name, facts[k].sequence,
                            log->next + k);
        size += twc_fact_size(&facts[k]);
    }
    if (count == 0)
        return twc_ok();
    uint8_t *records = malloc(size);
    if (!records)
        return twc_fail(TWC_IO, "not enough memory for the record of fact %" PRIu64, facts[0].sequence);
    for (size_t k = 0; k < count; k++) {
        twc_fact_encode(&facts[k], records + at);
        at += twc_fact_size(&facts[k]);
    }
    twc_status status = append_record(&log->storage, records, size);
    free(records);
    if (status.code)
        return twc_fail(status.code, "%s: fact %" PRIu64 " could not be written: %.400s", name, facts[0].sequence,
                        status.message);
    log->next += count;
    return status;
}

twc_status twc_event_log_append(twc_event_log *log, const twc_fact *fact)
{
    return twc_event_log_append_all(log, fact, 1);
}
