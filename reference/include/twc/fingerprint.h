/* SPDX-License-Identifier: MIT */
/*
 * Fingerprints (docs/spec/world.md 8): one 64-bit hash over canonical little-endian words, equal on every machine, and
 * the tree that names where two worlds differ: world, tile, chunk, stage.
 *
 * A hash takes 64-bit words in order. Word k goes to lane k mod 4: lane = (lane ^ word) * 0x9FB21C651E98DF25, then
 * lane ^= lane >> 29. At the end the lanes, in order, and the number of words are folded into one value by the same
 * step and MurmurHash3's 64-bit finaliser. It guards against faults and accidents, not against an adversary.
 */
#ifndef TWC_FINGERPRINT_H
#define TWC_FINGERPRINT_H

#include <stddef.h>

#include "twc/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_fingerprint {
    uint64_t lane[4];
    uint64_t words; /* taken so far */
} twc_fingerprint;

void twc_fingerprint_begin(twc_fingerprint *fingerprint);
void twc_fingerprint_add(twc_fingerprint *fingerprint, uint64_t word);
uint64_t twc_fingerprint_end(const twc_fingerprint *fingerprint);

/* The hash of n words. */
uint64_t twc_fingerprint_words(const uint64_t *words, size_t n);

/*
 * The hash of a mesh: the counts of triangles and facets as one word (triangles low), then each triangle and each facet
 * as its 32-bit fields in the order they are declared, two to a word, the earlier one low (binary32 as its bits; a
 * facet's id last).
 */
uint64_t twc_mesh_fingerprint(const twc_mesh *mesh);

/* ---- the tree of a world ---- */

enum { TWC_STAGE_GROUND, TWC_STAGE_FEATURES, TWC_STAGE_SURFACE, TWC_STAGE_COUNT };

/* A chunk: the hash of its stages' hashes. A tile: of its four chunks, by row. */
uint64_t twc_chunk_fingerprint(const uint64_t stage[TWC_STAGE_COUNT]);

/*
 * The world: the root of a binary tree over its tiles by row, padded with zeros to a power of two; every inner node is
 * the hash of its two children. `node` has 2 * twc_fingerprint_leaves(tiles) entries, node[1] is the root, node[leaves
 * + k] tile k. Changing one tile costs one path: twc_fingerprint_update; a whole tree is made by updating from every
 * leaf's parent up.
 */
size_t twc_fingerprint_leaves(size_t tiles);
void twc_fingerprint_build(uint64_t *node, size_t leaves);
void twc_fingerprint_update(uint64_t *node, size_t leaves, size_t tile, uint64_t value);

#ifdef __cplusplus
}
#endif
#endif
