/* SPDX-License-Identifier: MIT */
/* What the files of the fast detail stage say to each other, at one level of instructions. */
#ifndef TWC_FAST_DETAIL_H
#define TWC_FAST_DETAIL_H

#include <string.h>

#include "common/hash.h"
#include "kernels/fast_detail.h"
#include "kernels/fast_ground.h"
#include "level.h"

enum { TWC_RIM_POINTS = 6 };

/*
 * rim.c: the best triangulation of a polygon of 5 or 6 points, count - 2 triangles of three indices each, in the
 * contract's order.
 */
const uint8_t *TWC_NAME(rim_triangles)(int count, const twc_vertex *point);

/* A triangle of a facet of its own; both lists have room. The facet's normal and centroid wait for `finish_facets`. */
TWC_INLINE void twc_put_face(twc_mesh *mesh, const twc_vertex *a, const twc_vertex *b, const twc_vertex *c, uint64_t id)
{
    TWC_ASSERT(mesh->facet_count < mesh->facet_capacity && mesh->triangle_count < mesh->triangle_capacity);
    twc_facet *facet = &mesh->facets[mesh->facet_count];
    twc_triangle *triangle = &mesh->triangles[mesh->triangle_count++];
    facet->corner[0] = triangle->corner[0] = *a;
    facet->corner[1] = triangle->corner[1] = *b;
    facet->corner[2] = triangle->corner[2] = *c;
    facet->id = id;
    triangle->facet = mesh->facet_count++;
}

/* facets.c: normals and centroids of all facets. */
void TWC_NAME(finish_facets)(twc_mesh *mesh);

/* broad.c: Broad cell (x, z), `cells` cells of the chunk's level wide. */
void TWC_NAME(detail_broad)(const twc_detail_patch *patch, int32_t cells, int32_t x, int32_t z, twc_mesh *mesh);

/* Cell (x, z) of the patch's classes; 1 where it is Broad. */
TWC_INLINE int twc_patch_broad(const twc_detail_patch *patch, int32_t x, int32_t z)
{
    const twc_rect macros = patch->macros;
    return patch->classes[(ptrdiff_t)(z - macros.z) * macros.nx + (x - macros.x)] == TWC_BROAD;
}

/* Floor of the mean, for coordinates less than 2^24 cm apart. */
TWC_INLINE int32_t twc_near_mean3(int32_t a, int32_t b, int32_t c)
{
    return a + (int32_t)((uint32_t)((b - a) + (c - a) + 3 * (1 << 24)) / 3u) - (1 << 24);
}

#endif
