/* SPDX-License-Identifier: MIT */
/*
 * The kernels of the world stage (docs/spec/world.md) as one table: a stroke of a brush, the hashes of a chunk, and the
 * buckets of its ground query. What they work on is described in facts.h, fingerprint.h and buckets.h. No array may
 * overlap another.
 */
#ifndef TWC_WORLD_KERNELS_H
#define TWC_WORLD_KERNELS_H

#include "twc/buckets.h"
#include "twc/facts.h"
#include "twc/fingerprint.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_world_table {
    /*
     * New samples of `rect` (out: rect.nz * rect.nx) from those of `rect` grown by one on each side (around). All
     * integer: with d the distance of a sample from the centre and r the radius, w = (256 (r^2 - d^2) / r^2,
     * floored)^2, 0 outside; a change is floor((strength w + 2^15) / 2^16) for raise (less for lower; for noise,
     * strength is jittered by hash(x, z, salt)), floor((target - s) strength w / 2^24 + 1/2) for flatten, and for
     * smooth with the rounded mean of the 3 x 3 samples as target. Results are clamped to 0..65535. Where mask is not
     * NULL and mask[k] != 0 a sample stays as it is (it lies inside a footprint).
     */
    void (*brush_apply)(const twc_brush *brush, twc_rect rect, const uint16_t *around, const uint8_t *mask,
                        uint16_t *out);

    /*
     * The hash of bytes as little-endian words, the last one filled up with zeros, after a word that holds their
     * number.
     */
    uint64_t (*fingerprint_bytes)(const uint8_t *bytes, size_t n);

    /*
     * The hashes of a mesh's ground (stage[TWC_STAGE_GROUND]) and of the faces of its features
     * (stage[TWC_STAGE_FEATURES]): as twc_mesh_fingerprint, each over the triangles and the facets of its kind only,
     * the first word being their counts. The other entries of `stage` stay as they are.
     */
    void (*mesh_stages)(const twc_mesh *mesh, uint64_t stage[TWC_STAGE_COUNT]);

    /* Fills buckets->start and ->item; ->cells is as twc_buckets_cells gives it. */
    void (*buckets_build)(const twc_mesh *mesh, twc_buckets *buckets);

    /*
     * For each point the highest triangle over it, vertical ones apart, among equals the first: its index, and in
     * `height` twc_plane_height there. -1 and 0 when no triangle of this mesh contains the point. Triangles that
     * contain it may belong to neighbouring chunks: ask all whose cells hold it.
     */
    void (*buckets_find)(const twc_mesh *mesh, const twc_buckets *buckets, size_t n, const twc_point *points,
                         int64_t *triangle, float *height);
} twc_world_table;

const twc_world_table *twc_reference_world(void);

#ifdef __cplusplus
}
#endif
#endif
