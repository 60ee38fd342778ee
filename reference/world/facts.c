/* SPDX-License-Identifier: MIT */
/*
 * Facts: which may be applied, and their records as bytes. Spec world 1, 2; paper Algorithm 8; no twin: shared by both
 * libraries' sessions; test tests/world/test_event_log.c.
 */
#include "common/assertion.h"
#include "twc/facts.h"

#include <string.h>

#include "twc/feature_record.h"
#include "twc/fingerprint.h"

/* ---- checks ---- */

static int within(twc_rect rect, twc_rect all)
{
    return rect.nx >= 1 && rect.nz >= 1 && rect.x >= all.x && rect.z >= all.z &&
           (int64_t)rect.x + rect.nx <= (int64_t)all.x + all.nx && (int64_t)rect.z + rect.nz <= (int64_t)all.z + all.nz;
}

size_t twc_fact_value_size(twc_fact_kind kind)
{
    switch (kind) {
    case TWC_FACT_SAMPLES:
        return sizeof(uint16_t);
    case TWC_FACT_CLASSES:
        return sizeof(uint8_t);
    case TWC_FACT_FEATURE:
    case TWC_FACT_REMOVE:
        return sizeof(int32_t);
    }
    return 0;
}

static int has_words(twc_fact_kind kind)
{
    return kind == TWC_FACT_FEATURE || kind == TWC_FACT_REMOVE;
}

size_t twc_fact_value_count(const twc_fact *fact)
{
    return has_words(fact->kind) ? (size_t)fact->word_count : (size_t)fact->rect.nx * (size_t)fact->rect.nz;
}

const void *twc_fact_value_data(const twc_fact *fact)
{
    return fact->kind == TWC_FACT_SAMPLES   ? (const void *)fact->samples
           : fact->kind == TWC_FACT_CLASSES ? (const void *)fact->classes
                                            : fact->words;
}

/* A removal has the two words of an id. */
static twc_status check_words(const twc_fact *fact)
{
    int32_t stations;
    if (fact->word_count < 1 || (fact->kind == TWC_FACT_REMOVE && fact->word_count != 2))
        return twc_fail(TWC_IO, "fact %llu has %d words, not those of its kind", (unsigned long long)fact->sequence,
                        fact->word_count);
    return fact->kind == TWC_FACT_FEATURE ? twc_record_stations(fact->words, (size_t)fact->word_count, &stations)
                                          : twc_ok();
}

static twc_status check_area(const twc_world *world, const twc_fact *fact)
{
    int samples = fact->kind == TWC_FACT_SAMPLES;
    twc_rect all = samples ? twc_world_samples(world) : twc_world_macros(world);
    if (!within(fact->rect, all))
        return twc_fail(TWC_IO,
                        "fact %llu: %s from (%d, %d), %d x %d, do not lie within the world's from (%d, %d), %d x %d",
                        (unsigned long long)fact->sequence, samples ? "samples" : "classes", fact->rect.x, fact->rect.z,
                        fact->rect.nx, fact->rect.nz, all.x, all.z, all.nx, all.nz);
    for (int64_t k = 0; !samples && k < (int64_t)fact->rect.nx * fact->rect.nz; k++)
        if (fact->classes[k] != TWC_FINE && fact->classes[k] != TWC_BROAD)
            return twc_fail(TWC_IO, "fact %llu: class %d is neither Fine (0) nor Broad (1)",
                            (unsigned long long)fact->sequence, fact->classes[k]);
    return twc_ok();
}

twc_status twc_fact_check(const twc_world *world, uint64_t next, const twc_fact *fact)
{
    unsigned long long number = fact->sequence;
    if (twc_fact_value_size(fact->kind) == 0)
        return twc_fail(TWC_IO, "fact %llu is of an unknown kind (%d)", number, (int)fact->kind);
    if (fact->role > TWC_FACT_REDOES)
        return twc_fail(TWC_IO, "fact %llu has an unknown role (%d)", number, (int)fact->role);
    if (fact->sequence != next)
        return twc_fail(TWC_IO, "fact %llu came where fact %llu was due: facts are applied in order, without gaps",
                        number, (unsigned long long)next);
    return has_words(fact->kind) ? check_words(fact) : check_area(world, fact);
}

/* ---- records ---- */

static void put(uint8_t *bytes, uint64_t value, int size)
{
    for (int k = 0; k < size; k++)
        bytes[k] = (uint8_t)(value >> 8 * k);
}

static uint64_t get(const uint8_t *bytes, int size)
{
    uint64_t value = 0;
    for (int k = 0; k < size; k++)
        value |= (uint64_t)bytes[k] << 8 * k;
    return value;
}

/* Header and padded values: all but the checksum. */
static size_t body_size(const twc_fact *fact)
{
    size_t values = twc_fact_value_count(fact) * twc_fact_value_size(fact->kind);
    return TWC_FACT_HEADER + (values + 7) / 8 * 8;
}

size_t twc_fact_size(const twc_fact *fact)
{
    return body_size(fact) + 8;
}

static uint64_t checksum(const uint8_t *record, size_t body)
{
    twc_fingerprint fingerprint;
    twc_fingerprint_begin(&fingerprint);
    for (size_t k = 0; k < body; k += 8)
        twc_fingerprint_add(&fingerprint, get(record + k, 8));
    return twc_fingerprint_end(&fingerprint);
}

void twc_fact_encode(const twc_fact *fact, uint8_t *record)
{
    size_t body = body_size(fact), count = twc_fact_value_count(fact);
    /* A list of words stands as a rectangle of one row. */
    twc_rect rect = has_words(fact->kind) ? (twc_rect){0, 0, fact->word_count, 1} : fact->rect;
    TWC_ASSERT(twc_fact_value_size(fact->kind) > 0 && (count == 0 || twc_fact_value_data(fact) != NULL));
    memcpy(record, "TWCF", 4);
    put(record + 4, TWC_FACT_VERSION, 2);
    put(record + 6, (uint64_t)fact->kind, 1);
    put(record + 7, (uint64_t)fact->role, 1);
    put(record + 8, fact->sequence, 8);
    put(record + 16, (uint32_t)rect.x, 4);
    put(record + 20, (uint32_t)rect.z, 4);
    put(record + 24, (uint32_t)rect.nx, 4);
    put(record + 28, (uint32_t)rect.nz, 4);
    memset(record + body - 8, 0, 8); /* the padding, before the values overwrite what is not */
    size_t size = twc_fact_value_size(fact->kind);
    for (size_t k = 0; k < count; k++)
        put(record + TWC_FACT_HEADER + k * size,
            fact->kind == TWC_FACT_SAMPLES   ? fact->samples[k]
            : fact->kind == TWC_FACT_CLASSES ? fact->classes[k]
                                             : (uint32_t)fact->words[k],
            (int)size);
    put(record + body, checksum(record, body), 8);
}

static int32_t get_int32(const uint8_t *bytes)
{
    uint32_t bits = (uint32_t)get(bytes, 4);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

twc_record_state twc_fact_decode(const uint8_t *bytes, size_t size, twc_fact *fact, size_t *record_size,
                                 const char **fault)
{
    /* A torn record is a front part of a good one; whatever contradicts a good one is corrupt, however short. */
    *fault = "its first bytes are not TWCF";
    if (memcmp(bytes, "TWCF", size < 4 ? size : 4) != 0)
        return TWC_RECORD_CORRUPT;
    *fault = "it is of another version";
    if (size >= 6 && get(bytes + 4, 2) != TWC_FACT_VERSION)
        return TWC_RECORD_CORRUPT;
    memset(fact, 0, sizeof *fact);
    fact->kind = (twc_fact_kind)(size > 6 ? bytes[6] : TWC_FACT_SAMPLES);
    fact->role = (twc_fact_role)(size > 7 ? bytes[7] : TWC_FACT_NEW);
    *fault = "its kind or role is unknown";
    if (twc_fact_value_size(fact->kind) == 0 || fact->role > TWC_FACT_REDOES)
        return TWC_RECORD_CORRUPT;
    *fault = "the bytes end before it does";
    if (size < TWC_FACT_HEADER)
        return TWC_RECORD_TORN;
    fact->sequence = get(bytes + 8, 8);
    twc_rect rect = {get_int32(bytes + 16), get_int32(bytes + 20), get_int32(bytes + 24), get_int32(bytes + 28)};
    *fault = "its rectangle is empty or larger than a world";
    if (rect.nx < 1 || rect.nz < 1 || (int64_t)rect.nx * rect.nz > INT32_MAX)
        return TWC_RECORD_CORRUPT;
    *fault = "its words are not one list";
    if (has_words(fact->kind) && (rect.x != 0 || rect.z != 0 || rect.nz != 1))
        return TWC_RECORD_CORRUPT;
    if (has_words(fact->kind))
        fact->word_count = rect.nx;
    else
        fact->rect = rect;
    size_t body = body_size(fact);
    *fault = "the bytes end before it does";
    if (size < body + 8)
        return TWC_RECORD_TORN;
    *fault = "its checksum is wrong";
    if (get(bytes + body, 8) != checksum(bytes, body))
        return TWC_RECORD_CORRUPT;
    *fault = "";
    *record_size = body + 8;
    return TWC_RECORD_WHOLE;
}

void twc_fact_values(const uint8_t *record, twc_fact *fact, void *values)
{
    size_t count = twc_fact_value_count(fact);
    const uint8_t *from = record + TWC_FACT_HEADER;
    if (fact->kind == TWC_FACT_SAMPLES) {
        uint16_t *samples = values;
        for (size_t k = 0; k < count; k++)
            samples[k] = (uint16_t)get(from + 2 * k, 2);
        fact->samples = samples;
    } else if (fact->kind == TWC_FACT_CLASSES) {
        memcpy(values, from, count);
        fact->classes = values;
    } else {
        int32_t *words = values;
        for (size_t k = 0; k < count; k++)
            words[k] = get_int32(from + 4 * k);
        fact->words = words;
    }
}
