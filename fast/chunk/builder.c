/* SPDX-License-Identifier: MIT */
/* A level's stages. no spec: a table; twin reference/chunk/builder.c; test tests/chunk/test_pipeline.c. */
#include "chunk/stage.h"
#include "twc/fast.h"

twc_builder twc_fast_builder(twc_level level)
{
    static const twc_stage_builder stages[TWC_CHUNK_STAGES] = {
        [TWC_CHUNK_GROUND] = {twc_fast_ground_workspace, twc_fast_ground_build},
        [TWC_CHUNK_FEATURES] = {twc_fast_feature_workspace, twc_fast_feature_build},
        [TWC_CHUNK_SURFACE] = {twc_fast_surface_workspace, twc_fast_surface_build},
        [TWC_CHUNK_BUCKETS] = {NULL, twc_chunk_buckets_build},
    };
    return (twc_builder){twc_level_name(level), (int)level, twc_fast_ground(level), twc_fast_surface(level),
                         twc_fast_world(level), stages};
}
