/* SPDX-License-Identifier: MIT */
/*
 * Buckets in compressed rows. Spec world 9; paper section 4.5; twin reference/world/buckets.c; test
 * tests/world/test_world_kernels.c.
 *
 * A box adds four marks to a table of differences instead of one count to every bucket it covers; sums along columns
 * and then along the whole table give the counts, and the fill goes backwards, so that each start ends in place.
 */
#include <string.h>

#include "kernels/fast_world.h"
#include "level.h"

/* A triangle's box in buckets, relative to the first one; the far ends are within it. */
typedef struct box {
    uint32_t x0, z0, x1, z1;
} box;

TWC_INLINE int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

TWC_INLINE int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Relative to the covered buckets no coordinate is negative: plain division by a constant. */
TWC_INLINE uint32_t bucket_of(int32_t cm, int32_t first_cell)
{
    return ((uint32_t)cm - (uint32_t)first_cell * TWC_BUCKET_CM) / TWC_BUCKET_CM;
}

TWC_INLINE box box_of(const twc_triangle *triangle, twc_rect cells)
{
    const twc_vertex *a = &triangle->corner[0], *b = &triangle->corner[1], *c = &triangle->corner[2];
    return (box){bucket_of(least(least(a->x, b->x), c->x), cells.x), bucket_of(least(least(a->z, b->z), c->z), cells.z),
                 bucket_of(most(most(a->x, b->x), c->x), cells.x), bucket_of(most(most(a->z, b->z), c->z), cells.z)};
}

/*
 * Marks where a box's columns begin and end in its first row, and the opposite below its last one (not in the table's
 * end).
 */
TWC_INLINE void mark(box b, twc_rect cells, uint32_t *start)
{
    const size_t width = (size_t)cells.nx, first = b.z0 * width, below = (b.z1 + (size_t)1) * width;
    TWC_ASSERT(b.x0 <= b.x1 && b.x1 < (uint32_t)cells.nx && b.z0 <= b.z1 && b.z1 < (uint32_t)cells.nz);
    start[first + b.x0]++;
    start[first + b.x1 + 1]--;
    if (b.z1 + 1 < (uint32_t)cells.nz) {
        start[below + b.x0]--;
        start[below + b.x1 + 1]++;
    }
}

/*
 * From differences to the end of each bucket. A box that reaches the last column ends in the next row's first bucket,
 * where it must.
 */
static void sum_up(twc_rect cells, uint32_t *start)
{
    const size_t width = (size_t)cells.nx, count = width * (size_t)cells.nz;
    uint32_t here = 0, end = 0;
    for (size_t k = width; k < count; k += width)
        for (size_t x = k; x < k + width; x++)
            start[x] += start[x - width];
    for (size_t k = 0; k < count; k++) {
        here += start[k];
        end += here;
        start[k] = end;
    }
    TWC_ASSERT(width > 0 || count == 0);
    start[count] = end;
}

void TWC_NAME(buckets_build)(const twc_mesh *mesh, twc_buckets *buckets)
{
    const twc_rect cells = buckets->cells;
    const size_t width = (size_t)cells.nx;
    uint32_t *start = buckets->start, *item = buckets->item;
    memset(start, 0, (width * (size_t)cells.nz + 1) * sizeof *start);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        mark(box_of(&mesh->triangles[t], cells), cells, start);
    sum_up(cells, start);
    for (uint32_t t = mesh->triangle_count; t-- > 0;) {
        const box b = box_of(&mesh->triangles[t], cells);
        for (size_t z = b.z0; z <= b.z1; z++)
            for (size_t k = z * width + b.x0; k <= z * width + b.x1; k++)
                item[--start[k]] = t;
    }
}

/* ---- find ---- */

enum { BATCH = 64 };
#define NOWHERE UINT32_MAX

/* Twice the signed area of an edge and a point, as twc_area2, but of differences from the point: the same integer. */
/*@ requires -(1LL << 31) < ax < 1LL << 31 && -(1LL << 31) < az < 1LL << 31 && -(1LL << 31) < bx < 1LL << 31
      && -(1LL << 31) < bz < 1LL << 31;
    assigns \nothing;
    ensures \result == cross(bx, bz, ax, az); */
TWC_INLINE int64_t area2(int64_t ax, int64_t az, int64_t bx, int64_t bz)
{
    return az * bx - ax * bz;
}

/*
 * Whether a triangle that looks up contains the point: no edge's area is negative, and not all are 0, for their sum is
 * the triangle's area. Both are the sign of one number. Then *height is twc_plane_height.
 */
TWC_INLINE int height_over(const twc_triangle *triangle, twc_point p, float *height)
{
    const twc_vertex *a = &triangle->corner[0], *b = &triangle->corner[1], *c = &triangle->corner[2];
    const int64_t ax = a->x - p.x, az = a->z - p.z, bx = b->x - p.x, bz = b->z - p.z, cx = c->x - p.x, cz = c->z - p.z;
    const int64_t ab = area2(ax, az, bx, bz), bc = area2(bx, bz, cx, cz), ca = area2(cx, cz, ax, az);
    if ((ab | bc | ca) <= 0)
        return 0;
    const double ya = (double)a->y, wb = (double)ca, wc = (double)ab;
    const double rise = (wb * ((double)b->y - ya) + wc * ((double)c->y - ya)) / (double)(ab + bc + ca);
    *height = (float)(ya + rise);
    return 1;
}

/* The highest triangle of one bucket over a point, or -1. */
static int64_t highest_over(const twc_mesh *mesh, const twc_buckets *buckets, uint32_t bucket, twc_point p,
                            float *height)
{
    int64_t found = -1;
    float highest = 0.0f;
    if (bucket != NOWHERE) {
        const uint32_t *start = &buckets->start[bucket];
        for (uint32_t i = start[0]; i < start[1]; i++) {
            float y;
            TWC_ASSERT(buckets->item[i] < mesh->triangle_count);
            if (height_over(&mesh->triangles[buckets->item[i]], p, &y) && (found < 0 || y > highest)) {
                highest = y;
                found = buckets->item[i];
            }
        }
    }
    *height = highest;
    return found;
}

/* The bucket of each point; NOWHERE where none is. A point below the first one wraps to beyond the last. */
static void find_buckets(twc_rect cells, uint32_t n, const twc_point *points, uint32_t *bucket)
{
    const uint32_t x0 = (uint32_t)cells.x * TWC_BUCKET_CM, z0 = (uint32_t)cells.z * TWC_BUCKET_CM;
    const uint32_t nx = (uint32_t)cells.nx, nz = (uint32_t)cells.nz;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t x = ((uint32_t)points[k].x - x0) / TWC_BUCKET_CM,
                       z = ((uint32_t)points[k].z - z0) / TWC_BUCKET_CM;
        const uint32_t inside = (uint32_t)(x < nx) & (uint32_t)(z < nz);
        bucket[k] = (z * nx + x) | (inside - 1);
    }
}

void TWC_NAME(buckets_find)(const twc_mesh *mesh, const twc_buckets *buckets, size_t n, const twc_point *points,
                            int64_t *triangle, float *height)
{
    uint32_t bucket[BATCH];
    for (size_t first = 0; first < n; first += BATCH) {
        const uint32_t count = n - first < BATCH ? (uint32_t)(n - first) : BATCH;
        find_buckets(buckets->cells, count, points + first, bucket);
        for (uint32_t k = 0; k < count; k++)
            triangle[first + k] = highest_over(mesh, buckets, bucket[k], points[first + k], &height[first + k]);
    }
}
