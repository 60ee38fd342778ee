/* SPDX-License-Identifier: MIT */
#include "log_bytes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "little_endian.h"
#include "twc/fingerprint.h"

static uint64_t get64(const uint8_t *bytes)
{
    uint64_t value = 0;
    for (int k = 0; k < 8; k++)
        value |= (uint64_t)bytes[k] << 8 * k;
    return value;
}

/* ---- the header ---- */

static const char magic[8] = {'T', 'W', 'C', 'L', 'O', 'G', '1', '\n'};

void twc_log_header_make(const char *world_hash, uint8_t header[TWC_LOG_HEADER])
{
    uint64_t word[9];
    memcpy(header, magic, sizeof magic);
    memcpy(header + sizeof magic, world_hash, TWC_LOG_HASH_DIGITS);
    for (int k = 0; k < 9; k++)
        word[k] = get64(header + 8 * k);
    twc_put64(header + 72, twc_fingerprint_words(word, 9));
}

const char *twc_log_world(const twc_log_bytes *log)
{
    return (const char *)log->bytes + sizeof magic;
}

twc_status twc_log_header_check(const char *name, const twc_log_bytes *log)
{
    uint8_t own[TWC_LOG_HEADER];
    size_t known = log->size < sizeof magic ? log->size : sizeof magic;
    uint64_t first = 0, facts;
    if (log->size < TWC_LOG_HEADER && memcmp(log->bytes, magic, known) == 0)
        return twc_fail(
            TWC_IO,
            "%s ends inside its header (%zu of %d bytes), as a crash leaves it while a log is made, and holds "
            "no fact: remove it, and the next edit makes it anew",
            name, log->size, TWC_LOG_HEADER);
    if (log->size >= TWC_LOG_HEADER && memcmp(log->bytes, magic, sizeof magic) == 0) {
        twc_log_header_make(twc_log_world(log), own);
        if (memcmp(own, log->bytes, TWC_LOG_HEADER) == 0)
            return twc_ok();
    } else if (twc_log_count(log, 0, &first) == 0) {
        return twc_fail(TWC_IO, "%s is not an event log of this version", name);
    }
    facts = twc_log_count(log, 0, &first);
    return twc_fail(TWC_IO, "%s: the header of the log is damaged; good facts in it: %" PRIu64 TWC_LOG_REMEDY, name,
                    facts);
}

/* ---- records ---- */

enum {
    BEGINNING = 8,    /* bytes after which a record is known by its kind, */
    NUMBERED = 16,    /* and by its number */
    MOST_ADDED = 4096 /* bytes too many that are looked for */
};

/* Where the next record begins at or behind `from`: bytes that start as one does. The log's end when none does. */
static size_t next_beginning(const twc_log_bytes *log, size_t from)
{
    twc_fact fact;
    size_t length;
    const char *fault;
    for (size_t at = from; at + BEGINNING <= log->size; at++) {
        const uint8_t *found = memchr(log->bytes + at, 'T', log->size - BEGINNING + 1 - at);
        if (!found)
            break;
        at = (size_t)(found - log->bytes);
        if (twc_fact_decode(found, BEGINNING, &fact, &length, &fault) == TWC_RECORD_TORN)
            return at;
    }
    return log->size;
}

static int is_whole(const uint8_t *record, size_t size)
{
    twc_fact fact;
    size_t length;
    const char *fault;
    return twc_fact_decode(record, size, &fact, &length, &fault) == TWC_RECORD_WHOLE;
}

/* Whether `size` bytes are one record; most are told from it by their header alone. */
static int fits(const uint8_t *record, size_t size)
{
    twc_fact fact;
    size_t length;
    const char *fault;
    return size > TWC_FACT_HEADER &&
           twc_fact_decode(record, TWC_FACT_HEADER, &fact, &length, &fault) == TWC_RECORD_TORN &&
           twc_fact_size(&fact) == size && is_whole(record, size);
}

/*
 * Whether a whole record stands here but for one bit, or for bytes too many, in front of its values, where it is said
 * how many there are: so it claims more bytes than there are, which is damage that looks unfinished.
 */
static int whole_but_for_its_header(const twc_log_bytes *log, size_t at)
{
    uint8_t *record = log->bytes + at, kept[TWC_FACT_HEADER];
    size_t size = log->size - at, most = size < MOST_ADDED ? size : MOST_ADDED;
    int found = 0;
    if (size <= TWC_FACT_HEADER)
        return 0;
    memcpy(kept, record, sizeof kept);
    for (int bit = 0; bit < 8 * TWC_FACT_HEADER && !found; bit++) {
        record[bit / 8] ^= (uint8_t)(1 << bit % 8);
        found = is_whole(record, size);
        record[bit / 8] = kept[bit / 8];
    }
    for (size_t added = 1; added < most && !found; added++) {
        uint8_t under[TWC_FACT_HEADER]; /* what the bytes in front of those that were added are moved up to */
        memcpy(under, record + added, size - added < sizeof under ? size - added : sizeof under);
        for (size_t before = 0; before <= sizeof kept && before <= size - added && !found; before++) {
            memcpy(record + added, kept, before);
            found = fits(record + added, size - added);
        }
        memcpy(record + added, under, size - added < sizeof under ? size - added : sizeof under);
    }
    return found;
}

twc_log_piece twc_log_piece_at(const twc_log_bytes *log, size_t at, uint64_t due, twc_fact *fact)
{
    twc_log_piece piece = {.state = TWC_LOG_DAMAGED, .at = at};
    const uint8_t *record = log->bytes + at;
    size_t length = 0, size = log->size - at;
    twc_record_state state = twc_fact_decode(record, size, fact, &length, &piece.fault);
    if (state == TWC_RECORD_WHOLE) {
        piece.state = TWC_LOG_FACT;
        piece.size = length;
        return piece;
    }
    piece.size = next_beginning(log, at + 1) - at;
    if (state == TWC_RECORD_CORRUPT || piece.size < size)
        return piece;
    if (size >= NUMBERED && get64(record + 8) != due)
        piece.fault = "its number is not the one that is due";
    else if (whole_but_for_its_header(log, at))
        piece.fault = "its size is wrong";
    else
        piece.state = TWC_LOG_UNFINISHED;
    return piece;
}

uint64_t twc_log_count(const twc_log_bytes *log, size_t at, uint64_t *first)
{
    uint64_t count = 0;
    twc_fact fact;
    while (at < log->size) {
        twc_log_piece piece = twc_log_piece_at(log, at, 0, &fact);
        if (piece.state == TWC_LOG_FACT && count++ == 0)
            *first = fact.sequence;
        at += (size_t)piece.size;
    }
    return count;
}

twc_status twc_log_take(const twc_log_bytes *log, const twc_log_piece *piece, twc_fact *fact, twc_fact_taker *taker,
                        void *context)
{
    void *values = malloc(twc_fact_value_count(fact) * twc_fact_value_size(fact->kind));
    if (!values)
        return twc_fail(TWC_IO, "not enough memory for fact %" PRIu64, fact->sequence);
    twc_fact_values(log->bytes + piece->at, fact, values);
    twc_status status = taker(context, fact);
    free(values);
    return status;
}
