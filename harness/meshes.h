/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meshes of a rectangle of chunks, with their memory, built by either implementation. */
#ifndef TWC_HARNESS_MESHES_H
#define TWC_HARNESS_MESHES_H

#include "twc/builder.h"

typedef struct twc_meshes {
    twc_rect chunks;
    twc_mesh *mesh; /* chunks.nx * chunks.nz, row-major */
    void *memory;   /* owns all arrays */
    void *workspace;
} twc_meshes;

/* Memory for the ground of `chunks`; reusable by any number of builds. */
twc_status twc_meshes_create(twc_rect chunks, int threads, twc_meshes *meshes);
void twc_meshes_destroy(twc_meshes *meshes);

/* Builds the ground into them. options.threads <= the threads they were created for. */
twc_status twc_meshes_build(const twc_world *world, twc_builder builder, twc_build_options options, twc_meshes *meshes);

/*
 * 0 when both hold the same chunks with the same bits, field by field; else 1 and `where` (at least 160 bytes) names
 * the first difference: chunk, triangle or facet, field, both values in hex.
 */
int twc_meshes_differ(const twc_meshes *a, const twc_meshes *b, char *where, size_t size);

uint64_t twc_meshes_triangle_count(const twc_meshes *meshes);

#endif
