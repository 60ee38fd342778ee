/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placed features that own their records, and the meshes of chunks with features cut in. */
#ifndef TWC_HARNESS_FEATURE_MESHES_H
#define TWC_HARNESS_FEATURE_MESHES_H

#include "meshes.h"
#include "twc/feature.h"

/* A list in ascending (priority, id); the view and what it owns. */
typedef struct twc_features {
    twc_feature_list list;
    twc_feature *feature;
    void **memory; /* per feature */
} twc_features;

/*
 * Places a corridor and inserts it into the list (zeroed before the first). On failure the list is as it was. Refused, besides
 * what placing refuses: an id that is taken, and a footprint that meets another one's (junctions are not built yet).
 */
twc_status twc_features_place(const twc_world *world, int fine_only, const twc_corridor *corridor, twc_features *features);
void twc_features_destroy(twc_features *features);

/* Memory for `chunks` with these features; destroyed by twc_meshes_destroy. */
twc_status twc_feature_meshes_create(twc_feature_list features, twc_rect chunks, int threads, twc_meshes *meshes);

/* As twc_meshes_build, with the features cut in. */
twc_status twc_feature_meshes_build(const twc_world *world, twc_feature_list features, twc_builder builder,
                                    twc_build_options options, twc_meshes *meshes);

#endif
