/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fast ground against the reference, bit for bit: every function at every level this machine has, over worlds that
 * provoke; whole builds over thread counts and schedules; and what a build refuses.
 */
#include <fenv.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "ground/ground_cases.h"
#include "common/suite.h"

/* ---- helpers ---- */

static int same_mesh(const twc_mesh *a, const twc_mesh *b)
{
    return a->triangle_count == b->triangle_count && a->facet_count == b->facet_count &&
           memcmp(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles) == 0 &&
           memcmp(a->facets, b->facets, a->facet_count * sizeof *a->facets) == 0;
}

/* A window of random place and shape about (and often across) `around`. */
static twc_rect random_window(uint64_t *state, twc_rect around, int32_t reach, int32_t size)
{
    twc_rect window;
    window.x = brute_between(state, around.x - reach, around.x + around.nx + reach);
    window.z = brute_between(state, around.z - reach, around.z + around.nz + reach);
    window.nx = brute_between(state, 1, size);
    window.nz = brute_between(state, 1, size);
    return window;
}

static size_t area(twc_rect rect)
{
    return (size_t)rect.nx * (size_t)rect.nz;
}

/* The levels usable here; there is always the base one. */
static int levels(twc_level out[TWC_LEVEL_COUNT])
{
    int n = 0;
    for (int k = 0; k < TWC_LEVEL_COUNT; k++)
        if (twc_fast_ground((twc_level)k))
            out[n++] = (twc_level)k;
    return n;
}

/* ---- functions of the table, against the reference's ---- */

typedef void table_check(const twc_ground_table *fast, const char *level, const ground_case *c,
                         const brute_world *world, int *bad);

static void check_samples(const twc_ground_table *fast, const char *level, const ground_case *c,
                          const brute_world *world, int *bad)
{
    uint64_t state = 11;
    const twc_ground_table *reference = twc_reference_ground();
    for (int round = 0; round < 25; round++) {
        twc_rect window = random_window(&state, twc_world_samples(&world->world), 150, 300);
        uint16_t *one = ground_memory(area(window) * 2), *other = ground_memory(area(window) * 2);
        reference->samples(&world->world, window, one);
        fast->samples(&world->world, window, other);
        SUITE_EXPECT(*bad, memcmp(one, other, area(window) * 2) == 0, "samples, %s, %s, round %d", level, c->name,
                     round);
        free(one);
        free(other);
        window = random_window(&state, twc_world_macros(&world->world), 12, 30);
        uint8_t *first = ground_memory(area(window)), *second = ground_memory(area(window));
        reference->classes(&world->world, window, first);
        fast->classes(&world->world, window, second);
        SUITE_EXPECT(*bad, memcmp(first, second, area(window)) == 0, "classes, %s, %s, round %d", level, c->name,
                     round);
        free(first);
        free(second);
    }
}

/* A filtered window of random shape from the case's own samples, made by the reference. */
static twc_field random_field(uint64_t *state, const brute_world *world, twc_filter filter, int32_t size,
                              uint16_t **samples)
{
    const twc_ground_table *reference = twc_reference_ground();
    twc_field field;
    field.rect = random_window(state, twc_world_samples(&world->world), 20, size);
    field.rect.nx += 2;
    field.rect.nz += 2;
    const int32_t radius = twc_filter_radius(filter);
    const twc_rect grown = {field.rect.x - radius, field.rect.z - radius, field.rect.nx + 2 * radius,
                            field.rect.nz + 2 * radius};
    float *heights = ground_memory(area(field.rect) * sizeof *heights);
    void *scratch = ground_scratch_create(twc_prefilter_scratch(filter, field.rect));
    *samples = ground_memory(area(grown) * sizeof **samples);
    reference->samples(&world->world, grown, *samples);
    reference->prefilter(filter, field.rect, *samples, heights, scratch);
    ground_scratch_destroy(scratch, twc_prefilter_scratch(filter, field.rect));
    field.h = heights;
    return field;
}

static void check_prefilter(const twc_ground_table *fast, const char *level, const ground_case *c,
                            const brute_world *world, int *bad)
{
    uint64_t state = 12;
    for (int round = 0; round < 18; round++) {
        const twc_filter filter = (twc_filter)(round % TWC_FILTER_COUNT);
        uint16_t *samples;
        twc_field field = random_field(&state, world, filter, round < 15 ? 40 : 280, &samples);
        const size_t bytes = area(field.rect) * sizeof(float), needed = twc_prefilter_scratch(filter, field.rect);
        float *other = ground_memory(bytes);
        void *scratch = ground_scratch_create(needed);
        fast->prefilter(filter, field.rect, samples, other, scratch);
        SUITE_EXPECT(*bad, memcmp(field.h, other, bytes) == 0, "filter %d, %s, %s, %d x %d", filter, level, c->name,
                     field.rect.nx, field.rect.nz);
        SUITE_EXPECT(*bad, ground_scratch_destroy(scratch, needed), "scratch, filter %d, %s", filter, level);
        free((void *)(uintptr_t)field.h);
        free(samples);
        free(other);
    }
}

static void check_bilinear(const twc_ground_table *fast, const char *level, const ground_case *c,
                           const brute_world *world, int *bad)
{
    enum { N = 301 };
    uint64_t state = 13;
    int32_t x[N], z[N];
    float one[N], other[N];
    for (int round = 0; round < 10; round++) {
        uint16_t *samples;
        twc_field field = random_field(&state, world, TWC_FILTER_FINE, 40, &samples);
        const int32_t west = field.rect.x * TWC_SAMPLE_CM, north = field.rect.z * TWC_SAMPLE_CM;
        const size_t n = (size_t)brute_between(&state, 1, N);
        for (size_t k = 0; k < n; k++) {
            x[k] = brute_between(&state, west, west + (field.rect.nx - 1) * TWC_SAMPLE_CM - 1);
            z[k] = brute_between(&state, north, north + (field.rect.nz - 1) * TWC_SAMPLE_CM - 1);
            if (k % 5 == 0) /* on a sample */
                x[k] = west, z[k] = north;
        }
        twc_reference_ground()->bilinear(&field, n, x, z, one);
        fast->bilinear(&field, n, x, z, other);
        SUITE_EXPECT(*bad, memcmp(one, other, n * sizeof *one) == 0, "bilinear, %s, %s, %zu points", level, c->name, n);
        free((void *)(uintptr_t)field.h);
        free(samples);
    }
}

static void check_initial_classes(const twc_ground_table *fast, const char *level, const ground_case *c,
                                  const brute_world *world, int *bad)
{
    twc_rect macros = twc_world_macros(&world->world);
    macros.nx = macros.nx > 20 ? 20 : macros.nx;
    twc_ground_window *ground = ground_wide_window(twc_reference_ground(), &world->world, macros, 2);
    uint8_t *one = ground_memory(area(macros)), *other = ground_memory(area(macros));
    twc_reference_ground()->initial_classes(&ground->broad, macros, one);
    fast->initial_classes(&ground->broad, macros, other);
    SUITE_EXPECT(*bad, memcmp(one, other, area(macros)) == 0, "initial classes, %s, %s", level, c->name);
    free(one);
    free(other);
    ground_window_destroy(ground);
}

static void check_lattice(const twc_ground_table *fast, const char *level, const ground_case *c,
                          const brute_world *world, int *bad)
{
    uint64_t state = 14;
    const twc_ground_table *reference = twc_reference_ground();
    const twc_rect macros = twc_world_macros(&world->world);
    twc_ground_window *ground = ground_wide_window(reference, &world->world, macros, 5);
    for (int round = 0; round < 10; round++) {
        twc_rect cells = {macros.x * 4 - brute_between(&state, 0, 7), macros.z * 4 - brute_between(&state, 0, 7),
                          brute_between(&state, 1, macros.nx * 4 + 6), brute_between(&state, 1, 40)};
        twc_rect vertices = {cells.x, cells.z, cells.nx + 1, cells.nz + 1};
        twc_vertex *one = ground_memory(area(vertices) * sizeof *one),
                   *other = ground_memory(area(vertices) * sizeof *one);
        uint8_t *first = ground_memory(area(cells)), *second = ground_memory(area(cells));
        reference->lattice(ground, vertices, one);
        fast->lattice(ground, vertices, other);
        SUITE_EXPECT(*bad, memcmp(one, other, area(vertices) * sizeof *one) == 0, "lattice, %s, %s, round %d", level,
                     c->name, round);
        reference->diagonals(cells, one, first);
        fast->diagonals(cells, one, second);
        SUITE_EXPECT(*bad, memcmp(first, second, area(cells)) == 0, "diagonals, %s, %s, round %d", level, c->name,
                     round);
        free(one);
        free(other);
        free(first);
        free(second);
    }
    ground_window_destroy(ground);
}

/* Quadrilaterals of any shape, also crossed ones and degenerate ones, as large as coordinates get. */
static void check_any_diagonals(const twc_ground_table *fast, const char *level, const ground_case *c,
                                const brute_world *world, int *bad)
{
    uint64_t state = 15 + world->seed;
    for (int round = 0; round < 20; round++) {
        const int32_t size = round % 2 ? 4 : (1 << 30) - 1;
        const twc_rect cells = {brute_between(&state, -1000, 1000), brute_between(&state, -1000, 1000),
                                brute_between(&state, 1, 150), 2};
        const size_t n = ((size_t)cells.nx + 1) * 3;
        twc_vertex *vertices = ground_memory(n * sizeof *vertices);
        uint8_t *one = ground_memory(area(cells)), *other = ground_memory(area(cells));
        for (size_t k = 0; k < n; k++)
            vertices[k] = (twc_vertex){brute_between(&state, -size, size), brute_between(&state, -size, size), 0.0f};
        twc_reference_ground()->diagonals(cells, vertices, one);
        fast->diagonals(cells, vertices, other);
        SUITE_EXPECT(*bad, memcmp(one, other, area(cells)) == 0, "any diagonals, %s, %s, round %d", level, c->name,
                     round);
        free(vertices);
        free(one);
        free(other);
    }
}

static void check_chunk(const twc_ground_table *fast, const char *level, const ground_case *c, const brute_world *world,
                        int *bad)
{
    const twc_rect chunks = twc_world_chunks(&world->world), extent = twc_world_macros(&world->world);
    twc_mesh *one = ground_meshes_create(1), *other = ground_meshes_create(1);
    for (int32_t k = 0; k < chunks.nx * chunks.nz; k++) {
        const twc_point chunk = {chunks.x + k % chunks.nx, chunks.z + k / chunks.nx};
        twc_ground_window *ground = ground_chunk_window(twc_reference_ground(), &world->world, chunk, 1);
        twc_reference_ground()->chunk(ground, extent, chunk.x, chunk.z, one);
        fast->chunk(ground, extent, chunk.x, chunk.z, other);
        SUITE_EXPECT(*bad, same_mesh(one, other), "chunk (%d, %d), %s, %s", chunk.x, chunk.z, level, c->name);
        ground_window_destroy(ground);
    }
    ground_meshes_destroy(one, 1);
    ground_meshes_destroy(other, 1);
}

static void check_locate(const twc_ground_table *fast, const char *level, const ground_case *c,
                         const brute_world *world, int *bad)
{
    enum { N = 4000 };
    uint64_t state = 16;
    const twc_ground_table *reference = twc_reference_ground();
    const twc_rect macros = twc_world_macros(&world->world);
    twc_ground_window *ground = ground_wide_window(reference, &world->world, macros, 5);
    twc_point *points = ground_memory(N * sizeof *points);
    twc_location *one = ground_memory(N * sizeof *one), *other = ground_memory(N * sizeof *other);
    const int32_t west = macros.x * TWC_MACRO_CM, north = macros.z * TWC_MACRO_CM, margin = 2 * TWC_MACRO_CM;
    for (size_t k = 0; k < N; k++) {
        points[k].x = brute_between(&state, west - margin, west + macros.nx * TWC_MACRO_CM + margin);
        points[k].z = brute_between(&state, north - margin, north + macros.nz * TWC_MACRO_CM + margin);
        if (k % 3 == 0) { /* a vertex of the lattice, or the middle of an edge of it */
            twc_vertex v[2];
            const int32_t i = twc_floor_div(points[k].x, TWC_LATTICE_CM),
                          j = twc_floor_div(points[k].z, TWC_LATTICE_CM);
            reference->lattice(ground, (twc_rect){i, j, 2, 1}, v);
            points[k].x = k % 2 ? v[0].x : v[0].x + (v[1].x - v[0].x) / 2;
            points[k].z = k % 2 ? v[0].z : v[0].z + (v[1].z - v[0].z) / 2;
        }
    }
    reference->locate(ground, N, points, one);
    fast->locate(ground, N, points, other);
    for (size_t k = 0; k < N; k++)
        SUITE_EXPECT(*bad, memcmp(&one[k], &other[k], sizeof *one) == 0, "locate (%d, %d), %s, %s", points[k].x,
                     points[k].z, level, c->name);
    free(points);
    free(one);
    free(other);
    ground_window_destroy(ground);
}

static void test_tables(void)
{
    static table_check *const checks[] = {check_samples, check_prefilter,     check_bilinear, check_initial_classes,
                                          check_lattice, check_any_diagonals, check_chunk,    check_locate};
    twc_level usable[TWC_LEVEL_COUNT];
    const int n = levels(usable);
    int bad = 0;
    for (const ground_case *c = ground_case_list; c->name; c++) {
        brute_world *world = ground_case_world(c);
        for (int k = 0; k < n; k++)
            for (size_t check = 0; check < sizeof checks / sizeof *checks; check++)
                checks[check](twc_fast_ground(usable[k]), twc_level_name(usable[k]), c, world, &bad);
        brute_world_destroy(world);
    }
    SUITE_NONE(bad);
}

/* ---- builds ---- */

static void compare_builds(const ground_case *c, const brute_world *world, twc_rect chunks, int fine_only, int *bad)
{
    static const int threads[] = {1, 2, 3, 5, 8};
    const int32_t count = chunks.nx * chunks.nz;
    const ground_impl reference = {"reference", twc_reference_ground(), 0, TWC_LEVEL_BASE};
    twc_mesh *one = ground_meshes_create(count), *other = ground_meshes_create(count);
    twc_level usable[TWC_LEVEL_COUNT];
    const int n = levels(usable);
    SUITE_EXPECT(
        *bad, !ground_build(&reference, &world->world, chunks, (twc_build_options){fine_only, 1, TWC_STATIC}, one).code,
        "reference, %s", c->name);
    for (int level = 0; level < n; level++) {
        const ground_impl fast = {"fast", twc_fast_ground(usable[level]), 1, usable[level]};
        for (int t = 0; t < 5; t++) {
            for (int schedule = TWC_STATIC; schedule <= TWC_GUIDED; schedule++) {
                const twc_build_options options = {fine_only, threads[t], (twc_schedule)schedule};
                const twc_status status = ground_build(&fast, &world->world, chunks, options, other);
                SUITE_EXPECT(*bad, status.code == TWC_OK, "%s: %s", c->name, status.message);
                for (int32_t k = 0; k < count; k++)
                    SUITE_EXPECT(*bad, same_mesh(&one[k], &other[k]) && ground_mesh_clean(&other[k]),
                                 "%s, chunk %d of %d x %d, level %s, %d threads, schedule %d, fine only %d", c->name, k,
                                 chunks.nx, chunks.nz, twc_level_name(usable[level]), threads[t], schedule, fine_only);
            }
        }
    }
    ground_meshes_destroy(one, count);
    ground_meshes_destroy(other, count);
}

static void test_builds(void)
{
    int bad = 0;
    for (const ground_case *c = ground_case_list; c->name; c++) {
        brute_world *world = ground_case_world(c);
        const twc_rect all = twc_world_chunks(&world->world);
        compare_builds(c, world, all, 0, &bad);
        compare_builds(c, world, all, 1, &bad);
        /* chunks that do not begin or end with a tile */
        twc_rect part = {all.x + 1, all.z + (all.nz > 2), all.nx > 3 ? all.nx - 2 : 1, 1};
        compare_builds(c, world, part, 0, &bad);
        brute_world_destroy(world);
    }
    SUITE_NONE(bad);
}

/* ---- what is refused ---- */

static twc_status build_with(const brute_world *world, twc_level level, int threads, twc_mesh *meshes)
{
    const ground_impl fast = {"fast", NULL, 1, level};
    return ground_build(&fast, &world->world, twc_world_chunks(&world->world),
                        (twc_build_options){0, threads, TWC_DYNAMIC}, meshes);
}

/*
 * Sets the rounding of one thread of the team. libgomp's threads keep it until it is set again; libomp gives every team
 * the caller's modes, which is as good. Returns whether it is still there in the next team.
 */
static int set_rounding(int thread, int threads, int rounding)
{
    int kept = 0;
    if (thread == 0)
        fesetround(rounding);
#pragma omp parallel num_threads(threads)
    if (omp_get_thread_num() == thread)
        fesetround(rounding);
#pragma omp parallel num_threads(threads)
    if (omp_get_thread_num() == thread)
        kept = fegetround() == rounding;
    return kept;
}

static void test_refusals(void)
{
    enum { THREADS = 3 };
    brute_world *world = ground_case_world(&ground_case_list[0]);
    const twc_rect chunks = twc_world_chunks(&world->world);
    twc_mesh *meshes = ground_meshes_create(chunks.nx * chunks.nz);
    for (int32_t k = 0; k < chunks.nx * chunks.nz; k++)
        meshes[k].triangle_count = meshes[k].facet_count = 0;
    CU_ASSERT_EQUAL(build_with(world, twc_level_best(), 0, meshes).code, TWC_USAGE);
    CU_ASSERT_EQUAL(build_with(world, (twc_level)TWC_LEVEL_COUNT, 1, meshes).code, TWC_USAGE);
    for (int thread = 0; thread < THREADS; thread++) {
        const int kept = set_rounding(thread, THREADS, FE_UPWARD);
        CU_ASSERT_TRUE(kept || thread > 0);
        CU_ASSERT_EQUAL(build_with(world, twc_level_best(), THREADS, meshes).code, kept ? TWC_IO : TWC_OK);
        set_rounding(thread, THREADS, FE_TONEAREST);
        for (int32_t k = 0; kept && k < chunks.nx * chunks.nz; k++) /* nothing was built */
            CU_ASSERT_TRUE(ground_mesh_clean(&meshes[k]) && meshes[k].triangle_count == 0);
    }
    CU_ASSERT_EQUAL(build_with(world, twc_level_best(), THREADS, meshes).code, TWC_OK);
    CU_ASSERT_TRUE(meshes[0].triangle_count > 0);
    ground_meshes_destroy(meshes, chunks.nx * chunks.nz);
    brute_world_destroy(world);
}

/* The build leaves the caller's OpenMP schedule as it was. */
static void test_schedule_is_kept(void)
{
    brute_world *world = ground_case_world(&ground_case_list[0]);
    twc_mesh *meshes = ground_meshes_create(4);
    omp_sched_t kind;
    int size;
    omp_set_schedule(omp_sched_guided, 7);
    CU_ASSERT_EQUAL(build_with(world, twc_level_best(), 2, meshes).code, TWC_OK);
    omp_get_schedule(&kind, &size);
    CU_ASSERT_TRUE(kind == omp_sched_guided && size == 7);
    ground_meshes_destroy(meshes, 4);
    brute_world_destroy(world);
}

static void test_levels(void)
{
    CU_ASSERT_TRUE(twc_level_built(TWC_LEVEL_BASE) && twc_level_supported(TWC_LEVEL_BASE));
    CU_ASSERT_PTR_NOT_NULL(twc_fast_ground(twc_level_best()));
    for (int k = 0; k < TWC_LEVEL_COUNT; k++) {
        const twc_level level = (twc_level)k;
        CU_ASSERT_EQUAL(twc_fast_ground(level) != NULL, twc_level_built(level) && twc_level_supported(level));
        CU_ASSERT_TRUE(!twc_fast_ground(level) || level <= twc_level_best());
        CU_ASSERT_TRUE(!twc_level_supported(level) || twc_level_built(level)); /* what the machine has, the build has */
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"every function at every level gives the reference's bits", test_tables},
                           {"builds give the reference's bits at every level, thread count and schedule", test_builds},
                           {"bad options and any worker's rounding mode are refused", test_refusals},
                           {"the caller's schedule is kept", test_schedule_is_kept},
                           {"levels: built, supported, best", test_levels},
                           CU_TEST_INFO_NULL};
    return suite_run("fast ground", tests);
}
