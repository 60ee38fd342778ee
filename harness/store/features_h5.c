/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "features_h5.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of the group. */
typedef struct arrays {
    size_t count, total;
    uint64_t *id;
    int32_t *kind, *version, *length, *word;
} arrays;

static const char *const array_names[TWC_FEATURE_ARRAYS] = {"id", "kind", "version", "record_words", "word"};

static void arrays_free(arrays *a)
{
    free(a->id);
    free(a->kind);
    free(a->version);
    free(a->length);
    free(a->word);
}

static twc_status arrays_create(arrays *a)
{
    a->id = malloc(a->count * sizeof *a->id);
    a->kind = malloc(a->count * sizeof *a->kind);
    a->version = malloc(a->count * sizeof *a->version);
    a->length = malloc(a->count * sizeof *a->length);
    a->word = malloc(a->total * sizeof *a->word);
    if (a->id && a->kind && a->version && a->length && a->word)
        return twc_ok();
    arrays_free(a);
    return twc_fail(TWC_IO, "not enough memory for the records of %zu features", a->count);
}

/* ---- writing ---- */

/* One array, and its place. */
static hid_t put_array(twc_h5 *h5, hid_t group, int array, const arrays *a, twc_state_parts *parts)
{
    static const char *const about[TWC_FEATURE_ARRAYS] = {
        "features in ascending priority, then id", "kind of each record: 1 corridor",
        "version of its kind that each record is written by", "words of each feature's record",
        "the frozen records, one behind the other"};
    const void *const data[TWC_FEATURE_ARRAYS] = {a->id, a->kind, a->version, a->length, a->word};
    const int is_id = array == TWC_FEATURE_IDS;
    const hid_t stored = is_id ? H5T_STD_U64LE : H5T_STD_I32LE, held = is_id ? H5T_NATIVE_UINT64 : H5T_NATIVE_INT32;
    const size_t count = array == TWC_FEATURE_WORDS ? a->total : a->count;
    hid_t set = is_id || array == TWC_FEATURE_WORDS
                    ? twc_h5_scale(h5, group, array_names[array], count, stored, held, data[array])
                    : twc_h5_dataset(h5, group, array_names[array], (twc_h5_shape){1, {count}, {0}}, stored, held,
                                     data[array]);
    twc_h5_text(h5, set, "long_name", about[array]);
    parts->feature[array].offset = twc_h5_offset(h5, set);
    return set;
}

static void put_arrays(twc_h5 *h5, hid_t parent, const arrays *a, twc_state_parts *parts)
{
    hid_t group = twc_h5_group(h5, parent, "features"), set[TWC_FEATURE_ARRAYS];
    parts->feature_count = a->count;
    parts->word_count = a->total;
    for (int k = 0; k < TWC_FEATURE_ARRAYS; k++) {
        set[k] = put_array(h5, group, k, a, parts);
        if (k != TWC_FEATURE_IDS && k != TWC_FEATURE_WORDS)
            twc_h5_attach(h5, set[k], 0, set[TWC_FEATURE_IDS]);
    }
    for (int k = 0; k < TWC_FEATURE_ARRAYS; k++)
        H5Dclose(set[k]);
    H5Gclose(group);
}

twc_status twc_features_put_h5(twc_h5 *h5, hid_t parent, const twc_features *features, twc_state_parts *parts)
{
    arrays a = {.count = features->list.count};
    if (a.count == 0)
        return twc_ok();
    for (size_t k = 0; k < a.count; k++)
        a.total += twc_record_words(&features->feature[k]);
    twc_status status = arrays_create(&a);
    if (status.code)
        return status;
    int32_t *at = a.word;
    for (size_t k = 0; k < a.count; k++) {
        a.id[k] = features->feature[k].id;
        a.kind[k] = TWC_RECORD_CORRIDOR;
        a.version[k] = TWC_RECORD_CORRIDOR_VERSION;
        a.length[k] = (int32_t)twc_record_words(&features->feature[k]);
        twc_record_write(&features->feature[k], at);
        at += a.length[k];
    }
    put_arrays(h5, parent, &a, parts);
    arrays_free(&a);
    return twc_ok();
}

/* ---- reading ---- */

/* Puts the feature of one record at the end of the list, where a list in order has it. */
static twc_status append(uint64_t id, const int32_t *words, size_t n, twc_rect extent, twc_features *features)
{
    twc_feature feature;
    void *memory;
    twc_status status = twc_features_reserve(features);
    if (!status.code)
        status = twc_features_read(words, n, extent, features, &feature, &memory);
    if (status.code)
        return status;
    size_t count = features->list.count;
    const twc_feature *before = count ? &features->feature[count - 1] : NULL;
    if (feature.id != id)
        status = twc_fail(TWC_IO, "its record is that of feature %" PRIu64, feature.id);
    else if (before &&
             (before->priority > feature.priority || (before->priority == feature.priority && before->id >= id)))
        status = twc_fail(
            TWC_IO, "it stands behind feature %" PRIu64 ", and features are stored in ascending priority, then id",
            before->id);
    if (status.code)
        free(memory);
    else
        twc_features_put(features, &feature, memory);
    return status;
}

twc_status twc_features_from_words(const uint64_t *ids, const int32_t *lengths, size_t count, const int32_t *words,
                                   size_t total, twc_rect extent, twc_features *features)
{
    twc_status status = twc_ok();
    size_t at = 0;
    memset(features, 0, sizeof *features);
    for (size_t k = 0; !status.code && k < count; k++) {
        size_t n = lengths[k] > 0 ? (size_t)lengths[k] : 0;
        status = n == 0 || n > total - at
                     ? twc_fail(TWC_IO, "its record of %d words does not fit into the %zu stored from there",
                                lengths[k], total - at)
                     : append(ids[k], words + at, n, extent, features);
        at += n;
        if (status.code)
            status = twc_fail(status.code, "feature %" PRIu64 " (%zu of %zu): %.400s", ids[k], k + 1, count,
                              status.message);
    }
    if (!status.code && at != total)
        status = twc_fail(TWC_IO, "the records of its %zu features have %zu words, and %zu are stored", count, at,
                          total);
    if (status.code)
        twc_features_destroy(features);
    return status;
}

twc_status twc_features_read_h5(hid_t parent, twc_rect extent, twc_features *features)
{
    enum { MOST_FEATURES = 1 << 24, MOST_WORDS = 1 << 28 };
    hsize_t count, total;
    memset(features, 0, sizeof *features);
    if (H5Lexists(parent, "features", H5P_DEFAULT) <= 0)
        return twc_ok();
    if (twc_h5_length(parent, "features/id", &count) || twc_h5_length(parent, "features/word", &total) || count < 1 ||
        count > MOST_FEATURES || total < 1 || total > MOST_WORDS)
        return twc_fail(TWC_IO, "its features are no list of records");
    arrays a = {.count = (size_t)count, .total = (size_t)total};
    twc_status status = arrays_create(&a);
    if (status.code)
        return status;
    if (twc_h5_read(parent, "features/id", 1, &count, H5T_INTEGER, H5T_NATIVE_UINT64, a.id) ||
        twc_h5_read(parent, "features/record_words", 1, &count, H5T_INTEGER, H5T_NATIVE_INT32, a.length) ||
        twc_h5_read(parent, "features/word", 1, &total, H5T_INTEGER, H5T_NATIVE_INT32, a.word))
        status = twc_fail(TWC_IO, "its features are no list of records");
    else
        status = twc_features_from_words(a.id, a.length, a.count, a.word, a.total, extent, features);
    arrays_free(&a);
    return status;
}

/* ---- format 3 ---- */

/* Little-endian bytes become numbers, in place. */
static void take_wide(uint64_t *value, uint64_t count)
{
    for (uint64_t k = 0; k < count; k++) {
        unsigned char byte[8];
        memcpy(byte, &value[k], sizeof byte);
        value[k] = 0;
        for (int b = 0; b < 8; b++)
            value[k] |= (uint64_t)byte[b] << (8 * b);
    }
}

static void take_words(int32_t *value, uint64_t count)
{
    for (uint64_t k = 0; k < count; k++) {
        unsigned char byte[4];
        memcpy(byte, &value[k], sizeof byte);
        const uint32_t word = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
                              (uint32_t)byte[3] << 24;
        memcpy(&value[k], &word, sizeof word);
    }
}

static twc_status read_array(const twc_world_file *file, const twc_state_parts *parts, int array, void *out)
{
    twc_part part[TWC_FEATURE_ARRAYS];
    char hash[TWC_HASH_HEX];
    twc_feature_parts(parts, part);
    twc_status status = twc_world_file_read(file, part[array].offset, part[array].size, out);
    if (status.code)
        return status;
    twc_hash_of(out, part[array].size, hash);
    if (strcmp(hash, parts->feature[array].hash) != 0)
        return twc_fail(TWC_IO, "the bytes of features/%s are not those that were written", array_names[array]);
    if (array == TWC_FEATURE_IDS)
        take_wide(out, parts->feature_count);
    else
        take_words(out, part[array].size / 4);
    return status;
}

/* A kind that a later twc has brought is named, not guessed at. */
static twc_status check_kinds(const arrays *a)
{
    for (size_t k = 0; k < a->count; k++)
        if (a->kind[k] != TWC_RECORD_CORRIDOR || a->version[k] != TWC_RECORD_CORRIDOR_VERSION)
            return twc_fail(TWC_IO,
                            "feature %" PRIu64 " is of kind %d in version %d, and this twc knows kind 1 (corridor) in "
                            "version 1: use the twc that wrote it",
                            a->id[k], a->kind[k], a->version[k]);
    return twc_ok();
}

twc_status twc_features_read_parts(const twc_world_file *file, const twc_state_parts *parts, twc_rect extent,
                                   twc_features *features)
{
    arrays a = {.count = (size_t)parts->feature_count, .total = (size_t)parts->word_count};
    memset(features, 0, sizeof *features);
    if (a.count == 0)
        return twc_ok();
    twc_status status = arrays_create(&a);
    if (status.code)
        return status;
    void *const data[TWC_FEATURE_ARRAYS] = {a.id, a.kind, a.version, a.length, a.word};
    for (int k = 0; k < TWC_FEATURE_ARRAYS && !status.code; k++)
        status = read_array(file, parts, k, data[k]);
    if (!status.code)
        status = check_kinds(&a);
    if (!status.code)
        status = twc_features_from_words(a.id, a.length, a.count, a.word, a.total, extent, features);
    arrays_free(&a);
    return status;
}
