/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The surfaces of built meshes, with their memory: every chunk's faces, and all vertices in one buffer that draws at
 * once.
 */
#ifndef TWC_HARNESS_SURFACES_H
#define TWC_HARNESS_SURFACES_H

#include "meshes.h"

typedef struct twc_surfaces {
    size_t chunk_count, face_count, triangle_count;
    twc_chunk_surface *chunk; /* one a mesh, in the meshes' order */
    twc_surface_face *faces;  /* of all chunks */
    uint8_t *vertices;        /* of all chunks: 3 TWC_VERTEX_BYTES a triangle */
} twc_surfaces;

/* On failure there is nothing to destroy. `water`: level of standing water in metres. */
twc_status twc_surfaces_create(const twc_world *world, double water, twc_builder builder, twc_build_options options,
                               const twc_meshes *meshes, twc_surfaces *surfaces);
void twc_surfaces_destroy(twc_surfaces *surfaces);

/* Whether two hold the same bytes. */
int twc_surfaces_same(const twc_surfaces *a, const twc_surfaces *b);

#endif
