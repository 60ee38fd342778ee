/* SPDX-License-Identifier: MIT */
#include "world/kernels.h"

const twc_world_table *twc_reference_world(void)
{
    static const twc_world_table table = {
        .brush_apply = twc_reference_brush_apply,
        .mesh_stages = twc_reference_mesh_stages,
        .fingerprint_bytes = twc_reference_fingerprint_bytes,
        .buckets_build = twc_reference_buckets_build,
        .buckets_find = twc_reference_buckets_find,
    };
    return &table;
}
