/* SPDX-License-Identifier: MIT */
/*
 * The ground query of a built chunk (docs/spec/world.md 9): a grid of 4 m buckets over its final triangles, ground and
 * features alike. Drawn mesh, collider and query are the same triangles. Where several triangles contain a point (an
 * edge, a wall), the highest wins.
 */
#ifndef TWC_BUCKETS_H
#define TWC_BUCKETS_H

#include <stddef.h>

#include "twc/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TWC_BUCKET_CM = 400 };

/*
 * Bucket (x, z) holds the triangles whose box meets [400 x, 400 x + 400) cm by the same in z: item[start[k]] ..
 * item[start[k + 1] - 1], ascending, k = (z - cells.z) * cells.nx + (x - cells.x).
 */
typedef struct twc_buckets {
    twc_rect cells;
    uint32_t *start; /* cells.nx * cells.nz + 1 */
    uint32_t *item;
} twc_buckets;

/*
 * The buckets that a mesh covers, and how many items they hold: what the caller brings memory for. No triangles: no
 * cells.
 */
twc_rect twc_buckets_cells(const twc_mesh *mesh);
size_t twc_buckets_items(const twc_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
