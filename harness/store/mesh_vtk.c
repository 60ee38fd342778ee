/* SPDX-License-Identifier: GPL-3.0-or-later */
/* VTKHDF 1.0, UnstructuredGrid: what ParaView 5.11 and VTK 9.1 open as it is. Positions are binary64, so global. */
#include "mesh_faces.h"

#include <stdlib.h>

#include "h5.h"

enum { VTK_TRIANGLE = 5, CHUNK = 1 << 16 };

/* A group of an open file. */
typedef struct vtk_group {
    twc_h5 *h5;
    hid_t id;
} vtk_group;

static void put(vtk_group to, const char *name, size_t rows, hsize_t columns, hid_t stored, hid_t held,
                const void *data)
{
    twc_h5_shape shape = {columns ? 2 : 1, {rows, columns}, {CHUNK, columns}};
    hid_t set = twc_h5_dataset(to.h5, to.id, name, shape, stored, held, data);
    H5Dclose(set);
}

/* Points, and the trivial connectivity of faces that share nothing. `scratch` holds 9 doubles a face. */
static void put_geometry(vtk_group to, const twc_faces *faces, void *scratch)
{
    const size_t n = faces->count;
    double *position = scratch;
    int64_t *index = scratch;
    uint8_t *type = scratch;
    int64_t counts[3] = {(int64_t)(3 * n), (int64_t)(3 * n), (int64_t)n};
    put(to, "NumberOfConnectivityIds", 1, 0, H5T_STD_I64LE, H5T_NATIVE_INT64, &counts[0]);
    put(to, "NumberOfPoints", 1, 0, H5T_STD_I64LE, H5T_NATIVE_INT64, &counts[1]);
    put(to, "NumberOfCells", 1, 0, H5T_STD_I64LE, H5T_NATIVE_INT64, &counts[2]);
    for (size_t k = 0; k < 3 * n; k++) {
        twc_vertex vertex = faces->face[k / 3].triangle->corner[k % 3];
        position[3 * k] = vertex.x / 100.0;
        position[3 * k + 1] = (double)vertex.y;
        position[3 * k + 2] = vertex.z / 100.0;
    }
    put(to, "Points", 3 * n, 3, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, position);
    for (size_t k = 0; k < 3 * n; k++)
        index[k] = (int64_t)k;
    put(to, "Connectivity", 3 * n, 0, H5T_STD_I64LE, H5T_NATIVE_INT64, index);
    for (size_t k = 0; k <= n; k++)
        index[k] = (int64_t)(3 * k);
    put(to, "Offsets", n + 1, 0, H5T_STD_I64LE, H5T_NATIVE_INT64, index);
    for (size_t k = 0; k < n; k++)
        type[k] = VTK_TRIANGLE;
    put(to, "Types", n, 0, H5T_STD_U8LE, H5T_NATIVE_UINT8, type);
}

static void put_cell_data(vtk_group to, const twc_faces *faces, void *scratch)
{
    const size_t n = faces->count;
    uint8_t *class_of = scratch;
    uint64_t *id = scratch;
    int32_t *chunk = scratch;
    float *real = scratch;
    for (size_t k = 0; k < n; k++)
        class_of[k] = (uint8_t)twc_face_kind(&faces->face[k]);
    put(to, "facet_class", n, 0, H5T_STD_U8LE, H5T_NATIVE_UINT8, class_of);
    for (size_t k = 0; k < n; k++)
        id[k] = faces->face[k].facet->id;
    put(to, "facet_id", n, 0, H5T_STD_U64LE, H5T_NATIVE_UINT64, id);
    for (size_t k = 0; k < n; k++) {
        chunk[2 * k] = faces->face[k].chunk_x;
        chunk[2 * k + 1] = faces->face[k].chunk_z;
    }
    put(to, "chunk", n, 2, H5T_STD_I32LE, H5T_NATIVE_INT32, chunk);
    for (size_t k = 0; k < n; k++)
        real[k] = twc_face_slope(&faces->face[k]);
    put(to, "slope", n, 0, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, real);
    for (size_t k = 0; k < 3 * n; k++)
        real[k] = faces->face[k / 3].facet->normal[k % 3];
    put(to, "facet_normal", n, 3, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, real);
}

/* VTK reads Type only as ASCII of fixed length. */
static void put_type(twc_h5 *h5, hid_t group)
{
    static const char name[] = "UnstructuredGrid";
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, sizeof name - 1);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    hid_t attribute = h5->failed[0] ? -1 : H5Acreate2(group, "Type", type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0)
        H5Awrite(attribute, type, name);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

twc_status twc_mesh_write_vtk(const char *path, const twc_faces *faces, const char *title)
{
    twc_h5 h5;
    void *scratch = malloc(9 * faces->count * sizeof(double));
    twc_status status = scratch ? twc_h5_begin(&h5) : twc_fail(TWC_IO, "not enough memory for %zu faces", faces->count);
    if (status.code) {
        free(scratch);
        return status;
    }
    hid_t top = twc_h5_group(&h5, h5.file, "VTKHDF");
    twc_h5_integers(&h5, top, "Version", 2, (int64_t[2]){1, 0});
    put_type(&h5, top);
    put_geometry((vtk_group){&h5, top}, faces, scratch);
    hid_t cells = twc_h5_group(&h5, top, "CellData");
    put_cell_data((vtk_group){&h5, cells}, faces, scratch);
    H5Gclose(cells);
    H5Gclose(top);
    twc_h5_text(&h5, h5.file, "title", title);
    twc_h5_text(&h5, h5.file, "axes", "x east, y up, z south, metres");
    free(scratch);
    return twc_h5_write(&h5, path);
}
