/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/tileset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/atomic_file.h"
#include "world/little_endian.h"
#include "write_json.h"

enum { FLOAT = 5126, VERTEX_BYTES = 24, PATH_SIZE = 1024 };

/* Whole centimetres, x east, y up, z south; both ends included. */
typedef struct box {
    int32_t low[3], high[3];
} box;

static void corner_of(const twc_vertex *v, int32_t out[3])
{
    out[0] = v->x;
    out[1] = (int32_t)rint((double)v->y * 100.0);
    out[2] = v->z;
}

static box box_of(const twc_tileset_tile *tile)
{
    box b = {{INT32_MAX, INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN, INT32_MIN}};
    for (size_t k = 0; k < 3 * tile->count; k++) {
        int32_t at[3];
        corner_of(&tile->triangles[k / 3].corner[k % 3], at);
        for (int axis = 0; axis < 3; axis++) {
            b.low[axis] = at[axis] < b.low[axis] ? at[axis] : b.low[axis];
            b.high[axis] = at[axis] > b.high[axis] ? at[axis] : b.high[axis];
        }
    }
    return b;
}

static box joined(box a, box b)
{
    for (int axis = 0; axis < 3; axis++) {
        a.low[axis] = a.low[axis] < b.low[axis] ? a.low[axis] : b.low[axis];
        a.high[axis] = a.high[axis] > b.high[axis] ? a.high[axis] : b.high[axis];
    }
    return a;
}

static void middle_of(const box *b, int32_t middle[3])
{
    for (int axis = 0; axis < 3; axis++)
        middle[axis] = twc_floor_div(b->low[axis] + b->high[axis], 2);
}

/* ---- one tile ---- */

static cJSON *add_only(cJSON *root, const char *array)
{
    return twc_json_add_object(twc_json_add_array(root, array), NULL);
}

static void add_accessor(cJSON *accessors, size_t count, int offset)
{
    cJSON *accessor = twc_json_add_object(accessors, NULL);
    twc_json_add_number(accessor, "bufferView", 0);
    twc_json_add_number(accessor, "byteOffset", offset);
    twc_json_add_number(accessor, "componentType", FLOAT);
    twc_json_add_number(accessor, "count", (double)count);
    twc_json_add_text(accessor, "type", "VEC3");
}

static cJSON *describe(const twc_tileset_tile *tile, const box *b, const int32_t middle[3])
{
    const double scale[3] = {0.01, 0.01, 0.01}, place[3] = {middle[0] / 100.0, middle[1] / 100.0, middle[2] / 100.0};
    double low[3], high[3];
    cJSON *root = cJSON_CreateObject(), *asset = twc_json_add_object(root, "asset");
    twc_json_add_text(asset, "version", "2.0");
    twc_json_add_text(asset, "generator", "twc");
    twc_json_add_number(root, "scene", 0);
    twc_json_add_item(add_only(root, "scenes"), "nodes", cJSON_CreateIntArray((int[1]){0}, 1));
    cJSON *node = add_only(root, "nodes");
    twc_json_add_number(node, "mesh", 0);
    twc_json_add_item(node, "scale", cJSON_CreateDoubleArray(scale, 3));
    twc_json_add_item(node, "translation", cJSON_CreateDoubleArray(place, 3));
    cJSON *primitive = add_only(add_only(root, "meshes"), "primitives"),
          *names = twc_json_add_object(primitive, "attributes"), *accessors = twc_json_add_array(root, "accessors");
    twc_json_add_number(names, "POSITION", 0);
    twc_json_add_number(names, "NORMAL", 1);
    twc_json_add_number(primitive, "material", 0);
    add_accessor(accessors, 3 * tile->count, 0);
    add_accessor(accessors, 3 * tile->count, VERTEX_BYTES / 2);
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = b->low[axis] - middle[axis];
        high[axis] = b->high[axis] - middle[axis];
    }
    twc_json_add_item(cJSON_GetArrayItem(accessors, 0), "min", cJSON_CreateDoubleArray(low, 3));
    twc_json_add_item(cJSON_GetArrayItem(accessors, 0), "max", cJSON_CreateDoubleArray(high, 3));
    cJSON *surface = twc_json_add_object(add_only(root, "materials"), "pbrMetallicRoughness");
    twc_json_add_item(surface, "baseColorFactor", cJSON_CreateDoubleArray((double[4]){0.12, 0.2, 0.08, 1}, 4));
    twc_json_add_number(surface, "metallicFactor", 0);
    twc_json_add_number(surface, "roughnessFactor", 1);
    const double bytes = 3.0 * VERTEX_BYTES * (double)tile->count;
    twc_json_add_number(add_only(root, "buffers"), "byteLength", bytes);
    cJSON *view = add_only(root, "bufferViews");
    twc_json_add_number(view, "buffer", 0);
    twc_json_add_number(view, "byteLength", bytes);
    twc_json_add_number(view, "byteStride", VERTEX_BYTES);
    twc_json_add_number(view, "target", 34962);
    return root;
}

static void put_triangle(FILE *out, const twc_triangle *triangle, const int32_t middle[3])
{
    double p[3][3], n[3], length = 0;
    for (int k = 0; k < 3; k++) {
        int32_t at[3];
        corner_of(&triangle->corner[k], at);
        for (int axis = 0; axis < 3; axis++)
            p[k][axis] = at[axis] - middle[axis];
    }
    for (int axis = 0; axis < 3; axis++) {
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        n[axis] = (p[1][i] - p[0][i]) * (p[2][j] - p[0][j]) - (p[1][j] - p[0][j]) * (p[2][i] - p[0][i]);
        length += n[axis] * n[axis];
    }
    length = length > 0 ? sqrt(length) : 1;
    for (int k = 0; k < 3; k++) {
        unsigned char bytes[VERTEX_BYTES], *next = bytes;
        for (int axis = 0; axis < 3; axis++)
            next = twc_put_float(next, (float)p[k][axis]);
        for (int axis = 0; axis < 3; axis++)
            next = twc_put_float(next, (float)(n[axis] / length));
        fwrite(bytes, 1, sizeof bytes, out);
    }
}

static void put_words(FILE *out, int count, const uint32_t *words)
{
    unsigned char bytes[4];
    for (int k = 0; k < count; k++) {
        twc_put32(bytes, words[k]);
        fwrite(bytes, 1, sizeof bytes, out);
    }
}

static twc_status write_tile(const char *path, const twc_tileset_tile *tile)
{
    const box b = box_of(tile);
    int32_t middle[3];
    twc_atomic_file file;
    char *json;
    middle_of(&b, middle);
    twc_status status = twc_json_text_of(describe(tile, &b, middle), TWC_JSON_PACKED, &json);
    if (status.code)
        return status;
    status = twc_atomic_open(path, &file);
    if (!status.code) {
        const uint32_t text = (uint32_t)strlen(json), padded = (text + 3) & ~3u,
                       binary = (uint32_t)(3 * VERTEX_BYTES * tile->count);
        put_words(file.stream, 5, (uint32_t[5]){0x46546c67, 2, 12 + 8 + padded + 8 + binary, padded, 0x4e4f534a});
        fprintf(file.stream, "%s%*s", json, (int)(padded - text), "");
        put_words(file.stream, 2, (uint32_t[2]){binary, 0x004e4942});
        for (size_t k = 0; k < tile->count; k++)
            put_triangle(file.stream, &tile->triangles[k], middle);
        status = twc_atomic_commit(&file);
    }
    free(json);
    return status;
}

/* ---- the tree ---- */

static const twc_tileset_tile *tile_at(const twc_tileset *t, int32_t level, int32_t x, int32_t z)
{
    const twc_rect r = t->rect[level];
    if (x < r.x || z < r.z || x >= r.x + r.nx || z >= r.z + r.nz)
        return NULL;
    const twc_tileset_tile *tile = &t->tile[level][(ptrdiff_t)(z - r.z) * r.nx + (x - r.x)];
    return tile->count ? tile : NULL;
}

/* The middle and the half axes of a box, x east, y north, z up; a millimetre wider for the rounding. */
static void add_volume(cJSON *to, const box *b)
{
    double values[12] = {0};
    const int from[3] = {0, 2, 1};
    for (int axis = 0; axis < 3; axis++) {
        const double low = b->low[from[axis]] / 100.0, high = b->high[from[axis]] / 100.0;
        values[axis] = (axis == 1 ? -1 : 1) * (low + high) / 2;
        values[3 + 4 * axis] = (high - low) / 2 + 0.001;
    }
    twc_json_add_item(twc_json_add_object(to, "boundingVolume"), "box", cJSON_CreateDoubleArray(values, 12));
}

/* Adds a tile and all finer ones below it; the box of them all. */
static box add_tile(const twc_tileset *t, twc_detail_chunk at, cJSON *list)
{
    const twc_tileset_tile *tile = tile_at(t, at.level, at.x, at.z);
    box all = box_of(tile);
    cJSON *object = twc_json_add_object(list, NULL), *children = NULL;
    char uri[64];
    snprintf(uri, sizeof uri, "%d/%d_%d.glb", at.level, at.x, at.z);
    twc_json_add_number(object, "geometricError", tile->error);
    twc_json_add_text(twc_json_add_object(object, "content"), "uri", uri);
    if (at.level > 0)
        children = twc_json_add_array(object, "children");
    for (int32_t k = 0; k < 4 && at.level > 0; k++)
        all = joined(all,
                     add_tile(t, (twc_detail_chunk){at.level - 1, 2 * at.x + k % 2, 2 * at.z + k / 2, 0}, children));
    add_volume(object, &all);
    return all;
}

/* Whether the square of the next level is a tile, which then has this one below it. */
static int has_parent(const twc_tileset *t, int32_t level, int32_t x, int32_t z)
{
    return level < t->levels && tile_at(t, level + 1, twc_floor_div(x, 2), twc_floor_div(z, 2));
}

static cJSON *describe_tree(const twc_tileset *t, const char *title)
{
    cJSON *json = cJSON_CreateObject(), *asset = twc_json_add_object(json, "asset");
    box all = {{INT32_MAX, INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN, INT32_MIN}};
    double error = 0;
    twc_json_add_text(asset, "version", "1.1");
    twc_json_add_text(asset, "generator", "twc");
    twc_json_add_text(twc_json_add_object(asset, "extras"), "world", title);
    cJSON *root = twc_json_add_object(json, "root");
    twc_json_add_text(root, "refine", "REPLACE");
    cJSON *children = twc_json_add_array(root, "children");
    for (int32_t level = t->levels; level >= 0; level--)
        for (int32_t k = 0; k < t->rect[level].nx * t->rect[level].nz; k++) {
            const int32_t x = t->rect[level].x + k % t->rect[level].nx, z = t->rect[level].z + k / t->rect[level].nx;
            const twc_tileset_tile *tile = tile_at(t, level, x, z);
            if (!tile || has_parent(t, level, x, z))
                continue;
            all = joined(all, add_tile(t, (twc_detail_chunk){level, x, z, 0}, children));
            error = fmax(error, tile->error);
        }
    add_volume(root, &all);
    error = 2 * error + 1000; /* of nothing at all: the coarsest tiles are drawn as soon as anything is */
    twc_json_add_number(root, "geometricError", error);
    twc_json_add_number(json, "geometricError", error);
    return json;
}

twc_status twc_tileset_write(const char *folder, const twc_tileset *tileset, const char *title, size_t *files)
{
    char path[PATH_SIZE], name[64];
    twc_atomic_file file;
    twc_status status = twc_ok();
    *files = 0;
    for (int32_t level = 0; level <= tileset->levels; level++)
        for (int32_t k = 0; k < tileset->rect[level].nx * tileset->rect[level].nz && !status.code; k++) {
            const twc_rect r = tileset->rect[level];
            if (!tileset->tile[level][k].count)
                continue;
            snprintf(name, sizeof name, "%d/%d_%d.glb", level, r.x + k % r.nx, r.z + k / r.nx);
            status = twc_path_join(folder, name, path, sizeof path);
            if (!status.code)
                status = twc_make_folder_of(path);
            if (!status.code)
                status = write_tile(path, &tileset->tile[level][k]);
            *files += !status.code;
        }
    if (!status.code)
        status = twc_path_join(folder, "tileset.json", path, sizeof path);
    if (!status.code)
        status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    status = twc_json_print(describe_tree(tileset, title), TWC_JSON_PACKED, file.stream);
    if (status.code) {
        twc_atomic_discard(&file);
        return status;
    }
    ++*files;
    return twc_atomic_commit(&file);
}
