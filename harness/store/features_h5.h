/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The features of a world in its file: a group "features" with the ids in the order of the list, how many words each
 * record has, and the words of all records, one behind the other (twc/feature_record.h). A world without features has
 * no such group.
 */
#ifndef TWC_HARNESS_FEATURES_H5_H
#define TWC_HARNESS_FEATURES_H5_H

#include "twc/feature_list.h"
#include "h5.h"

/* Failures of HDF5 are remembered in h5; this fails on memory. */
twc_status twc_features_put_h5(twc_h5 *h5, hid_t parent, const twc_features *features);

/*
 * Features for a world of this extent. On failure the list is empty, and the message says what does not fit and names
 * the feature.
 */
twc_status twc_features_read_h5(hid_t parent, twc_rect extent, twc_features *features);

/*
 * What reading does with the three arrays: refuses lengths that do not add up to the words, ids that are not those of
 * the records or stand out of order, and whatever twc_features_read refuses.
 */
twc_status twc_features_from_words(const uint64_t *ids, const int32_t *lengths, size_t count, const int32_t *words,
                                   size_t total, twc_rect extent, twc_features *features);

#endif
