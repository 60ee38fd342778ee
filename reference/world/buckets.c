/* SPDX-License-Identifier: MIT */
/*
 * Buckets of 4 m over the triangles of a chunk, and the highest triangle over a point. Spec world 9; paper section 4.5;
 * twin fast/world/buckets.c; test tests/world/test_world_kernels.c.
 */
#include "common/assertion.h"
#include "kernels/reference_world.h"

#include <string.h>

/* The buckets that a triangle's box meets. */
static twc_rect triangle_cells(const twc_triangle *triangle)
{
    int32_t x0 = triangle->corner[0].x, x1 = x0, z0 = triangle->corner[0].z, z1 = z0;
    for (int k = 1; k < 3; k++) {
        twc_vertex c = triangle->corner[k];
        x0 = c.x < x0 ? c.x : x0;
        x1 = c.x > x1 ? c.x : x1;
        z0 = c.z < z0 ? c.z : z0;
        z1 = c.z > z1 ? c.z : z1;
    }
    int32_t x = twc_floor_div(x0, TWC_BUCKET_CM), z = twc_floor_div(z0, TWC_BUCKET_CM);
    return (twc_rect){x, z, twc_floor_div(x1, TWC_BUCKET_CM) - x + 1, twc_floor_div(z1, TWC_BUCKET_CM) - z + 1};
}

twc_rect twc_buckets_cells(const twc_mesh *mesh)
{
    twc_rect all = {0, 0, 0, 0};
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        twc_rect cells = triangle_cells(&mesh->triangles[t]);
        if (t == 0)
            all = cells;
        int32_t end_x = all.x + all.nx > cells.x + cells.nx ? all.x + all.nx : cells.x + cells.nx;
        int32_t end_z = all.z + all.nz > cells.z + cells.nz ? all.z + all.nz : cells.z + cells.nz;
        all.x = cells.x < all.x ? cells.x : all.x;
        all.z = cells.z < all.z ? cells.z : all.z;
        all.nx = end_x - all.x;
        all.nz = end_z - all.z;
    }
    return all;
}

size_t twc_buckets_items(const twc_mesh *mesh)
{
    size_t items = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        twc_rect cells = triangle_cells(&mesh->triangles[t]);
        items += (size_t)cells.nx * (size_t)cells.nz;
    }
    return items;
}

static size_t bucket_index(const twc_buckets *buckets, int32_t x, int32_t z)
{
    TWC_ASSERT(x >= buckets->cells.x && x < buckets->cells.x + buckets->cells.nx && z >= buckets->cells.z &&
               z < buckets->cells.z + buckets->cells.nz);
    return (size_t)(z - buckets->cells.z) * (size_t)buckets->cells.nx + (size_t)(x - buckets->cells.x);
}

void twc_reference_buckets_build(const twc_mesh *mesh, twc_buckets *buckets)
{
    size_t count = (size_t)buckets->cells.nx * (size_t)buckets->cells.nz;
    memset(buckets->start, 0, (count + 1) * sizeof *buckets->start);
    /*
     * Count into the bucket after, sum up, then fill: each fill moves a start to its bucket's end, which is the next
     * one's start.
     */
    for (int fill = 0; fill < 2; fill++) {
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            twc_rect cells = triangle_cells(&mesh->triangles[t]);
            for (int32_t z = cells.z; z < cells.z + cells.nz; z++) {
                for (int32_t x = cells.x; x < cells.x + cells.nx; x++) {
                    size_t k = bucket_index(buckets, x, z);
                    if (fill)
                        buckets->item[buckets->start[k]++] = t;
                    else
                        buckets->start[k]++;
                }
            }
        }
        uint32_t sum = 0;
        for (size_t k = 0; k <= count && !fill; k++) {
            uint32_t here = buckets->start[k];
            buckets->start[k] = sum;
            sum += here;
        }
    }
    for (size_t k = count; k > 0; k--)
        buckets->start[k] = buckets->start[k - 1];
    buckets->start[0] = 0;
    TWC_ASSERT(buckets->start[count] == twc_buckets_items(mesh));
}

static int64_t find(const twc_mesh *mesh, const twc_buckets *buckets, twc_point point, float *height)
{
    int32_t x = twc_floor_div(point.x, TWC_BUCKET_CM), z = twc_floor_div(point.z, TWC_BUCKET_CM);
    int64_t found = -1;
    *height = 0.0f;
    if (x < buckets->cells.x || x >= buckets->cells.x + buckets->cells.nx || z < buckets->cells.z ||
        z >= buckets->cells.z + buckets->cells.nz)
        return -1;
    size_t k = bucket_index(buckets, x, z);
    for (uint32_t i = buckets->start[k]; i < buckets->start[k + 1]; i++) {
        TWC_ASSERT(buckets->item[i] < mesh->triangle_count &&
                   (i == buckets->start[k] || buckets->item[i - 1] < buckets->item[i]));
        const twc_triangle *triangle = &mesh->triangles[buckets->item[i]];
        if (twc_vertex_area2(triangle->corner[0], triangle->corner[1], triangle->corner[2]) <=
                0 /* walls have no height */
            || !twc_triangle_contains(triangle->corner, point.x, point.z))
            continue;
        float y = twc_plane_height(triangle->corner[0], triangle->corner[1], triangle->corner[2], point.x, point.z);
        if (found >= 0 && y <= *height)
            continue;
        *height = y;
        found = buckets->item[i];
    }
    return found;
}

void twc_reference_buckets_find(const twc_mesh *mesh, const twc_buckets *buckets, size_t n, const twc_point *points,
                                int64_t *triangle, float *height)
{
    for (size_t k = 0; k < n; k++)
        triangle[k] = find(mesh, buckets, points[k], &height[k]);
}
