/* SPDX-License-Identifier: MIT */
/*
 * The fingerprint of a world as a tree that a peer can descend: world, tile, chunk, stage. Two peers that exchange a
 * few values at a time find where they first differ, with questions whose number grows with the logarithm of the world.
 *
 * With L leaves (the tiles by row, padded to a power of two) the nodes are numbered
 *   1 ..          the binary tree over the tiles (twc/fingerprint.h): 1 is the world, L + t tile t; n has children 2n
 * and 2n + 1 2L + 4t + k   chunk k of tile t, by row 6L + 3c + s   stage s of chunk c = 4t + k and the value of every
 * node but a stage is the hash of its children's values, in order. The padding is zeros.
 */
#ifndef TWC_FINGERPRINT_TREE_H
#define TWC_FINGERPRINT_TREE_H

#include "twc/fingerprint.h"
#include "twc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_tree {
    twc_rect tiles;
    size_t leaves;
    uint64_t *value; /* of twc_tree_nodes nodes, owned; 0 is no node */
} twc_tree;

/* A tree in which every chunk has the same stages. On failure there is nothing to destroy. */
twc_status twc_tree_create(twc_rect tiles, const uint64_t stage[TWC_STAGE_COUNT], twc_tree *tree);
twc_status twc_tree_copy(const twc_tree *from, twc_tree *to);
void twc_tree_destroy(twc_tree *tree);

/* One more than the last node. */
size_t twc_tree_nodes(const twc_tree *tree);

/* The node of a chunk, by its chunk coordinates. Within the extent. */
size_t twc_tree_chunk(const twc_tree *tree, twc_point chunk);

/* How many children a node has (2, 4, 3 or, for a stage, 0), and the first; the others follow it. */
size_t twc_tree_children(const twc_tree *tree, size_t node, size_t *first);

/* Gives a chunk other stages; the path above it follows. */
void twc_tree_set_chunk(twc_tree *tree, twc_point chunk, const uint64_t stage[TWC_STAGE_COUNT]);

/* ---- differences ---- */

/* Brings the values of n nodes of some tree: asks a peer, say. */
typedef twc_status twc_tree_reader(void *context, size_t first, size_t n, uint64_t *value);

/* The reader of a tree at hand; also what answers a peer. Refuses nodes that there are not. */
twc_status twc_tree_read(void *tree, size_t first, size_t n, uint64_t *value);

typedef struct twc_tree_difference {
    int found; /* 0: the trees are equal */
    twc_point tile, chunk;
    int stage; /* TWC_STAGE_... */
} twc_tree_difference;

/*
 * Where a tree and another one of the same tiles first differ, in the order of their nodes: the tile, in it the chunk,
 * in it the stage. Fails when the reader does, or when the other tree's values contradict each other.
 */
twc_status twc_tree_compare(const twc_tree *tree, twc_tree_reader *other, void *context,
                            twc_tree_difference *difference);

#ifdef __cplusplus
}
#endif
#endif
