/* SPDX-License-Identifier: MIT */
/* Placed features that own their records. */
#ifndef TWC_FEATURE_LIST_H
#define TWC_FEATURE_LIST_H

#include "twc/feature_record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A list in ascending (priority, id); the view and what it owns. */
typedef struct twc_features {
    twc_feature_list list;
    twc_feature *feature;
    void **memory; /* per feature */
} twc_features;

/*
 * Places a corridor and inserts it into the list (zeroed before the first). On failure the list is as it was. Refused,
 * besides what placing refuses: an id that is taken. Footprints may meet (docs/spec/overlay.md 7).
 */
twc_status twc_features_place(const twc_world *world, int fine_only, const twc_corridor *corridor,
                              twc_features *features);

void twc_features_destroy(twc_features *features);

/* Whether two lists have the same records. */
int twc_features_equal(const twc_features *a, const twc_features *b);

/* Fills `to`, which need not be initialised; empty on failure. */
twc_status twc_features_copy(const twc_features *from, twc_features *to);

/*
 * Places a corridor with some table's kernels, without putting it anywhere. Its memory is the caller's: give it to
 * twc_features_put or free it.
 */
twc_status twc_features_make(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                             const twc_corridor *corridor, twc_feature *feature, void **memory);

/* A placed corridor, moved (twc_corridor_move); its memory is the caller's likewise. */
twc_status twc_features_moved(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                              const twc_feature *feature, twc_point by, twc_feature *moved, void **memory);

/* The feature with an id, or NULL. Valid until the list changes. */
const twc_feature *twc_features_find(const twc_features *features, uint64_t id);

/*
 * A feature from its record (twc/feature_record.h): what twc_record_read refuses is refused, and an id that facets
 * could not tell from another's. The record's memory is the caller's: give it to twc_features_put or free it.
 */
twc_status twc_features_read(const int32_t *words, size_t n, twc_rect extent, const twc_features *others,
                             twc_feature *feature, void **memory);

/* Room for one more, so that the put after it can't fail. */
twc_status twc_features_reserve(twc_features *features);

/* Inserts a feature, in place of the one with its id if there is one; the list owns `memory` from now on. */
void twc_features_put(twc_features *features, const twc_feature *feature, void *memory);
void twc_features_remove(twc_features *features, uint64_t id);

#ifdef __cplusplus
}
#endif
#endif
