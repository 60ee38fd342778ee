/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query_surface.h"

#include <stdlib.h>
#include <string.h>

#include "twc/chunk_grid.h"
#include "query.h"

enum { AROUND = 3 }; /* a triangle reaches into the chunks about its own, no farther (twc/feature.h) */

/* The part of a rectangle that lies in another. */
static twc_rect common(twc_rect a, twc_rect b)
{
    int32_t x0 = a.x > b.x ? a.x : b.x, x1 = a.x + a.nx < b.x + b.nx ? a.x + a.nx : b.x + b.nx;
    int32_t z0 = a.z > b.z ? a.z : b.z, z1 = a.z + a.nz < b.z + b.nz ? a.z + a.nz : b.z + b.nz;
    return (twc_rect){x0, z0, x1 - x0, z1 - z0};
}

/* The chunks whose triangles can lie over a chunk. */
static twc_rect chunks_about(const twc_world *world, twc_point chunk)
{
    return common((twc_rect){chunk.x - 1, chunk.z - 1, AROUND, AROUND}, twc_world_chunks(world));
}

/* Whether a feature can cut one of these chunks; elsewhere the lattice is what is drawn. */
static int features_near(twc_feature_list features, twc_rect chunks)
{
    for (int32_t k = 0; k < chunks.nx * chunks.nz; k++)
        if (twc_feature_capacity(features, chunks.x + k % chunks.nx, chunks.z + k / chunks.nx) >
            TWC_GROUND_MAX_TRIANGLES)
            return 1;
    return 0;
}

/* The points of one chunk in their order, and what is known of them: `found` and `order` by k, the others by index. */
typedef struct chunk_points {
    size_t n;
    const twc_query_entry *order;
    const twc_point *points;
    uint8_t *found; /* a triangle lies there */
    twc_location *out;
} chunk_points;

/* Answers anew, from the triangles of a mesh, where one lies higher than what is known so far. */
static void look_up(const twc_world_table *kernels, const twc_mesh *mesh, const twc_buckets *buckets,
                    const chunk_points *of)
{
    for (size_t k = 0; k < of->n; k++) {
        int64_t triangle;
        float height;
        twc_location *location = &of->out[of->order[k].index];
        kernels->buckets_find(mesh, buckets, 1, &of->points[of->order[k].index], &triangle, &height);
        if (triangle < 0 || (of->found[k] && height <= location->height))
            continue;
        const twc_triangle *drawn = &mesh->triangles[triangle];
        memcpy(location->corner, drawn->corner, sizeof location->corner);
        location->facet = mesh->facets[drawn->facet].id;
        location->facet_class = (uint8_t)(location->facet >> 62);
        location->height = height;
        of->found[k] = 1;
    }
}

/*
 * The points of one chunk, by the meshes about it. Points without a triangle, beyond the jittered outline, stay the
 * lattice's.
 */
static twc_status query_chunk(const twc_surface_source *source, twc_rect chunks, const chunk_points *of)
{
    const twc_chunk_request request = {.world = source->world,
                                       .chunks = chunks,
                                       .stages = TWC_BUILD_FEATURES | TWC_BUILD_BUCKETS,
                                       .features = source->features,
                                       .options = {source->fine_only, 1, TWC_STATIC}};
    twc_chunk_grid grid = {0};
    twc_status status = twc_chunk_grid_build(source->builder, &request, &grid);
    for (size_t k = 0; !status.code && k < grid.count; k++)
        look_up(source->builder.world, &grid.mesh[k], &grid.buckets[k], of);
    twc_chunk_grid_destroy(&grid);
    return status;
}

/* Chunk by chunk, those with features near. */
static twc_status query_features(const twc_surface_source *source, const chunk_points *all)
{
    twc_status status = twc_ok();
    for (size_t first = 0, count; !status.code && first < all->n; first += count) {
        const twc_query_entry *order = all->order + first;
        count = twc_query_same_chunk(all->n - first, order);
        const chunk_points here = {count, order, all->points, all->found + first, all->out};
        twc_rect chunks = chunks_about(source->world, (twc_point){order->chunk_x, order->chunk_z});
        if (features_near(source->features, chunks))
            status = query_chunk(source, chunks, &here);
    }
    return status;
}

static twc_status need_chunk(twc_world_data *data, int32_t chunk_x, int32_t chunk_z)
{
    enum { MARGIN = TWC_CHUNK_BROAD_MARGIN + TWC_FILTER_BROAD_RADIUS, SIDE = TWC_CHUNK_CM / TWC_SAMPLE_CM };
    if (data->features.list.count > 0)
        return twc_world_data_need_chunks(data, (twc_rect){chunk_x - 1, chunk_z - 1, AROUND, AROUND});
    const twc_rect samples = {chunk_x * SIDE, chunk_z * SIDE, SIDE + 1, SIDE + 1};
    return twc_world_data_need(data, twc_tiles_about(samples, MARGIN));
}

/* In the order of chunks, in which a file's parts are read once each. */
twc_status twc_query_need(twc_world_data *data, size_t n, const twc_point *points)
{
    if (!data->source.load)
        return twc_ok();
    twc_query_entry *order = malloc((n ? n : 1) * sizeof *order);
    twc_status status = order ? twc_query_order(n, points, order)
                              : twc_fail(TWC_IO, "not enough memory for %zu points", n);
    for (size_t first = 0; first < n && !status.code; first += twc_query_same_chunk(n - first, order + first))
        status = need_chunk(data, order[first].chunk_x, order[first].chunk_z);
    free(order);
    return status;
}

twc_status twc_query_surface(const twc_surface_source *source, size_t n, const twc_point *points, twc_location *out)
{
    twc_status status = twc_query_points(source->world, source->builder.ground, source->fine_only, n, points, out);
    if (status.code || source->features.count == 0)
        return status;
    twc_query_entry *order = malloc(n * sizeof *order);
    uint8_t *found = calloc(n, 1);
    status = order && found ? twc_query_order(n, points, order)
                            : twc_fail(TWC_IO, "not enough memory for %zu points", n);
    if (!status.code)
        status = query_features(source, &(chunk_points){n, order, points, found, out});
    free(order);
    free(found);
    return status;
}
