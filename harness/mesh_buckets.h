/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The buckets of a mesh with their memory (twc/buckets.h). */
#ifndef TWC_HARNESS_MESH_BUCKETS_H
#define TWC_HARNESS_MESH_BUCKETS_H

#include "twc/world_kernels.h"

/* On failure there are none. */
twc_status twc_mesh_buckets_create(const twc_world_table *kernels, const twc_mesh *mesh, twc_buckets *buckets);
void twc_mesh_buckets_destroy(twc_buckets *buckets);

#endif
