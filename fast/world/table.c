/* SPDX-License-Identifier: MIT */
#include "world/world.h"

const twc_world_table TWC_NAME(world) = {
    .brush_apply = TWC_NAME(brush_apply),
    .mesh_stages = TWC_NAME(mesh_stages),
    .fingerprint_bytes = TWC_NAME(fingerprint_bytes),
    .buckets_build = TWC_NAME(buckets_build),
    .buckets_find = TWC_NAME(buckets_find),
};
