/* SPDX-License-Identifier: MIT */
#include "twc/fingerprint_tree.h"

#include <stdlib.h>
#include <string.h>

#include "reference/common/assertion.h"

enum { TILE_CHUNKS = TWC_TILE_CHUNKS * TWC_TILE_CHUNKS, MOST_CHILDREN = 4 };

/* The first chunk, the first stage. */
static size_t chunks_at(const twc_tree *tree)
{
    return 2 * tree->leaves;
}

static size_t stages_at(const twc_tree *tree)
{
    return chunks_at(tree) + TILE_CHUNKS * tree->leaves;
}

size_t twc_tree_nodes(const twc_tree *tree)
{
    return stages_at(tree) + (size_t)TWC_STAGE_COUNT * TILE_CHUNKS * tree->leaves;
}

size_t twc_tree_children(const twc_tree *tree, size_t node, size_t *first)
{
    if (node < tree->leaves) {
        *first = 2 * node;
        return 2;
    }
    if (node < chunks_at(tree)) {
        *first = chunks_at(tree) + TILE_CHUNKS * (node - tree->leaves);
        return TILE_CHUNKS;
    }
    if (node < stages_at(tree)) {
        *first = stages_at(tree) + TWC_STAGE_COUNT * (node - chunks_at(tree));
        return TWC_STAGE_COUNT;
    }
    *first = 0;
    return 0;
}

/* ---- life ---- */

static twc_status allocate(twc_rect tiles, twc_tree *tree)
{
    *tree = (twc_tree){tiles, twc_fingerprint_leaves((size_t)tiles.nx * (size_t)tiles.nz), NULL};
    tree->value = calloc(twc_tree_nodes(tree), sizeof *tree->value);
    return tree->value
               ? twc_ok()
               : twc_fail(TWC_IO, "not enough memory for the fingerprints of %d x %d tiles", tiles.nx, tiles.nz);
}

twc_status twc_tree_create(twc_rect tiles, const uint64_t stage[TWC_STAGE_COUNT], twc_tree *tree)
{
    const size_t count = (size_t)tiles.nx * (size_t)tiles.nz;
    twc_status status = allocate(tiles, tree);
    if (status.code)
        return status;
    for (size_t c = 0; c < count * TILE_CHUNKS; c++) {
        memcpy(&tree->value[stages_at(tree) + c * TWC_STAGE_COUNT], stage, TWC_STAGE_COUNT * sizeof *stage);
        tree->value[chunks_at(tree) + c] = twc_chunk_fingerprint(stage);
    }
    for (size_t t = 0; t < count; t++)
        tree->value[tree->leaves + t] = twc_fingerprint_words(&tree->value[chunks_at(tree) + t * TILE_CHUNKS],
                                                              TILE_CHUNKS);
    twc_fingerprint_build(tree->value, tree->leaves);
    return status;
}

twc_status twc_tree_copy(const twc_tree *from, twc_tree *to)
{
    twc_status status = allocate(from->tiles, to);
    if (!status.code)
        memcpy(to->value, from->value, twc_tree_nodes(from) * sizeof *to->value);
    return status;
}

void twc_tree_destroy(twc_tree *tree)
{
    free(tree->value);
    memset(tree, 0, sizeof *tree);
}

/* ---- chunks ---- */

size_t twc_tree_chunk(const twc_tree *tree, twc_point chunk)
{
    const int32_t x = chunk.x - tree->tiles.x * TWC_TILE_CHUNKS, z = chunk.z - tree->tiles.z * TWC_TILE_CHUNKS;
    const size_t tile = (size_t)(z / TWC_TILE_CHUNKS) * (size_t)tree->tiles.nx + (size_t)(x / TWC_TILE_CHUNKS);
    return chunks_at(tree) + tile * TILE_CHUNKS + (size_t)(z % TWC_TILE_CHUNKS * TWC_TILE_CHUNKS + x % TWC_TILE_CHUNKS);
}

void twc_tree_set_chunk(twc_tree *tree, twc_point chunk, const uint64_t stage[TWC_STAGE_COUNT])
{
    const size_t node = twc_tree_chunk(tree, chunk), tile = (node - chunks_at(tree)) / TILE_CHUNKS;
    size_t first;
    twc_tree_children(tree, node, &first);
    memcpy(&tree->value[first], stage, TWC_STAGE_COUNT * sizeof *stage);
    tree->value[node] = twc_chunk_fingerprint(stage);
    twc_fingerprint_update(tree->value, tree->leaves, tile,
                           twc_fingerprint_words(&tree->value[chunks_at(tree) + tile * TILE_CHUNKS], TILE_CHUNKS));
}

/* ---- differences ---- */

twc_status twc_tree_read(void *context, size_t first, size_t n, uint64_t *value)
{
    const twc_tree *tree = context;
    const size_t nodes = twc_tree_nodes(tree);
    if (first < 1 || first > nodes || n > nodes - first)
        return twc_fail(TWC_USAGE, "the tree has nodes 1 to %zu, not %zu and %zu more", nodes - 1, first, n);
    memcpy(value, tree->value + first, n * sizeof *value);
    return twc_ok();
}

/* The place of a stage by its node. */
static twc_tree_difference place_of(const twc_tree *tree, size_t node)
{
    const size_t stage = node - stages_at(tree), chunk = stage / TWC_STAGE_COUNT, tile = chunk / TILE_CHUNKS;
    const int32_t k = (int32_t)(chunk % TILE_CHUNKS);
    const twc_point at = {tree->tiles.x + (int32_t)(tile % (size_t)tree->tiles.nx),
                          tree->tiles.z + (int32_t)(tile / (size_t)tree->tiles.nx)};
    return (twc_tree_difference){
        .found = 1,
        .tile = at,
        .chunk = {at.x * TWC_TILE_CHUNKS + k % TWC_TILE_CHUNKS, at.z * TWC_TILE_CHUNKS + k / TWC_TILE_CHUNKS},
        .stage = (int)(stage % TWC_STAGE_COUNT)};
}

twc_status twc_tree_compare(const twc_tree *tree, twc_tree_reader *other, void *context,
                            twc_tree_difference *difference)
{
    uint64_t value[MOST_CHILDREN];
    size_t node = 1, first, n;
    *difference = (twc_tree_difference){.found = 0};
    twc_status status = other(context, node, 1, value);
    if (status.code || value[0] == tree->value[node])
        return status;
    for (; (n = twc_tree_children(tree, node, &first)) > 0; node = first) {
        TWC_ASSERT(n <= MOST_CHILDREN && first > node);
        const size_t parent = node;
        status = other(context, first, n, value);
        if (status.code)
            return status;
        size_t k = 0;
        while (k < n && value[k] == tree->value[first + k])
            k++;
        if (k == n)
            return twc_fail(TWC_IO, "the other tree's node %zu differs, and none of its children does", parent);
        first += k;
    }
    *difference = place_of(tree, node);
    return twc_ok();
}
