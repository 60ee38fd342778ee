/* SPDX-License-Identifier: MIT */
/* The reference's stages. no spec: a table; twin fast/chunk/builder.c; test tests/chunk/test_pipeline.c. */
#include "chunk/stage.h"

twc_builder twc_reference_builder(void)
{
    static const twc_stage_builder stages[TWC_CHUNK_STAGES] = {
        [TWC_CHUNK_GROUND] = {twc_reference_ground_workspace, twc_reference_ground_build},
        [TWC_CHUNK_FEATURES] = {twc_reference_feature_workspace, twc_reference_feature_build},
        [TWC_CHUNK_SURFACE] = {twc_reference_surface_workspace, twc_reference_surface_build},
        [TWC_CHUNK_BUCKETS] = {NULL, twc_chunk_buckets_build},
    };
    return (twc_builder){"reference",           -1,    twc_reference_ground(), twc_reference_surface(),
                         twc_reference_world(), stages};
}
