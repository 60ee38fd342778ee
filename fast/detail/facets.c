/* SPDX-License-Identifier: MIT */
/*
 * Normals and centroids of a chunk's facets, batch by batch in lanes. Spec detail 6, numbers 5; twin
 * reference/detail/chunk.c; test tests/detail/test_detail.c.
 */
#include <math.h>

#include "detail/detail.h"

enum { BATCH = 64 };

/* Sides from a facet's first corner to the others: centimetres in plan, metres up. */
typedef struct batch {
    int32_t ex[BATCH], ez[BATCH], fx[BATCH], fz[BATCH];
    double ey[BATCH], fy[BATCH];
    float nx[BATCH], ny[BATCH], nz[BATCH];
} batch;

static void load(batch *b, const twc_facet *facet, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        const twc_vertex *v = facet[k].corner;
        b->ex[k] = v[1].x - v[0].x;
        b->ez[k] = v[1].z - v[0].z;
        b->fx[k] = v[2].x - v[0].x;
        b->fz[k] = v[2].z - v[0].z;
        b->ey[k] = (double)v[1].y - (double)v[0].y;
        b->fy[k] = (double)v[2].y - (double)v[0].y;
    }
}

static void normals(batch *restrict b, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        const double ex = (double)b->ex[k] * 0.01, ez = (double)b->ez[k] * 0.01;
        const double fx = (double)b->fx[k] * 0.01, fz = (double)b->fz[k] * 0.01;
        const double x = b->ey[k] * fz - ez * b->fy[k];
        const double y = ez * fx - ex * fz;
        const double z = ex * b->fy[k] - b->ey[k] * fx;
        const double length = sqrt((x * x + y * y) + z * z);
        b->nx[k] = (float)(x / length);
        b->ny[k] = (float)(y / length);
        b->nz[k] = (float)(z / length);
    }
}

static void store(const batch *b, twc_facet *facet, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        const twc_vertex *v = facet[k].corner;
        facet[k].normal[0] = b->nx[k];
        facet[k].normal[1] = b->ny[k];
        facet[k].normal[2] = b->nz[k];
        facet[k].centroid_x = twc_near_mean3(v[0].x, v[1].x, v[2].x);
        facet[k].centroid_z = twc_near_mean3(v[0].z, v[1].z, v[2].z);
    }
}

void TWC_NAME(finish_facets)(twc_mesh *mesh)
{
    batch b;
    for (uint32_t first = 0; first < mesh->facet_count; first += BATCH) {
        const uint32_t left = mesh->facet_count - first, n = left < BATCH ? left : BATCH;
        load(&b, mesh->facets + first, n);
        normals(&b, n);
        store(&b, mesh->facets + first, n);
    }
}
