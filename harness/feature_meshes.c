/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "feature_meshes.h"

#include <stdlib.h>
#include <string.h>

/* ---- placing ---- */

/* The station and tree arrays of a record, in one block that starts with the stations. */
static void *record_memory(int32_t stations, size_t *tree_offset)
{
    *tree_offset = (size_t)stations * sizeof(twc_station);
    return malloc(*tree_offset + (size_t)twc_corridor_tree_size(stations) * sizeof(twc_box));
}

/* Whether the boxes of two features' cells meet anywhere: descends both trees together. */
static int boxes_meet(const twc_feature *a, int32_t n, const twc_feature *b, int32_t m, int32_t *cell)
{
    const twc_box *p = &a->tree[n], *q = &b->tree[m];
    if (p->x0 > q->x1 || q->x0 > p->x1 || p->z0 > q->z1 || q->z0 > p->z1)
        return 0;
    if (n >= a->leaves && m >= b->leaves) {
        *cell = n - a->leaves;
        return 1;
    }
    if (n < a->leaves && (m >= b->leaves || a->leaves / n >= b->leaves / m))
        return boxes_meet(a, 2 * n, b, m, cell) || boxes_meet(a, 2 * n + 1, b, m, cell);
    return boxes_meet(a, n, b, 2 * m, cell) || boxes_meet(a, n, b, 2 * m + 1, cell);
}

static twc_status check_against(const twc_feature *placed, const twc_features *features)
{
    for (size_t f = 0; f < features->list.count; f++) {
        const twc_feature *other = &features->feature[f];
        int32_t cell = 0;
        if (other->id == placed->id)
            return twc_fail(TWC_USAGE, "there is a feature %llu already: remove it first, or take another id",
                            (unsigned long long)placed->id);
        if (boxes_meet(placed, 1, other, 1, &cell))
            return twc_fail(TWC_USAGE, "corridor %llu comes too near feature %llu after station %d: move it away",
                            (unsigned long long)placed->id, (unsigned long long)other->id, cell);
    }
    return twc_ok();
}

static twc_status insert(const twc_feature *placed, void *memory, twc_features *features)
{
    size_t count = features->list.count, at = count;
    twc_feature *grown = realloc(features->feature, (count + 1) * sizeof *grown);
    if (grown)
        features->feature = grown;
    void **blocks = grown ? realloc(features->memory, (count + 1) * sizeof *blocks) : NULL;
    if (blocks)
        features->memory = blocks;
    features->list.feature = features->feature;
    if (!grown || !blocks)
        return twc_fail(TWC_IO, "no memory for %zu features", count + 1);
    for (; at > 0; at--) {
        const twc_feature *before = &grown[at - 1];
        if (before->priority < placed->priority || (before->priority == placed->priority && before->id < placed->id))
            break;
        grown[at] = grown[at - 1];
        blocks[at] = blocks[at - 1];
    }
    grown[at] = *placed;
    blocks[at] = memory;
    features->list.count++;
    return twc_ok();
}

twc_status twc_features_place(const twc_world *world, int fine_only, const twc_corridor *corridor, twc_features *features)
{
    int32_t stations = 0;
    size_t tree_offset;
    twc_feature placed;
    twc_status status = twc_corridor_station_count(corridor, &stations);
    if (status.code)
        return status;
    char *memory = record_memory(stations, &tree_offset);
    void *workspace = malloc(twc_reference_place_workspace());
    if (!memory || !workspace)
        status = twc_fail(TWC_IO, "no memory for a corridor of %d stations", stations);
    else
        status = twc_reference_corridor_place(world, fine_only, corridor, workspace, (twc_station *)(void *)memory,
                                              (twc_box *)(void *)(memory + tree_offset), &placed);
    if (!status.code)
        status = check_against(&placed, features);
    if (!status.code)
        status = insert(&placed, memory, features);
    free(workspace);
    if (status.code)
        free(memory);
    return status;
}

void twc_features_destroy(twc_features *features)
{
    for (size_t f = 0; f < features->list.count; f++)
        free(features->memory[f]);
    free(features->feature);
    free(features->memory);
    memset(features, 0, sizeof *features);
}

/* ---- building ---- */

enum { ALIGNMENT = 64 };

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

twc_status twc_feature_meshes_create(twc_feature_list features, twc_rect chunks, int threads, twc_meshes *meshes)
{
    size_t count = (size_t)chunks.nx * (size_t)chunks.nz, total = 0;
    size_t reference = twc_reference_feature_workspace(features, chunks);
    size_t fast = twc_fast_feature_workspace(features, chunks, threads), workspace = reference > fast ? reference : fast;
    memset(meshes, 0, sizeof *meshes);
    meshes->chunks = chunks;
    meshes->mesh = calloc(count, sizeof *meshes->mesh);
    meshes->workspace = aligned_alloc(ALIGNMENT, aligned(workspace));
    for (size_t k = 0; k < count && meshes->mesh; k++) {
        uint32_t capacity = twc_feature_capacity(features, chunks.x + (int32_t)(k % (size_t)chunks.nx),
                                                 chunks.z + (int32_t)(k / (size_t)chunks.nx));
        meshes->mesh[k].triangle_capacity = meshes->mesh[k].facet_capacity = capacity;
        total += aligned(capacity * sizeof(twc_triangle)) + aligned(capacity * sizeof(twc_facet));
    }
    meshes->memory = aligned_alloc(ALIGNMENT, total);
    if (!meshes->mesh || !meshes->memory || !meshes->workspace) {
        twc_meshes_destroy(meshes);
        return twc_fail(TWC_IO, "not enough memory for the meshes of %d x %d chunks with features", chunks.nx, chunks.nz);
    }
    char *at = meshes->memory;
    for (size_t k = 0; k < count; k++) {
        meshes->mesh[k].triangles = (twc_triangle *)(void *)at;
        at += aligned(meshes->mesh[k].triangle_capacity * sizeof(twc_triangle));
        meshes->mesh[k].facets = (twc_facet *)(void *)at;
        at += aligned(meshes->mesh[k].facet_capacity * sizeof(twc_facet));
    }
    return twc_ok();
}

twc_status twc_feature_meshes_build(const twc_world *world, twc_feature_list features, twc_builder builder,
                                    twc_build_options options, twc_meshes *meshes)
{
    if (builder.fast)
        return twc_fast_feature_build(builder.level, world, features, meshes->chunks, options, meshes->workspace, meshes->mesh);
    return twc_reference_feature_build(world, features, meshes->chunks, options, meshes->workspace, meshes->mesh);
}
