/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * VTKHDF 1.0, UnstructuredGrid: what ParaView 5.11 and VTK 9.1 open as it is. Positions are binary64, so global. Chunks
 * are made, shuffled and deflated by threads, a few of each at a time, and written in their order.
 */
#include "mesh_faces.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "h5.h"
#include "world/little_endian.h"

/* Rows of a chunk; zlib's level, by measuring: the next ones take a third more time and save nothing here. */
enum { VTK_TRIANGLE = 5, CHUNK = 1 << 16, LEVEL = 1 };

typedef enum value_type { BYTE, INT32, INT64, WORD64, REAL32, REAL64 } value_type;

static size_t size_of(value_type type)
{
    return type == BYTE ? 1 : type == INT32 || type == REAL32 ? 4 : 8;
}

static hid_t stored_as(value_type type)
{
    switch (type) {
    case BYTE:
        return H5T_STD_U8LE;
    case INT32:
        return H5T_STD_I32LE;
    case INT64:
        return H5T_STD_I64LE;
    case WORD64:
        return H5T_STD_U64LE;
    case REAL32:
        return H5T_IEEE_F32LE;
    default:
        return H5T_IEEE_F64LE;
    }
}

/* Rows first .. first + n of a dataset, as they lie in the file, behind each other. */
typedef void fill_rows(const twc_faces *faces, size_t first, size_t n, unsigned char *out);

/* A dataset of so many rows a face, and `more` at its end. Values that share no bytes are not shuffled. */
typedef struct column {
    const char *name;
    value_type type;
    int columns; /* 0: of one dimension */
    size_t per_face, more;
    int shuffled;
    fill_rows *fill;
} column;

/* ---- geometry: the trivial connectivity of faces that share nothing ---------------------------------------------- */

static void fill_points(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    for (size_t k = first; k < first + n; k++) {
        const twc_vertex vertex = faces->face[k / 3].triangle->corner[k % 3];
        out = twc_put_double(out, vertex.x / 100.0);
        out = twc_put_double(out, (double)vertex.y);
        out = twc_put_double(out, vertex.z / 100.0);
    }
}

static void fill_connectivity(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    (void)faces;
    for (size_t k = first; k < first + n; k++)
        out = twc_put64(out, k);
}

static void fill_offsets(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    (void)faces;
    for (size_t k = first; k < first + n; k++)
        out = twc_put64(out, 3 * k);
}

static void fill_types(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    (void)faces, (void)first;
    memset(out, VTK_TRIANGLE, n);
}

/* ---- what is told of a face ------------------------------------------------------------------------------------- */

static void fill_class(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    for (size_t k = first; k < first + n; k++)
        *out++ = (unsigned char)twc_face_kind(&faces->face[k]);
}

static void fill_id(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    for (size_t k = first; k < first + n; k++)
        out = twc_put64(out, faces->face[k].facet->id);
}

static void fill_chunk(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    for (size_t k = first; k < first + n; k++) {
        out = twc_put32(out, (uint32_t)faces->face[k].chunk_x);
        out = twc_put32(out, (uint32_t)faces->face[k].chunk_z);
    }
}

static void fill_slope(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    for (size_t k = first; k < first + n; k++)
        out = twc_put_float(out, twc_face_slope(&faces->face[k]));
}

static void fill_normal(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    for (size_t k = first; k < first + n; k++)
        for (int axis = 0; axis < 3; axis++)
            out = twc_put_float(out, faces->face[k].facet->normal[axis]);
}

static void fill_level(const twc_faces *faces, size_t first, size_t n, unsigned char *out)
{
    for (size_t k = first; k < first + n; k++)
        *out++ = (unsigned char)faces->face[k].level;
}

static const column geometry[] = {
    {"Points", REAL64, 3, 3, 0, 0, fill_points},
    {"Connectivity", INT64, 0, 3, 0, 1, fill_connectivity},
    {"Offsets", INT64, 0, 1, 1, 1, fill_offsets},
    {"Types", BYTE, 0, 1, 0, 0, fill_types},
    {NULL, BYTE, 0, 0, 0, 0, NULL},
};

static const column cell_data[] = {
    {"facet_class", BYTE, 0, 1, 0, 0, fill_class},     {"facet_id", WORD64, 0, 1, 0, 1, fill_id},
    {"chunk", INT32, 2, 1, 0, 1, fill_chunk},          {"slope", REAL32, 0, 1, 0, 1, fill_slope},
    {"facet_normal", REAL32, 3, 1, 0, 1, fill_normal}, {NULL, BYTE, 0, 0, 0, 0, NULL},
};

/* Of a view of mixed levels of detail. */
static const column level_data[] = {{"level", BYTE, 0, 1, 0, 0, fill_level}, {NULL, BYTE, 0, 0, 0, 0, NULL}};

/* ---- chunks ----------------------------------------------------------------------------------------------------- */

/* Memory of one chunk on its way; each holds as much as the largest can become. */
typedef struct work {
    unsigned char *values, *shuffled, *stored;
    size_t size; /* stored bytes; 0: zlib failed */
} work;

enum { WORK_BYTES = CHUNK * 3 * 8, STORED_BYTES = WORK_BYTES + WORK_BYTES / 1000 + 64 };

/* HDF5's shuffle: the first bytes of all values, then the second ones. */
static void shuffle(const unsigned char *values, size_t size, size_t value, unsigned char *out)
{
    const size_t n = size / value;
    for (size_t byte = 0; byte < value; byte++)
        for (size_t k = 0; k < n; k++)
            out[byte * n + k] = values[k * value + byte];
}

/* A chunk reaches past the end of its dataset with zeros. */
static void make_chunk(const twc_faces *faces, const column *c, size_t rows, size_t chunk, size_t first, work *w)
{
    const size_t row = size_of(c->type) * (size_t)(c->columns ? c->columns : 1), bytes = chunk * row;
    const size_t n = rows - first < chunk ? rows - first : chunk;
    uLongf size = STORED_BYTES;
    c->fill(faces, first, n, w->values);
    memset(w->values + n * row, 0, bytes - n * row);
    if (c->shuffled)
        shuffle(w->values, bytes, size_of(c->type), w->shuffled);
    const int failed = compress2(w->stored, &size, c->shuffled ? w->shuffled : w->values, (uLong)bytes, LEVEL) != Z_OK;
    w->size = failed ? 0 : size;
}

static int threads_of(const twc_faces *faces)
{
    return faces->threads > 1 ? faces->threads : 1;
}

/* Where datasets go, and what makes them. */
typedef struct vtk_writer {
    twc_h5 *h5;
    const twc_faces *faces;
    int count; /* of chunks at a time */
    work *work;
} vtk_writer;

static void put_column(const vtk_writer *to, hid_t group, const column *c)
{
    const size_t rows = c->per_face * to->faces->count + c->more, chunk = rows < CHUNK ? rows : CHUNK;
    const hsize_t columns = (hsize_t)c->columns;
    const twc_h5_shape shape = {columns ? 2 : 1, {rows, columns}, {chunk, columns}};
    hid_t set = twc_h5_deflated(to->h5, group, c->name, shape, stored_as(c->type), c->shuffled, LEVEL);
    for (size_t from = 0; from < rows; from += (size_t)to->count * chunk) {
        const size_t left = (rows - from + chunk - 1) / chunk;
        const int count = left < (size_t)to->count ? (int)left : to->count;
#pragma omp parallel for schedule(dynamic) num_threads(threads_of(to->faces))
        for (int k = 0; k < count; k++)
            make_chunk(to->faces, c, rows, chunk, from + (size_t)k * chunk, &to->work[k]);
        for (int k = 0; k < count; k++)
            twc_h5_chunk(to->h5, set, (const hsize_t[2]){from + (size_t)k * chunk, 0}, to->work[k].stored,
                         to->work[k].size);
    }
    H5Dclose(set);
}

static void put_columns(const vtk_writer *to, hid_t group, const column *columns)
{
    for (const column *c = columns; c->name; c++)
        put_column(to, group, c);
}

static void put_count(const vtk_writer *to, hid_t group, const char *name, size_t count)
{
    const int64_t value = (int64_t)count;
    const twc_h5_shape shape = {1, {1}, {0}};
    H5Dclose(twc_h5_dataset(to->h5, group, name, shape, H5T_STD_I64LE, H5T_NATIVE_INT64, &value));
}

static void put_counts(const vtk_writer *to, hid_t group)
{
    const size_t n = to->faces->count;
    put_count(to, group, "NumberOfConnectivityIds", 3 * n);
    put_count(to, group, "NumberOfPoints", 3 * n);
    put_count(to, group, "NumberOfCells", n);
}

static void free_work(vtk_writer *w)
{
    for (int k = 0; w->work && k < w->count; k++)
        free(w->work[k].values);
    free(w->work);
}

static twc_status create_work(vtk_writer *w)
{
    w->count = 4 * threads_of(w->faces);
    w->work = calloc((size_t)w->count, sizeof *w->work);
    for (int k = 0; w->work && k < w->count; k++) {
        work *own = &w->work[k];
        own->values = malloc(2 * WORK_BYTES + STORED_BYTES);
        if (!own->values)
            return twc_fail(TWC_IO, "not enough memory to compress with %d threads", threads_of(w->faces));
        own->shuffled = own->values + WORK_BYTES;
        own->stored = own->shuffled + WORK_BYTES;
    }
    return w->work ? twc_ok() : twc_fail(TWC_IO, "not enough memory to compress");
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
    vtk_writer to = {&h5, faces, 0, NULL};
    twc_status status = create_work(&to);
    if (!status.code)
        status = twc_h5_begin(&h5);
    if (status.code) {
        free_work(&to);
        return status;
    }
    hid_t top = twc_h5_group(&h5, h5.file, "VTKHDF");
    twc_h5_integers(&h5, top, "Version", 2, (int64_t[2]){1, 0});
    put_type(&h5, top);
    put_counts(&to, top);
    put_columns(&to, top, geometry);
    hid_t cells = twc_h5_group(&h5, top, "CellData");
    put_columns(&to, cells, cell_data);
    if (faces->levels)
        put_columns(&to, cells, level_data);
    H5Gclose(cells);
    H5Gclose(top);
    twc_h5_text(&h5, h5.file, "title", title);
    twc_h5_text(&h5, h5.file, "axes", "x east, y up, z south, metres");
    free_work(&to);
    return twc_h5_write(&h5, path);
}
