/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PLY, binary little-endian. Positions are binary64, so global. A facet's 64-bit id is two 32-bit properties. */
#include "mesh_faces.h"

#include "atomic_file.h"
#include "world/little_endian.h"

static void put_header(FILE *out, const twc_faces *faces, const char *title)
{
    fprintf(out,
            "ply\nformat binary_little_endian 1.0\ncomment %s, made by twc: x east, y up, z south, metres\n"
            "element vertex %zu\nproperty double x\nproperty double y\nproperty double z\n"
            "property float nx\nproperty float ny\nproperty float nz\n"
            "element face %zu\nproperty list uchar uint vertex_indices\nproperty uchar facet_class\n"
            "property uint facet_id_low\nproperty uint facet_id_high\nproperty int chunk_x\nproperty int chunk_z\n"
            "property float slope\nend_header\n",
            title, 3 * faces->count, faces->count);
}

static void put_vertices(FILE *out, const twc_face *face)
{
    unsigned char bytes[36];
    for (int v = 0; v < 3; v++) {
        twc_vertex vertex = face->triangle->corner[v];
        unsigned char *next = twc_put_double(bytes, vertex.x / 100.0);
        next = twc_put_double(next, (double)vertex.y);
        next = twc_put_double(next, vertex.z / 100.0);
        for (int axis = 0; axis < 3; axis++)
            next = twc_put_float(next, face->facet->normal[axis]);
        fwrite(bytes, 1, sizeof bytes, out);
    }
}

static void put_face(FILE *out, const twc_face *face, uint32_t first)
{
    unsigned char bytes[34] = {3};
    unsigned char *next = bytes + 1;
    for (uint32_t v = 0; v < 3; v++)
        next = twc_put32(next, first + v);
    *next++ = (unsigned char)twc_face_kind(face);
    next = twc_put64(next, face->facet->id);
    next = twc_put32(next, (uint32_t)face->chunk_x);
    next = twc_put32(next, (uint32_t)face->chunk_z);
    twc_put_float(next, twc_face_slope(face));
    fwrite(bytes, 1, sizeof bytes, out);
}

twc_status twc_mesh_write_ply(const char *path, const twc_faces *faces, const char *title)
{
    twc_atomic_file file;
    if (faces->count > UINT32_MAX / 3)
        return twc_fail(TWC_USAGE, "%zu faces are more than a PLY file can index; choose fewer with --chunks",
                        faces->count);
    twc_status status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    put_header(file.stream, faces, title);
    for (size_t k = 0; k < faces->count; k++)
        put_vertices(file.stream, &faces->face[k]);
    for (size_t k = 0; k < faces->count; k++)
        put_face(file.stream, &faces->face[k], (uint32_t)(3 * k));
    return twc_atomic_commit(&file);
}
