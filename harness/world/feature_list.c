/* SPDX-License-Identifier: MIT */
#include "twc/feature_list.h"

#include <stdlib.h>
#include <string.h>

/* The station and tree arrays of a record, in one block that starts with the stations. */
static size_t record_size(int32_t stations, size_t *tree_offset)
{
    *tree_offset = (size_t)stations * sizeof(twc_station);
    return *tree_offset + (size_t)twc_corridor_tree_size(stations) * sizeof(twc_box);
}

static void *record_memory(int32_t stations, size_t *tree_offset)
{
    return malloc(record_size(stations, tree_offset));
}

/*
 * Refuses an id whose low half, which is what facets carry, another feature has. The feature that `placed` is to
 * replace does not count; an id that is taken does.
 */
static twc_status check_against(const twc_feature *placed, int replaces, const twc_features *features)
{
    for (size_t f = 0; f < features->list.count; f++) {
        const twc_feature *other = &features->feature[f];
        if (other->id == placed->id && replaces)
            continue;
        if (other->id == placed->id)
            return twc_fail(TWC_USAGE, "there is a feature %llu already: remove it first, or take another id",
                            (unsigned long long)placed->id);
        if ((uint32_t)other->id == (uint32_t)placed->id)
            return twc_fail(
                TWC_USAGE,
                "the ids %llu and %llu of two features differ by a multiple of 2^32, and their facets could not "
                "be told apart: take another id",
                (unsigned long long)placed->id, (unsigned long long)other->id);
    }
    return twc_ok();
}

twc_status twc_features_reserve(twc_features *features)
{
    size_t room = features->list.count + 1;
    twc_feature *grown = realloc(features->feature, room * sizeof *grown);
    if (grown)
        features->list.feature = features->feature = grown;
    void **blocks = grown ? realloc(features->memory, room * sizeof *blocks) : NULL;
    if (!blocks)
        return twc_fail(TWC_IO, "no memory for %zu features", room);
    features->memory = blocks;
    return twc_ok();
}

static size_t index_of(const twc_features *features, uint64_t id)
{
    size_t k = 0;
    while (k < features->list.count && features->feature[k].id != id)
        k++;
    return k;
}

const twc_feature *twc_features_find(const twc_features *features, uint64_t id)
{
    size_t k = index_of(features, id);
    return k < features->list.count ? &features->feature[k] : NULL;
}

void twc_features_remove(twc_features *features, uint64_t id)
{
    size_t k = index_of(features, id);
    if (k == features->list.count)
        return;
    free(features->memory[k]);
    features->list.count--;
    memmove(&features->feature[k], &features->feature[k + 1], (features->list.count - k) * sizeof *features->feature);
    memmove(&features->memory[k], &features->memory[k + 1], (features->list.count - k) * sizeof *features->memory);
}

void twc_features_put(twc_features *features, const twc_feature *feature, void *memory)
{
    twc_features_remove(features, feature->id);
    size_t at = features->list.count++;
    for (; at > 0; at--) {
        const twc_feature *before = &features->feature[at - 1];
        if (before->priority < feature->priority || (before->priority == feature->priority && before->id < feature->id))
            break;
        features->feature[at] = features->feature[at - 1];
        features->memory[at] = features->memory[at - 1];
    }
    features->feature[at] = *feature;
    features->memory[at] = memory;
}

twc_status twc_features_make(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                             const twc_corridor *corridor, twc_feature *feature, void **memory)
{
    int32_t stations = 0;
    size_t tree_offset;
    *memory = NULL;
    twc_status status = twc_corridor_station_count(corridor, &stations);
    if (status.code)
        return status;
    char *block = record_memory(stations, &tree_offset);
    void *workspace = malloc(twc_reference_place_workspace());
    if (!block || !workspace)
        status = twc_fail(TWC_IO, "no memory for a corridor of %d stations", stations);
    else
        status = twc_corridor_place(kernels, world, fine_only, corridor,
                                    (twc_placement_memory){workspace, (void *)block, (void *)(block + tree_offset)},
                                    feature);
    free(workspace);
    if (status.code)
        free(block);
    else
        *memory = block;
    return status;
}

twc_status twc_features_moved(const twc_ground_table *kernels, const twc_world *world, int fine_only,
                              const twc_feature *feature, twc_point by, twc_feature *moved, void **memory)
{
    size_t tree_offset;
    twc_status status = twc_ok();
    *memory = NULL;
    char *block = record_memory(feature->station_count, &tree_offset);
    void *workspace = malloc(twc_reference_place_workspace());
    if (!block || !workspace)
        status = twc_fail(TWC_IO, "no memory for a corridor of %d stations", feature->station_count);
    else
        status = twc_corridor_move(kernels, world, fine_only, feature, by,
                                   (twc_placement_memory){workspace, (void *)block, (void *)(block + tree_offset)},
                                   moved);
    free(workspace);
    if (status.code)
        free(block);
    else
        *memory = block;
    return status;
}

twc_status twc_features_place(const twc_world *world, int fine_only, const twc_corridor *corridor,
                              twc_features *features)
{
    twc_feature placed;
    void *memory;
    twc_status status = twc_features_make(twc_reference_ground(), world, fine_only, corridor, &placed, &memory);
    if (status.code)
        return status;
    status = check_against(&placed, 0, features);
    if (!status.code)
        status = twc_features_reserve(features);
    if (status.code)
        free(memory);
    else
        twc_features_put(features, &placed, memory);
    return status;
}

twc_status twc_features_read(const int32_t *words, size_t n, twc_rect extent, const twc_features *others,
                             twc_feature *feature, void **memory)
{
    int32_t stations;
    size_t tree_offset;
    *memory = NULL;
    twc_status status = twc_record_stations(words, n, &stations);
    if (status.code)
        return status;
    char *block = record_memory(stations, &tree_offset);
    int32_t *near_cells = malloc(TWC_RECORD_NEAR * sizeof *near_cells);
    if (!block || !near_cells)
        status = twc_fail(TWC_IO, "no memory for a feature of %d stations", stations);
    else
        status = twc_record_read(words, n, extent, (twc_station *)(void *)block,
                                 (twc_box *)(void *)(block + tree_offset), near_cells, feature);
    if (!status.code)
        status = check_against(feature, 1, others);
    free(near_cells);
    if (status.code)
        free(block);
    else
        *memory = block;
    return status;
}

twc_status twc_features_copy(const twc_features *from, twc_features *to)
{
    twc_status status = twc_ok();
    memset(to, 0, sizeof *to);
    for (size_t f = 0; !status.code && f < from->list.count; f++) {
        twc_feature feature = from->feature[f];
        size_t tree_offset, size = record_size(feature.station_count, &tree_offset);
        char *block = malloc(size);
        status = block ? twc_features_reserve(to)
                       : twc_fail(TWC_IO, "no memory to copy %zu features", from->list.count);
        if (status.code) {
            free(block);
            break;
        }
        memcpy(block, from->memory[f], size);
        feature.stations = (const twc_station *)(const void *)block;
        feature.tree = (const twc_box *)(const void *)(block + tree_offset);
        twc_features_put(to, &feature, block);
    }
    if (status.code)
        twc_features_destroy(to);
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

int twc_features_equal(const twc_features *a, const twc_features *b)
{
    int equal = a->list.count == b->list.count;
    for (size_t k = 0; equal && k < a->list.count; k++) {
        const size_t n = twc_record_words(&a->feature[k]);
        int32_t *one = malloc(2 * n * sizeof *one);
        equal = one && twc_record_words(&b->feature[k]) == n; /* without memory they are not known to be */
        if (equal) {
            twc_record_write(&a->feature[k], one);
            twc_record_write(&b->feature[k], one + n);
            equal = memcmp(one, one + n, n * sizeof *one) == 0;
        }
        free(one);
    }
    return equal;
}
