/* SPDX-License-Identifier: MIT */
/*
 * One chunk from heights to triangles, twice: by the reference and by the fast library, which must agree in every bit.
 * Needs the engine alone (twc::fast, twc::reference): memory is the caller's, no file is opened.
 *
 *   cc chunk.c $(pkg-config --cflags --libs twc) -o chunk
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "twc/fast.h"
#include "twc/version.h"

/* A round hill of 40 m in the middle of a tile of 512 m, in steps of a centimetre. */
static void raise_hill(twc_tile *tile)
{
    memset(tile, 0, sizeof *tile); /* every class Fine */
    for (int z = 0; z < TWC_TILE_SAMPLES; z++) {
        for (int x = 0; x < TWC_TILE_SAMPLES; x++) {
            const int from = 4096 - (x - 64) * (x - 64) - (z - 64) * (z - 64);
            tile->sample[z][x] = (uint16_t)(20000 + (from > 0 ? from : 0));
        }
    }
}

/* A chunk with its memory. */
typedef struct built_chunk {
    twc_mesh mesh;
    void *workspace;
} built_chunk;

static twc_status build(twc_builder builder, const twc_chunk_request *request, built_chunk *chunk)
{
    const twc_chunk_room room = twc_chunk_room_of(request, NULL, 0);
    const size_t bytes = twc_chunks_workspace(builder, request, NULL);
    chunk->mesh = (twc_mesh){.triangles = calloc(room.triangles, sizeof(twc_triangle)),
                             .facets = calloc(room.facets, sizeof(twc_facet)),
                             .triangle_capacity = room.triangles,
                             .facet_capacity = room.facets};
    chunk->workspace = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (!chunk->mesh.triangles || !chunk->mesh.facets || !chunk->workspace)
        return twc_fail(TWC_IO, "not enough memory for a chunk");
    return twc_chunks_build(builder, request, chunk->workspace, &(twc_chunks){.mesh = &chunk->mesh});
}

static void release(built_chunk *chunk)
{
    free(chunk->mesh.triangles);
    free(chunk->mesh.facets);
    free(chunk->workspace);
}

/* Triangles have no padding: equal meshes are equal bytes. */
static int same(const twc_mesh *a, const twc_mesh *b)
{
    return a->triangle_count == b->triangle_count &&
           memcmp(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles) == 0;
}

static void tell(const twc_mesh *mesh)
{
    const twc_vertex *v = mesh->triangles[mesh->triangle_count - 1].corner;
    printf("%u triangles, %u facets; the last triangle, x east and z south of the origin in metres, y up:\n",
           mesh->triangle_count, mesh->facet_count);
    for (int k = 0; k < 3; k++)
        printf("  (%.2f, %.9g, %.2f)\n", v[k].x / 100.0, (double)v[k].y, v[k].z / 100.0);
}

int main(void)
{
    static twc_tile tile;
    const twc_tile *tiles[1] = {&tile};
    const twc_world world = {.extent = {0, 0, 1, 1}, .base_sample = 20000, .tiles = tiles};
    const twc_chunk_request request = {
        .world = &world, .chunks = {0, 0, 1, 1}, .stages = TWC_BUILD_GROUND, .options = {.threads = 1}};
    built_chunk plain = {.workspace = NULL}, fast = {.workspace = NULL};
    raise_hill(&tile);
    twc_status status = twc_world_check(&world);
    if (!status.code)
        status = build(twc_reference_builder(), &request, &plain);
    if (!status.code)
        status = build(twc_fast_builder(twc_level_best()), &request, &fast);
    if (!status.code && !same(&plain.mesh, &fast.mesh))
        status = twc_fail(TWC_CHECK_FAILED, "the fast library differs from the reference");
    if (status.code) {
        fprintf(stderr, "chunk: %s\n", status.message);
    } else {
        tell(&fast.mesh);
        puts("twc " TWC_VERSION ": the reference's are the same in every bit");
    }
    release(&plain);
    release(&fast);
    return (int)status.code;
}
