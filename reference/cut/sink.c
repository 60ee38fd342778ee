/* SPDX-License-Identifier: MIT */
/*
 * Where finished triangles go: those that the chunk owns are kept. Spec ground 5.1, cut 6; twin fast/cut/sink.c; test
 * tests/cut/test_cut.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "cut/stage.h"
#include "ground/stage.h"

int twc_sink_owns(const twc_sink *sink, const twc_vertex v[3])
{
    int32_t x = twc_floor_mean3(v[0].x, v[1].x, v[2].x), z = twc_floor_mean3(v[0].z, v[1].z, v[2].z);
    return twc_owner_chunk(x, sink->chunks.x, sink->chunks.nx) == sink->chunk_x &&
           twc_owner_chunk(z, sink->chunks.z, sink->chunks.nz) == sink->chunk_z;
}

void twc_sink_triangle(twc_sink *sink, const twc_vertex corner[3], uint32_t facet)
{
    twc_mesh *mesh = sink->mesh;
    if (mesh->triangle_count == mesh->triangle_capacity) {
        sink->full = 1;
        return;
    }
    TWC_ASSERT(facet < mesh->facet_count && mesh->triangle_count < mesh->triangle_capacity);
    twc_triangle *triangle = &mesh->triangles[mesh->triangle_count++];
    memcpy(triangle->corner, corner, sizeof triangle->corner);
    triangle->facet = facet;
}

uint32_t twc_sink_facet(twc_sink *sink, const twc_vertex corner[3], uint64_t id)
{
    twc_mesh *mesh = sink->mesh;
    if (mesh->facet_count == mesh->facet_capacity) {
        sink->full = 1;
        return 0;
    }
    twc_facet *facet = &mesh->facets[mesh->facet_count];
    memcpy(facet->corner, corner, sizeof facet->corner);
    twc_triangle_normal(corner[0], corner[1], corner[2], facet->normal);
    facet->centroid_x = twc_floor_mean3(corner[0].x, corner[1].x, corner[2].x);
    facet->centroid_z = twc_floor_mean3(corner[0].z, corner[1].z, corner[2].z);
    facet->id = id;
    return mesh->facet_count++;
}
