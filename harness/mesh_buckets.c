/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mesh_buckets.h"

#include <stdlib.h>
#include <string.h>

twc_status twc_mesh_buckets_create(const twc_world_table *kernels, const twc_mesh *mesh, twc_buckets *buckets)
{
    *buckets = (twc_buckets){.cells = twc_buckets_cells(mesh)};
    buckets->start = malloc(((size_t)buckets->cells.nx * (size_t)buckets->cells.nz + 1) * sizeof *buckets->start);
    buckets->item = malloc((twc_buckets_items(mesh) + 1) * sizeof *buckets->item);
    if (!buckets->start || !buckets->item) {
        twc_mesh_buckets_destroy(buckets);
        return twc_fail(TWC_IO, "not enough memory for the buckets of a chunk");
    }
    kernels->buckets_build(mesh, buckets);
    return twc_ok();
}

void twc_mesh_buckets_destroy(twc_buckets *buckets)
{
    free(buckets->start);
    free(buckets->item);
    memset(buckets, 0, sizeof *buckets);
}
