/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wavefront OBJ: plain text, plan positions exact to the centimetre, grouped by chunk and facet class. */
#include "mesh_faces.h"

#include <inttypes.h>
#include <stdlib.h>

#include "atomic_file.h"

/* Centimetres as metres, exactly. */
static void put_metres(FILE *out, int32_t centimetres)
{
    int64_t size = llabs((int64_t)centimetres);
    fprintf(out, " %s%" PRId64 ".%02d", centimetres < 0 ? "-" : "", size / 100, (int)(size % 100));
}

static void put_face(FILE *out, const twc_face *face, size_t index)
{
    for (int v = 0; v < 3; v++) {
        twc_vertex vertex = face->triangle->corner[v];
        fputc('v', out);
        put_metres(out, vertex.x);
        fprintf(out, " %.9g", (double)vertex.y);
        put_metres(out, vertex.z);
        fputc('\n', out);
    }
    const float *n = face->facet->normal;
    fprintf(out, "vn %.9g %.9g %.9g\n", (double)n[0], (double)n[1], (double)n[2]);
    size_t first = 3 * index + 1;
    fprintf(out, "f %zu//%zu %zu//%zu %zu//%zu\n", first, index + 1, first + 1, index + 1, first + 2, index + 1);
}

twc_status twc_mesh_write_obj(const char *path, const twc_faces *faces, const char *title)
{
    twc_atomic_file file;
    twc_status status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    fprintf(file.stream, "# %s, made by twc: x east, y up, z south, metres; groups are chunk and facet class\n", title);
    const twc_face *last = NULL;
    for (size_t k = 0; k < faces->count; k++) {
        const twc_face *face = &faces->face[k];
        if (!last || face->chunk_x != last->chunk_x || face->chunk_z != last->chunk_z ||
            twc_face_kind(face) != twc_face_kind(last))
            fprintf(file.stream, "g chunk_%d_%d %s\n", face->chunk_x, face->chunk_z,
                    twc_face_kind_name(twc_face_kind(face)));
        put_face(file.stream, face, k);
        last = face;
    }
    return twc_atomic_commit(&file);
}
