/* SPDX-License-Identifier: MIT */
/* How a chunk's triangles and facets are put into its mesh: what the files that emit them (fine.c, chunk.c) share. */
#ifndef TWC_FAST_EMIT_H
#define TWC_FAST_EMIT_H

#include "ground/ground.h"

/* ---- what a chunk owns, and where it is put ---- */

/* Bounds of the owned centroids, in plan from the block's first corner, low <= c < high; open where the extent ends. */
typedef struct twc_owned {
    int32_t low_x, high_x, low_z, high_z;
} twc_owned;

typedef struct twc_output {
    twc_triangle *triangles;
    twc_facet *facets;
    uint32_t triangle_count, facet_count;
} twc_output;

TWC_INLINE int twc_owns(const twc_owned *own, int32_t x, int32_t z)
{
    return (x >= own->low_x) & (x < own->high_x) & (z >= own->low_z) & (z < own->high_z);
}

/* Three corners of 12 bytes from vertices of 16: each copy's last 4 bytes are overwritten by what is written next. */
TWC_INLINE void twc_put_corners(char *at, const twc_wide_vertex *a, const twc_wide_vertex *b, const twc_wide_vertex *c)
{
    memcpy(at, a, 16);
    memcpy(at + 12, b, 16);
    memcpy(at + 24, c, 16);
}

TWC_INLINE void twc_put_triangle(twc_output *out, const twc_wide_vertex *a, const twc_wide_vertex *b,
                                 const twc_wide_vertex *c, uint32_t facet)
{
    TWC_ASSERT(facet <= out->facet_count);
    twc_triangle *triangle = &out->triangles[out->triangle_count++];
    twc_put_corners((char *)triangle, a, b, c);
    triangle->facet = facet;
}

_Static_assert(sizeof(twc_triangle) == 40 && offsetof(twc_triangle, facet) == 36, "put_triangle writes 16 bytes at 24");
_Static_assert(offsetof(twc_facet, normal) == 36, "put_facet writes 16 bytes at 24");

/* ---- normals and centroids ---- */

/* From one corner of a triangle to another: centimetres in plan, metres up. */
typedef struct twc_side {
    int32_t x_cm;
    double y;
    int32_t z_cm;
} twc_side;

/* twc_triangle_normal on sides already subtracted: e = b - a, f = c - a. */
TWC_INLINE void twc_normal_of(twc_side e, twc_side f, float *nx, float *ny, float *nz)
{
    const double ex = (double)e.x_cm * 0.01, ez = (double)e.z_cm * 0.01, fx = (double)f.x_cm * 0.01,
                 fz = (double)f.z_cm * 0.01;
    const double x = e.y * fz - ez * f.y;
    const double y = ez * fx - ex * fz;
    const double z = ex * f.y - e.y * fx;
    const double length = sqrt(x * x + y * y + z * z);
    *nx = (float)(x / length);
    *ny = (float)(y / length);
    *nz = (float)(z / length);
}

/* Floor of the mean of coordinates from the block's first corner, which are above -2^15 cm. */
TWC_INLINE int32_t twc_local_mean3(int32_t a, int32_t b, int32_t c)
{
    return (int32_t)((uint32_t)(a + b + c + 3 * 32768) / 3u) - 32768;
}

TWC_INLINE void twc_centroid_of(const twc_block *block, const twc_wide_vertex *const corner[3], int32_t *x, int32_t *z)
{
    const int32_t origin_x = block->macros.x * TWC_MACRO_CM, origin_z = block->macros.z * TWC_MACRO_CM;
    *x = twc_local_mean3(corner[0]->x - origin_x, corner[1]->x - origin_x, corner[2]->x - origin_x);
    *z = twc_local_mean3(corner[0]->z - origin_z, corner[1]->z - origin_z, corner[2]->z - origin_z);
}

TWC_INLINE uint32_t twc_put_facet(const twc_block *block, twc_output *out, const twc_wide_vertex *const corner[3],
                                  int32_t centroid_x, int32_t centroid_z, uint64_t id)
{
    twc_facet *facet = &out->facets[out->facet_count];
    const twc_wide_vertex *a = corner[0], *b = corner[1], *c = corner[2];
    twc_put_corners((char *)facet, a, b, c);
    const twc_side e = {b->x - a->x, (double)b->y - (double)a->y, b->z - a->z};
    const twc_side f = {c->x - a->x, (double)c->y - (double)a->y, c->z - a->z};
    twc_normal_of(e, f, &facet->normal[0], &facet->normal[1], &facet->normal[2]);
    facet->centroid_x = centroid_x + block->macros.x * TWC_MACRO_CM;
    facet->centroid_z = centroid_z + block->macros.z * TWC_MACRO_CM;
    facet->id = id;
    return out->facet_count++;
}

/* ---- Fine macro cells (fine.c); (mx, mz) counts from the block's first macro cell ---- */

/* One of the chunk's own. `inside`: the chunk owns all of it. */
void TWC_NAME(fine_macro)(const twc_block *block, const twc_owned *own, int inside, int32_t mx, int32_t mz,
                          twc_output *out);

/* One beside the chunk, whose first macro cell is (first_x, first_z). */
void TWC_NAME(ring_macro)(const twc_block *block, const twc_owned *own, int32_t first_x, int32_t first_z, int32_t mx,
                          int32_t mz, twc_output *out);

#endif
