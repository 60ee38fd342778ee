/* SPDX-License-Identifier: MIT */
/*
 * A placed corridor as a list of 32-bit words: what a fact carries, so that peers share the frozen record and not the
 * means to place it (docs/spec/footprint.md 7; the paper's section 5.2).
 *
 * Words, in order: the id (low, high); the priority and 256 times the layout less 1; the profile: its name
 * (TWC_NAME_SIZE bytes, four to a word, the first byte low), version, row count, pairs of offset and rise
 * (TWC_PROFILE_ROWS_1; TWC_PROFILE_ROWS in layout 2),
 * depth, edge rule, the bank ratio (binary64, low word first), least and greatest bank, inner and outer wobble, bed
 * noise; in layout 2 the step and the rule of the limits (1); the number of stations; seven words a station: x, z, rx,
 * rz, bed, left and right limit. A profile that fits layout 1 has no other.
 */
#ifndef TWC_FEATURE_RECORD_H
#define TWC_FEATURE_RECORD_H

#include "twc/feature.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TWC_RECORD_STATION_WORDS = 7,
    TWC_RECORD_HEAD_WORDS = 3 + TWC_NAME_SIZE / 4 + 2 + 2 * TWC_PROFILE_ROWS_1 + 2 + 2 + 5 + 1, /* of layout 1 */
    TWC_RECORD_HEAD_WORDS_2 = TWC_RECORD_HEAD_WORDS + 2 * (TWC_PROFILE_ROWS - TWC_PROFILE_ROWS_1) + 2
};

/* Words before the stations, the last of which is their number. */
static inline size_t twc_record_head_words(const twc_feature *feature)
{
    return twc_profile_layout(&feature->profile) == 1 ? TWC_RECORD_HEAD_WORDS : TWC_RECORD_HEAD_WORDS_2;
}

/* Words of a feature's record. */
size_t twc_record_words(const twc_feature *feature);
void twc_record_write(const twc_feature *feature, int32_t *words);

/* Stations of a record of n words; fails when the count in it and n do not agree. */
twc_status twc_record_stations(const int32_t *words, size_t n, int32_t *station_count);

/*
 * The feature of a record: fills `stations` and `tree` (twc_corridor_tree_size entries) and points to them. Refuses
 * whatever placing could not have made in this extent: a bad profile, priority or direction, limits that are not
 * positive or too wide, sections that meet, cells that overlap or leave the extent. `near_cells` holds TWC_RECORD_NEAR
 * entries.
 */
enum { TWC_RECORD_NEAR = 4096 };
twc_status twc_record_read(const int32_t *words, size_t n, twc_rect extent, twc_station *stations, twc_box *tree,
                           int32_t *near_cells, twc_feature *feature);

#ifdef __cplusplus
}
#endif
#endif
