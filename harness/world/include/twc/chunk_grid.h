/* SPDX-License-Identifier: MIT */
/* Built chunks with the memory they lie in: the one owner above twc_chunks_build (twc/chunk.h). */
#ifndef TWC_CHUNK_GRID_H
#define TWC_CHUNK_GRID_H

#include "twc/fast.h" /* both builders */

#ifdef __cplusplus
extern "C" {
#endif

/* Memory that grows when it has to. */
typedef struct twc_grid_memory {
    void *bytes;
    size_t size;
} twc_grid_memory;

/* The chunks of a rectangle. Zeroed before its first build. */
typedef struct twc_chunk_grid {
    twc_rect chunks;
    size_t count;
    twc_mesh *mesh;             /* of each chunk, row-major */
    twc_chunk_surface *surface; /* likewise, with the surface stage, or NULL */
    twc_buckets *buckets;       /* likewise, with the buckets' stage, or NULL */
    /* What the surfaces of all chunks are parts of, in their order, so that a grid is drawn at once. */
    twc_surface_face *faces;
    uint8_t *vertices; /* 3 TWC_VERTEX_BYTES a triangle */
    size_t triangle_count, facet_count;
    twc_grid_memory mesh_memory, surface_memory, bucket_memory, workspace;
} twc_chunk_grid;

/*
 * Builds a request's stages. Memory is taken where what is there is not enough, so that the same request again takes
 * none. A request for meshes ends what was built from those before; one without builds on the meshes that are there.
 * After a failure the grid holds nothing of use.
 */
twc_status twc_chunk_grid_build(twc_builder builder, const twc_chunk_request *request, twc_chunk_grid *grid);

/* Also after a failed build, and of a grid that was only zeroed. */
void twc_chunk_grid_destroy(twc_chunk_grid *grid);

#ifdef __cplusplus
}
#endif
#endif
