/* SPDX-License-Identifier: MIT */
/*
 * Which chunk of which level stands where (docs/spec/detail.md 9): errors of chunks against their children, a choice by
 * them and the eye, and its balance, all in integers. So a choice has a fingerprint and can be replayed.
 */
#ifndef TWC_VIEW_H
#define TWC_VIEW_H

#include "twc/pyramid.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a choice asks of a chunk. Both bound those of its children. */
typedef struct twc_detail_node {
    uint32_t error;    /* millimetres between the chunk and the finest level; 0 at level 0 */
    int32_t low, high; /* heights of the chunk and all finer ones, centimetres */
} twc_detail_node;

/* Squares of each level that meet a world's extent; those that lie within it are chunks. */
typedef struct twc_detail_tree {
    int32_t levels;
    twc_rect rect[TWC_DETAIL_LEVELS + 1];
    twc_rect chunks; /* of the extent, level 0 */
    twc_detail_node *node[TWC_DETAIL_LEVELS + 1];
} twc_detail_tree;

/* The squares of a world, without nodes; the bytes of their nodes, and a tree laid out over as many. */
twc_detail_tree twc_detail_squares(const twc_world *world);
size_t twc_detail_tree_bytes(const twc_world *world);
void twc_detail_tree_place(const twc_world *world, void *memory, twc_detail_tree *tree);

/* Whether square (x, z) of a level is a chunk. */
int twc_detail_is_chunk(const twc_detail_tree *tree, int32_t level, int32_t x, int32_t z);

/*
 * Makes the nodes that an edit reaches anew (NULL: all). A chunk's error is that against its four children, which take
 * its chains on their outer sides, or the largest of theirs when that is more. Fails when the chunks' builds fail.
 * `workspace` has twc_detail_tree_workspace() bytes, 64-byte aligned.
 */
size_t twc_detail_tree_workspace(void);
twc_status twc_detail_tree_update(const twc_detail_kernels *kernels, const twc_world *world, const twc_pyramid *pyramid,
                                  const twc_detail_reach *reach, void *workspace, twc_detail_tree *tree);

/* ---- a view ---- */

/* Which squares are divided, by level and place in their rectangle; those that are no chunk always are. */
typedef struct twc_detail_view {
    int32_t levels;
    twc_rect rect[TWC_DETAIL_LEVELS + 1];
    twc_rect chunks;
    uint8_t *divided[TWC_DETAIL_LEVELS + 1]; /* from level 1 on */
} twc_detail_view;

typedef struct twc_eye {
    int32_t x, y, z;    /* centimetres; y is up */
    uint32_t pixels;    /* that a metre covers at a distance of a metre; below 2^14 */
    uint32_t tolerance; /* sixteenths of a pixel; below 2^16 */
} twc_eye;

size_t twc_detail_view_bytes(const twc_world *world);
/* As coarse as the world allows. */
void twc_detail_view_place(const twc_world *world, void *memory, twc_detail_view *view);
void twc_detail_view_clear(twc_detail_view *view);
/* Divides a chunk and all that hold it; of level 0 nothing is divided. */
void twc_detail_view_divide(twc_detail_view *view, int32_t level, int32_t x, int32_t z);

/*
 * Divides every chunk whose error may show as more than the tolerance: where (16 K e)^2 > (10 t)^2 d^2, with e the
 * error in millimetres and d the distance in centimetres from the eye to the chunk's box, compared exactly. The box
 * reaches max(2432, 304 x 2^level) cm beyond the chunk's square. From the coarsest level down, by row.
 */
void twc_detail_view_choose(const twc_detail_tree *tree, twc_eye eye, twc_detail_view *view);

/* Divides what must be so that chunks that share part of a side differ by at most a level. From level 1 up, by row. */
void twc_detail_view_balance(twc_detail_view *view);

/*
 * The chunks of a balanced view, with their coarser sides: from the coarsest level down, by row. Returns how many, and
 * writes at most `room` of them.
 */
size_t twc_detail_view_chunks(const twc_detail_view *view, size_t room, twc_detail_chunk *out);

/* The hash of a view's chunks: their number, then of each level and coarser sides (low), x and z. */
uint64_t twc_detail_view_fingerprint(size_t count, const twc_detail_chunk *chunks);

#ifdef __cplusplus
}
#endif
#endif
