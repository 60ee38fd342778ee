/* SPDX-License-Identifier: MIT */
/*
 * A placed corridor as words, and back. Spec footprint 7; no twin: shared by both libraries; test
 * tests/world/test_session.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "footprint/stage.h"
#include "twc/feature_record.h"

size_t twc_record_words(const twc_feature *feature)
{
    return twc_record_head_words(feature) + (size_t)feature->station_count * TWC_RECORD_STATION_WORDS;
}

_Static_assert((int)TWC_RECORD_NEAR == (int)TWC_NEAR_CAPACITY, "the caller's array is what the checks of placing need");

enum { LAYOUT_BIT = 8, LIMIT_RULE = 1 };

static int32_t rows_of_layout(int layout)
{
    return layout == 1 ? TWC_PROFILE_ROWS_1 : TWC_PROFILE_ROWS;
}

/* ---- writing ---- */

static int32_t *put_bits(int32_t *at, uint64_t bits)
{
    uint32_t half[2] = {(uint32_t)bits, (uint32_t)(bits >> 32)};
    memcpy(at, half, sizeof half);
    return at + 2;
}

static int32_t *put_name(int32_t *at, const char *name)
{
    for (int k = 0; k < TWC_NAME_SIZE; k += 4) {
        uint32_t word = 0;
        for (int byte = 0; byte < 4; byte++)
            word |= (uint32_t)(unsigned char)name[k + byte] << 8 * byte;
        memcpy(at++, &word, sizeof word);
    }
    return at;
}

static int32_t *put_profile(int32_t *at, const twc_profile *profile)
{
    uint64_t ratio;
    at = put_name(at, profile->name);
    *at++ = profile->version;
    *at++ = profile->row_count;
    const int layout = twc_profile_layout(profile);
    for (int k = 0; k < rows_of_layout(layout);
         k++) { /* rows beyond the count are zeros, so that equal profiles have equal words */
        *at++ = k < profile->row_count ? profile->row[k].offset_cm : 0;
        *at++ = k < profile->row_count ? profile->row[k].rise_cm : 0;
    }
    *at++ = profile->depth_cm;
    *at++ = (int32_t)profile->edge;
    memcpy(&ratio, &profile->bank_ratio, sizeof ratio);
    at = put_bits(at, ratio);
    const int32_t rest[5] = {profile->bank_min_cm, profile->bank_max_cm, profile->inner_wobble_cm,
                             profile->outer_wobble_cm, profile->bed_noise_cm};
    memcpy(at, rest, sizeof rest);
    at += 5;
    if (layout != 1) {
        *at++ = profile->step_cm;
        *at++ = LIMIT_RULE;
    }
    return at;
}

void twc_record_write(const twc_feature *feature, int32_t *words)
{
    TWC_ASSERT(feature->kind == TWC_FOOTPRINT_CORRIDOR);
    int32_t *at = put_bits(words, feature->id);
    *at++ = feature->priority + ((twc_profile_layout(&feature->profile) - 1) << LAYOUT_BIT);
    at = put_profile(at, &feature->profile);
    *at++ = feature->station_count;
    TWC_ASSERT(at == words + twc_record_head_words(feature));
    for (int32_t k = 0; k < feature->station_count; k++) {
        const twc_station *s = &feature->stations[k];
        const int32_t station[TWC_RECORD_STATION_WORDS] = {s->x,      s->z,           s->rx,         s->rz,
                                                           s->bed_cm, s->limit_cm[0], s->limit_cm[1]};
        memcpy(at, station, sizeof station);
        at += TWC_RECORD_STATION_WORDS;
    }
}

/* ---- reading ---- */

static uint64_t get_bits(const int32_t *at)
{
    return (uint64_t)(uint32_t)at[1] << 32 | (uint32_t)at[0];
}

/* 1 or 2; what has another is read as 1, and refused for its priority. */
static int layout_of(const int32_t *words)
{
    return words[2] >> LAYOUT_BIT == 1 ? 2 : 1;
}

twc_status twc_record_stations(const int32_t *words, size_t n, int32_t *station_count)
{
    const size_t head = n > 2 && layout_of(words) == 2 ? TWC_RECORD_HEAD_WORDS_2 : TWC_RECORD_HEAD_WORDS;
    *station_count = n >= head ? words[head - 1] : 0;
    if (*station_count < 2 || *station_count > TWC_STATION_MAX ||
        n != head + (size_t)*station_count * TWC_RECORD_STATION_WORDS)
        return twc_fail(TWC_IO, "a feature's record of %zu words does not hold the %d stations it claims", n,
                        *station_count);
    return twc_ok();
}

static const int32_t *get_profile(const int32_t *at, int layout, twc_profile *profile)
{
    uint64_t ratio;
    memset(profile, 0, sizeof *profile);
    for (int k = 0; k < TWC_NAME_SIZE - 1; k++) /* the last byte stays 0 */
        profile->name[k] = (char)((uint32_t)at[k / 4] >> 8 * (k % 4) & 255);
    at += TWC_NAME_SIZE / 4;
    profile->version = *at++;
    profile->row_count = *at++;
    for (int k = 0; k < rows_of_layout(layout); k++, at += 2)
        profile->row[k] = (twc_profile_row){at[0], at[1]};
    profile->depth_cm = *at++;
    profile->edge = (twc_edge_rule)*at++;
    ratio = get_bits(at);
    memcpy(&profile->bank_ratio, &ratio, sizeof ratio);
    profile->bank_min_cm = at[2];
    profile->bank_max_cm = at[3];
    profile->inner_wobble_cm = at[4];
    profile->outer_wobble_cm = at[5];
    profile->bed_noise_cm = at[6];
    profile->step_cm = layout == 1 ? TWC_STATION_CM : at[7];
    TWC_ASSERT(profile->name[TWC_NAME_SIZE - 1] == 0);
    return at + (layout == 1 ? 7 : 9);
}

/* A name ends within its bytes, and rows beyond the count are zeros: equal features have equal words, and no others. */
static twc_status check_profile_words(const int32_t *at, int layout, const twc_profile *profile)
{
    int32_t rows = at[TWC_NAME_SIZE / 4 + 1];
    int canonical = ((uint32_t)at[TWC_NAME_SIZE / 4 - 1] >> 24) == 0 && rows >= 0 && rows <= rows_of_layout(layout) &&
                    twc_profile_layout(profile) == layout;
    for (int k = canonical ? 2 * rows : 0; canonical && k < 2 * rows_of_layout(layout); k++)
        canonical = at[TWC_NAME_SIZE / 4 + 2 + k] == 0;
    if (canonical && layout == 2 && at[TWC_RECORD_HEAD_WORDS_2 - 5] != LIMIT_RULE)
        return twc_fail(TWC_IO, "a feature's record has limits by rule %d, this program knows rule %d",
                        at[TWC_RECORD_HEAD_WORDS_2 - 5], LIMIT_RULE);
    return canonical ? twc_ok() : twc_fail(TWC_IO, "the profile in a feature's record is not written as records are");
}

/* What placing guarantees of a station by itself. */
static twc_status check_station(const twc_feature *feature, int32_t k)
{
    const twc_station *s = &feature->stations[k];
    enum { COORDINATE = 1 << 30 };
    int64_t squared = (int64_t)s->rx * s->rx + (int64_t)s->rz * s->rz, one = (int64_t)TWC_RIGHT_ONE * TWC_RIGHT_ONE;
    int64_t slack = (int64_t)TWC_RIGHT_ONE * 4; /* both parts were rounded */
    int inside = s->x > -COORDINATE && s->x < COORDINATE && s->z > -COORDINATE && s->z < COORDINATE;
    int limited = 1;
    for (int side = 0; side < 2; side++)
        limited &= s->limit_cm[side] >= twc_reference_narrowest(&feature->profile, side) &&
                   s->limit_cm[side] <= twc_reference_widest(&feature->profile, side);
    if (inside && limited && squared > one - slack && squared < one + slack && s->bed_cm > -COORDINATE &&
        s->bed_cm < COORDINATE)
        return twc_ok();
    return twc_fail(TWC_IO, "feature %llu: station %d of its record is not one that placing makes",
                    (unsigned long long)feature->id, k);
}

twc_status twc_record_read(const int32_t *words, size_t n, twc_rect extent, twc_station *stations, twc_box *tree,
                           int32_t *near_cells, twc_feature *feature)
{
    int32_t count;
    twc_status status = twc_record_stations(words, n, &count);
    if (status.code)
        return status;
    const int layout = layout_of(words);
    *feature = (twc_feature){.id = get_bits(words),
                             .priority = layout == 2 ? words[2] - (1 << LAYOUT_BIT) : words[2],
                             .kind = TWC_FOOTPRINT_CORRIDOR, /* the only one that has a record */
                             .station_count = count,
                             .stations = stations,
                             .leaves = twc_corridor_tree_size(count) / 2,
                             .tree = tree};
    const int32_t *at = get_profile(words + 3, layout, &feature->profile) + 1;
    if (feature->priority < 0 || feature->priority > 255)
        return twc_fail(TWC_IO, "feature %llu: its priority %d does not lie within 0 and 255",
                        (unsigned long long)feature->id, feature->priority);
    status = check_profile_words(words + 3, layout, &feature->profile);
    if (!status.code)
        status = twc_profile_check(&feature->profile);
    for (int32_t k = 0; k < count && !status.code; k++, at += TWC_RECORD_STATION_WORDS) {
        stations[k] = (twc_station){at[0], at[1], at[2], at[3], at[4], {at[5], at[6]}};
        status = check_station(feature, k);
    }
    if (status.code)
        return status;
    twc_reference_fill_tree(feature, tree);
    const twc_corridor named = {.id = feature->id, .priority = feature->priority};
    return twc_reference_check_footprint(&named, feature, extent, near_cells);
}
