/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE /* flock */
#include "event_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* The whole file in memory; the caller frees it. */
static twc_status read_all(int file, const char *path, uint8_t **bytes, size_t *size)
{
    struct stat info;
    if (fstat(file, &info) != 0)
        return twc_fail(TWC_IO, "%s: %s", path, strerror(errno));
    *size = (size_t)info.st_size;
    *bytes = malloc(*size + 1);
    if (!*bytes)
        return twc_fail(TWC_IO, "%s: not enough memory for its %zu bytes", path, *size);
    for (size_t done = 0; done < *size;) {
        ssize_t got = pread(file, *bytes + done, *size - done, (off_t)done);
        if (got <= 0) {
            free(*bytes);
            return twc_fail(TWC_IO, "%s: reading failed: %s", path,
                            got < 0 ? strerror(errno) : "the file became shorter");
        }
        done += (size_t)got;
    }
    return twc_ok();
}

/* The hash that a log's header names; it is not followed by a 0. */
static const char *first_world(const uint8_t *bytes)
{
    return (const char *)bytes + sizeof magic;
}

static twc_status check_header(const char *path, const uint8_t *bytes, size_t size)
{
    uint8_t own[HEADER];
    if (size < HEADER || memcmp(bytes, magic, sizeof magic) != 0)
        return twc_fail(TWC_IO, "%s is not an event log of this version", path);
    make_header(first_world(bytes), own);
    if (memcmp(own, bytes, HEADER) != 0)
        return twc_fail(TWC_IO, "%s: the header of the log is damaged", path);
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
static twc_status find_start(const char *path, const uint8_t *bytes, size_t size, twc_log_reading *reading)
{
    twc_log_place *from = &reading->from, there = {.facts = 0};
    int own = memcmp(first_world(bytes), reading->world, HASH_DIGITS) == 0;
    int snapshot = from->facts > 0 && memcmp(first_world(bytes), from->first, HASH_DIGITS) == 0;
    if (!own && !snapshot)
        return twc_fail(TWC_IO, "%s belongs to the world %.16s..., not to this one (%.16s...%s%.16s%s)", path,
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
                        from->facts, path, there.facts);
    return twc_fail(TWC_IO,
                    "%s starts from the same world as the snapshot's log, but facts 1 to %" PRIu64
                    " are not those that the "
                    "snapshot was taken after: name the log that it is of",
                    path, from->facts);
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
static twc_status take_records(const char *path, const uint8_t *bytes, size_t size, uint64_t last,
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
                            path, *next, at, fault);
        if (state != TWC_RECORD_WHOLE)
            break;
        void *values = malloc(twc_fact_value_count(&fact) * twc_fact_value_size(fact.kind));
        if (!values)
            return twc_fail(TWC_IO, "%s: not enough memory for fact %" PRIu64, path, *next);
        twc_fact_values(bytes + at, &fact, values);
        twc_status status = fact.sequence == *next
                                ? (last == 0 || *next <= last ? taker(context, &fact) : twc_ok())
                                : twc_fail(TWC_IO, "%s: fact %" PRIu64 " stands where fact %" PRIu64 " is due", path,
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

static twc_status read_log(int file, const char *path, twc_log_reading *reading, twc_fact_taker *taker, void *context,
                           size_t *end)
{
    uint8_t *bytes = NULL;
    uint64_t next = 1;
    size_t size = 0;
    twc_status status = read_all(file, path, &bytes, &size);
    if (status.code)
        return status;
    status = check_header(path, bytes, size);
    if (!status.code)
        status = find_start(path, bytes, size, reading);
    if (!status.code)
        status = take_records(path, bytes, size, reading->last, taker, context, &next, end);
    reading->facts = next - 1;
    if (!status.code && reading->last > reading->facts)
        status = twc_fail(TWC_USAGE, "%s holds %" PRIu64 " facts, not %" PRIu64, path, reading->facts, reading->last);
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

static int write_all(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t done = write(file, bytes, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return 0;
        bytes += done;
        size -= (size_t)done;
    }
    return 1;
}

static twc_status open_locked(const char *path, int flags, twc_event_log *log)
{
    memset(log, 0, sizeof *log);
    snprintf(log->path, sizeof log->path, "%s", path);
    log->next = 1;
    log->file = open(path, flags, 0666);
    if (log->file < 0)
        return twc_fail(TWC_IO, "%s: %s", path,
                        errno == EEXIST ? "there is a log already; open it instead" : strerror(errno));
    if (flock(log->file, LOCK_EX | LOCK_NB) == 0)
        return twc_ok();
    int reason = errno;
    close(log->file);
    log->file = -1;
    return reason == EWOULDBLOCK ? twc_fail(TWC_IO, "%s: another process is writing to this log", path)
                                 : twc_fail(TWC_IO, "%s: %s", path, strerror(reason));
}

twc_status twc_event_log_create(const char *path, const char world_hash[TWC_HASH_HEX], twc_event_log *log)
{
    uint8_t header[HEADER];
    twc_status status = open_locked(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, log);
    if (status.code)
        return status;
    make_header(world_hash, header);
    if (write_all(log->file, header, HEADER) && fsync(log->file) == 0)
        return twc_ok();
    status = twc_fail(TWC_IO, "%s: %s", path, strerror(errno));
    unlink(path);
    twc_event_log_close(log);
    return status;
}

twc_status twc_event_log_open(const char *path, twc_log_reading *reading, twc_fact_taker *taker, void *context,
                              twc_event_log *log)
{
    size_t end = 0;
    twc_status status = open_locked(path, O_RDWR | O_APPEND | O_CLOEXEC, log);
    if (status.code)
        return status;
    status = read_log(log->file, path, reading, taker, context, &end);
    if (!status.code && reading->dropped > 0 && (ftruncate(log->file, (off_t)end) != 0 || fsync(log->file) != 0))
        status = twc_fail(TWC_IO, "%s: the torn last record can't be cut off: %s", path, strerror(errno));
    log->next = reading->facts + 1;
    if (status.code)
        twc_event_log_close(log);
    return status;
}

twc_status twc_event_log_read(const char *path, twc_log_reading *reading, twc_fact_taker *taker, void *context)
{
    size_t end = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return twc_fail(TWC_IO, "%s: %s", path, strerror(errno));
    twc_status status = read_log(file, path, reading, taker, context, &end);
    close(file);
    return status;
}

twc_status twc_event_log_append(twc_event_log *log, const twc_fact *fact)
{
    if (fact->sequence != log->next)
        return twc_fail(TWC_IO, "%s: fact %" PRIu64 " came where fact %" PRIu64 " is due", log->path, fact->sequence,
                        log->next);
    size_t size = twc_fact_size(fact);
    off_t end = lseek(log->file, 0, SEEK_END);
    uint8_t *record = malloc(size);
    if (!record)
        return twc_fail(TWC_IO, "not enough memory for the record of fact %" PRIu64, fact->sequence);
    twc_fact_encode(fact, record);
    twc_status status = twc_ok();
    if (!write_all(log->file, record, size) || fdatasync(log->file) != 0) {
        status = twc_fail(TWC_IO, "%s: fact %" PRIu64 " could not be written: %s", log->path, fact->sequence,
                          strerror(errno));
        if (ftruncate(log->file, end) != 0) /* best effort: opening drops a torn record as well */
            status.code = TWC_IO;
    } else {
        log->next++;
    }
    free(record);
    return status;
}

void twc_event_log_close(twc_event_log *log)
{
    if (log->file >= 0)
        close(log->file);
    log->file = -1;
}
