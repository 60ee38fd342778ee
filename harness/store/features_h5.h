/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The features of a world in its file: a group "features" with the ids in the order of the list, of which kind each is
 * and by which version of that kind its record is written, how many words the record has, and the words of all records,
 * one behind the other. A world without features has no such group.
 */
#ifndef TWC_HARNESS_FEATURES_H5_H
#define TWC_HARNESS_FEATURES_H5_H

#include "twc/feature_list.h"
#include "h5.h"
#include "world_parts.h"

/*
 * Kinds of records, and the version of each that is written. A kind says how its words are to be read; a record may
 * have any number of them, so a profile or parameters of its own have room. What a reader does not know it refuses by
 * name.
 */
enum { TWC_RECORD_CORRIDOR = 1, TWC_RECORD_CORRIDOR_VERSION = 1 };

/* Failures of HDF5 are remembered in h5; this fails on memory. `parts` gets the places and hashes of the arrays. */
twc_status twc_features_put_h5(twc_h5 *h5, hid_t parent, const twc_features *features, twc_state_parts *parts);

/*
 * Features by their parts, from a file of format 3. On failure the list is empty; the message names the array that is
 * damaged, or the feature that does not fit.
 */
twc_status twc_features_read_parts(const twc_world_file *file, const twc_state_parts *parts, twc_rect extent,
                                   twc_features *features);

/*
 * Features of a file of format 2, for a world of this extent. On failure the list is empty, and the message says what
 * does not fit and names the feature.
 */
twc_status twc_features_read_h5(hid_t parent, twc_rect extent, twc_features *features);

/*
 * What reading does with the three arrays: refuses lengths that do not add up to the words, ids that are not those of
 * the records or stand out of order, and whatever twc_features_read refuses.
 */
twc_status twc_features_from_words(const uint64_t *ids, const int32_t *lengths, size_t count, const int32_t *words,
                                   size_t total, twc_rect extent, twc_features *features);

#endif
