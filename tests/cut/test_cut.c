/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cut by itself: its exact arithmetic against rational brute force, its areas against GEOS, the laws it keeps bit
 * for bit (translation, order of corners, order of triangles), and the surface it leaves against the ground it was cut
 * from.
 */
#include <geos_c.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "footprint/stage.h"
#include "ground/stage.h"
#include "footprint/road_cases.h"
#include "common/suite.h"

/* ---- arithmetic ---- */

static twc_point random_point(road_random *r, int32_t reach)
{
    return (twc_point){road_between(r, -reach, reach), road_between(r, -reach, reach)};
}

/*
 * Whether a + t (b - a) lies in the half-open pixel of p for some t = n / 2 d, by trying every such t where it could
 * change.
 */
static int meets_brute(twc_point a, twc_point b, twc_point p)
{
    /* In doubled coordinates: clip t to -1 <= u < 1 on both axes, as fractions over |dx| and |dz|. */
    int64_t ax = 2 * (a.x - p.x), az = 2 * (a.z - p.z), dx = 2 * (b.x - a.x), dz = 2 * (b.z - a.z);
    /* Candidate t: where u crosses -1 or 1 on an axis, just before and after, and the ends: as fractions n / d. */
    int64_t n[10], d[10];
    int count = 0;
    n[count] = 0, d[count++] = 1;
    n[count] = 1, d[count++] = 1;
    for (int s = -1; s <= 1; s += 2) {
        if (dx != 0)
            n[count] = dx > 0 ? s - ax : ax - s, d[count++] = llabs(dx);
        if (dz != 0)
            n[count] = dz > 0 ? s - az : az - s, d[count++] = llabs(dz);
    }
    /*
     * Every candidate, and the middle between every two, decides: the set of good t is an interval between candidates.
     */
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++) {
            int64_t num = n[i] * d[j] + n[j] * d[i], den = 2 * d[i] * d[j];
            if (num < 0 || num > den)
                continue;
            int64_t x = ax * den + dx * num, z = az * den + dz * num;
            if (x >= -den && x < den && z >= -den && z < den)
                return 1;
        }
    return 0;
}

static void test_pixels(void)
{
    road_random r = {5};
    int bad = 0, met = 0;
    for (int k = 0; k < 400000; k++) {
        int32_t reach = k % 3 == 0 ? 2 : k % 3 == 1 ? 6 : 60;
        twc_point a = random_point(&r, reach), b = random_point(&r, reach), p = random_point(&r, reach / 2 + 1);
        int expected = meets_brute(a, b, p);
        met += expected;
        SUITE_EXPECT(bad, twc_meets_pixel(a, b, p) == expected && twc_meets_pixel(b, a, p) == expected,
                     "(%d, %d) (%d, %d) pixel (%d, %d)", a.x, a.z, b.x, b.z, p.x, p.z);
    }
    CU_ASSERT_TRUE(met > 10000);
    SUITE_NONE(bad);
}

static void test_crossings(void)
{
    road_random r = {6};
    int bad = 0, found = 0;
    for (int k = 0; k < 200000; k++) {
        int32_t reach = k % 2 ? 8 : 20000;
        twc_point s[4] = {random_point(&r, reach), random_point(&r, reach), random_point(&r, reach),
                          random_point(&r, reach)};
        twc_point p = {0, 0}, q = {0, 0};
        int crosses = twc_crossing(s[0], s[1], s[2], s[3], &p);
        /* The unordered pair: eight ways to say it. */
        for (int way = 1; way < 8; way++) {
            twc_point a = s[way & 1], b = s[1 - (way & 1)], c = s[2 + (way >> 1 & 1)], d = s[3 - (way >> 1 & 1)];
            int again = way & 4 ? twc_crossing(c, d, a, b, &q) : twc_crossing(a, b, c, d, &q);
            SUITE_EXPECT(bad, again == crosses && (!crosses || twc_same_point(p, q)), "way %d of pair %d", way, k);
        }
        if (!crosses)
            continue;
        found++;
        /* Both segments meet the pixel of the rounded crossing; a shift of the plane shifts it. */
        SUITE_EXPECT(bad, twc_meets_pixel(s[0], s[1], p) && twc_meets_pixel(s[2], s[3], p), "pair %d at (%d, %d)", k,
                     p.x, p.z);
        for (int i = 0; i < 4; i++)
            s[i] = (twc_point){s[i].x + 900000001, s[i].z - 700000003};
        twc_crossing(s[0], s[1], s[2], s[3], &q);
        SUITE_EXPECT(bad, q.x == p.x + 900000001 && q.z == p.z - 700000003, "pair %d shifted", k);
    }
    CU_ASSERT_TRUE(found > 10000);
    SUITE_NONE(bad);
}

/* ---- the cut of a road, apart from chunks ---- */

/* A road's surroundings with their memory, and what came out of cutting and filling them. */
typedef struct bench {
    void *memory;
    twc_arena arena;
    twc_neighbourhood around;
    twc_arrangement arrangement;
    twc_mesh mesh;
    uint32_t *facet_index;
    twc_box chunk; /* only what meets it is complete: the surroundings end somewhere */
} bench;

enum { BENCH_BYTES = 96 << 20, BENCH_TRIANGLES = 60000 };

static void bench_gather(bench *b, const twc_world *world, const twc_features *features)
{
    memset(b, 0, sizeof *b);
    b->memory = malloc(BENCH_BYTES);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b->memory);
    b->arena = (twc_arena){b->memory, (unsigned char *)b->memory + BENCH_BYTES, 0};
    const twc_station *middle = &features->feature[0].stations[features->feature[0].station_count / 2];
    int32_t x = twc_floor_div(middle->x, TWC_CHUNK_CM), z = twc_floor_div(middle->z, TWC_CHUNK_CM);
    b->chunk = (twc_box){x * TWC_CHUNK_CM, z * TWC_CHUNK_CM, (x + 1) * TWC_CHUNK_CM, (z + 1) * TWC_CHUNK_CM};
    CU_ASSERT_TRUE_FATAL(twc_reference_gather(world, 0, features->list, x, z, &b->arena, &b->around));
    b->mesh.triangles = twc_arena_take(&b->arena, BENCH_TRIANGLES, sizeof(twc_triangle));
    b->mesh.facets = twc_arena_take(&b->arena, BENCH_TRIANGLES, sizeof(twc_facet));
    b->mesh.triangle_capacity = b->mesh.facet_capacity = BENCH_TRIANGLES;
    b->facet_index = twc_arena_take(&b->arena, b->around.facet_count, sizeof *b->facet_index);
}

/* Cuts and fills what meets the chunk; the sink's extent is one chunk, so it keeps all of that. */
static void bench_run(bench *b)
{
    twc_arena arena = b->arena;
    twc_sink sink = {.mesh = &b->mesh, .chunks = {0, 0, 1, 1}};
    b->mesh.triangle_count = b->mesh.facet_count = 0;
    CU_ASSERT_TRUE_FATAL(twc_reference_outline(&b->around, &arena, &b->arrangement) &&
                         twc_reference_arrange(&b->around, &arena, &b->arrangement));
    for (size_t i = 0; i < b->around.facet_count; i++)
        b->facet_index[i] = UINT32_MAX;
    for (size_t i = 0; i < b->around.triangle_count; i++)
        if (twc_boxes_meet(b->around.triangles[i].box, b->chunk))
            twc_reference_cut(&b->around, &b->arrangement, &b->around.triangles[i], arena, b->facet_index, &sink);
    for (size_t i = 0; i < b->around.cell_count; i++)
        if (twc_boxes_meet(b->around.cells[i].box, b->chunk))
            twc_reference_fill(&b->around, &b->arrangement, i, arena, &sink);
    CU_ASSERT_FALSE(sink.full);
    CU_ASSERT_FALSE(sink.broken);
}

/* Calls `test` on the benches of `count` cases whose road can be placed. */
static int for_cases(uint64_t first, int count, int (*test)(bench *b, const road_case *c))
{
    int bad = 0, done = 0;
    for (uint64_t seed = first; done < count && seed < first + 10 * (uint64_t)count; seed++) {
        road_case c;
        twc_world_data data = {0};
        twc_features features = {0};
        bench b;
        CU_ASSERT_EQUAL_FATAL(road_draw_case(seed, (int)(seed & 1), &c, &data).code, TWC_OK);
        twc_corridor corridor = {7, 1, &c.profile, c.node_count, c.node, TWC_SPLINE_UNIFORM};
        if (twc_features_place(&data.world, 0, &corridor, &features).code == TWC_OK) {
            bench_gather(&b, &data.world, &features);
            bad += test(&b, &c);
            free(b.memory);
            done++;
        }
        twc_features_destroy(&features);
        twc_world_data_destroy(&data);
    }
    CU_ASSERT_EQUAL(done, count);
    return bad;
}

/* ---- laws ---- */

static int compare_triangles(const void *left, const void *right)
{
    return memcmp(left, right, 3 * sizeof(twc_vertex));
}

/* The triangles as a sorted set, each from its lowest corner; the caller frees it. */
static twc_triangle *as_set(const twc_mesh *mesh)
{
    twc_triangle *set = malloc((mesh->triangle_count + 1) * sizeof *set);
    CU_ASSERT_PTR_NOT_NULL_FATAL(set);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const twc_vertex *v = mesh->triangles[t].corner;
        int low = 0;
        for (int k = 1; k < 3; k++)
            if (memcmp(&v[k], &v[low], sizeof *v) < 0)
                low = k;
        for (int k = 0; k < 3; k++)
            set[t].corner[k] = v[(low + k) % 3];
        set[t].facet = 0;
    }
    qsort(set, mesh->triangle_count, sizeof *set, compare_triangles);
    return set;
}

static int same_set(const twc_triangle *a, uint32_t a_count, const twc_triangle *b, uint32_t b_count)
{
    if (a_count != b_count)
        return 0;
    for (uint32_t t = 0; t < a_count; t++)
        if (compare_triangles(&a[t], &b[t]) != 0)
            return 0;
    return 1;
}

static void shift_vertex(twc_vertex *v, int32_t dx, int32_t dz)
{
    v->x += dx;
    v->z += dz;
}

static void shift_box(twc_box *box, int32_t dx, int32_t dz)
{
    *box = (twc_box){box->x0 + dx, box->z0 + dz, box->x1 + dx, box->z1 + dz};
}

/* Shifts triangles, facets and sections; a section between two cells once. */
static void shift(bench *b, int32_t dx, int32_t dz)
{
    twc_neighbourhood *around = &b->around;
    shift_box(&b->chunk, dx, dz);
    for (size_t t = 0; t < around->triangle_count; t++) {
        for (int k = 0; k < 3; k++)
            shift_vertex(&around->triangles[t].corner[k], dx, dz);
        shift_box(&around->triangles[t].box, dx, dz);
    }
    for (size_t f = 0; f < around->facet_count; f++)
        for (int k = 0; k < 3; k++)
            shift_vertex(&around->facets[f].corner[k], dx, dz);
    for (size_t i = 0; i < around->cell_count; i++) {
        twc_local_cell *cell = &around->cells[i];
        int shared = i > 0 && around->cells[i - 1].section + 1 == cell->section;
        for (int s = shared; s < 2; s++)
            for (int r = 0; r < TWC_SECTION_ROWS; r++)
                shift_vertex((twc_vertex *)(uintptr_t)&cell->section[s].row[r], dx, dz);
        shift_box(&cell->box, dx, dz);
    }
}

static int law_translation(bench *b, const road_case *c)
{
    bench_run(b);
    uint32_t count = b->mesh.triangle_count;
    int32_t dx = 123456789 - (int32_t)c->seed, dz = -98765431;
    for (uint32_t t = 0; t < count; t++)
        for (int k = 0; k < 3; k++)
            shift_vertex(&b->mesh.triangles[t].corner[k], dx, dz);
    twc_triangle *before = as_set(&b->mesh);
    shift(b, dx, dz);
    bench_run(b);
    twc_triangle *after = as_set(&b->mesh);
    int same = same_set(before, count, after, b->mesh.triangle_count);
    free(before);
    free(after);
    return !same;
}

/* Corners turned round, triangles shuffled. */
static int law_order(bench *b, const road_case *c)
{
    bench_run(b);
    uint32_t count = b->mesh.triangle_count;
    twc_triangle *before = as_set(&b->mesh);
    road_random r = {c->seed};
    for (size_t t = b->around.triangle_count; t-- > 1;) {
        size_t other = (size_t)road_between(&r, 0, (int32_t)t);
        twc_ground_triangle swapped = b->around.triangles[t];
        b->around.triangles[t] = b->around.triangles[other];
        b->around.triangles[other] = swapped;
    }
    for (size_t t = 0; t < b->around.triangle_count; t++) {
        twc_vertex *v = b->around.triangles[t].corner, turned[3];
        int by = road_between(&r, 0, 2);
        for (int k = 0; k < 3; k++)
            turned[k] = v[(k + by) % 3];
        memcpy(v, turned, sizeof turned);
    }
    bench_run(b);
    twc_triangle *after = as_set(&b->mesh);
    int same = same_set(before, count, after, b->mesh.triangle_count);
    free(before);
    free(after);
    return !same;
}

static void test_translation(void)
{
    CU_ASSERT_EQUAL(for_cases(100, 25, law_translation), 0);
}

static void test_order(void)
{
    CU_ASSERT_EQUAL(for_cases(200, 25, law_order), 0);
}

/* The same edges in any order give the same triangles, in the same order. */
static void test_polygon_start(void)
{
    road_random r = {9};
    int bad = 0;
    static unsigned char memory[1 << 16];
    for (int k = 0; k < 2000; k++) {
        /* A star-shaped polygon with a square hole about its centre. */
        int n = road_between(&r, 3, 12);
        twc_border edges[16], shuffled[16];
        twc_point corner[12], one[64][3], other[64][3];
        for (int i = 0; i < n; i++) {
            double angle = -6.2831853 * i / n, reach = road_between(&r, 100, 1000);
            corner[i] = (twc_point){(int32_t)(reach * cos(angle)), (int32_t)(reach * sin(angle))};
        }
        for (int i = 0; i < n; i++)
            edges[i] = (twc_border){corner[i], corner[(i + 1) % n]};
        static const twc_point hole[4] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9}};
        for (int i = 0; i < 4; i++)
            edges[n + i] = (twc_border){hole[i], hole[(i + 1) % 4]};
        memcpy(shuffled, edges, sizeof edges);
        for (int i = n + 3; i > 0; i--) {
            int j = road_between(&r, 0, i);
            twc_border swapped = shuffled[i];
            shuffled[i] = shuffled[j];
            shuffled[j] = swapped;
        }
        twc_arena arena = {memory, memory + sizeof memory, 0};
        ptrdiff_t a = twc_reference_triangulate(edges, (size_t)n + 4, arena, one);
        ptrdiff_t b = twc_reference_triangulate(shuffled, (size_t)n + 4, arena, other);
        SUITE_EXPECT(bad, a == b && a == n + 4 && memcmp(one, other, (size_t)a * sizeof one[0]) == 0,
                     "polygon %d: %d and %d", k, (int)a, (int)b);
    }
    SUITE_NONE(bad);
}

/* ---- areas by GEOS ---- */

static void geos_message(const char *format, ...)
{
    (void)format;
}

static GEOSGeometry *polygon_of(const twc_point *points, size_t n)
{
    GEOSCoordSequence *sequence = GEOSCoordSeq_create((unsigned)n + 1, 2);
    for (unsigned i = 0; i <= n; i++) {
        GEOSCoordSeq_setX(sequence, i, points[i % n].x);
        GEOSCoordSeq_setY(sequence, i, points[i % n].z);
    }
    return GEOSGeom_createPolygon(GEOSGeom_createLinearRing(sequence), NULL, 0);
}

/* The unsnapped footprint near the bench: the union of its cells. */
static GEOSGeometry *footprint_of(const bench *b)
{
    GEOSGeometry *all = GEOSGeom_createEmptyPolygon();
    for (size_t i = 0; i < b->around.cell_count; i++) {
        const twc_local_cell *cell = &b->around.cells[i];
        int32_t rows = twc_section_row_count(&cell->feature->profile);
        twc_point ring[2 * TWC_SECTION_ROWS];
        size_t n = 0;
        for (int32_t r = 0; r < rows; r++)
            ring[n++] = (twc_point){cell->section[0].row[r].x, cell->section[0].row[r].z};
        for (int32_t r = rows; r-- > 0;)
            ring[n++] = (twc_point){cell->section[1].row[r].x, cell->section[1].row[r].z};
        GEOSGeometry *one = polygon_of(ring, n), *grown = GEOSUnion(all, one);
        CU_ASSERT_PTR_NOT_NULL_FATAL(grown);
        GEOSGeom_destroy(all);
        GEOSGeom_destroy(one);
        all = grown;
    }
    return all;
}

/*
 * Area of what is left of each facet, against GEOS's facet minus footprint. Snapping moves a border by at most 0.71 cm,
 * so the areas differ by less than that times all border there is: the triangles' and the footprint's within them.
 */
static int areas_agree(bench *b, const road_case *c)
{
    int bad = 0;
    (void)c;
    bench_run(b);
    double *left = calloc(b->around.facet_count, sizeof *left);
    uint64_t *owner = calloc(b->mesh.facet_count, sizeof *owner);
    CU_ASSERT_TRUE_FATAL(left != NULL && owner != NULL);
    for (size_t f = 0; f < b->around.facet_count; f++)
        if (b->facet_index[f] != UINT32_MAX)
            owner[b->facet_index[f]] = f + 1;
    for (uint32_t t = 0; t < b->mesh.triangle_count; t++) {
        const twc_triangle *triangle = &b->mesh.triangles[t];
        if (owner[triangle->facet])
            left[owner[triangle->facet] - 1] += 0.5 * (double)twc_vertex_area2(triangle->corner[0], triangle->corner[1],
                                                                               triangle->corner[2]);
    }
    GEOSGeometry *footprint = footprint_of(b);
    double *expected = calloc(b->around.facet_count, sizeof *expected),
           *border = calloc(b->around.facet_count, sizeof *border);
    CU_ASSERT_TRUE_FATAL(expected != NULL && border != NULL);
    for (size_t t = 0; t < b->around.triangle_count; t++) {
        const twc_ground_triangle *triangle = &b->around.triangles[t];
        twc_point corner[3];
        if (!twc_boxes_meet(triangle->box, b->chunk))
            continue;
        for (int k = 0; k < 3; k++)
            corner[k] = (twc_point){triangle->corner[k].x, triangle->corner[k].z};
        GEOSGeometry *whole = polygon_of(corner, 3), *rest = GEOSDifference(whole, footprint),
                     *inside = GEOSIntersection(whole, footprint);
        double area = 0, length = 0, more = 0;
        CU_ASSERT_TRUE_FATAL(rest != NULL && inside != NULL);
        GEOSArea(rest, &area);
        GEOSLength(whole, &length);
        GEOSLength(inside, &more);
        expected[triangle->facet] += area;
        border[triangle->facet] += length + more;
        GEOSGeom_destroy(whole);
        GEOSGeom_destroy(rest);
        GEOSGeom_destroy(inside);
    }
    for (size_t f = 0; f < b->around.facet_count; f++)
        SUITE_EXPECT(bad, fabs(left[f] - expected[f]) <= 0.7072 * border[f], "facet %zu: %g and %g", f, left[f],
                     expected[f]);
    GEOSGeom_destroy(footprint);
    free(left);
    free(owner);
    free(expected);
    free(border);
    return bad;
}

static void test_areas(void)
{
    initGEOS(geos_message, geos_message);
    CU_ASSERT_EQUAL(for_cases(300, 20, areas_agree), 0);
    finishGEOS();
}

/* ---- the surface that is left ---- */

static int holds(const twc_vertex *v, twc_point p)
{
    for (int k = 0; k < 3; k++)
        if (twc_area2(v[k].x, v[k].z, v[(k + 1) % 3].x, v[(k + 1) % 3].z, p.x, p.z) < 0)
            return 0;
    return 1;
}

/* Steepest rise of a ground triangle, metres a centimetre. */
static double steepness(const twc_vertex *v)
{
    float n[3];
    twc_triangle_normal(v[0], v[1], v[2], n);
    return sqrt((double)n[0] * n[0] + (double)n[2] * n[2]) / (double)n[1] * 0.01;
}

/*
 * Points on what is left of the ground, against the ground: the height of the piece is that of the facet it came from.
 * A piece's corner lies on its facet's plane, or was snapped by at most 0.71 cm along a neighbour's: a facet and its
 * neighbours bound the difference by 0.71 cm of both their slopes.
 */
static int surface_agrees(bench *b, const road_case *c)
{
    int bad = 0;
    road_random r = {c->seed};
    double worst_slope = 0;
    bench_run(b);
    for (size_t t = 0; t < b->around.triangle_count; t++)
        worst_slope = fmax(worst_slope, steepness(b->around.triangles[t].corner));
    for (int k = 0; k < 100000; k++) {
        const twc_triangle *piece = &b->mesh.triangles[road_between(&r, 0, (int32_t)b->mesh.triangle_count - 1)];
        const twc_facet *facet = &b->mesh.facets[piece->facet];
        if (facet->id >> 62 == TWC_FACET_FEATURE)
            continue;
        double u = road_between(&r, 0, 1000) * 0.001, w = road_between(&r, 0, 1000) * 0.001;
        const twc_vertex *v = piece->corner;
        twc_point p = {(int32_t)(v[0].x + (v[1].x - v[0].x) * u * (1 - w) + (v[2].x - v[0].x) * u * w),
                       (int32_t)(v[0].z + (v[1].z - v[0].z) * u * (1 - w) + (v[2].z - v[0].z) * u * w)};
        if (!holds(v, p))
            continue;
        double now = (double)twc_plane_height(v[0], v[1], v[2], p.x, p.z);
        double then = (double)twc_plane_height(facet->corner[0], facet->corner[1], facet->corner[2], p.x, p.z);
        /* Fans lie up to 0.71 cm off their facet in plan (docs/errata.md 6). */
        SUITE_EXPECT(bad, fabs(now - then) <= 2 * 0.7072 * (steepness(facet->corner) + worst_slope) + 1e-4,
                     "%.6f and %.6f", now, then);
    }
    return bad;
}

static void test_surface(void)
{
    CU_ASSERT_EQUAL(for_cases(400, 12, surface_agrees), 0);
}

int main(void)
{
    CU_TestInfo tests[] = {{"pixels", test_pixels},
                           {"crossings", test_crossings},
                           {"translation", test_translation},
                           {"order of corners and triangles", test_order},
                           {"order of a polygon's edges", test_polygon_start},
                           {"areas by GEOS", test_areas},
                           {"the surface that is left", test_surface},
                           CU_TEST_INFO_NULL};
    return suite_run("cut", tests);
}
