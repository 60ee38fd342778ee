/* SPDX-License-Identifier: MIT */
#include "twc/chunk_grid.h"

#include <stdlib.h>
#include <string.h>

#include "aligned.h"

/* ---- memory ---- */

/* What was in memory that has to grow is lost. Never none, so that nothing to hold is not mistaken for no memory. */
static twc_status reserve(twc_grid_memory *memory, size_t size)
{
    if (memory->bytes && memory->size >= size)
        return twc_ok();
    free(memory->bytes);
    memory->bytes = twc_aligned_alloc(size + 1);
    memory->size = memory->bytes ? size : 0;
    return memory->bytes ? twc_ok() : twc_fail(TWC_IO, "not enough memory (%zu bytes) to build chunks", size);
}

/* The next `size` bytes of a memory that is dealt out from *at. */
static void *deal(char **at, size_t size)
{
    void *part = *at;
    *at += twc_aligned_size(size);
    return part;
}

static void drop_surfaces_and_buckets(twc_chunk_grid *grid)
{
    free(grid->surface);
    free(grid->buckets);
    grid->surface = NULL;
    grid->buckets = NULL;
    grid->faces = NULL;
    grid->vertices = NULL;
}

/* Whether the meshes that are there have room for a request. */
static int meshes_suffice(const twc_chunk_request *request, const twc_chunk_grid *grid, size_t count)
{
    if (!grid->mesh || grid->count != count)
        return 0;
    for (size_t k = 0; k < count; k++) {
        const twc_chunk_room room = twc_chunk_room_of(request, NULL, k);
        if (grid->mesh[k].triangle_capacity < room.triangles || grid->mesh[k].facet_capacity < room.facets)
            return 0;
    }
    return 1;
}

static twc_status reserve_meshes(const twc_chunk_request *request, twc_chunk_grid *grid)
{
    const size_t count = (size_t)request->chunks.nx * (size_t)request->chunks.nz;
    size_t size = 0;
    if (request->chunks.nx < 1 || request->chunks.nz < 1)
        return twc_fail(TWC_USAGE, "%d x %d chunks are none to build", request->chunks.nx, request->chunks.nz);
    drop_surfaces_and_buckets(grid);
    if (!meshes_suffice(request, grid, count)) {
        free(grid->mesh);
        grid->mesh = calloc(count, sizeof *grid->mesh);
        if (!grid->mesh)
            return twc_fail(TWC_IO, "not enough memory for %zu chunks", count);
        for (size_t k = 0; k < count; k++) {
            const twc_chunk_room room = twc_chunk_room_of(request, NULL, k);
            grid->mesh[k].triangle_capacity = room.triangles;
            grid->mesh[k].facet_capacity = room.facets;
            size += twc_aligned_size(room.triangles * sizeof(twc_triangle)) +
                    twc_aligned_size(room.facets * sizeof(twc_facet));
        }
        twc_status status = reserve(&grid->mesh_memory, size);
        if (status.code)
            return status;
        char *at = grid->mesh_memory.bytes;
        for (size_t k = 0; k < count; k++) {
            grid->mesh[k].triangles = deal(&at, grid->mesh[k].triangle_capacity * sizeof(twc_triangle));
            grid->mesh[k].facets = deal(&at, grid->mesh[k].facet_capacity * sizeof(twc_facet));
        }
    }
    grid->count = count;
    grid->chunks = request->chunks;
    return twc_ok();
}

static twc_status reserve_surfaces(const twc_chunk_request *request, twc_chunk_grid *grid)
{
    const size_t face_bytes = twc_aligned_size(grid->facet_count * sizeof *grid->faces);
    if (!grid->surface)
        grid->surface = calloc(grid->count, sizeof *grid->surface);
    if (!grid->surface)
        return twc_fail(TWC_IO, "not enough memory for %zu chunks", grid->count);
    twc_status status = reserve(&grid->surface_memory, face_bytes + grid->triangle_count * 3 * TWC_VERTEX_BYTES);
    if (status.code)
        return status;
    grid->faces = grid->surface_memory.bytes;
    grid->vertices = (uint8_t *)grid->surface_memory.bytes + face_bytes;
    twc_surface_face *face = grid->faces;
    uint8_t *vertex = grid->vertices;
    for (size_t k = 0; k < grid->count; k++) {
        const twc_chunk_room room = twc_chunk_room_of(request, grid->mesh, k);
        grid->surface[k] = (twc_chunk_surface){face, vertex};
        face += room.facets;
        vertex += room.vertex_bytes;
    }
    return twc_ok();
}

static twc_status reserve_buckets(const twc_chunk_request *request, twc_chunk_grid *grid)
{
    size_t size = 0;
    if (!grid->buckets)
        grid->buckets = calloc(grid->count, sizeof *grid->buckets);
    if (!grid->buckets)
        return twc_fail(TWC_IO, "not enough memory for %zu chunks", grid->count);
    for (size_t k = 0; k < grid->count; k++) {
        const twc_chunk_room room = twc_chunk_room_of(request, grid->mesh, k);
        size += twc_aligned_size(room.bucket_starts * sizeof(uint32_t)) +
                twc_aligned_size(room.items * sizeof(uint32_t));
    }
    twc_status status = reserve(&grid->bucket_memory, size);
    char *at = grid->bucket_memory.bytes;
    for (size_t k = 0; k < grid->count && !status.code; k++) {
        const twc_chunk_room room = twc_chunk_room_of(request, grid->mesh, k);
        grid->buckets[k].start = deal(&at, room.bucket_starts * sizeof(uint32_t));
        grid->buckets[k].item = deal(&at, room.items * sizeof(uint32_t));
    }
    return status;
}

static void count_all(twc_chunk_grid *grid)
{
    grid->triangle_count = grid->facet_count = 0;
    for (size_t k = 0; k < grid->count; k++) {
        grid->triangle_count += grid->mesh[k].triangle_count;
        grid->facet_count += grid->mesh[k].facet_count;
    }
}

/* All that a request needs; its meshes are built by it, or there. */
static twc_status reserve_all(twc_builder builder, const twc_chunk_request *request, twc_chunk_grid *grid)
{
    const twc_rect a = request->chunks, b = grid->chunks;
    twc_status status = twc_ok();
    if (request->stages & TWC_BUILD_MESH)
        status = reserve_meshes(request, grid);
    else if (a.x != b.x || a.z != b.z || a.nx != b.nx || a.nz != b.nz)
        status = twc_fail(TWC_USAGE, "the meshes of these %d x %d chunks are not built yet", a.nx, a.nz);
    if (!status.code && request->stages & TWC_BUILD_SURFACE)
        status = reserve_surfaces(request, grid);
    if (!status.code && request->stages & TWC_BUILD_BUCKETS)
        status = reserve_buckets(request, grid);
    return status.code ? status : reserve(&grid->workspace, twc_chunks_workspace(builder, request, grid->mesh));
}

/* ---- building ---- */

twc_status twc_chunk_grid_build(twc_builder builder, const twc_chunk_request *request, twc_chunk_grid *grid)
{
    /* What hangs on a mesh takes as much memory as this mesh needs, so it comes when that is built. */
    static const unsigned phase[2] = {TWC_BUILD_MESH, ~(unsigned)TWC_BUILD_MESH};
    twc_status status = request->stages ? twc_ok() : twc_fail(TWC_USAGE, "a build takes at least one stage");
    for (int k = 0; k < 2 && !status.code; k++) {
        twc_chunk_request part = *request;
        part.stages &= phase[k];
        if (!part.stages)
            continue;
        status = reserve_all(builder, &part, grid);
        if (!status.code)
            status = twc_chunks_build(builder, &part, grid->workspace.bytes,
                                      &(twc_chunks){grid->mesh, grid->surface, grid->buckets});
        if (!status.code)
            count_all(grid);
    }
    if (status.code)
        grid->chunks = (twc_rect){0, 0, 0, 0}; /* nothing to build on */
    return status;
}

void twc_chunk_grid_destroy(twc_chunk_grid *grid)
{
    drop_surfaces_and_buckets(grid);
    free(grid->mesh);
    free(grid->mesh_memory.bytes);
    free(grid->surface_memory.bytes);
    free(grid->bucket_memory.bytes);
    free(grid->workspace.bytes);
    memset(grid, 0, sizeof *grid);
}
