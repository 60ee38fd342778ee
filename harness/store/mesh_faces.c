/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mesh_faces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "twc/ground.h"

/* Room for so many faces about the middle of some chunks. */
static twc_status begin(size_t count, twc_rect chunks, twc_faces *faces)
{
    memset(faces, 0, sizeof *faces);
    if (count == 0)
        return twc_fail(TWC_USAGE, "there is no face in the chosen chunks");
    faces->face = malloc(count * sizeof *faces->face);
    if (!faces->face)
        return twc_fail(TWC_IO, "not enough memory for %zu faces; choose fewer with --chunks", count);
    faces->origin_x = (chunks.x + chunks.nx / 2) * TWC_CHUNK_CM;
    faces->origin_z = (chunks.z + chunks.nz / 2) * TWC_CHUNK_CM;
    return twc_ok();
}

static void add(const twc_mesh *mesh, twc_detail_chunk chunk, twc_faces *faces)
{
    int64_t reach = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const twc_triangle *triangle = &mesh->triangles[t];
        faces->face[faces->count++] = (twc_face){triangle, &mesh->facets[triangle->facet], chunk.x, chunk.z,
                                                 chunk.level};
        for (int v = 0; v < 3; v++) {
            int64_t dx = llabs((int64_t)triangle->corner[v].x - faces->origin_x);
            int64_t dz = llabs((int64_t)triangle->corner[v].z - faces->origin_z);
            reach = dx > reach ? dx : reach;
            reach = dz > reach ? dz : reach;
        }
    }
    faces->reach = fmax(faces->reach, (double)reach / 100);
}

twc_status twc_faces_create(const twc_chunk_grid *meshes, twc_faces *faces)
{
    const twc_rect chunks = meshes->chunks;
    const twc_status status = begin((size_t)meshes->triangle_count, chunks, faces);
    for (int32_t k = 0; k < chunks.nx * chunks.nz && !status.code; k++)
        add(&meshes->mesh[k], (twc_detail_chunk){0, chunks.x + k % chunks.nx, chunks.z + k / chunks.nx, 0}, faces);
    return status;
}

twc_status twc_faces_create_view(size_t count, const twc_detail_chunk *chunks, const twc_mesh *meshes, twc_rect extent,
                                 twc_faces *faces)
{
    size_t triangles = 0;
    for (size_t k = 0; k < count; k++)
        triangles += meshes[k].triangle_count;
    const twc_status status = begin(triangles, extent, faces);
    faces->levels = 1;
    for (size_t k = 0; k < count && !status.code; k++)
        add(&meshes[k], chunks[k], faces);
    return status;
}

void twc_faces_destroy(twc_faces *faces)
{
    free(faces->face);
    memset(faces, 0, sizeof *faces);
}

int twc_face_kind(const twc_face *face)
{
    const int kind = (int)(face->facet->id >> 62);
    return kind == TWC_FACET_DETAIL ? TWC_FACET_FINE : kind;
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
