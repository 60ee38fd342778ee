/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 3D Tiles as files: read back from their bytes alone. Outlines are squares, boxes hold what they should, errors do not
 * grow downwards, and every skirt covers what any tile beside it leaves open, by another route than it was made.
 */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/build_tileset.h"
#include "common/scratch.h"
#include "common/suite.h"
#include "measure/detail_tiles.h"
#include "read_json.h"
#include "regions/region.h"
#include "store/atomic_file.h"

enum { MOST = 128, SIDES = 4 };

/* A tile as its file has it: corners in whole centimetres, x east, y up, z south. */
typedef struct read_tile {
    int level, x, z;
    size_t count;
    int32_t (*corner)[3][3];
    double error, box[12];
    int parent; /* index of the tile above; -1: none */
} read_tile;

static twc_world_data region;
static read_tile tile[MOST];
static int count;
static double root_box[12];

static void make(void)
{
    twc_region about;
    twc_detail_made made;
    twc_tileset_made report;
    CU_ASSERT_FATAL(!twc_region_read(TWC_SOURCE_DIR "/experiments/region.json", &about).code);
    CU_ASSERT_FATAL(!twc_region_generate(&about, &region).code);
    CU_ASSERT_FATAL(!twc_detail_make(&region.world, twc_detail_kernels_best(), &made).code);
    const twc_status status = twc_build_tileset(&region, &made, scratch_path("tiles"), &report);
    CU_ASSERT_EQUAL(status.code, TWC_OK);
    CU_ASSERT_EQUAL(report.tiles, 64 + 16 + 4);
    CU_ASSERT_EQUAL(report.files, report.tiles + 1);
    CU_ASSERT(report.deepest > report.median && report.median > 0 && report.deepest < 655.36);
    twc_detail_made_destroy(&made);
}

/* ---- reading ---- */

static float float_at(const unsigned char *bytes)
{
    const uint32_t word = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                          (uint32_t)bytes[3] << 24;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static void read_glb(const char *uri, read_tile *t)
{
    char path[192];
    unsigned char *bytes;
    size_t size;
    snprintf(path, sizeof path, "%s/%s", scratch_path("tiles"), uri);
    CU_ASSERT_EQUAL_FATAL(twc_read_file(path, &bytes, &size).code, TWC_OK);
    const size_t text = (size_t)bytes[12] | (size_t)bytes[13] << 8 | (size_t)bytes[14] << 16;
    cJSON *json = cJSON_ParseWithLength((const char *)bytes + 20, text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(json);
    const cJSON *node = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "nodes"), 0),
                *place = cJSON_GetObjectItem(node, "translation"),
                *position = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "accessors"), 0);
    t->count = (size_t)cJSON_GetObjectItem(position, "count")->valuedouble / 3;
    t->corner = malloc(t->count * sizeof *t->corner);
    CU_ASSERT_EQUAL(size, 20 + text + 8 + 72 * t->count);
    CU_ASSERT_EQUAL(cJSON_GetArrayItem(cJSON_GetObjectItem(node, "scale"), 1)->valuedouble, 0.01);
    for (size_t k = 0; k < 9 * t->count; k++) {
        const float value = float_at(bytes + 20 + text + 8 + 24 * (k / 3) + 4 * (k % 3));
        const double middle = 100 * cJSON_GetArrayItem(place, (int)(k % 3))->valuedouble;
        CU_ASSERT_FATAL(value == floorf(value)); /* whole centimetres about the middle */
        t->corner[k / 9][k / 3 % 3][k % 3] = (int32_t)(value + rint(middle));
    }
    cJSON_Delete(json);
    free(bytes);
}

static void read_box(const cJSON *object, double box[12])
{
    const cJSON *list = cJSON_GetObjectItem(cJSON_GetObjectItem(object, "boundingVolume"), "box");
    CU_ASSERT_EQUAL_FATAL(cJSON_GetArraySize(list), 12);
    for (int k = 0; k < 12; k++)
        box[k] = cJSON_GetArrayItem(list, k)->valuedouble;
}

static void read_tree(const cJSON *object, int parent)
{
    const cJSON *child;
    read_tile *t = &tile[count];
    const char *uri = cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetObjectItem(object, "content"), "uri"));
    CU_ASSERT_FATAL(count < MOST && uri && sscanf(uri, "%d/%d_%d.glb", &t->level, &t->x, &t->z) == 3);
    t->parent = parent;
    t->error = cJSON_GetObjectItem(object, "geometricError")->valuedouble;
    read_box(object, t->box);
    read_glb(uri, t);
    const int own = count++;
    cJSON_ArrayForEach(child, cJSON_GetObjectItem(object, "children")) read_tree(child, own);
}

static void read_back(void)
{
    cJSON *json;
    const cJSON *child;
    CU_ASSERT_EQUAL_FATAL(twc_read_json(scratch_path("tiles/tileset.json"), &json).code, TWC_OK);
    const cJSON *root = cJSON_GetObjectItem(json, "root");
    CU_ASSERT_STRING_EQUAL(cJSON_GetStringValue(cJSON_GetObjectItem(root, "refine")), "REPLACE");
    CU_ASSERT_STRING_EQUAL(cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "asset"), "version")),
                           "1.1");
    read_box(root, root_box);
    cJSON_ArrayForEach(child, cJSON_GetObjectItem(root, "children")) read_tree(child, -1);
    cJSON_Delete(json);
    CU_ASSERT_EQUAL(count, 64 + 16 + 4);
}

/* ---- what holds ---- */

/* Whether a box holds one in centimetres; the tileset has x east, y north, z up. */
static int holds(const double box[12], const double low[3], const double high[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (low[axis] < box[axis] - box[3 + 4 * axis] || high[axis] > box[axis] + box[3 + 4 * axis])
            return 0;
    return 1;
}

static void boxes_and_errors(void)
{
    for (int n = 0; n < count; n++) {
        double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
        for (size_t k = 0; k < 3 * tile[n].count; k++) {
            const int32_t *c = tile[n].corner[k / 3][k % 3];
            const double at[3] = {c[0] / 100.0, -c[2] / 100.0, c[1] / 100.0};
            for (int axis = 0; axis < 3; axis++) {
                low[axis] = fmin(low[axis], at[axis]);
                high[axis] = fmax(high[axis], at[axis]);
            }
        }
        CU_ASSERT(holds(root_box, low, high));
        for (int above = n; above >= 0; above = tile[above].parent) /* a box holds its tile, and all below */
            CU_ASSERT(holds(tile[above].box, low, high));
        if (tile[n].parent >= 0) {
            const read_tile *p = &tile[tile[n].parent];
            CU_ASSERT(p->error >= tile[n].error && p->level == tile[n].level + 1);
            CU_ASSERT(p->x == (tile[n].x < 0 ? (tile[n].x - 1) / 2 : tile[n].x / 2));
        }
        for (int axis = 0; axis < 2; axis++) /* and no more than a square in plan */
            CU_ASSERT(fabs(2 * tile[n].box[3 + 4 * axis] - (256 << tile[n].level)) < 0.01);
    }
}

static int64_t area2(int32_t c[3][3])
{
    return (int64_t)(c[1][2] - c[0][2]) * (c[2][0] - c[0][0]) - (int64_t)(c[1][0] - c[0][0]) * (c[2][2] - c[0][2]);
}

static void squares(void)
{
    for (int n = 0; n < count; n++) {
        const int64_t side = 25600 << tile[n].level;
        int64_t area = 0;
        for (size_t k = 0; k < tile[n].count; k++) {
            const int64_t own = area2(tile[n].corner[k]);
            CU_ASSERT(own >= 0); /* 0: a wall */
            area += own;
            for (int v = 0; v < 3; v++) {
                const int64_t x = tile[n].corner[k][v][0], z = tile[n].corner[k][v][2];
                CU_ASSERT(x >= side * tile[n].x && x <= side * (tile[n].x + 1) && z >= side * tile[n].z &&
                          z <= side * (tile[n].z + 1));
            }
        }
        CU_ASSERT_EQUAL(area, 2 * side * side);
    }
}

/*
 * On a line of constant x (axis 0) or z (axis 2): the height of a tile's ground at a place, and the foot of its wall,
 * in centimetres; NaN where there is none.
 */
static void profile(const read_tile *t, int axis, int32_t line, double at, double *ground, double *foot)
{
    const int along = 2 - axis;
    *ground = *foot = NAN;
    for (size_t k = 0; k < t->count; k++) {
        int32_t(*c)[3] = t->corner[k];
        const int wall = area2(c) == 0;
        for (int v = 0; v < 3; v++) {
            const int32_t *a = c[v], *b = c[(v + 1) % 3];
            if (a[axis] != line || b[axis] != line || a[along] == b[along] || at < fmin(a[along], b[along]) ||
                at > fmax(a[along], b[along]))
                continue;
            const double y = a[1] + (double)(b[1] - a[1]) * (at - a[along]) / (b[along] - a[along]);
            if (wall)
                *foot = isnan(*foot) ? y : fmin(*foot, y);
            else
                *ground = y;
        }
    }
}

/* Over every pair of tiles that share part of a side: how many places show below the higher one's skirt. */
static long uncovered(int32_t lifted, double *deepest)
{
    long open = 0;
    *deepest = 0;
    for (int n = 0; n < count; n++)
        for (int m = 0; m < count; m++)
            for (int axis = 0; axis <= 2; axis += 2) {
                const int32_t wide = 25600 << tile[n].level, other = 25600 << tile[m].level;
                const int32_t own_at = axis ? tile[n].z : tile[n].x, other_at = axis ? tile[m].z : tile[m].x,
                              own_along = axis ? tile[n].x : tile[n].z, other_along = axis ? tile[m].x : tile[m].z;
                const int east = (own_at + 1) * wide == other_at * other,
                          west = own_at * wide == (other_at + 1) * other;
                const int32_t from = own_along * wide > other_along * other ? own_along * wide : other_along * other,
                              end = (own_along + 1) * wide < (other_along + 1) * other ? (own_along + 1) * wide
                                                                                       : (other_along + 1) * other;
                if ((!east && !west) || from >= end)
                    continue;
                const int32_t line = east ? (own_at + 1) * wide : own_at * wide;
                for (int k = 0; k <= 160; k++) {
                    double own, own_foot, there, unused;
                    profile(&tile[n], axis, line, from + (double)(end - from) * k / 160, &own, &own_foot);
                    profile(&tile[m], axis, line, from + (double)(end - from) * k / 160, &there, &unused);
                    CU_ASSERT_FATAL(!isnan(own) && !isnan(there));
                    if (own <= there + 1e-6)
                        continue;
                    *deepest = fmax(*deepest, own - there);
                    open += isnan(own_foot) || own_foot + lifted > there + 1e-6;
                }
            }
    return open;
}

static void skirts_cover(void)
{
    double deepest;
    CU_ASSERT_EQUAL(uncovered(0, &deepest), 0);
    CU_ASSERT(deepest > 100);               /* metres of it somewhere */
    CU_ASSERT(uncovered(25, &deepest) > 0); /* shallower by a hand, they would not */
}

/* The depths themselves: exactly what is needed and no more than a centimetre of rounding. */
static void depths_are_tight(void)
{
    twc_detail_made made;
    twc_detail_tiles tiles;
    twc_tile_point line[TWC_DETAIL_SIDE];
    CU_ASSERT_FATAL(!twc_detail_make(&region.world, twc_detail_kernels_best(), &made).code);
    CU_ASSERT_FATAL(!twc_detail_tiles_make(&made, &tiles).code);
    long sides = 0;
    for (int32_t level = 0; level <= tiles.levels; level++)
        for (int32_t k = 0; k < tiles.rect[level].nx * tiles.rect[level].nz; k++)
            for (int side = 0; side < SIDES; side++) {
                const twc_detail_tile *t = &tiles.tile[level][k];
                const int points = twc_tile_side(t, side, line);
                CU_ASSERT(points >= 5 && points <= TWC_DETAIL_SIDE);
                sides += t->depth[side] > 0;
                /* Neighbours of one level meet in all their points. */
                const twc_detail_chunk c = t->chunk;
                const twc_detail_tile *there = twc_detail_tile_at(&tiles, level, c.x + (side == 1) - (side == 0),
                                                                  c.z + (side == 3) - (side == 2));
                twc_tile_point other[TWC_DETAIL_SIDE];
                if (there) {
                    CU_ASSERT_EQUAL(twc_tile_side(there, side ^ 1, other), points);
                    CU_ASSERT(memcmp(line, other, (size_t)points * sizeof *line) == 0);
                } else {
                    CU_ASSERT_EQUAL(t->depth[side], 0);
                }
            }
    CU_ASSERT(sides > 50);
    twc_detail_tiles_destroy(&tiles);
    twc_detail_made_destroy(&made);
}

static void drop(void)
{
    for (int n = 0; n < count; n++)
        free(tile[n].corner);
    twc_world_data_destroy(&region);
}

int main(void)
{
    CU_TestInfo tests[] = {{"made", make},
                           {"read back", read_back},
                           {"boxes and errors", boxes_and_errors},
                           {"squares", squares},
                           {"skirts cover", skirts_cover},
                           {"depths", depths_are_tight},
                           {"dropped", drop},
                           CU_TEST_INFO_NULL};
    scratch_make();
    const int failed = suite_run("tileset", tests);
    scratch_remove();
    return failed;
}
