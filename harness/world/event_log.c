/* SPDX-License-Identifier: MIT */
#include "twc/event_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "twc/fingerprint.h"

/* "TWCLOG1\n", the 64 digits of the world's hash, then the fingerprint of these 72 bytes as words, little-endian. */
enum { HEADER = 80, HASH_DIGITS = TWC_HASH_HEX - 1 };

static const char magic[8] = {'T', 'W', 'C', 'L', 'O', 'G', '1', '\n'};

static void make_header(const char *world_hash, uint8_t header[HEADER])
{
    uint64_t word[9];
    memcpy(header, magic, sizeof magic);
    memcpy(header + sizeof magic, world_hash, HASH_DIGITS);
    for (int k = 0; k < 9; k++) {
        word[k] = 0;
        for (int byte = 0; byte < 8; byte++)
            word[k] |= (uint64_t)header[8 * k + byte] << 8 * byte;
    }
    uint64_t sum = twc_fingerprint_words(word, 9);
    for (int byte = 0; byte < 8; byte++)
        header[72 + byte] = (uint8_t)(sum >> 8 * byte);
}

/* ---- reading ---- */

/* All bytes in memory; the caller frees them. */
static twc_status read_all(const twc_storage *storage, uint8_t **bytes, size_t *size)
{
    uint64_t all = 0;
    *bytes = NULL;
    twc_status status = storage->size(storage->context, &all);
    if (!status.code && all < SIZE_MAX)
        *bytes = malloc((size_t)all + 1);
    if (!status.code && !*bytes)
        status = twc_fail(TWC_IO, "not enough memory for its %" PRIu64 " bytes", all);
    if (!status.code)
        status = storage->read(storage->context, 0, *bytes, (size_t)all);
    *size = (size_t)all;
    if (!status.code)
        return status;
    free(*bytes);
    return twc_fail(status.code, "%s: reading failed: %.400s", storage->name, status.message);
}

/* The hash that a log's header names; it is not followed by a 0. */
static const char *first_world(const uint8_t *bytes)
{
    return (const char *)bytes + sizeof magic;
}

static twc_status check_header(const char *name, const uint8_t *bytes, size_t size)
{
    uint8_t own[HEADER];
    if (size < HEADER || memcmp(bytes, magic, sizeof magic) != 0)
        return twc_fail(TWC_IO, "%s is not an event log of this version", name);
    make_header(first_world(bytes), own);
    if (memcmp(own, bytes, HEADER) != 0)
        return twc_fail(TWC_IO, "%s: the header of the log is damaged", name);
    return twc_ok();
}

/* The place behind fact n, or behind the last whole record when there are fewer. */
static twc_log_place place_behind(const uint8_t *bytes, size_t size, uint64_t n)
{
    twc_log_place place = {.facts = 0};
    twc_fact fact;
    size_t at = HEADER, length;
    const char *fault;
    for (; place.facts < n && twc_fact_decode(bytes + at, size - at, &fact, &length, &fault) == TWC_RECORD_WHOLE;
         place.facts++)
        at += length;
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, bytes, at);
    twc_sha256_end(&hash, place.digest);
    memcpy(place.first, first_world(bytes), HASH_DIGITS);
    return place;
}

/* Whether the log starts from the world at hand, or told what led to it; else why not. */
static twc_status find_start(const char *name, const uint8_t *bytes, size_t size, twc_log_reading *reading)
{
    twc_log_place *from = &reading->from, there = {.facts = 0};
    int own = memcmp(first_world(bytes), reading->world, HASH_DIGITS) == 0;
    int snapshot = from->facts > 0 && memcmp(first_world(bytes), from->first, HASH_DIGITS) == 0;
    if (!own && !snapshot)
        return twc_fail(TWC_IO, "%s belongs to the world %.16s..., not to this one (%.16s...%s%.16s%s)", name,
                        first_world(bytes), reading->world, from->facts ? ", a snapshot of what became of " : "",
                        from->facts ? from->first : "", from->facts ? "..." : "");
    if (snapshot) {
        there = place_behind(bytes, size, from->facts);
        if (memcmp(there.digest, from->digest, HASH_DIGITS) == 0)
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

/* Whether a whole record begins anywhere behind `start`: then what stands there is damage, not the end of the log. */
static int whole_record_behind(const uint8_t *bytes, size_t size, size_t start)
{
    for (size_t at = start + 8; at + TWC_FACT_HEADER <= size; at += 8) { /* records are multiples of 8 bytes */
        twc_fact fact;
        size_t length;
        const char *fault;
        if (twc_fact_decode(bytes + at, size - at, &fact, &length, &fault) == TWC_RECORD_WHOLE)
            return 1;
    }
    return 0;
}

/* Hands the whole records up to number `last` to the taker; `end` is where the last one ends. */
static twc_status take_records(const char *name, const uint8_t *bytes, size_t size, uint64_t last,
                               twc_fact_taker *taker, void *context, uint64_t *next, size_t *end)
{
    size_t at = HEADER;
    *next = 1;
    while (at < size) {
        twc_fact fact;
        size_t length;
        const char *fault;
        twc_record_state state = twc_fact_decode(bytes + at, size - at, &fact, &length, &fault);
        if (state != TWC_RECORD_WHOLE && whole_record_behind(bytes, size, at))
            return twc_fail(TWC_IO,
                            "%s: fact %" PRIu64
                            " at byte %zu is damaged (%s), and good facts follow it: restore the log "
                            "from a peer or a backup",
                            name, *next, at, fault);
        if (state != TWC_RECORD_WHOLE)
            break;
        void *values = malloc(twc_fact_value_count(&fact) * twc_fact_value_size(fact.kind));
        if (!values)
            return twc_fail(TWC_IO, "%s: not enough memory for fact %" PRIu64, name, *next);
        twc_fact_values(bytes + at, &fact, values);
        twc_status status = fact.sequence == *next
                                ? (last == 0 || *next <= last ? taker(context, &fact) : twc_ok())
                                : twc_fail(TWC_IO, "%s: fact %" PRIu64 " stands where fact %" PRIu64 " is due", name,
                                           fact.sequence, *next);
        free(values);
        if (status.code)
            return status;
        at += length;
        ++*next;
    }
    *end = at;
    return twc_ok();
}

static twc_status read_log(const twc_storage *storage, twc_log_reading *reading, twc_fact_taker *taker, void *context,
                           size_t *end)
{
    const char *name = storage->name;
    uint8_t *bytes = NULL;
    uint64_t next = 1;
    size_t size = 0;
    twc_status status = read_all(storage, &bytes, &size);
    if (status.code)
        return status;
    status = check_header(name, bytes, size);
    if (!status.code)
        status = find_start(name, bytes, size, reading);
    if (!status.code)
        status = take_records(name, bytes, size, reading->last, taker, context, &next, end);
    reading->facts = next - 1;
    if (!status.code && reading->last > reading->facts)
        status = twc_fail(TWC_USAGE, "%s holds %" PRIu64 " facts, not %" PRIu64, name, reading->facts, reading->last);
    if (!status.code) {
        reading->to = place_behind(bytes, size, reading->last ? reading->last : reading->facts);
        reading->dropped = size - *end;
    }
    free(bytes);
    return status;
}

twc_log_reading twc_log_reading_for(const twc_world_data *data, uint64_t last)
{
    twc_log_reading reading = {.from = data->place, .last = last};
    twc_world_hash(data, reading.world);
    return reading;
}

/* ---- writing ---- */

static twc_status append_durably(const twc_storage *storage, const void *bytes, size_t size)
{
    twc_status status = storage->append(storage->context, bytes, size);
    return status.code ? status : storage->sync(storage->context);
}

twc_status twc_event_log_create(twc_storage storage, const char world_hash[TWC_HASH_HEX], twc_event_log *log)
{
    uint8_t header[HEADER];
    uint64_t size = 0;
    *log = (twc_event_log){storage, 1};
    twc_status status = storage.size(storage.context, &size);
    if (!status.code && size > 0)
        status = twc_fail(TWC_IO, "there is a log already; open it instead");
    make_header(world_hash, header);
    if (!status.code)
        status = append_durably(&storage, header, HEADER);
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
    return status.code ? twc_fail(status.code, "%s: the torn last record can't be cut off: %.400s", storage.name,
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
    if (status.code) /* best effort: opening drops a torn record as well */
        (void)storage->truncate(storage->context, end);
    return status;
}

twc_status twc_event_log_append(twc_event_log *log, const twc_fact *fact)
{
    const char *name = log->storage.name;
    if (fact->sequence != log->next)
        return twc_fail(TWC_IO, "%s: fact %" PRIu64 " came where fact %" PRIu64 " is due", name, fact->sequence,
                        log->next);
    size_t size = twc_fact_size(fact);
    uint8_t *record = malloc(size);
    if (!record)
        return twc_fail(TWC_IO, "not enough memory for the record of fact %" PRIu64, fact->sequence);
    twc_fact_encode(fact, record);
    twc_status status = append_record(&log->storage, record, size);
    free(record);
    if (status.code)
        return twc_fail(status.code, "%s: fact %" PRIu64 " could not be written: %.400s", name, fact->sequence,
                        status.message);
    log->next++;
    return status;
}
