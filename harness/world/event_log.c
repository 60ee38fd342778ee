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
            return twc_fail(TWC_IO, "%s: reading failed: %s", path, got < 0 ? strerror(errno) : "the file became shorter");
        }
        done += (size_t)got;
    }
    return twc_ok();
}

static twc_status check_header(const char *path, const char *world_hash, const uint8_t *bytes, size_t size)
{
    uint8_t expected[HEADER], own[HEADER];
    if (size < HEADER || memcmp(bytes, magic, sizeof magic) != 0)
        return twc_fail(TWC_IO, "%s is not an event log of this version", path);
    make_header((const char *)bytes + sizeof magic, own);
    if (memcmp(own, bytes, HEADER) != 0)
        return twc_fail(TWC_IO, "%s: the header of the log is damaged", path);
    make_header(world_hash, expected);
    if (memcmp(expected, bytes, HEADER) != 0)
        return twc_fail(TWC_IO, "%s belongs to the world %.16s..., not to this one (%.16s...)", path,
                        (const char *)bytes + sizeof magic, world_hash);
    return twc_ok();
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

/* Hands all whole records to the taker; `end` is where the last one ends. */
static twc_status take_records(const char *path, const uint8_t *bytes, size_t size, twc_fact_taker *taker, void *context,
                               uint64_t *next, size_t *end)
{
    size_t at = HEADER;
    *next = 1;
    while (at < size) {
        twc_fact fact;
        size_t length;
        const char *fault;
        twc_record_state state = twc_fact_decode(bytes + at, size - at, &fact, &length, &fault);
        if (state != TWC_RECORD_WHOLE && whole_record_behind(bytes, size, at))
            return twc_fail(TWC_IO, "%s: fact %" PRIu64 " at byte %zu is damaged (%s), and good facts follow it: restore the log "
                            "from a peer or a backup", path, *next, at, fault);
        if (state != TWC_RECORD_WHOLE)
            break;
        void *values = malloc((size_t)fact.rect.nx * (size_t)fact.rect.nz * twc_fact_value_size(fact.kind));
        if (!values)
            return twc_fail(TWC_IO, "%s: not enough memory for fact %" PRIu64, path, *next);
        twc_fact_values(bytes + at, &fact, values);
        twc_status status = fact.sequence == *next ? taker(context, &fact)
                                                   : twc_fail(TWC_IO, "%s: fact %" PRIu64 " stands where fact %" PRIu64 " is due",
                                                              path, fact.sequence, *next);
        free(values);
        if (status.code)
            return status;
        at += length;
        ++*next;
    }
    *end = at;
    return twc_ok();
}

static twc_status read_log(int file, const char *path, const char *world_hash, twc_fact_taker *taker, void *context,
                           uint64_t *next, size_t *end, size_t *size)
{
    uint8_t *bytes = NULL;
    twc_status status = read_all(file, path, &bytes, size);
    if (status.code)
        return status;
    status = check_header(path, world_hash, bytes, *size);
    if (!status.code)
        status = take_records(path, bytes, *size, taker, context, next, end);
    free(bytes);
    return status;
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
        return twc_fail(TWC_IO, "%s: %s", path, errno == EEXIST ? "there is a log already; open it instead" : strerror(errno));
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

twc_status twc_event_log_open(const char *path, const char world_hash[TWC_HASH_HEX], twc_fact_taker *taker, void *context,
                              twc_event_log *log)
{
    size_t end, size;
    twc_status status = open_locked(path, O_RDWR | O_APPEND | O_CLOEXEC, log);
    if (status.code)
        return status;
    status = read_log(log->file, path, world_hash, taker, context, &log->next, &end, &size);
    if (!status.code && end < size) {
        log->dropped = size - end;
        if (ftruncate(log->file, (off_t)end) != 0 || fsync(log->file) != 0)
            status = twc_fail(TWC_IO, "%s: the torn last record can't be cut off: %s", path, strerror(errno));
    }
    if (status.code)
        twc_event_log_close(log);
    return status;
}

twc_status twc_event_log_read(const char *path, const char world_hash[TWC_HASH_HEX], twc_fact_taker *taker, void *context,
                              uint64_t *facts, uint64_t *dropped)
{
    uint64_t next;
    size_t end = 0, size = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return twc_fail(TWC_IO, "%s: %s", path, strerror(errno));
    twc_status status = read_log(file, path, world_hash, taker, context, &next, &end, &size);
    close(file);
    if (!status.code) {
        *facts = next - 1;
        *dropped = size - end;
    }
    return status;
}

twc_status twc_event_log_append(twc_event_log *log, const twc_fact *fact)
{
    if (fact->sequence != log->next)
        return twc_fail(TWC_IO, "%s: fact %" PRIu64 " came where fact %" PRIu64 " is due", log->path, fact->sequence, log->next);
    size_t size = twc_fact_size(fact);
    off_t end = lseek(log->file, 0, SEEK_END);
    uint8_t *record = malloc(size);
    if (!record)
        return twc_fail(TWC_IO, "not enough memory for the record of fact %" PRIu64, fact->sequence);
    twc_fact_encode(fact, record);
    twc_status status = twc_ok();
    if (!write_all(log->file, record, size) || fdatasync(log->file) != 0) {
        status = twc_fail(TWC_IO, "%s: fact %" PRIu64 " could not be written: %s", log->path, fact->sequence, strerror(errno));
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
