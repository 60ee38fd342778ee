/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Binary glTF 2.0: one node, one primitive, no indices (faces share nothing). Positions are binary32 metres less the
 * origin, which is the node's translation, so that all vertices of one plan point have the same bits and no seam opens.
 * What VTK calls cell data is here an attribute of each vertex.
 */
#include "mesh_faces.h"

#include <stdlib.h>
#include <string.h>

#include "atomic_file.h"
#include "world/little_endian.h"
#include "write_json.h"

/* An attribute of a vertex; together they are one interleaved buffer view. */
typedef struct attribute {
    const char *name, *type;
    int component, normalized, offset;
} attribute;

enum { UNSIGNED_BYTE = 5121, UNSIGNED_SHORT = 5123, FLOAT = 5126, STRIDE = 52 };

static const attribute attributes[] = {
    {"POSITION", "VEC3", FLOAT, 0, 0},
    {"NORMAL", "VEC3", FLOAT, 0, 12},
    {"COLOR_0", "VEC4", UNSIGNED_BYTE, 1, 24},
    {"_FACET_CLASS", "SCALAR", UNSIGNED_BYTE, 0, 28},
    {"_SLOPE", "SCALAR", FLOAT, 0, 32},
    {"_CHUNK", "VEC2", FLOAT, 0, 36},
    {"_FACET_ID", "VEC4", UNSIGNED_SHORT, 0, 44}, /* 16 bits each, lowest first */
};
enum { ATTRIBUTE_COUNT = sizeof attributes / sizeof *attributes };

/* Linear light, by facet class: meadow, rock, made ground. */
static const unsigned char colour[4][4] = {
    {62, 92, 38, 255}, {98, 88, 76, 255}, {120, 100, 70, 255}, {255, 0, 255, 255}};

static void position_of(const twc_faces *faces, size_t face, int corner, float position[3])
{
    twc_vertex vertex = faces->face[face].triangle->corner[corner];
    position[0] = (float)((double)((int64_t)vertex.x - faces->origin_x) / 100.0);
    position[1] = vertex.y;
    position[2] = (float)((double)((int64_t)vertex.z - faces->origin_z) / 100.0);
}

static void put_face(FILE *out, const twc_faces *faces, size_t index)
{
    const twc_face *face = &faces->face[index];
    unsigned char bytes[STRIDE] = {0};
    unsigned char *next = bytes + 12;
    int class_of = twc_face_kind(face);
    for (int axis = 0; axis < 3; axis++)
        next = twc_put_float(next, face->facet->normal[axis]);
    memcpy(next, colour[class_of], 4);
    next[4] = (unsigned char)class_of;
    next = twc_put_float(next + 8, twc_face_slope(face));
    next = twc_put_float(next, (float)face->chunk_x);
    next = twc_put_float(next, (float)face->chunk_z);
    twc_put64(next, face->facet->id);
    for (int v = 0; v < 3; v++) {
        float position[3];
        position_of(faces, index, v, position);
        next = bytes;
        for (int axis = 0; axis < 3; axis++)
            next = twc_put_float(next, position[axis]);
        fwrite(bytes, 1, STRIDE, out);
    }
}

/* glTF asks for the exact bounds of the positions. */
static void position_bounds(const twc_faces *faces, double low[3], double high[3])
{
    for (size_t k = 0; k < 3 * faces->count; k++) {
        float position[3];
        position_of(faces, k / 3, (int)(k % 3), position);
        for (int axis = 0; axis < 3; axis++) {
            double value = (double)position[axis];
            low[axis] = k == 0 || value < low[axis] ? value : low[axis];
            high[axis] = k == 0 || value > high[axis] ? value : high[axis];
        }
    }
}

static cJSON *add_accessor(cJSON *accessors, const attribute *a, size_t count)
{
    cJSON *accessor = twc_json_add_object(accessors, NULL);
    twc_json_add_number(accessor, "bufferView", 0);
    twc_json_add_number(accessor, "byteOffset", a->offset);
    twc_json_add_number(accessor, "componentType", a->component);
    if (a->normalized)
        twc_json_add_flag(accessor, "normalized", 1);
    twc_json_add_number(accessor, "count", (double)count);
    twc_json_add_text(accessor, "type", a->type);
    return accessor;
}

/* {"name": [ {key: value, ...} ]}: glTF keeps everything in arrays of objects. */
static cJSON *add_only(cJSON *root, const char *array)
{
    return twc_json_add_object(twc_json_add_array(root, array), NULL);
}

static void add_mesh(cJSON *root, const twc_faces *faces, const char *title)
{
    double low[3], high[3];
    position_bounds(faces, low, high);
    cJSON *mesh = add_only(root, "meshes"), *accessors = twc_json_add_array(root, "accessors");
    twc_json_add_text(mesh, "name", title);
    cJSON *primitive = add_only(mesh, "primitives"), *names = twc_json_add_object(primitive, "attributes");
    twc_json_add_number(primitive, "material", 0);
    for (int k = 0; k < ATTRIBUTE_COUNT; k++) {
        cJSON *accessor = add_accessor(accessors, &attributes[k], 3 * faces->count);
        twc_json_add_number(names, attributes[k].name, k);
        if (k == 0) {
            twc_json_add_item(accessor, "min", cJSON_CreateDoubleArray(low, 3));
            twc_json_add_item(accessor, "max", cJSON_CreateDoubleArray(high, 3));
        }
    }
}

/* The description as JSON. */
static cJSON *describe(const twc_faces *faces, const char *title)
{
    double origin[3] = {faces->origin_x / 100.0, 0, faces->origin_z / 100.0};
    double size = (double)(3 * faces->count) * STRIDE;
    cJSON *root = cJSON_CreateObject(), *asset = twc_json_add_object(root, "asset");
    twc_json_add_text(asset, "version", "2.0");
    twc_json_add_text(asset, "generator", "twc");
    cJSON *extras = twc_json_add_object(asset, "extras");
    twc_json_add_text(extras, "axes", "x east, y up, z south, metres; the node's translation is the origin");
    twc_json_add_number(root, "scene", 0);
    twc_json_add_item(add_only(root, "scenes"), "nodes", cJSON_CreateIntArray((int[1]){0}, 1));
    cJSON *node = add_only(root, "nodes");
    twc_json_add_number(node, "mesh", 0);
    twc_json_add_item(node, "translation", cJSON_CreateDoubleArray(origin, 3));
    add_mesh(root, faces, title);
    cJSON *material = add_only(root, "materials");
    twc_json_add_text(material, "name", "ground");
    cJSON *surface = twc_json_add_object(material, "pbrMetallicRoughness");
    twc_json_add_number(surface, "metallicFactor", 0);
    twc_json_add_number(surface, "roughnessFactor", 1);
    twc_json_add_number(add_only(root, "buffers"), "byteLength", size);
    cJSON *view = add_only(root, "bufferViews");
    twc_json_add_number(view, "buffer", 0);
    twc_json_add_number(view, "byteLength", size);
    twc_json_add_number(view, "byteStride", STRIDE);
    twc_json_add_number(view, "target", 34962);
    return root;
}

static void put_words(FILE *out, int count, const uint32_t *words)
{
    unsigned char bytes[4];
    for (int k = 0; k < count; k++) {
        twc_put32(bytes, words[k]);
        fwrite(bytes, 1, sizeof bytes, out);
    }
}

twc_status twc_mesh_write_glb(const char *path, const twc_faces *faces, const char *title)
{
    twc_atomic_file file;
    if (faces->reach > TWC_FLOAT_REACH_M)
        return twc_fail(
            TWC_USAGE,
            "the chunks reach %.0f m from their middle, where the 32-bit positions of GLB lose centimetres; "
            "choose fewer with --chunks or --area, or write vtk or ply",
            faces->reach);
    if (faces->count > (UINT32_MAX - (1u << 20)) / (3 * STRIDE))
        return twc_fail(TWC_USAGE, "%zu faces are more than a GLB file can hold; choose fewer with --chunks",
                        faces->count);
    char *json;
    twc_status status = twc_json_text_of(describe(faces, title), TWC_JSON_PACKED, &json);
    if (!status.code)
        status = twc_atomic_open(path, &file);
    if (!status.code) {
        uint32_t text = (uint32_t)strlen(json), padded = (text + 3) & ~3u,
                 binary = (uint32_t)(3 * faces->count * STRIDE);
        put_words(file.stream, 5, (uint32_t[5]){0x46546c67, 2, 12 + 8 + padded + 8 + binary, padded, 0x4e4f534a});
        fprintf(file.stream, "%s%*s", json, (int)(padded - text), "");
        put_words(file.stream, 2, (uint32_t[2]){binary, 0x004e4942});
        for (size_t k = 0; k < faces->count; k++)
            put_face(file.stream, faces, k);
        status = twc_atomic_commit(&file);
    }
    free(json);
    return status;
}
