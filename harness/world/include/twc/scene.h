/* SPDX-License-Identifier: MIT */
/*
 * The built chunks of a world, as readers see them (docs/spec/world.md 5.3): immutable meshes, replaced a group at a
 * time. A reader that asks for several chunks gets them all from one moment, before or after a group, never from the
 * middle of one. Any threads may read while one swaps; in a build without OpenMP there are no locks, and a scene
 * belongs to one thread.
 */
#ifndef TWC_SCENE_H
#define TWC_SCENE_H

#include "twc/chunk.h"
#include "twc/fingerprint_tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A built chunk. Written by its builder, then read-only; goes back to the scene's pool with its last reference. */
typedef struct twc_built {
    twc_mesh mesh;
    twc_chunk_surface surface;       /* NULLs when chunks have no surfaces */
    uint64_t stage[TWC_STAGE_COUNT]; /* fingerprints */
} twc_built;

typedef struct twc_scene twc_scene;

/*
 * A scene of `chunks`, all empty (their mesh has no triangles). tiles: the extent in tiles, for the fingerprint tree.
 * builder: who makes the buckets and answers from them.
 */
twc_status twc_scene_create(twc_rect tiles, twc_builder builder, twc_scene **scene);
void twc_scene_destroy(twc_scene *scene);

twc_rect twc_scene_chunks(const twc_scene *scene);

/*
 * A chunk to build into, with one reference and room for `capacity` triangles and as many facets, and for their
 * surfaces if wanted; NULL when memory is out.
 */
twc_built *twc_scene_take(twc_scene *scene, uint32_t capacity, int surfaces);
void twc_scene_release(twc_scene *scene, twc_built *built);

/*
 * Puts built[k] in place of chunk at[k], for all k at once, and updates the fingerprint tree. Takes over the
 * references.
 */
void twc_scene_swap(twc_scene *scene, size_t n, const twc_point *at, twc_built *const *built);

/*
 * Puts the empty chunk in place of chunk at[k], for all k at once, to give its memory back to the pool. The
 * fingerprints stay, so the world's stays what it is.
 */
void twc_scene_drop(twc_scene *scene, size_t n, const twc_point *at);

/* The chunks at[k] of one moment; each is to be released. Chunk coordinates must lie within the scene. */
void twc_scene_acquire(twc_scene *scene, size_t n, const twc_point *at, twc_built **built);

/*
 * The height of the drawn surface at a point: the highest of all triangles over it, whichever chunk they belong to.
 * *found is 0 where there is none. Fails on memory.
 */
twc_status twc_scene_height(twc_scene *scene, twc_point point, float *height, int *found);

/* The world's fingerprint at the present moment. */
uint64_t twc_scene_fingerprint(twc_scene *scene);

/* The whole tree of fingerprints at the present moment, to be destroyed: what answers a peer, chunk by chunk. */
twc_status twc_scene_tree(twc_scene *scene, twc_tree *tree);

/* Where two scenes of equal extent first differ. */
twc_status twc_scene_compare(twc_scene *a, twc_scene *b, twc_tree_difference *difference);

#ifdef __cplusplus
}
#endif
#endif
