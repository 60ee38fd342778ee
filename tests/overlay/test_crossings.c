/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Roads that cross, join, lie over each other or side by side: closed by every exact check, also after the ground has
 * changed; the same whatever the order in which they were placed; chunk by chunk what one overlay of the whole scene
 * gives. test_crossings [first [count]].
 */
#include <stdlib.h>
#include <string.h>

#include "common/arena.h"
#include "common/grids.h"
#include "common/suite.h"
#include "footprint/layered.h"
#include "footprint/road_cases.h"
#include "ground/stage.h"
#include "measure/grid_difference.h"
#include "twc/facts.h"
#include "twc/feature_list.h"
#include "twc/plan.h"

enum { MOST_ROADS = 6, WORKSPACE = 512 << 20, MARGIN_CM = 10000 };

static uint64_t first = 0, count = 20;
static unsigned char *workspace;

/* ---- scenes ---- */

typedef struct scene {
    twc_world_data data;
    twc_features features;
    int roads, refused;
} scene;

static twc_point inside(road_random *r, twc_rect extent)
{
    const int32_t x = extent.x * TWC_TILE_CM, z = extent.z * TWC_TILE_CM;
    return (twc_point){x + road_between(r, MARGIN_CM, TWC_TILE_CM - MARGIN_CM),
                       z + road_between(r, MARGIN_CM, TWC_TILE_CM - MARGIN_CM)};
}

/* Nodes of its own, or those of another road: the same, reversed, beside, or beginning on one of its nodes. */
static int32_t draw_nodes(road_random *r, twc_rect extent, const twc_point *other, int32_t others, twc_point *nodes)
{
    const int kind = others > 0 ? road_between(r, 0, 7) : 7;
    if (kind <= 2) {
        const int32_t aside = road_between(r, -2, 2) * (kind == 1 ? 150 : 1);
        for (int32_t i = 0; i < others; i++)
            nodes[i] = other[kind == 2 ? others - 1 - i : i];
        for (int32_t i = 0; i < others && kind < 2; i++)
            nodes[i].x += aside;
        return others;
    }
    const int32_t wanted = road_between(r, 2, 3);
    twc_point from = inside(r, extent), to = inside(r, extent);
    if (kind == 3)
        from = other[road_between(r, 0, others - 1)];
    if (kind == 4)
        to = other[road_between(r, 0, others - 1)];
    const int32_t dx = (to.x - from.x) / 2, dz = (to.z - from.z) / 2, bend = road_between(r, -20, 20);
    nodes[0] = from;
    nodes[1] = (twc_point){from.x + dx + dz / 100 * bend, from.z + dz - dx / 100 * bend};
    nodes[wanted - 1] = to;
    return wanted;
}

/* What placing refuses is left out. */
static void draw_scene(uint64_t seed, scene *s)
{
    road_random r = {seed * 3 + 1};
    const twc_rect extent = {road_between(&r, -2, 1), road_between(&r, -2, 1), 1, 1};
    twc_point nodes[MOST_ROADS][ROAD_MAX_NODES];
    int32_t node_count = 0;
    memset(s, 0, sizeof *s);
    CU_ASSERT_EQUAL_FATAL(road_world(seed, extent, (road_heights)road_between(&r, 0, ROAD_HEIGHTS - 1),
                                     (road_classes)road_between(&r, 0, ROAD_CLASSES - 1), &s->data)
                              .code,
                          TWC_OK);
    const int roads = road_between(&r, 2, MOST_ROADS);
    for (int k = 0; k < roads; k++) {
        twc_profile profile;
        twc_feature feature;
        void *memory;
        CU_ASSERT_EQUAL_FATAL(road_draw_profile(&r, road_between(&r, 0, 1), &profile).code, TWC_OK);
        node_count = draw_nodes(&r, extent, k > 0 ? nodes[k - 1] : NULL, k > 0 ? node_count : 0, nodes[k]);
        const twc_corridor road = {.id = (uint64_t)road_between(&r, 1, 1 << 20),
                                   .priority = road_between(&r, 0, 2),
                                   .profile = &profile,
                                   .node_count = node_count,
                                   .nodes = nodes[k],
                                   .spline = (twc_spline)road_between(&r, 0, 1)};
        if (twc_features_find(&s->features, road.id) ||
            twc_features_make(twc_reference_ground(), &s->data.world, 0, &road, &feature, &memory).code) {
            s->refused++;
            continue;
        }
        CU_ASSERT_EQUAL_FATAL(twc_features_reserve(&s->features).code, TWC_OK);
        twc_features_put(&s->features, &feature, memory);
        s->roads++;
    }
}

static void destroy_scene(scene *s)
{
    twc_features_destroy(&s->features);
    twc_world_data_destroy(&s->data);
}

static int build(const scene *s, twc_chunk_grid *meshes)
{
    const twc_chunk_request request = mesh_request(&s->data.world, s->features.list);
    const twc_status status = twc_chunk_grid_build(twc_reference_builder(), &request, meshes);
    if (status.code)
        printf("\n    %s", status.message);
    return !status.code;
}

static int64_t meetings(const scene *s, const twc_chunk_grid *meshes)
{
    int64_t total = 0;
    for (size_t k = 0; k < meshes->count; k++)
        total += twc_feature_meetings(s->features.list, meshes->chunks.x + (int32_t)k % meshes->chunks.nx,
                                      meshes->chunks.z + (int32_t)k / meshes->chunks.nx);
    return total;
}

/* ---- closed ---- */

static int closed(const scene *s, const twc_chunk_grid *meshes)
{
    twc_outline outline = {0};
    twc_mesh_report report;
    CU_ASSERT_EQUAL_FATAL(twc_extent_outline(&s->data.world, 0, &outline).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_mesh_check(meshes->mesh, meshes->count, &outline, NULL, 0, &report).code, TWC_OK);
    twc_outline_free(&outline);
    if (!twc_mesh_report_clean(&report))
        printf(
            "\n    open %llu, nonmanifold %llu, misoriented %llu, T %llu, inverted %llu, degenerate %llu, area off by "
            "%lld; first (%d, %d, %a) - (%d, %d, %a)",
            (unsigned long long)report.open_edges, (unsigned long long)report.nonmanifold,
            (unsigned long long)report.misoriented, (unsigned long long)report.t_junctions,
            (unsigned long long)report.inverted, (unsigned long long)report.degenerate,
            (long long)(report.area2 - report.outline_area2), report.first.a.x, report.first.a.z,
            (double)report.first.a.y, report.first.b.x, report.first.b.z, (double)report.first.b.y);
    return twc_mesh_report_clean(&report);
}

/* A square of samples raised or lowered, where the roads are. */
static twc_rect brush(road_random *r, scene *s)
{
    const twc_rect all = twc_world_samples(&s->data.world);
    const twc_rect rect = {all.x + road_between(r, 60, 100), all.z + road_between(r, 60, 100), road_between(r, 4, 30),
                           road_between(r, 4, 30)};
    uint16_t samples[30 * 30];
    const uint16_t value = (uint16_t)road_between(r, 15000, 25000);
    for (int32_t k = 0; k < rect.nx * rect.nz; k++)
        samples[k] = (uint16_t)(value + road_between(r, 0, 300));
    twc_world_data_set_samples(&s->data, rect, samples);
    return rect;
}

static void test_closed(void)
{
    int scenes = 0, roads = 0, refused = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        scene s;
        twc_chunk_grid meshes = {0};
        road_random r = {seed};
        draw_scene(seed, &s);
        int good = 1;
        for (int edits = 0; edits < 3 && good; edits++) {
            good = build(&s, &meshes) && closed(&s, &meshes);
            scenes += edits == 0 && meetings(&s, &meshes) > 0;
            brush(&r, &s);
        }
        if (!good)
            printf(" (test_crossings %llu 1)", (unsigned long long)seed);
        CU_ASSERT_TRUE(good);
        roads += s.roads;
        refused += s.refused;
        twc_chunk_grid_destroy(&meshes);
        destroy_scene(&s);
    }
    printf(" %d scenes with roads that meet, %d roads, %d refused ", scenes, roads, refused);
    CU_ASSERT_TRUE(count < 20 || scenes > (int)count / 2);
}

/* ---- order ---- */

/* The same features put into a list in another order. */
static void test_order(void)
{
    for (uint64_t seed = first; seed < first + (count < 10 ? count : 10); seed++) {
        scene s;
        twc_features copy, other = {0};
        twc_chunk_grid meshes = {0}, again = {0};
        char message[300] = "";
        draw_scene(seed, &s);
        CU_ASSERT_EQUAL_FATAL(twc_features_copy(&s.features, &copy).code, TWC_OK);
        for (size_t f = copy.list.count; f-- > 0;) {
            CU_ASSERT_EQUAL_FATAL(twc_features_reserve(&other).code, TWC_OK);
            twc_features_put(&other, &copy.feature[f], copy.memory[f]);
        }
        copy.list.count = 0; /* the other owns them */
        CU_ASSERT_TRUE_FATAL(build(&s, &meshes));
        twc_features_destroy(&s.features);
        s.features = other;
        CU_ASSERT_TRUE_FATAL(build(&s, &again));
        CU_ASSERT_FALSE(twc_chunk_grids_differ(&meshes, &again, message, sizeof message));
        twc_features_destroy(&copy);
        twc_chunk_grid_destroy(&meshes);
        twc_chunk_grid_destroy(&again);
        destroy_scene(&s);
    }
}

/* ---- what a change reaches ---- */

/* Chunks whose meshes differ and that are not marked. */
static int missed(const twc_chunk_grid *before, const twc_chunk_grid *after, const uint8_t *dirty)
{
    int found = 0;
    for (size_t k = 0; k < before->count; k++) {
        const twc_mesh *a = &before->mesh[k], *b = &after->mesh[k];
        const int differ = a->triangle_count != b->triangle_count || a->facet_count != b->facet_count ||
                           memcmp(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles) != 0 ||
                           memcmp(a->facets, b->facets, a->facet_count * sizeof *a->facets) != 0;
        found += differ && !(dirty[k] & TWC_DIRTY_GROUND);
    }
    return found;
}

/* Takes each feature out, puts it back and edits the ground: no chunk changes that was not foretold. */
static void test_reach(void)
{
    for (uint64_t seed = first; seed < first + (count < 10 ? count : 10); seed++) {
        scene s;
        twc_chunk_grid all = {0}, other = {0};
        road_random r = {seed};
        draw_scene(seed, &s);
        CU_ASSERT_TRUE_FATAL(build(&s, &all) && all.count <= 64);
        const twc_feature_list list = s.features.list;
        for (size_t f = 0; f < list.count; f++) {
            uint8_t dirty[64] = {0};
            const twc_feature taken = s.features.feature[f];
            s.features.list.count--;
            memmove(&s.features.feature[f], &s.features.feature[f + 1], (list.count - 1 - f) * sizeof taken);
            CU_ASSERT_TRUE_FATAL(build(&s, &other));
            twc_dirty_feature(&s.data.world, s.features.list, &taken, all.chunks, dirty);
            CU_ASSERT_EQUAL(missed(&all, &other, dirty), 0);
            memmove(&s.features.feature[f + 1], &s.features.feature[f], (list.count - 1 - f) * sizeof taken);
            s.features.feature[f] = taken;
            s.features.list.count++;
        }
        for (int edits = 0; edits < 4; edits++) {
            uint8_t dirty[64] = {0};
            const twc_rect rect = brush(&r, &s);
            CU_ASSERT_TRUE_FATAL(build(&s, edits % 2 ? &all : &other));
            twc_dirty_chunks(&s.data.world, list, TWC_FACT_SAMPLES, rect, all.chunks, dirty);
            CU_ASSERT_EQUAL(missed(&all, &other, dirty), 0);
        }
        twc_chunk_grid_destroy(&all);
        twc_chunk_grid_destroy(&other);
        destroy_scene(&s);
    }
}

static void put_road(scene *s, uint64_t id, const twc_profile *profile, const twc_point nodes[2])
{
    twc_feature feature;
    void *memory;
    const twc_corridor road = {.id = id, .priority = (int32_t)id, .profile = profile, .node_count = 2, .nodes = nodes};
    CU_ASSERT_EQUAL_FATAL(twc_features_make(twc_reference_ground(), &s->data.world, 0, &road, &feature, &memory).code,
                          TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_features_reserve(&s->features).code, TWC_OK);
    twc_features_put(&s->features, &feature, memory);
}

/*
 * A road that ends on the left bank of another, in the west, whose right one reaches into the next chunk: there nothing
 * of the ground changes, but the faces of the cells that it cuts are numbered anew.
 */
static void test_reach_across(void)
{
    const int32_t border = TWC_CHUNK_CM;
    const twc_point along[2] = {{border - 1500, 20000}, {border - 1500, 10000}};
    const twc_point towards[2] = {{border - 10000, 15000}, {border - 3400, 15000}};
    twc_profile wide = twc_cart_road;
    scene s = {0};
    twc_chunk_grid before = {0}, after = {0};
    uint8_t dirty[64] = {0}, none[64] = {0};
    wide.bank_min_cm = 1880;
    wide.bank_max_cm = 1940;
    CU_ASSERT_EQUAL_FATAL(road_world(5, (twc_rect){0, 0, 1, 1}, ROAD_FLAT, ROAD_FINE, &s.data).code, TWC_OK);
    put_road(&s, 1, &wide, along);
    CU_ASSERT_TRUE_FATAL(build(&s, &before));
    put_road(&s, 2, &twc_cart_road, towards);
    CU_ASSERT_TRUE_FATAL(build(&s, &after) && closed(&s, &after));
    none[0] = TWC_DIRTY_GROUND;
    CU_ASSERT_EQUAL(missed(&before, &after, none), 1); /* chunk (1, 0) changes as well */
    twc_dirty_feature(&s.data.world, s.features.list, &s.features.feature[1], before.chunks, dirty);
    CU_ASSERT_EQUAL(missed(&before, &after, dirty), 0);
    twc_chunk_grid_destroy(&before);
    twc_chunk_grid_destroy(&after);
    destroy_scene(&s);
}

/* ---- the fast library ---- */

static void test_fast(void)
{
    int64_t met = 0;
    for (uint64_t k = first; k < first + count; k++) {
        scene s;
        twc_chunk_grid expected = {0};
        draw_scene(k, &s);
        CU_ASSERT_TRUE_FATAL(build(&s, &expected));
        met += meetings(&s, &expected);
        for (int level = 0; level <= (int)twc_level_best(); level++) {
            twc_chunk_grid meshes = {0};
            char where[160] = "";
            const twc_chunk_request request = mesh_request(&s.data.world, s.features.list);
            const twc_status status = twc_chunk_grid_build(twc_fast_builder((twc_level)level), &request, &meshes);
            const int same = !status.code && !twc_chunk_grids_differ(&expected, &meshes, where, sizeof where);
            if (!same)
                printf("\n    scene %llu, %s: %s%s", (unsigned long long)k, twc_level_name((twc_level)level),
                       status.message, where);
            CU_ASSERT_TRUE(same);
            twc_chunk_grid_destroy(&meshes);
        }
        twc_chunk_grid_destroy(&expected);
        destroy_scene(&s);
    }
    CU_ASSERT_TRUE(met > 0);
}

/* ---- the whole scene at once ---- */

/* A face of either kind: its corners, and its facet's id where it is of a feature. */
typedef struct face {
    twc_vertex corner[3];
    uint64_t id;
} face;

static int compare_faces(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(face));
}

/* Of all chunks. */
static size_t faces_of_chunks(const twc_chunk_grid *meshes, face *out)
{
    size_t total = 0;
    for (size_t k = 0; k < meshes->count; k++)
        for (uint32_t t = 0; t < meshes->mesh[k].triangle_count; t++) {
            const twc_triangle *triangle = &meshes->mesh[k].triangles[t];
            const uint64_t id = meshes->mesh[k].facets[triangle->facet].id;
            memset(&out[total], 0, sizeof *out);
            memcpy(out[total].corner, triangle->corner, sizeof out->corner);
            out[total++].id = id >> 62 == TWC_FACET_FEATURE ? id : 0;
        }
    return total;
}

typedef struct ground_sheet {
    twc_layer layer;
    twc_layer_vertex *vertex;
    twc_layer_side *side;
    int32_t *loop;
    twc_layer_strip *strip;
    twc_layer_cell *cell;
    int32_t *slot; /* of a hash of sides by their ends' places */
    uint32_t slots;
} ground_sheet;

/* The side between corners 3 t + k and 3 t + (k + 1) % 3, which are vertices of their own: by place, not by number. */
static int32_t side_of(ground_sheet *g, uint32_t from, uint32_t to)
{
    const twc_point a = g->vertex[from].p, b = g->vertex[to].p;
    uint32_t h = (twc_hash(a.x + b.x, a.z + b.z, 3)) % g->slots;
    for (; g->slot[h] >= 0; h = (h + 1) % g->slots) {
        const twc_layer_side *side = &g->side[g->slot[h]];
        const twc_point p = g->vertex[side->from].p, q = g->vertex[side->to].p;
        if (twc_same_point(p, a) && twc_same_point(q, b))
            return g->slot[h];
        if (twc_same_point(p, b) && twc_same_point(q, a))
            return ~g->slot[h];
    }
    g->slot[h] = (int32_t)g->layer.side_count;
    g->side[g->layer.side_count++] = (twc_layer_side){from, to, TWC_SIDE_INNER};
    return g->slot[h];
}

/* The ground of all chunks as one layer; corners of several triangles are several vertices in one place. */
static void make_ground(const twc_chunk_grid *ground, twc_arena *arena, ground_sheet *g)
{
    uint32_t triangles = 0, t = 0;
    for (size_t k = 0; k < ground->count; k++)
        triangles += ground->mesh[k].triangle_count;
    *g = (ground_sheet){.slots = 8 * triangles + 1};
    g->vertex = twc_arena_take(arena, 3 * (size_t)triangles, sizeof *g->vertex);
    g->side = twc_arena_take(arena, 3 * (size_t)triangles, sizeof *g->side);
    g->loop = twc_arena_take(arena, 3 * (size_t)triangles, sizeof *g->loop);
    g->strip = twc_arena_take(arena, triangles, sizeof *g->strip);
    g->cell = twc_arena_take(arena, triangles, sizeof *g->cell);
    g->slot = twc_arena_take(arena, g->slots, sizeof *g->slot);
    CU_ASSERT_FALSE_FATAL(arena->full);
    memset(g->slot, 0xFF, g->slots * sizeof *g->slot);
    for (size_t k = 0; k < ground->count; k++)
        for (uint32_t i = 0; i < ground->mesh[k].triangle_count; i++, t++) {
            const twc_vertex *corner = ground->mesh[k].triangles[i].corner;
            for (uint32_t c = 0; c < 3; c++)
                g->vertex[3 * t + c] = (twc_layer_vertex){{corner[c].x, corner[c].z}, corner[c].y, 0, 0};
            for (uint32_t c = 0; c < 3; c++)
                g->loop[3 * t + c] = side_of(g, 3 * t + c, 3 * t + (c + 1) % 3);
            g->strip[t] = (twc_layer_strip){.loop = 3 * t, .loop_count = 3, .never_fan = 1};
            const int32_t entry = g->loop[3 * t];
            g->strip[t].apex = entry < 0 ? g->side[~entry].to : g->side[entry].from;
            g->cell[t] = (twc_layer_cell){.strip = t, .strip_count = 1};
        }
    g->layer = (twc_layer){.priority = INT32_MIN,
                           .turns = 1,
                           .lane_count = 1,
                           .vertices = g->vertex,
                           .sides = g->side,
                           .loops = g->loop,
                           .strips = g->strip,
                           .cells = g->cell,
                           .vertex_count = 3 * triangles,
                           .side_count = g->layer.side_count,
                           .loop_count = 3 * triangles,
                           .strip_count = triangles,
                           .cell_count = triangles};
}

/* One overlay of everything. */
static size_t faces_of_whole(const scene *s, face *out)
{
    twc_arena arena = {workspace, workspace + WORKSPACE, 0};
    twc_chunk_grid ground = {0};
    twc_ground_window window;
    ground_sheet sheet;
    twc_layer layers[MOST_ROADS + 1];
    uint32_t layer_count = 1;
    const twc_rect macros = twc_world_macros(&s->data.world);
    const twc_box all = {INT32_MIN / 2, INT32_MIN / 2, INT32_MAX / 2, INT32_MAX / 2};
    CU_ASSERT_EQUAL_FATAL(reference_ground(&s->data.world, &ground).code, TWC_OK);
    make_ground(&ground, &arena, &sheet);
    layers[0] = sheet.layer;
    CU_ASSERT_FATAL(twc_reference_window(twc_reference_ground(), &s->data.world, 0,
                                         (twc_rect){macros.x - 4, macros.z - 4, macros.nx + 8, macros.nz + 8}, &arena,
                                         &window));
    for (size_t f = 0; f < s->features.list.count; f++) {
        twc_layer_list list;
        CU_ASSERT_FATAL(
            twc_reference_corridor_layers(&s->features.feature[f], &(twc_layer_place){&window, all}, &arena, &list));
        layers[layer_count++] = list.layer[0];
    }
    twc_overlay_faces made = {.capacity = 1 << 18};
    made.face = twc_arena_take(&arena, made.capacity, sizeof *made.face);
    void *rest = twc_arena_take(&arena, 1, 256 << 20);
    CU_ASSERT_FALSE_FATAL(arena.full);
    CU_ASSERT_EQUAL_FATAL(
        twc_reference_overlay_faces(&(twc_overlay_request){layers, layer_count, all, rest, 256 << 20}, &made),
        TWC_OVERLAY_DONE);
    for (size_t i = 0; i < made.count; i++) {
        const twc_overlay_face *f = &made.face[i];
        const twc_feature_part part = f->part == TWC_OVERLAY_WALL ? TWC_PART_WALL : (twc_feature_part)f->part;
        const int32_t number = (int32_t)layers[f->layer].cells[f->cell].number;
        memset(&out[i], 0, sizeof *out);
        memcpy(out[i].corner, f->corner, sizeof out->corner);
        out[i].id = f->layer ? twc_feature_facet_id(layers[f->layer].id, part, number, (int32_t)f->face) : 0;
    }
    twc_chunk_grid_destroy(&ground);
    return made.count;
}

static void test_whole(void)
{
    face *one = malloc(sizeof *one << 18), *other = malloc(sizeof *other << 18);
    CU_ASSERT_FATAL(one && other);
    for (uint64_t seed = first; seed < first + (count < 12 ? count : 12); seed++) {
        scene s;
        twc_chunk_grid meshes = {0};
        draw_scene(seed, &s);
        CU_ASSERT_TRUE_FATAL(build(&s, &meshes));
        const size_t chunks = faces_of_chunks(&meshes, one), whole = faces_of_whole(&s, other);
        qsort(one, chunks, sizeof *one, compare_faces);
        qsort(other, whole, sizeof *other, compare_faces);
        CU_ASSERT_EQUAL(chunks, whole);
        size_t differ = 0;
        for (size_t i = 0; i < chunks && i < whole; i++)
            differ += compare_faces(&one[i], &other[i]) != 0;
        CU_ASSERT_EQUAL(differ, 0);
        if (chunks != whole || differ)
            printf("\n    seed %llu: %zu faces by chunks, %zu at once, %zu differ", (unsigned long long)seed, chunks,
                   whole, differ);
        twc_chunk_grid_destroy(&meshes);
        destroy_scene(&s);
    }
    free(one);
    free(other);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        first = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        count = strtoull(argv[2], NULL, 10);
    workspace = aligned_alloc(64, WORKSPACE);
    CU_TestInfo tests[] = {{"closed, also after brushes", test_closed},
                           {"whatever the order", test_order},
                           {"what a change reaches", test_reach},
                           {"what it reaches through another's cells", test_reach_across},
                           {"chunk by chunk, and at once", test_whole},
                           {"the fast library has the same bits", test_fast},
                           CU_TEST_INFO_NULL};
    const int failed = !workspace || suite_run("overlay crossings", tests);
    free(workspace);
    return failed;
}
