/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/spec/ground.md 6: the triangle over a point and its height, against asking every drawn triangle of the land. */
#include <stdlib.h>
#include <string.h>

#include "ground/ground_check.h"
#include "common/suite.h"

/* What every triangle together say about a point. */
typedef struct answer {
    long triangle; /* in canonical order; -1: none */
    float height;
    int containing;
} answer;

typedef struct order {
    twc_point point;
    long index;
} order;

static int by_z(const void *a, const void *b)
{
    const order *p = a, *q = b;
    if (p->point.z != q->point.z)
        return p->point.z < q->point.z ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

/* Inside or on an edge. In 64 bits: the points are within a few kilometres of each other. */
static int contains(const twc_vertex v[3], twc_point p)
{
    for (int k = 0; k < 3; k++) {
        const twc_vertex *a = &v[k], *b = &v[(k + 1) % 3];
        int64_t bx = (int64_t)b->x - a->x, bz = (int64_t)b->z - a->z;
        int64_t px = (int64_t)p.x - a->x, pz = (int64_t)p.z - a->z;
        if (bz * px - bx * pz < 0)
            return 0;
    }
    return 1;
}

/* The first point at or below a row. */
static long first_at(const order *points, long n, int32_t z)
{
    long low = 0, high = n;
    while (low < high) {
        long middle = (low + high) / 2;
        if (points[middle].point.z < z)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int32_t lowest(const twc_vertex v[3], int highest)
{
    int32_t z = v[0].z;
    for (int k = 1; k < 3; k++)
        if (highest ? v[k].z > z : v[k].z < z)
            z = v[k].z;
    return z;
}

/*
 * Every triangle in canonical order asks every point in its rows; a point keeps the highest answer and, among equals,
 * the first.
 */
static answer *ask_all(const brute_triangle *all, long triangles, const twc_point *points, long n)
{
    order *sorted = ground_memory((size_t)n * sizeof *sorted);
    answer *answers = ground_memory((size_t)n * sizeof *answers);
    for (long k = 0; k < n; k++) {
        sorted[k] = (order){points[k], k};
        answers[k] = (answer){-1, 0, 0};
    }
    qsort(sorted, (size_t)n, sizeof *sorted, by_z);
    for (long t = 0; t < triangles; t++) {
        const twc_vertex *v = all[t].corner;
        int32_t last = lowest(v, 1);
        for (long k = first_at(sorted, n, lowest(v, 0)); k < n && sorted[k].point.z <= last; k++) {
            if (!contains(v, sorted[k].point))
                continue;
            answer *a = &answers[sorted[k].index];
            float height = twc_plane_height(v[0], v[1], v[2], sorted[k].point.x, sorted[k].point.z);
            if (a->triangle < 0 || height > a->height) {
                a->triangle = t;
                a->height = height;
            }
            a->containing++;
        }
    }
    free(sorted);
    return answers;
}

static int64_t gcd(int64_t a, int64_t b)
{
    return b ? gcd(b, a % b) : a < 0 ? -a : a;
}

/*
 * Points in a rectangle of centimetres: vertices, points exactly on edges (where an edge passes through one),
 * neighbours of both at one centimetre, the rest anywhere.
 */
static void make_points(const brute_triangle *all, long triangles, twc_rect area, uint64_t seed, twc_point *points,
                        long n)
{
    for (long k = 0; k < n;) {
        const twc_vertex *v = all[brute_next(&seed) % (uint64_t)triangles].corner;
        int c = brute_between(&seed, 0, 2);
        twc_vertex a = v[c], b = v[(c + 1) % 3];
        int64_t steps = gcd((int64_t)b.x - a.x, (int64_t)b.z - a.z);
        int32_t at = brute_between(&seed, 0, (int32_t)steps), kind = brute_between(&seed, 0, 9);
        twc_point p = {a.x, a.z};
        if (kind < 3) {
            p.x += (int32_t)(((int64_t)b.x - a.x) / steps * at);
            p.z += (int32_t)(((int64_t)b.z - a.z) / steps * at);
        } else if (kind > 4) {
            p.x = brute_between(&seed, area.x, area.x + area.nx - 1);
            p.z = brute_between(&seed, area.z, area.z + area.nz - 1);
        }
        if (kind == 2 || kind == 4) {
            p.x += brute_between(&seed, -1, 1);
            p.z += brute_between(&seed, -1, 1);
        }
        if (p.x >= area.x && p.x < area.x + area.nx && p.z >= area.z && p.z < area.z + area.nz)
            points[k++] = p;
    }
}

static void check_answer(const char *name, twc_point p, const twc_location *got, const answer *a,
                         const brute_triangle *all, int *bad)
{
    SUITE_EXPECT(*bad, a->triangle >= 0, "no triangle over (%d, %d): the test's land is too small", p.x, p.z);
    if (a->triangle < 0)
        return;
    const brute_triangle *t = &all[a->triangle];
    SUITE_EXPECT(*bad, brute_bits(got->height) == brute_bits(a->height), "%s (%d, %d): height %.9g, not %.9g", name,
                 p.x, p.z, (double)got->height, (double)a->height);
    SUITE_EXPECT(*bad, got->facet == t->facet && got->facet_class == t->facet_class,
                 "%s (%d, %d): facet %llx, not %llx, of %d over the point", name, p.x, p.z,
                 (unsigned long long)got->facet, (unsigned long long)t->facet, a->containing);
    for (int c = 0; c < 3; c++)
        SUITE_EXPECT(*bad, brute_same_vertex(got->corner[c], t->corner[c]), "%s (%d, %d): corner %d", name, p.x, p.z,
                     c);
}

/* Those of the points that lie in a chunk, from samples: the same bytes as `answers`, which were held against all. */
static long check_chunk(const ground_impl *impl, const twc_world *world, twc_point chunk, const twc_point *points,
                        const twc_location *answers, long n, int *bad)
{
    enum { RING = 2, MACROS = 4 + 2 * RING, SIDE = 65 + 2 * TWC_LOCATE_MARGIN, MOST = 64 };
    static uint16_t samples[SIDE * (SIDE + TWC_LOCATE_BEYOND)];
    static twc_location got[MOST];
    uint8_t classes[MACROS * MACROS];
    twc_point here[MOST];
    long index[MOST], count = 0;
    for (long k = 0; k < n && count < MOST; k++)
        if (twc_floor_div(points[k].x, 25600) == chunk.x && twc_floor_div(points[k].z, 25600) == chunk.z) {
            index[count] = k;
            here[count++] = points[k];
        }
    twc_sample_ground ground = {.macros = {4 * chunk.x - RING, 4 * chunk.z - RING, MACROS, MACROS}, .classes = classes};
    impl->table->classes(world, ground.macros, classes);
    const int32_t margin = memchr(classes, TWC_BROAD, sizeof classes) ? TWC_LOCATE_MARGIN : TWC_LOCATE_FINE_MARGIN;
    ground.rect = (twc_rect){64 * chunk.x - margin, 64 * chunk.z - margin, 65 + 2 * margin + TWC_LOCATE_BEYOND,
                             65 + 2 * margin};
    impl->table->samples(world, ground.rect, samples);
    ground.samples = samples;
    impl->table->locate_samples(&ground, (size_t)count, here, got);
    for (long k = 0; k < count; k++)
        SUITE_EXPECT(*bad, !memcmp(&got[k], &answers[index[k]], sizeof got[k]), "%s (%d, %d) from samples: %.9g",
                     impl->name, here[k].x, here[k].z, (double)got[k].height);
    return count;
}

/* A land, what all its triangles say about n points, and every implementation held against that. */
static void check_land(const brute_world *w, twc_rect macros, long n, uint64_t seed, int *bad)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl);
    /* One macro cell more than the points lie in, for every triangle that could reach them. */
    twc_rect land = {macros.x - 1, macros.z - 1, macros.nx + 2, macros.nz + 2};
    twc_rect area = {6400 * macros.x, 6400 * macros.z, 6400 * macros.nx, 6400 * macros.nz};
    twc_ground_window *g = brute_ground_create(w, land);
    long triangles;
    brute_triangle *all = brute_extent_triangles(g, land, &triangles);
    twc_point *points = ground_memory((size_t)n * sizeof *points);
    make_points(all, triangles, area, seed, points, n);
    answer *answers = ask_all(all, triangles, points, n);
    long several = 0;
    for (long k = 0; k < n; k++)
        several += answers[k].containing > 1;
    SUITE_EXPECT(*bad, several > n / 10, "only %ld points lie on edges", several);
    twc_location *got = ground_memory(((size_t)n + 1) * sizeof *got), untouched = got[n];
    for (int k = 0; k < impls; k++) {
        memset(got, 0xA5, (size_t)n * sizeof *got);
        impl[k].table->locate(g, (size_t)n, points, got);
        for (long p = 0; p < n; p++)
            check_answer(impl[k].name, points[p], &got[p], &answers[p], all, bad);
        SUITE_EXPECT(*bad, !memcmp(&got[n], &untouched, sizeof untouched), "%s wrote beyond n", impl[k].name);
        long asked = 0;
        for (int32_t z = twc_floor_div(macros.z, 4); z <= twc_floor_div(macros.z + macros.nz - 1, 4); z++)
            for (int32_t x = twc_floor_div(macros.x, 4); x <= twc_floor_div(macros.x + macros.nx - 1, 4); x++)
                asked += check_chunk(&impl[k], &w->world, (twc_point){x, z}, points, got, n, bad);
        SUITE_EXPECT(*bad, asked > 0, "%s was asked nothing from samples", impl[k].name);
    }
    free(got);
    free(answers);
    free(points);
    free(all);
    brute_ground_destroy(g);
}

static void million(void)
{
    int bad = 0;
    brute_world *w = brute_world_create((twc_rect){-1, -1, 2, 2}, 0, 0, 12, heights_noise, classes_blocks);
    check_land(w, (twc_rect){-6, -5, 11, 10}, 1000000, 71, &bad);
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

/* Every shape of world, to its extent's rim and beyond, where the lattice goes on by repetition. */
static void cases(void)
{
    int bad = 0;
    for (const ground_case *c = ground_case_list; c->name; c++) {
        brute_world *w = ground_case_world(c);
        twc_rect m = twc_world_macros(&w->world);
        int rim = c->extent.x > -TWC_TILE_LIMIT && c->extent.x + c->extent.nx < TWC_TILE_LIMIT ? 2 : -2;
        int32_t nx = m.nx > 12 ? 12 : m.nx, nz = m.nz > 12 ? 12 : m.nz;
        check_land(w, (twc_rect){m.x - rim, m.z - rim, nx + 2 * rim, nz + 2 * rim}, 20000, 72, &bad);
        brute_world_destroy(w);
    }
    SUITE_NONE(bad);
}

/*
 * Beyond the extent, by another route: a larger world in which the repeated samples and classes are really there has
 * the same ground where the filters and the classes of both worlds see the same.
 */
static const brute_world *inner_world;

static uint16_t repeated_height(uint64_t seed, int32_t i, int32_t j)
{
    (void)seed;
    return brute_sample(inner_world, i, j);
}

static uint8_t repeated_class(uint64_t seed, int32_t x, int32_t z)
{
    (void)seed;
    return brute_class(inner_world, x, z);
}

static void beyond(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    enum { N = 20000 };
    brute_world *w = ground_case_world(&ground_case_list[0]);
    inner_world = w;
    brute_world *large = brute_world_create((twc_rect){-1, -1, 3, 3}, 0, 0, 0, repeated_height, repeated_class);
    twc_rect macros = {-4, -4, 16, 16}, chunks = {-2, -2, 6, 6};
    twc_point *points = ground_memory(N * sizeof *points);
    twc_location *got = ground_memory(N * sizeof *got);
    uint64_t seed = 73;
    for (int k = 0; k < N; k++)
        points[k] = (twc_point){brute_between(&seed, -25600, 76799), brute_between(&seed, -25600, 76799)};
    for (int k = 0; k < impls; k++) {
        twc_mesh *meshes = ground_meshes_create(36);
        CU_ASSERT_EQUAL(ground_build(&impl[k], &large->world, chunks, ground_plain, meshes).code, TWC_OK);
        twc_ground_window *g = ground_wide_window(impl[k].table, &w->world, macros, 2);
        impl[k].table->locate(g, N, points, got);
        for (int p = 0; p < N; p++) {
            /* The triangle must be a drawn one of the larger world's meshes, over the point. */
            int found = 0;
            for (int m = 0; m < 36 && !found; m++) {
                twc_point at = ground_chunk_at(chunks, m);
                if (abs(at.x * 25600 + 12800 - points[p].x) > 22000 || abs(at.z * 25600 + 12800 - points[p].z) > 22000)
                    continue;
                for (uint32_t t = 0; t < meshes[m].triangle_count && !found; t++)
                    found = !memcmp(meshes[m].triangles[t].corner, got[p].corner, sizeof got[p].corner) &&
                            meshes[m].facets[meshes[m].triangles[t].facet].id == got[p].facet;
            }
            SUITE_EXPECT(bad, found && contains(got[p].corner, points[p]), "%s (%d, %d)", impl[k].name, points[p].x,
                         points[p].z);
        }
        ground_window_destroy(g);
        ground_meshes_destroy(meshes, 36);
    }
    free(points);
    free(got);
    brute_world_destroy(large);
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

/* On flat ground all triangles over a point agree, so the first in canonical order has to win everywhere. */
static void flat_ties(void)
{
    int bad = 0;
    for (int classes = 0; classes < 3; classes++) {
        static const brute_class_function class_of[] = {classes_fine, classes_broad, classes_checker};
        brute_world *w = brute_world_create((twc_rect){-1, 0, 2, 1}, 0, 0, 14, heights_flat, class_of[classes]);
        check_land(w, (twc_rect){-5, 1, 9, 6}, 50000, 74, &bad);
        brute_world_destroy(w);
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"a million points", million},
                           {"every case", cases},
                           {"beyond the extent", beyond},
                           {"ties on flat ground", flat_ties},
                           CU_TEST_INFO_NULL};
    return suite_run("locate", tests);
}
