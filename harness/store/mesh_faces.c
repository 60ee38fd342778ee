/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mesh_faces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twc/ground.h"

twc_status twc_faces_create(const twc_chunk_grid *meshes, twc_faces *faces)
{
    const twc_rect chunks = meshes->chunks;
    memset(faces, 0, sizeof *faces);
    faces->count = (size_t)meshes->triangle_count;
    if (faces->count == 0)
        return twc_fail(TWC_USAGE, "there is no face in the chosen chunks");
    faces->face = malloc(faces->count * sizeof *faces->face);
    if (!faces->face)
        return twc_fail(TWC_IO, "not enough memory for %zu faces; choose fewer with --chunks", faces->count);
    faces->origin_x = (chunks.x + chunks.nx / 2) * TWC_CHUNK_CM;
    faces->origin_z = (chunks.z + chunks.nz / 2) * TWC_CHUNK_CM;
    twc_face *next = faces->face;
    int64_t reach = 0;
    for (int32_t k = 0; k < chunks.nx * chunks.nz; k++) {
        const twc_mesh *mesh = &meshes->mesh[k];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const twc_triangle *triangle = &mesh->triangles[t];
            *next++ = (twc_face){triangle, &mesh->facets[triangle->facet], chunks.x + k % chunks.nx,
                                 chunks.z + k / chunks.nx};
            for (int v = 0; v < 3; v++) {
                int64_t dx = llabs((int64_t)triangle->corner[v].x - faces->origin_x);
                int64_t dz = llabs((int64_t)triangle->corner[v].z - faces->origin_z);
                reach = dx > reach ? dx : reach;
                reach = dz > reach ? dz : reach;
            }
        }
    }
    faces->reach = (double)reach / 100;
    return twc_ok();
}

void twc_faces_destroy(twc_faces *faces)
{
    free(faces->face);
    memset(faces, 0, sizeof *faces);
}

int twc_face_kind(const twc_face *face)
{
    return (int)(face->facet->id >> 62);
}

float twc_face_slope(const twc_face *face)
{
    const float *n = face->facet->normal;
    double run = n[1];
    return run > 0 ? (float)(sqrt((double)n[0] * n[0] + (double)n[2] * n[2]) / run) : INFINITY;
}

const char *twc_face_kind_name(int facet_class)
{
    static const char *const names[] = {"fine", "broad", "feature", "unknown"};
    return names[facet_class & 3];
}
