/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * harness/store/mesh_*: each format is read back by a reader of its own, written from the format's description, and
 * compared with the meshes it came from: plan positions to the centimetre, everything else bit for bit.
 */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>

#include "common/scratch.h"
#include "store/h5.h"
#include "store/mesh_faces.h"
#include "common/grids.h"
#include "common/suite.h"
#include "twc/ground.h"

/* A face as a reader finds it. */
typedef struct face_read {
    double x[3], y[3], z[3]; /* metres, global */
    float normal[3], slope;
    uint64_t id;
    int facet_class, chunk_x, chunk_z;
} face_read;

static twc_world_data data;
static twc_chunk_grid meshes;
static twc_faces faces;

/* A tile far from the origin with hills, both classes and a missing neighbour. */
static void make_meshes(void)
{
    data = random_world((twc_rect){20000, -20001, 2, 1}, 8);
    twc_rect samples = {20000 * 128, -20001 * 128, 129, 129};
    uint16_t *sample = malloc(129 * 129 * sizeof *sample);
    if (!sample)
        abort();
    for (int k = 0; k < 129 * 129; k++)
        sample[k] = (uint16_t)(20000 + 4000 * sin(k % 129 * 0.05) * cos(k / 129 * 0.07) + 37 * (k % 129));
    twc_world_data_set_samples(&data, samples, sample);
    free(sample);
    twc_chunk_request request = mesh_request(&data.world, no_features);
    request.chunks = (twc_rect){40000, -40002, 2, 2};
    if (twc_chunk_grid_build(twc_reference_builder(), &request, &meshes).code || twc_faces_create(&meshes, &faces).code)
        abort();
}

static void destroy_meshes(void)
{
    twc_faces_destroy(&faces);
    twc_chunk_grid_destroy(&meshes);
    twc_world_data_destroy(&data);
}

/* The slope once more, from the plane through the facet's corners. */
static double slope_of(const twc_facet *facet)
{
    double e[3], f[3];
    const twc_vertex *c = facet->corner;
    e[0] = (c[1].x - c[0].x) * 0.01, e[1] = (double)c[1].y - (double)c[0].y, e[2] = (c[1].z - c[0].z) * 0.01;
    f[0] = (c[2].x - c[0].x) * 0.01, f[1] = (double)c[2].y - (double)c[0].y, f[2] = (c[2].z - c[0].z) * 0.01;
    return hypot(e[1] * f[2] - e[2] * f[1], e[0] * f[1] - e[1] * f[0]) / (e[2] * f[0] - e[0] * f[2]);
}

/* Compares face k; what a format does not hold is copied from the mesh by its reader. */
static void compare(size_t k, const face_read *read, int *bad)
{
    size_t chunk = 0, first = 0;
    while (k >= first + meshes.mesh[chunk].triangle_count)
        first += meshes.mesh[chunk++].triangle_count;
    const twc_triangle *triangle = &meshes.mesh[chunk].triangles[k - first];
    const twc_facet *facet = &meshes.mesh[chunk].facets[triangle->facet];
    for (int v = 0; v < 3; v++) {
        SUITE_EXPECT(*bad,
                     rint(read->x[v] * 100) == triangle->corner[v].x &&
                         fabs(read->x[v] * 100 - triangle->corner[v].x) < 0.45,
                     "face %zu corner %d x %.9g", k, v, read->x[v]);
        SUITE_EXPECT(*bad,
                     rint(read->z[v] * 100) == triangle->corner[v].z &&
                         fabs(read->z[v] * 100 - triangle->corner[v].z) < 0.45,
                     "face %zu corner %d z %.9g", k, v, read->z[v]);
        SUITE_EXPECT(*bad, read->y[v] == (double)triangle->corner[v].y, "face %zu corner %d y %.9g", k, v, read->y[v]);
    }
    SUITE_EXPECT(*bad, memcmp(read->normal, facet->normal, sizeof read->normal) == 0, "face %zu normal", k);
    SUITE_EXPECT(*bad, read->id == facet->id, "face %zu id %" PRIx64, k, read->id);
    SUITE_EXPECT(*bad, read->facet_class == (facet->id >> 62 == TWC_FACET_BROAD), "face %zu class %d", k,
                 read->facet_class);
    SUITE_EXPECT(*bad, read->chunk_x == 40000 + (int)chunk % 2 && read->chunk_z == -40002 + (int)chunk / 2,
                 "face %zu chunk %d %d", k, read->chunk_x, read->chunk_z);
    SUITE_EXPECT(*bad, fabs((double)read->slope - slope_of(facet)) <= 2e-5 * slope_of(facet), "face %zu slope %.9g", k,
                 (double)read->slope);
}

/* Fills in what OBJ does not hold. */
static void copy_unheld(size_t k, face_read *read)
{
    read->id = faces.face[k].facet->id;
    read->slope = twc_face_slope(&faces.face[k]);
}

static uint64_t little(const unsigned char *bytes, int size)
{
    uint64_t value = 0;
    for (int k = 0; k < size; k++)
        value |= (uint64_t)bytes[k] << (8 * k);
    return value;
}

static float little_float(const unsigned char *bytes)
{
    uint32_t bits = (uint32_t)little(bytes, 4);
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static double little_double(const unsigned char *bytes)
{
    uint64_t bits = little(bytes, 8);
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

/* ---- the readers ---- */

static void test_obj(void)
{
    char line[200], group[40] = "";
    size_t count = 0;
    int bad = 0, v = 0;
    face_read read;
    CU_ASSERT_EQUAL_FATAL(twc_mesh_write_obj(scratch_path("m.obj"), &faces, "a name").code, TWC_OK);
    FILE *in = fopen(scratch_path("m.obj"), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(in);
    while (fgets(line, sizeof line, in)) {
        size_t index[6];
        char end;
        if (sscanf(line, "v %lf %lf %lf%c", &read.x[v % 3], &read.y[v % 3], &read.z[v % 3], &end) == 4 && end == '\n')
            v++;
        else if (sscanf(line, "vn %f %f %f%c", &read.normal[0], &read.normal[1], &read.normal[2], &end) == 4)
            continue;
        else if (sscanf(line, "g chunk_%d_%d %39s", &read.chunk_x, &read.chunk_z, group) == 3)
            read.facet_class = strcmp(group, "broad") == 0;
        else if (sscanf(line, "f %zu//%zu %zu//%zu %zu//%zu", &index[0], &index[1], &index[2], &index[3], &index[4],
                        &index[5]) == 6) {
            for (size_t k = 0; k < 3; k++)
                SUITE_EXPECT(bad, index[2 * k] == 3 * count + k + 1 && index[2 * k + 1] == count + 1, "face %zu",
                             count);
            for (int k = 0; k < 3; k++)
                read.y[k] = (double)(float)read.y[k]; /* the nine digits name one binary32 */
            copy_unheld(count, &read);
            compare(count++, &read, &bad);
        } else
            SUITE_EXPECT(bad, line[0] == '#', "line %s", line);
    }
    fclose(in);
    SUITE_NONE(bad);
    CU_ASSERT_EQUAL(count, faces.count);
    CU_ASSERT_EQUAL((size_t)v, 3 * count);
}

static void test_ply(void)
{
    size_t size, count = faces.count;
    int bad = 0;
    char expected[64];
    CU_ASSERT_EQUAL_FATAL(twc_mesh_write_ply(scratch_path("m.ply"), &faces, "a name").code, TWC_OK);
    unsigned char *bytes = get_file(scratch_path("m.ply"), &size);
    const char *text = (const char *)bytes;
    size_t header = 0;
    while (header < size && strncmp(text + header, "end_header\n", 11) != 0)
        header++;
    CU_ASSERT_TRUE_FATAL(header < size);
    CU_ASSERT_EQUAL(strncmp(text, "ply\nformat binary_little_endian 1.0\n", 36), 0);
    snprintf(expected, sizeof expected, "element vertex %zu\n", 3 * count);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, expected));
    snprintf(expected, sizeof expected, "element face %zu\n", count);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, expected));
    const unsigned char *vertex = bytes + header + 11, *face = vertex + 3 * count * 36;
    CU_ASSERT_EQUAL_FATAL((size_t)(face - bytes) + count * 34, size);
    for (size_t k = 0; k < count; k++, face += 34) {
        face_read read;
        SUITE_EXPECT(bad, face[0] == 3, "face %zu has %d corners", k, face[0]);
        for (int v = 0; v < 3; v++) {
            const unsigned char *at = vertex + 36 * little(face + 1 + 4 * v, 4);
            SUITE_EXPECT(bad, little(face + 1 + 4 * v, 4) == 3 * k + (size_t)v, "face %zu corner %d", k, v);
            read.x[v] = little_double(at);
            read.y[v] = little_double(at + 8);
            read.z[v] = little_double(at + 16);
            for (int axis = 0; axis < 3; axis++)
                read.normal[axis] = little_float(at + 24 + 4 * axis);
        }
        read.facet_class = face[13];
        read.id = little(face + 14, 4) | little(face + 18, 4) << 32;
        read.chunk_x = (int32_t)little(face + 22, 4);
        read.chunk_z = (int32_t)little(face + 26, 4);
        read.slope = little_float(face + 30);
        compare(k, &read, &bad);
    }
    SUITE_NONE(bad);
    free(bytes);
}

static double number(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : -1;
}

static const cJSON *element(const cJSON *object, const char *array, int index)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, array), index);
}

/* Where an attribute's first value is in the binary part, and its accessor. */
static const unsigned char *find_attribute(const cJSON *root, const unsigned char *binary, const char *name,
                                           int component, const char *type, const cJSON **accessor)
{
    const cJSON *primitive = element(element(root, "meshes", 0), "primitives", 0);
    int index = (int)number(cJSON_GetObjectItemCaseSensitive(primitive, "attributes"), name);
    *accessor = element(root, "accessors", index);
    CU_ASSERT_EQUAL(number(*accessor, "componentType"), component);
    CU_ASSERT_STRING_EQUAL(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(*accessor, "type")), type);
    CU_ASSERT_EQUAL(number(*accessor, "count"), (double)(3 * faces.count));
    return binary + (int)number(*accessor, "byteOffset");
}

static void test_glb(void)
{
    size_t size;
    int bad = 0;
    CU_ASSERT_EQUAL_FATAL(twc_mesh_write_glb(scratch_path("m.glb"), &faces, "a \"name\"").code, TWC_OK);
    unsigned char *bytes = get_file(scratch_path("m.glb"), &size);
    CU_ASSERT_EQUAL(memcmp(bytes, "glTF\2\0\0\0", 8), 0);
    CU_ASSERT_EQUAL(little(bytes + 8, 4), size);
    size_t json = little(bytes + 12, 4);
    CU_ASSERT_EQUAL(json % 4, 0);
    CU_ASSERT_EQUAL(memcmp(bytes + 16, "JSON", 4), 0);
    CU_ASSERT_EQUAL(memcmp(bytes + 24 + json, "BIN", 4), 0);
    CU_ASSERT_EQUAL_FATAL(little(bytes + 20 + json, 4) + 28 + json, size);
    cJSON *root = cJSON_ParseWithLength((const char *)bytes + 20, json);
    CU_ASSERT_PTR_NOT_NULL_FATAL(root);
    const unsigned char *binary = bytes + 28 + json;
    const cJSON *accessor, *bounds,
        *origin = cJSON_GetObjectItemCaseSensitive(element(root, "nodes", 0), "translation");
    size_t stride = (size_t)number(element(root, "bufferViews", 0), "byteStride");
    CU_ASSERT_EQUAL(number(element(root, "buffers", 0), "byteLength"), (double)(3 * faces.count * stride));
    const unsigned char *normal = find_attribute(root, binary, "NORMAL", 5126, "VEC3", &accessor);
    const unsigned char *class_of = find_attribute(root, binary, "_FACET_CLASS", 5121, "SCALAR", &accessor);
    const unsigned char *slope = find_attribute(root, binary, "_SLOPE", 5126, "SCALAR", &accessor);
    const unsigned char *chunk = find_attribute(root, binary, "_CHUNK", 5126, "VEC2", &accessor);
    const unsigned char *id = find_attribute(root, binary, "_FACET_ID", 5123, "VEC4", &accessor);
    const unsigned char *position = find_attribute(root, binary, "POSITION", 5126, "VEC3", &accessor);
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t k = 0; k < 3 * faces.count; k++) {
        static face_read read;
        size_t at = k * stride, v = k % 3;
        float p[3];
        for (int axis = 0; axis < 3; axis++) {
            p[axis] = little_float(position + at + 4 * axis);
            low[axis] = fminf(low[axis], p[axis]);
            high[axis] = fmaxf(high[axis], p[axis]);
            read.normal[axis] = little_float(normal + at + 4 * axis);
        }
        read.x[v] = (double)p[0] + cJSON_GetArrayItem(origin, 0)->valuedouble;
        read.y[v] = (double)p[1] + cJSON_GetArrayItem(origin, 1)->valuedouble;
        read.z[v] = (double)p[2] + cJSON_GetArrayItem(origin, 2)->valuedouble;
        read.facet_class = class_of[at];
        read.slope = little_float(slope + at);
        read.chunk_x = (int)little_float(chunk + at);
        read.chunk_z = (int)little_float(chunk + at + 4);
        read.id = little(id + at, 8);
        if (v == 2)
            compare(k / 3, &read, &bad);
    }
    for (int axis = 0; axis < 3; axis++) {
        bounds = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(accessor, "min"), axis);
        CU_ASSERT_EQUAL(bounds->valuedouble, (double)low[axis]);
        bounds = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(accessor, "max"), axis);
        CU_ASSERT_EQUAL(bounds->valuedouble, (double)high[axis]);
    }
    SUITE_NONE(bad);
    cJSON_Delete(root);
    free(bytes);
}

static void *read_set(hid_t file, const char *name, int rank, size_t rows, size_t columns, H5T_class_t kind, hid_t held)
{
    hsize_t shape[2] = {rows, columns};
    void *values = malloc(rows * columns * H5Tget_size(held));
    if (!values || twc_h5_read(file, name, rank, shape, kind, held, values)) {
        CU_FAIL(name);
        fprintf(stderr, "cannot read %s\n", name);
        abort();
    }
    return values;
}

static void test_vtk(void)
{
    const size_t n = faces.count;
    int bad = 0;
    char type[32];
    int64_t version[2];
    CU_ASSERT_EQUAL_FATAL(twc_mesh_write_vtk(scratch_path("m.hdf"), &faces, "a name").code, TWC_OK);
    hid_t file = H5Fopen(scratch_path("m.hdf"), H5F_ACC_RDONLY, H5P_DEFAULT),
          group = H5Gopen2(file, "VTKHDF", H5P_DEFAULT);
    CU_ASSERT_TRUE_FATAL(group >= 0);
    CU_ASSERT_EQUAL(twc_h5_read_integers(group, "Version", 2, version), 0);
    CU_ASSERT_TRUE(version[0] == 1 && version[1] == 0);
    CU_ASSERT_EQUAL(twc_h5_read_text(group, "Type", type, sizeof type), 0);
    CU_ASSERT_STRING_EQUAL(type, "UnstructuredGrid");
    double *point = read_set(group, "Points", 2, 3 * n, 3, H5T_FLOAT, H5T_NATIVE_DOUBLE);
    int64_t *index = read_set(group, "Connectivity", 1, 3 * n, 1, H5T_INTEGER, H5T_NATIVE_INT64);
    int64_t *offset = read_set(group, "Offsets", 1, n + 1, 1, H5T_INTEGER, H5T_NATIVE_INT64);
    uint8_t *types = read_set(group, "Types", 1, n, 1, H5T_INTEGER, H5T_NATIVE_UINT8);
    uint8_t *class_of = read_set(group, "CellData/facet_class", 1, n, 1, H5T_INTEGER, H5T_NATIVE_UINT8);
    uint64_t *id = read_set(group, "CellData/facet_id", 1, n, 1, H5T_INTEGER, H5T_NATIVE_UINT64);
    int32_t *chunk = read_set(group, "CellData/chunk", 2, n, 2, H5T_INTEGER, H5T_NATIVE_INT32);
    float *slope = read_set(group, "CellData/slope", 1, n, 1, H5T_FLOAT, H5T_NATIVE_FLOAT);
    float *normal = read_set(group, "CellData/facet_normal", 2, n, 3, H5T_FLOAT, H5T_NATIVE_FLOAT);
    static const char *const counts[] = {"NumberOfConnectivityIds", "NumberOfPoints", "NumberOfCells"};
    for (int k = 0; k < 3; k++) {
        int64_t *value = read_set(group, counts[k], 1, 1, 1, H5T_INTEGER, H5T_NATIVE_INT64);
        CU_ASSERT_EQUAL(*value, (int64_t)(k == 2 ? n : 3 * n));
        free(value);
    }
    for (size_t k = 0; k < n; k++) {
        face_read read = {.slope = slope[k],
                          .id = id[k],
                          .facet_class = class_of[k],
                          .chunk_x = chunk[2 * k],
                          .chunk_z = chunk[2 * k + 1]};
        SUITE_EXPECT(bad, types[k] == 5 && offset[k] == (int64_t)(3 * k) && offset[k + 1] == (int64_t)(3 * k + 3),
                     "cell %zu", k);
        for (int v = 0; v < 3; v++) {
            const double *p = point + 3 * index[offset[k] + v];
            read.x[v] = p[0];
            read.y[v] = p[1];
            read.z[v] = p[2];
        }
        memcpy(read.normal, normal + 3 * k, sizeof read.normal);
        compare(k, &read, &bad);
    }
    SUITE_NONE(bad);
    void *all[] = {point, index, offset, types, class_of, id, chunk, slope, normal};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
    H5Gclose(group);
    H5Fclose(file);
}

/* ---- all of them ---- */

typedef twc_status writer(const char *path, const twc_faces *list, const char *title);
static writer *const writers[] = {twc_mesh_write_vtk, twc_mesh_write_glb, twc_mesh_write_ply, twc_mesh_write_obj};

static void test_same_bytes(void)
{
    for (int k = 0; k < 4; k++) {
        size_t first_size, second_size;
        CU_ASSERT_EQUAL(
            writers[k](scratch_path("one"), &faces, "t").code + writers[k](scratch_path("two"), &faces, "t").code, 0);
        unsigned char *first = get_file(scratch_path("one"), &first_size),
                      *second = get_file(scratch_path("two"), &second_size);
        CU_ASSERT_TRUE(first_size == second_size && memcmp(first, second, first_size) == 0);
        free(first);
        free(second);
    }
}

static void test_refusals(void)
{
    twc_faces far = faces, none;
    far.reach = 65537;
    twc_status status = twc_mesh_write_glb(scratch_path("far.glb"), &far, "t");
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(status.message, "lose centimetres; choose fewer with --chunks or --area, or write vtk or ply"));
    CU_ASSERT_EQUAL(access(scratch_path("far.glb"), F_OK), -1);
    twc_chunk_grid empty = {.chunks = {0, 0, 1, 1}, .count = 1, .mesh = &(twc_mesh){0}};
    CU_ASSERT_EQUAL(twc_faces_create(&empty, &none).code, TWC_USAGE);
}

static long left; /* allocations until one fails */

static void *failing_malloc(size_t size)
{
    return left-- == 0 ? NULL : malloc(size);
}

/* Whichever allocation of its description fails, a GLB is written whole or not at all, and that is said. */
static void test_no_memory(void)
{
    const char *path = scratch_path("memory.glb");
    size_t size, whole_size;
    CU_ASSERT_EQUAL_FATAL(twc_mesh_write_glb(path, &faces, "a title").code, TWC_OK);
    unsigned char *whole = get_file(path, &whole_size);
    long failed = 0;
    for (int done = 0; !done && failed < 5000; failed += !done) {
        put_text(path, "old");
        left = failed;
        cJSON_InitHooks(&(cJSON_Hooks){failing_malloc, free});
        twc_status status = twc_mesh_write_glb(path, &faces, "a title");
        cJSON_InitHooks(NULL);
        done = !status.code;
        unsigned char *bytes = get_file(path, &size);
        CU_ASSERT_TRUE(done ? size == whole_size && memcmp(bytes, whole, size) == 0
                            : status.code == TWC_IO && size == 3 && strstr(status.message, "not enough memory"));
        free(bytes);
    }
    CU_ASSERT_TRUE(failed > 100 && failed < 5000);
    free(whole);
}

int main(void)
{
    scratch_make();
    make_meshes();
    int failed = suite_run("mesh files", (CU_TestInfo[]){{"OBJ", test_obj},
                                                         {"PLY", test_ply},
                                                         {"GLB", test_glb},
                                                         {"VTKHDF", test_vtk},
                                                         {"same mesh, same bytes", test_same_bytes},
                                                         {"refusals", test_refusals},
                                                         {"no memory", test_no_memory},
                                                         CU_TEST_INFO_NULL});
    destroy_meshes();
    scratch_remove();
    return failed;
}
