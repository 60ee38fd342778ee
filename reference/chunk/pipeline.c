/* SPDX-License-Identifier: MIT */
/*
 * The order of the stages, and what a chunk needs to go through them. no spec: what a stage computes does not depend on
 * it; no twin: both libraries' builders go through it; test tests/chunk/test_pipeline.c.
 */
#include "chunk/stage.h"

const char *twc_chunk_stage_name(twc_chunk_stage stage)
{
    static const char *const names[TWC_CHUNK_STAGES] = {"ground", "features", "surface", "buckets"};
    return names[stage];
}

/*
 * The stages that run. Cutting features makes the ground on the way, so the ground's own stage is not due as well; and
 * where there is nothing to cut it is all that is due.
 */
static unsigned stages_due(const twc_chunk_request *request)
{
    const unsigned stages = request->stages;
    if (!(stages & TWC_BUILD_FEATURES))
        return stages;
    return request->features.count ? stages & ~(unsigned)TWC_BUILD_GROUND
                                   : (stages & ~(unsigned)TWC_BUILD_FEATURES) | TWC_BUILD_GROUND;
}

/* ---- memory ---- */

/* How many triangles and facets chunk k has at most. */
static void count_most(const twc_chunk_request *request, const twc_mesh *meshes, size_t k, twc_chunk_room *room)
{
    const unsigned stages = stages_due(request);
    const twc_point chunk = twc_request_chunk(request, k);
    if (stages & TWC_BUILD_FEATURES) {
        room->triangles = room->facets = twc_feature_capacity(request->features, chunk.x, chunk.z);
    } else if (stages & TWC_BUILD_GROUND) {
        room->triangles = TWC_GROUND_MAX_TRIANGLES;
        room->facets = TWC_GROUND_MAX_FACETS;
    } else {
        room->triangles = meshes[k].triangle_count;
        room->facets = meshes[k].facet_count;
    }
}

twc_chunk_room twc_chunk_room_of(const twc_chunk_request *request, const twc_mesh *meshes, size_t k)
{
    twc_chunk_room room = {0, 0, 0, 0, 0};
    count_most(request, meshes, k, &room);
    room.vertex_bytes = (size_t)room.triangles * 3 * TWC_VERTEX_BYTES;
    if (!(request->stages & TWC_BUILD_BUCKETS))
        return room;
    if (request->stages & TWC_BUILD_MESH) {
        room.bucket_starts = TWC_CHUNK_BUCKETS_MAX + 1;
        room.items = (size_t)room.triangles * TWC_TRIANGLE_BUCKETS;
    } else {
        const twc_rect cells = twc_buckets_cells(&meshes[k]);
        room.bucket_starts = (size_t)cells.nx * (size_t)cells.nz + 1;
        room.items = twc_buckets_items(&meshes[k]);
    }
    return room;
}

size_t twc_chunks_workspace(twc_builder builder, const twc_chunk_request *request, const twc_mesh *meshes)
{
    const unsigned stages = stages_due(request);
    uint32_t facets = 0;
    size_t most = 0;
    /* Looking for a chunk's features costs; only the surface's workspace grows with facets. */
    for (size_t k = 0; k < twc_request_count(request) && stages & TWC_BUILD_SURFACE; k++) {
        twc_chunk_room room;
        count_most(request, meshes, k, &room);
        facets = room.facets > facets ? room.facets : facets;
    }
    for (int s = 0; s < TWC_CHUNK_STAGES; s++) {
        if (!(stages >> s & 1) || !builder.stage || !builder.stage[s].workspace)
            continue;
        const size_t bytes = builder.stage[s].workspace(request, facets);
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* ---- building ---- */

/* What no single stage can ask: a builder, stages, and arrays for what they leave. */
static twc_status check(twc_builder builder, const twc_chunk_request *request, const void *workspace,
                        const twc_chunks *chunks)
{
    if (!builder.stage || !builder.ground)
        return twc_fail(TWC_USAGE, "level %s is not usable here", builder.name ? builder.name : "of nobody");
    if (!request->stages || request->stages & ~(unsigned)TWC_BUILD_ALL)
        return twc_fail(TWC_USAGE, "stages 0x%x: a build takes some of ground, features, surface and buckets",
                        request->stages);
    if (!chunks->mesh || (request->stages & TWC_BUILD_SURFACE && !chunks->surface) ||
        (request->stages & TWC_BUILD_BUCKETS && !chunks->buckets))
        return twc_fail(TWC_USAGE, "a build needs the chunks' meshes, and arrays for each of its stages");
    if ((uintptr_t)workspace % 64 || (!workspace && request->stages & ~(unsigned)TWC_BUILD_BUCKETS))
        return twc_fail(TWC_USAGE, "a build needs a workspace that is aligned to 64 bytes");
    return twc_ok();
}

twc_status twc_chunks_build(twc_builder builder, const twc_chunk_request *request, void *workspace,
                            const twc_chunks *chunks)
{
    const unsigned stages = stages_due(request);
    twc_status status = check(builder, request, workspace, chunks);
    for (int s = 0; s < TWC_CHUNK_STAGES && !status.code; s++)
        if (stages >> s & 1)
            status = builder.stage[s].build(&builder, request, workspace, chunks);
    return status;
}
