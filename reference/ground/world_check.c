/* SPDX-License-Identifier: MIT */
/*
 * Which worlds are refused, and which builds. Spec ground 1.2; no twin: shared by both libraries; test
 * tests/ground/test_world.c.
 */
#include "ground/builder.h"
#include "ground/stage.h"

twc_status twc_extent_check(twc_rect extent)
{
    if (extent.nx < 1 || extent.nz < 1)
        return twc_fail(TWC_USAGE, "an extent of %d x %d tiles holds nothing", extent.nx, extent.nz);
    int64_t end_x = (int64_t)extent.x + extent.nx, end_z = (int64_t)extent.z + extent.nz;
    if (extent.x < -TWC_TILE_LIMIT || extent.z < -TWC_TILE_LIMIT || end_x > TWC_TILE_LIMIT || end_z > TWC_TILE_LIMIT)
        return twc_fail(TWC_USAGE, "tiles %d..%lld by %d..%lld reach beyond -%d..%d, where centimetres stay exact",
                        extent.x, (long long)end_x - 1, extent.z, (long long)end_z - 1, TWC_TILE_LIMIT,
                        TWC_TILE_LIMIT - 1);
    return twc_ok();
}

static twc_status check_classes(const twc_tile *tile, int32_t tile_x, int32_t tile_z)
{
    for (int z = 0; z < TWC_TILE_MACROS; z++)
        for (int x = 0; x < TWC_TILE_MACROS; x++)
            if (tile->facet[z][x] != TWC_FINE && tile->facet[z][x] != TWC_BROAD)
                return twc_fail(TWC_IO, "tile (%d, %d): facet class %d at (%d, %d) is neither Fine (0) nor Broad (1)",
                                tile_x, tile_z, tile->facet[z][x], x, z);
    return twc_ok();
}

/* The repeated samples of a tile against what the owning neighbours say. */
static twc_status check_repeats(const twc_world *world, const twc_tile *tile, int32_t tile_x, int32_t tile_z)
{
    int32_t last = TWC_TILE_CELLS, x = tile_x * TWC_TILE_CELLS, z = tile_z * TWC_TILE_CELLS;
    for (int32_t k = 0; k < TWC_TILE_SAMPLES; k++) {
        uint16_t right, below;
        twc_reference_samples(world, (twc_rect){x + last, z + k, 1, 1}, &right);
        twc_reference_samples(world, (twc_rect){x + k, z + last, 1, 1}, &below);
        if (tile->sample[k][last] != right || tile->sample[last][k] != below)
            return twc_fail(TWC_IO,
                            "tile (%d, %d): its last row or column does not repeat its neighbour's first (sample %d)",
                            tile_x, tile_z, k);
    }
    return twc_ok();
}

twc_status twc_world_check(const twc_world *world)
{
    twc_rect extent = world->extent;
    twc_status status = twc_extent_check(extent);
    for (int32_t z = extent.z; !status.code && z < extent.z + extent.nz; z++) {
        for (int32_t x = extent.x; !status.code && x < extent.x + extent.nx; x++) {
            const twc_tile *tile = world->tiles[(ptrdiff_t)(z - extent.z) * extent.nx + (x - extent.x)];
            if (!tile)
                continue;
            status = check_classes(tile, x, z);
            if (!status.code)
                status = check_repeats(world, tile, x, z);
        }
    }
    return status;
}

twc_status twc_build_check(const twc_chunk_request *request)
{
    const twc_rect chunks = request->chunks;
    twc_status status = twc_extent_check(request->world->extent);
    if (status.code)
        return status;
    twc_rect all = twc_world_chunks(request->world);
    if (chunks.nx < 1 || chunks.nz < 1 || chunks.x < all.x || chunks.z < all.z ||
        chunks.nx > all.x + all.nx - chunks.x || chunks.nz > all.z + all.nz - chunks.z)
        return twc_fail(TWC_USAGE,
                        "chunks from (%d, %d), %d x %d, do not lie within the world's from (%d, %d), %d x %d", chunks.x,
                        chunks.z, chunks.nx, chunks.nz, all.x, all.z, all.nx, all.nz);
    if (request->options.threads < 1)
        return twc_fail(TWC_USAGE, "a build needs at least one thread, not %d", request->options.threads);
    return twc_ok();
}
