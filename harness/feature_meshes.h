/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meshes of chunks with features cut in. */
#ifndef TWC_HARNESS_FEATURE_MESHES_H
#define TWC_HARNESS_FEATURE_MESHES_H

#include "twc/feature_list.h"
#include "meshes.h"

/* Memory for `chunks` with these features; destroyed by twc_meshes_destroy. */
twc_status twc_feature_meshes_create(twc_feature_list features, twc_rect chunks, int threads, twc_meshes *meshes);

/* Bytes of workspace, a multiple of 64, for building `chunks` with either implementation. */
size_t twc_feature_meshes_workspace(twc_feature_list features, twc_rect chunks, int threads);

/* As twc_meshes_build, with the features cut in. */
twc_status twc_feature_meshes_build(const twc_world *world, twc_feature_list features, twc_builder builder,
                                    twc_build_options options, twc_meshes *meshes);

#endif
