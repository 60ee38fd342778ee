/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "features_h5.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of the group. */
typedef struct arrays {
    size_t count, total;
    uint64_t *id;
    int32_t *length, *word;
} arrays;

static void arrays_free(arrays *a)
{
    free(a->id);
    free(a->length);
    free(a->word);
}

static twc_status arrays_create(arrays *a)
{
    a->id = malloc(a->count * sizeof *a->id);
    a->length = malloc(a->count * sizeof *a->length);
    a->word = malloc(a->total * sizeof *a->word);
    if (a->id && a->length && a->word)
        return twc_ok();
    arrays_free(a);
    return twc_fail(TWC_IO, "not enough memory for the records of %zu features", a->count);
}

/* ---- writing ---- */

static void put_arrays(twc_h5 *h5, hid_t parent, const arrays *a)
{
    hid_t group = twc_h5_group(h5, parent, "features");
    hid_t id = twc_h5_scale(h5, group, "id", a->count, H5T_STD_U64LE, H5T_NATIVE_UINT64, a->id);
    hid_t length = twc_h5_dataset(h5, group, "record_words", (twc_h5_shape){1, {a->count}, {0}}, H5T_STD_I32LE,
                                  H5T_NATIVE_INT32, a->length);
    hid_t word = twc_h5_scale(h5, group, "word", a->total, H5T_STD_I32LE, H5T_NATIVE_INT32, a->word);
    twc_h5_attach(h5, length, 0, id);
    twc_h5_text(h5, id, "long_name", "features in ascending priority, then id");
    twc_h5_text(h5, length, "long_name", "words of each feature's record");
    twc_h5_text(h5, word, "long_name", "the frozen records, one behind the other");
    H5Dclose(word);
    H5Dclose(length);
    H5Dclose(id);
    H5Gclose(group);
}

twc_status twc_features_put_h5(twc_h5 *h5, hid_t parent, const twc_features *features)
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
        a.length[k] = (int32_t)twc_record_words(&features->feature[k]);
        twc_record_write(&features->feature[k], at);
        at += a.length[k];
    }
    put_arrays(h5, parent, &a);
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
