/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/surface.md: classes, colours, potentials, ranks and vertices by other routes (extended precision, exact
 * integers, sorting, bytes by hand), and the fast library's bits against the reference's at every level, thread count
 * and schedule.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground/ground_cases.h"
#include "common/suite.h"

typedef struct surface_impl {
    const char *name;
    const twc_surface_table *table;
    int fast;
    twc_level level;
} surface_impl;

static int surface_impls(surface_impl out[1 + TWC_LEVEL_COUNT])
{
    ground_impl ground[1 + TWC_LEVEL_COUNT];
    int count = ground_impls(ground);
    for (int k = 0; k < count; k++) {
        const twc_surface_table *table = ground[k].fast ? twc_fast_surface(ground[k].level) : twc_reference_surface();
        out[k] = (surface_impl){ground[k].name, table, ground[k].fast, ground[k].level};
    }
    return count;
}

static long double wide_xi(uint32_t hash)
{
    return (long double)hash / 4294967296.0L;
}

/* ---- dryness ------------------------------------------------------------------------------------------------ */

/* Weights of four corners instead of two lerps, in extended precision. */
static long double wide_noise(int32_t x, int32_t z, int32_t spacing, int32_t salt)
{
    int32_t i = (int32_t)floorl((long double)x / spacing), j = (int32_t)floorl((long double)z / spacing);
    long double t = (long double)(x - i * spacing) / spacing, s = (long double)(z - j * spacing) / spacing;
    long double u = 3 * t * t - 2 * t * t * t, v = 3 * s * s - 2 * s * s * s, sum = 0;
    for (int k = 0; k < 4; k++)
        sum += wide_xi(twc_hash(i + k % 2, j + k / 2, salt)) * (k % 2 ? u : 1 - u) * (k / 2 ? v : 1 - v);
    return sum;
}

static long double wide_dryness(int32_t x, int32_t z)
{
    return (2 * wide_noise(x, z, 51200, 40) + wide_noise(x, z, 25600, 41)) / 3;
}

static void dryness(void)
{
    enum { N = 20011 };
    surface_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = surface_impls(impl), bad = 0;
    twc_point *points = ground_memory(N * sizeof *points);
    double *expected = ground_memory(N * sizeof *expected), *out = ground_memory(N * sizeof *out);
    uint64_t state = 7;
    for (int k = 0; k < N; k++) {
        int32_t reach = k % 2 ? 300000 : (1 << 30) - 1;
        points[k] = (twc_point){brute_between(&state, -reach, reach), brute_between(&state, -reach, reach)};
        if (k % 16 == 0) /* on the grid of the noise, where it is its corner's hash */
            points[k] = (twc_point){points[k].x / 51200 * 51200, points[k].z / 51200 * 51200};
    }
    impl[0].table->dryness(N, points, expected);
    for (int k = 0; k < N; k++) {
        SUITE_EXPECT(bad, fabsl((long double)expected[k] - wide_dryness(points[k].x, points[k].z)) < 4e-16L, "(%d, %d)",
                     points[k].x, points[k].z);
        SUITE_EXPECT(bad, expected[k] >= 0.0 && expected[k] < 1.0, "(%d, %d) %g", points[k].x, points[k].z,
                     expected[k]);
    }
    for (int k = 1; k < impls; k++) {
        impl[k].table->dryness(N, points, out);
        SUITE_EXPECT(bad, memcmp(out, expected, N * sizeof *out) == 0, "%s", impl[k].name);
    }
    free(points);
    free(expected);
    free(out);
    SUITE_NONE(bad);
}

/* ---- faces -------------------------------------------------------------------------------------------------- */

/* Fields of gentle and of wild heights, with facets of every slope, material and height above them. */
typedef struct scene {
    twc_surface_window window;
    float broad[64 * 64], basin[64 * 64];
    twc_facet facet[500];
} scene;

static void unit(uint64_t *state, double steepness, float normal[3])
{
    double x = steepness * brute_between(state, -1000, 1000) / 1000.0,
           z = steepness * brute_between(state, -1000, 1000) / 1000.0;
    double length = sqrt(x * x + 1 + z * z);
    normal[0] = (float)(x / length);
    normal[1] = (float)(1 / length);
    normal[2] = (float)(z / length);
}

static scene *scene_create(uint64_t seed)
{
    scene *s = ground_memory(sizeof *s);
    uint64_t state = seed;
    int32_t spread = brute_between(&state, 1, 900); /* centimetres between neighbours: slopes about the thresholds */
    twc_rect rect = {-20, 40, 64, 64};
    memset(s, 0, sizeof *s);
    for (int k = 0; k < 64 * 64; k++) {
        s->broad[k] = (float)(50.0 + 3 * (k % 64) * 0.01 * spread + 0.01 * brute_between(&state, -spread, spread));
        s->basin[k] = (float)(50.0 + 0.01 * brute_between(&state, -200, 200));
    }
    s->window = (twc_surface_window){{rect, s->broad}, {rect, s->basin}, 50.0};
    for (int k = 0; k < 500; k++) {
        twc_facet *facet = &s->facet[k];
        facet->centroid_x = brute_between(&state, -18 * 400, 41 * 400);
        facet->centroid_z = brute_between(&state, 42 * 400, 101 * 400);
        int32_t level = k % 3 ? 5000 : brute_between(&state, -200, 30000);
        for (int c = 0; c < 3; c++)
            facet->corner[c].y = 0.01f * (float)(level + brute_between(&state, -300, 300));
        unit(&state, k % 2 ? 0.2 : 3.0, facet->normal);
        facet->id = k % 5 ? twc_facet_id(TWC_FACET_FINE, k, k, k & 1)
                          : (uint64_t)TWC_FACET_FEATURE << 62 | (uint64_t)(k / 5 % 6) << 58 | (uint64_t)k;
    }
    return s;
}

static float field_at(const twc_field *field, int32_t x, int32_t z)
{
    float y;
    twc_reference_ground()->bilinear(field, 1, &x, &z, &y);
    return y;
}

static long double clamp01(long double v)
{
    return fminl(fmaxl(v, 0), 1);
}

/* Algorithm 2 in extended precision; *margin is how near the nearest decision was. */
static int wide_class(const scene *s, const twc_facet *facet, float height, long double xi, long double *margin)
{
    const twc_field *b = &s->window.broad;
    int32_t x = facet->centroid_x, z = facet->centroid_z;
    long double gx = ((long double)field_at(b, x + 400, z) - field_at(b, x - 400, z)) / 8;
    long double gz = ((long double)field_at(b, x, z + 400) - field_at(b, x, z - 400)) / 8;
    long double part[5] = {(long double)s->window.water + 2.5L - height,
                           sqrtl(gx * gx + gz * gz) - (0.42L + 0.08L * (xi - 0.5L)),
                           1 - (long double)facet->normal[1] - 0.62L, height - (205 + 30 * xi),
                           wide_dryness(x, z) + 0.12L * (xi - 0.5L) - 0.60L};
    *margin = 1;
    for (int k = 0; k < 5; k++)
        *margin = fminl(*margin, fabsl(part[k]));
    if (part[0] > 0)
        return TWC_PALETTE_SHORE;
    if (part[1] > 0 || part[2] > 0 || part[3] > 0)
        return TWC_PALETTE_ROCK;
    return part[4] > 0 ? TWC_PALETTE_DRY : TWC_PALETTE_GRASS;
}

/* floor(base (0.93 + 0.14 h / 2^32) + 0.5) in integers. */
static int exact_byte(int base, uint32_t hash)
{
    brute_wide full = (brute_wide)1 << 32, numerator = base * (93 * full + 14 * (brute_wide)hash) * 2 + 100 * full;
    int byte = (int)(numerator / (200 * full));
    return byte < 255 ? byte : 255;
}

static int part_palette(int part)
{
    return part == 0 ? TWC_PALETTE_BED : part == 1 ? TWC_PALETTE_BANK : TWC_PALETTE_WALL;
}

static void check_face(const scene *s, int k, const twc_surface_face *face, int *seen, int *bad)
{
    const twc_facet *facet = &s->facet[k];
    uint32_t hash = twc_hash(facet->centroid_x, facet->centroid_z, 31);
    long double xi = wide_xi(hash), margin;
    long double height = ((long double)facet->corner[0].y + facet->corner[1].y + facet->corner[2].y) / 3;
    SUITE_EXPECT(*bad, face->hash == hash && fabsl(face->height - height) <= fabsl(height) * 0x1p-24L + 1e-15L, "%d",
                 k);
    int expected = wide_class(s, facet, face->height, xi, &margin);
    if (k % 5 == 0)
        expected = part_palette(k / 5 % 6);
    else if (margin < 1e-9L)
        return; /* too near to tell in another precision */
    seen[expected]++;
    SUITE_EXPECT(*bad, face->palette == expected, "facet %d is %d, not %d", k, face->palette, expected);
    for (int c = 0; c < 3; c++)
        SUITE_EXPECT(*bad, face->colour[c] == exact_byte(twc_palette_srgb[expected][c], hash), "facet %d colour %d", k,
                     c);
    long double ny = facet->normal[1], around = field_at(&s->window.basin, facet->centroid_x, facet->centroid_z);
    long double puddle = clamp01((ny - 0.975L) / 0.022L) * clamp01((around - face->height + 0.3L) / 1.1L);
    SUITE_EXPECT(*bad, fabsl(face->puddle - puddle) < 1e-13L, "facet %d puddle %g, not %Lg", k, face->puddle, puddle);
    long double toward = (-facet->normal[0] + (long double)facet->normal[2]) / sqrtl(2);
    long double snow = 0.55L * clamp01((ny - 0.8L) / 0.2L) + 0.15L * (0.5L - 0.5L * toward) + 0.22L * (xi - 0.5L);
    SUITE_EXPECT(*bad, fabsl(face->snow - (snow + 0.11L) / 0.92L * 255) < 0.5L + 1e-9L, "facet %d snow %d", k,
                 face->snow);
    SUITE_EXPECT(*bad, face->rank == 0 && face->zero == 0, "facet %d", k);
}

static void faces(void)
{
    surface_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = surface_impls(impl), bad = 0, seen[TWC_PALETTE_COUNT] = {0};
    twc_surface_face *expected = ground_memory(500 * sizeof *expected), *out = ground_memory(501 * sizeof *out);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        scene *s = scene_create(seed);
        size_t n = seed % 4 ? 500 : (size_t)seed;
        impl[0].table->faces(&s->window, n, s->facet, expected);
        for (size_t k = 0; k < n; k++)
            check_face(s, (int)k, &expected[k], seen, &bad);
        for (int i = 1; i < impls; i++) {
            memset(out, 0xA5, 501 * sizeof *out);
            impl[i].table->faces(&s->window, n, s->facet, out);
            SUITE_EXPECT(bad, memcmp(out, expected, n * sizeof *out) == 0, "%s seed %d", impl[i].name, (int)seed);
            SUITE_EXPECT(bad, out[n].zero == 0xA5, "%s wrote beyond its faces", impl[i].name);
        }
        free(s);
    }
    for (int k = 0; k < TWC_PALETTE_COUNT; k++) /* no facet is water yet */
        CU_ASSERT_TRUE(seen[k] > 30 || k == TWC_PALETTE_WATER);
    free(expected);
    free(out);
    SUITE_NONE(bad);
}

/* What the paper says of a road bed 0.8 m below smoothed ground, and the ends of both ranges. */
static void potentials_by_hand(void)
{
    scene *s = scene_create(3);
    for (int k = 0; k < 64 * 64; k++)
        s->basin[k] = 50.0f;
    twc_facet *f = s->facet;
    for (int k = 0; k < 4; k++) {
        f[k] = (twc_facet){.corner = {{0, 0, 0}}, .normal = {0, 1, 0}, .centroid_x = 0, .centroid_z = 60 * 400};
        for (int c = 0; c < 3; c++)
            f[k].corner[c].y = k == 0 ? 49.2f : k == 1 ? 50.3f : k == 2 ? 49.75f : 10.0f;
    }
    f[3].normal[1] = 0.975f;
    twc_surface_face out[4];
    twc_reference_surface()->faces(&s->window, 4, f, out);
    CU_ASSERT_DOUBLE_EQUAL(out[0].puddle, 1.0, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(out[1].puddle, 0.0, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(out[2].puddle, 0.5, 1e-6);
    CU_ASSERT_DOUBLE_EQUAL(out[3].puddle, 0.0, 1e-5);
    free(s);
}

/* ---- ranks -------------------------------------------------------------------------------------------------- */

typedef struct ranked {
    double key;
    int face;
} ranked;

static int by_key(const void *a, const void *b)
{
    const ranked *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->face - other->face;
}

static void expected_ranks(int n, const twc_surface_face *face, uint8_t *rank)
{
    ranked *sorted = ground_memory((size_t)(n + 1) * sizeof *sorted);
    memset(rank, 0, (size_t)n);
    for (int material = 0; material < TWC_MATERIAL_COUNT; material++) {
        int count = 0;
        for (int k = 0; k < n; k++)
            if (face[k].material == material && face[k].puddle > 0.05)
                sorted[count++] = (ranked){face[k].puddle + 0.18 * (face[k].hash / 4294967296.0 - 0.5), k};
        qsort(sorted, (size_t)count, sizeof *sorted, by_key);
        for (int k = 0; k < count; k++)
            rank[sorted[k].face] = (uint8_t)ceil(255.0 * (k + 1) / count - 1e-9);
    }
    free(sorted);
}

static twc_surface_face *random_faces(uint64_t seed, int n)
{
    twc_surface_face *face = ground_memory((size_t)(n + 1) * sizeof *face);
    uint64_t state = seed;
    memset(face, 0, (size_t)(n + 1) * sizeof *face);
    for (int k = 0; k < n; k++) {
        face[k].puddle = brute_between(&state, 0, seed % 2 ? 20 : 100000) / (seed % 2 ? 20.0 : 100000.0);
        face[k].hash = seed % 3 ? (uint32_t)brute_between(&state, INT32_MIN, INT32_MAX) : 0; /* ties */
        face[k].material = (uint8_t)brute_between(&state, 0, TWC_MATERIAL_COUNT - 1);
        face[k].rank = 77;
    }
    return face;
}

static void ranks(void)
{
    surface_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = surface_impls(impl), bad = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        int n = (int)(seed * seed * seed % 1500);
        twc_surface_face *face = random_faces(seed, n);
        uint8_t *rank = ground_memory((size_t)n + 1);
        expected_ranks(n, face, rank);
        for (int i = 0; i < impls; i++) {
            void *scratch = ground_scratch_create(twc_rank_scratch((size_t)n));
            impl[i].table->ranks((size_t)n, face, scratch);
            SUITE_EXPECT(bad, ground_scratch_destroy(scratch, twc_rank_scratch((size_t)n)),
                         "%s wrote beyond its scratch", impl[i].name);
            for (int k = 0; k < n; k++)
                SUITE_EXPECT(bad, face[k].rank == rank[k], "%s seed %d face %d: %d, not %d", impl[i].name, (int)seed, k,
                             face[k].rank, rank[k]);
        }
        free(face);
        free(rank);
    }
    SUITE_NONE(bad);
}

/* ---- vertices ----------------------------------------------------------------------------------------------- */

static void vertex_bytes(void)
{
    surface_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = surface_impls(impl);
    twc_facet facet = {.normal = {-1.0f, 0.0f, 0.5f}};
    twc_triangle triangle = {{{-2, 0x01020304, 1.0f}, {0, 0, -200.0f}, {25600, -25600, 0.15625f}}, 0};
    twc_mesh mesh = {&triangle, &facet, 1, 1, 1, 1};
    twc_surface_face face = {.height = 12.34f, .material = 2, .rank = 9, .snow = 200, .colour = {1, 2, 3}};
    /* -511 is 0x201 in ten bits; floor(255.5 + 0.5) = 256 = 0x100; sample (12.34 + 200) / 0.01 = 21234 = 0x52F2 */
    const uint8_t shared[12] = {0x01, 0x02, 0x00, 0x10, 1, 2, 3, 2, 9, 200, 0xF2, 0x52};
    const uint8_t positions[3][12] = {{0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0x80, 0x3F, 0x04, 0x03, 0x02, 0x01},
                                      {0, 0, 0, 0, 0, 0, 0x48, 0xC3, 0, 0, 0, 0},
                                      {0, 0x64, 0, 0, 0, 0, 0x20, 0x3E, 0, 0x9C, 0xFF, 0xFF}};
    for (int i = 0; i < impls; i++) {
        uint8_t out[73];
        out[72] = 0xA5;
        impl[i].table->vertices(&mesh, &face, out);
        for (int k = 0; k < 3; k++) {
            CU_ASSERT_EQUAL(memcmp(out + 24 * k, positions[k], 12), 0);
            CU_ASSERT_EQUAL(memcmp(out + 24 * k + 12, shared, 12), 0);
        }
        CU_ASSERT_EQUAL(out[72], 0xA5);
    }
}

/* ---- builds ------------------------------------------------------------------------------------------------- */

typedef struct built {
    twc_rect chunks;
    int count;
    twc_mesh *meshes;
    twc_chunk_surface *surfaces;
} built;

static built built_create(const brute_world *world, const built *meshes_of)
{
    built b = {.chunks = twc_world_chunks(&world->world)};
    b.count = b.chunks.nx * b.chunks.nz;
    b.surfaces = ground_memory((size_t)b.count * sizeof *b.surfaces);
    if (meshes_of) {
        b.meshes = meshes_of->meshes;
    } else {
        ground_impl impl[1 + TWC_LEVEL_COUNT];
        ground_impls(impl);
        b.meshes = ground_meshes_create(b.count);
        ground_build(&impl[0], &world->world, b.chunks, (twc_build_options){0, 1, TWC_STATIC}, b.meshes);
    }
    for (int k = 0; k < b.count; k++) {
        b.surfaces[k].faces = calloc(b.meshes[k].facet_count + 1, sizeof(twc_surface_face));
        b.surfaces[k].vertices = calloc(b.meshes[k].triangle_count + 1, 3 * TWC_VERTEX_BYTES);
    }
    return b;
}

static void built_destroy(built *b, int with_meshes)
{
    for (int k = 0; k < b->count; k++) {
        free(b->surfaces[k].faces);
        free(b->surfaces[k].vertices);
    }
    free(b->surfaces);
    if (with_meshes)
        ground_meshes_destroy(b->meshes, b->count);
}

static twc_status build_surface(const surface_impl *impl, const brute_world *world, built *b, twc_build_options options)
{
    const twc_builder builder = impl->fast ? twc_fast_builder(impl->level) : twc_reference_builder();
    const twc_chunk_request request = {
        .world = &world->world, .chunks = b->chunks, .stages = TWC_BUILD_SURFACE, .options = options};
    size_t bytes = twc_chunks_workspace(builder, &request, b->meshes);
    void *workspace = ground_scratch_create(bytes);
    twc_status status = twc_chunks_build(builder, &request, workspace, &(twc_chunks){b->meshes, b->surfaces, NULL});
    CU_ASSERT_TRUE(ground_scratch_destroy(workspace, bytes));
    return status;
}

static int same_surfaces(const built *a, const built *b)
{
    for (int k = 0; k < a->count; k++)
        if (memcmp(a->surfaces[k].faces, b->surfaces[k].faces, a->meshes[k].facet_count * sizeof(twc_surface_face)) !=
                0 ||
            memcmp(a->surfaces[k].vertices, b->surfaces[k].vertices, a->meshes[k].triangle_count * (size_t)72) != 0)
            return 0;
    return 1;
}

/* All vertices of a facet carry the same bytes, and the facet's fan pieces are many triangles with one such. */
static void check_inheritance(const built *b, int *fans, int *bad)
{
    for (int k = 0; k < b->count; k++) {
        const twc_mesh *mesh = &b->meshes[k];
        uint8_t shared[TWC_GROUND_MAX_FACETS][12];
        int triangles[TWC_GROUND_MAX_FACETS] = {0};
        for (uint32_t v = 0; v < 3 * mesh->triangle_count; v++) {
            uint32_t facet = mesh->triangles[v / 3].facet;
            const uint8_t *bytes = b->surfaces[k].vertices + (size_t)v * 24 + 12;
            if (triangles[facet]++ == 0)
                memcpy(shared[facet], bytes, 12);
            SUITE_EXPECT(*bad, memcmp(shared[facet], bytes, 12) == 0, "chunk %d vertex %u", k, v);
            *fans += triangles[facet] == 4;
        }
    }
}

static void builds(void)
{
    surface_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = surface_impls(impl), bad = 0, fans = 0;
    for (const ground_case *c = ground_case_list; c->name; c++) {
        brute_world *world = ground_case_world(c);
        built reference = built_create(world, NULL);
        CU_ASSERT_EQUAL_FATAL(build_surface(&impl[0], world, &reference, (twc_build_options){0, 1, TWC_STATIC}).code,
                              TWC_OK);
        check_inheritance(&reference, &fans, &bad);
        for (int i = 1; i < impls; i++) {
            for (int run = 0; run < 4; run++) {
                built fast = built_create(world, &reference);
                twc_build_options options = {0, 1 + run, (twc_schedule)(run % 3)};
                CU_ASSERT_EQUAL(build_surface(&impl[i], world, &fast, options).code, TWC_OK);
                SUITE_EXPECT(bad, same_surfaces(&reference, &fast), "%s, %s, %d threads", c->name, impl[i].name,
                             1 + run);
                built_destroy(&fast, 0);
            }
        }
        built_destroy(&reference, 1);
        brute_world_destroy(world);
    }
    CU_ASSERT_TRUE(fans > 100);
    SUITE_NONE(bad);
}

static void refusals(void)
{
    surface_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = surface_impls(impl);
    brute_world *world = ground_case_world(&ground_case_list[0]);
    built b = built_create(world, NULL);
    twc_facet *facet = &b.meshes[0].facets[3], good = *facet;
    for (int i = 0; i < impls; i += impls - 1) {
        twc_build_options options = {0, 1, TWC_STATIC};
        CU_ASSERT_EQUAL(build_surface(&impl[i], world, &b, (twc_build_options){0, 0, TWC_STATIC}).code, TWC_USAGE);
        facet->centroid_x += 200 * 25600;
        CU_ASSERT_EQUAL(build_surface(&impl[i], world, &b, options).code, TWC_IO);
        *facet = good;
        facet->normal[1] = NAN;
        CU_ASSERT_EQUAL(build_surface(&impl[i], world, &b, options).code, TWC_IO);
        *facet = good;
        facet->corner[1].y = INFINITY;
        CU_ASSERT_EQUAL(build_surface(&impl[i], world, &b, options).code, TWC_IO);
        *facet = good;
        uint32_t named = b.meshes[0].triangles[5].facet;
        b.meshes[0].triangles[5].facet = b.meshes[0].facet_count;
        CU_ASSERT_EQUAL(build_surface(&impl[i], world, &b, options).code, TWC_IO);
        b.meshes[0].triangles[5].facet = named;
        b.chunks.x -= 1;
        CU_ASSERT_EQUAL(build_surface(&impl[i], world, &b, options).code, TWC_USAGE);
        b.chunks.x += 1;
        CU_ASSERT_EQUAL(build_surface(&impl[i], world, &b, options).code, TWC_OK);
    }
    built_destroy(&b, 1);
    brute_world_destroy(world);
}

int main(void)
{
    CU_TestInfo tests[] = {{"dryness", dryness},
                           {"faces against extended precision", faces},
                           {"potentials by hand", potentials_by_hand},
                           {"ranks against sorting", ranks},
                           {"the bytes of a vertex", vertex_bytes},
                           {"builds at all levels, threads and schedules", builds},
                           {"refusals", refusals},
                           CU_TEST_INFO_NULL};
    return suite_run("surface", tests);
}
