/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernels of the world stage, reference and every level: brushes against rational numbers (GMP), hashes against
 * vectors and against lists of words, buckets and what is found in them against every triangle.
 */
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "twc/fast.h"

/* Calls `try` with the reference's table and each usable level's; the names are for reports. */
static void with_each(void (*try)(const twc_world_table *table, const char *name))
{
    try(twc_reference_world(), "reference");
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (twc_fast_world((twc_level)level))
            try(twc_fast_world((twc_level)level), twc_level_name((twc_level)level));
}

/* A number in low..high of a fixed sequence; the tests' own, so that both sides of a comparison see the same inputs. */
static uint64_t sequence;

static int32_t draw(int32_t low, int32_t high)
{
    sequence = sequence * 6364136223846793005u + 1442695040888963407u;
    return low + (int32_t)((sequence >> 33) % (uint64_t)((int64_t)high - low + 1));
}

/* ---- brushes ---------------------------------------------------------------------------------------------- */

/* floor of a rational. */
static void floor_of(mpz_t out, const mpq_t value)
{
    mpz_fdiv_q(out, mpq_numref(value), mpq_denref(value));
}

/* floor(256 (1 - d^2 / r^2)) squared over 65536: the share of the way, as a rational; 0 outside. */
static void share_at(mpq_t share, const twc_brush *brush, int32_t x, int32_t z)
{
    mpz_t dx, dz, root;
    mpz_inits(dx, dz, root, NULL);
    mpz_set_si(dx, (long)x * TWC_SAMPLE_CM - brush->centre.x);
    mpz_set_si(dz, (long)z * TWC_SAMPLE_CM - brush->centre.z);
    mpz_mul(dx, dx, dx);
    mpz_addmul(dx, dz, dz);
    mpq_set_z(share, dx);
    mpq_t square, one;
    mpq_inits(square, one, NULL);
    mpq_set_ui(square, (unsigned long)brush->radius_cm * (unsigned long)brush->radius_cm, 1);
    mpq_div(share, share, square);
    mpq_set_ui(one, 1, 1);
    mpq_sub(share, one, share);
    mpq_mul_2exp(share, share, 8);
    floor_of(root, share);
    if (mpz_sgn(root) < 0)
        mpz_set_ui(root, 0);
    mpz_mul(root, root, root);
    mpq_set_z(share, root);
    mpq_div_2exp(share, share, 16);
    mpq_clears(square, one, NULL);
    mpz_clears(dx, dz, root, NULL);
}

/* What a brush would add at full share, as a rational. */
static void way_at(mpq_t way, const twc_brush *brush, int32_t x, int32_t z, const uint16_t *centre, ptrdiff_t stride)
{
    unsigned long sum = 0;
    mpz_t whole;
    mpz_init(whole);
    mpq_set_si(way, brush->strength, 1);
    if (brush->kind == TWC_BRUSH_NOISE) {
        mpz_set_ui(whole, twc_hash(x, z, brush->salt));
        mpz_mul_ui(whole, whole, 2 * (unsigned long)brush->strength + 1);
        mpz_fdiv_q_2exp(whole, whole, 32);
        mpz_sub_ui(whole, whole, (unsigned long)brush->strength);
        mpq_set_z(way, whole);
    } else if (brush->kind == TWC_BRUSH_FLATTEN) {
        mpq_set_si(way, (long)(brush->target - *centre) * brush->strength, 256);
    } else if (brush->kind == TWC_BRUSH_SMOOTH) {
        mpq_t mean, half;
        mpq_inits(mean, half, NULL);
        for (int k = 0; k < 9; k++)
            sum += centre[(k / 3 - 1) * stride + k % 3 - 1];
        mpq_set_ui(mean, sum, 9);
        mpq_set_ui(half, 1, 2);
        mpq_canonicalize(mean);
        mpq_add(mean, mean, half);
        floor_of(whole, mean);
        mpq_set_si(way, (mpz_get_si(whole) - *centre) * brush->strength, 256);
        mpq_clears(mean, half, NULL);
    }
    mpq_canonicalize(way);
    mpz_clear(whole);
}

static uint16_t expected_sample(const twc_brush *brush, int32_t x, int32_t z, const uint16_t *centre, ptrdiff_t stride)
{
    mpq_t share, way, half;
    mpz_t change;
    mpq_inits(share, way, half, NULL);
    mpz_init(change);
    share_at(share, brush, x, z);
    way_at(way, brush, x, z, centre, stride);
    mpq_mul(way, way, share);
    mpq_set_ui(half, 1, 2);
    mpq_add(way, way, half);
    floor_of(change, way);
    long value = *centre + (brush->kind == TWC_BRUSH_LOWER ? -mpz_get_si(change) : mpz_get_si(change));
    mpq_clears(share, way, half, NULL);
    mpz_clear(change);
    return (uint16_t)(value < 0 ? 0 : value > 65535 ? 65535 : value);
}

static void draw_brush(int k, twc_rect rect, twc_brush *brush)
{
    int relative;
    brush->kind = (twc_brush_kind)(k % 5);
    relative = brush->kind == TWC_BRUSH_SMOOTH || brush->kind == TWC_BRUSH_FLATTEN;
    brush->centre.x = (rect.x + draw(-1, rect.nx)) * TWC_SAMPLE_CM + (k % 3 ? draw(-200, 200) : 0);
    brush->centre.z = (rect.z + draw(-1, rect.nz)) * TWC_SAMPLE_CM + (k % 3 ? draw(-200, 200) : 0);
    brush->radius_cm = k % 11 == 0 ? 1 : k % 11 == 1 ? 100000 : k % 4 ? draw(1, 12000) : 400 * draw(1, 20);
    brush->strength = k % 6 == 0 ? (relative ? 256 : 65535) : draw(0, relative ? 256 : 65535);
    brush->target = (uint16_t)draw(0, 65535);
    brush->salt = draw(-1000000, 1000000);
}

static void brush_of(const twc_world_table *table, const char *name)
{
    enum { STROKES = 150, MOST = 70 };
    static uint16_t around[(MOST + 2) * 5], out[MOST * 3];
    static uint8_t mask[MOST * 3];
    int bad = 0;
    sequence = 1;
    for (int k = 0; k < STROKES; k++) {
        twc_rect rect = {k % 2 ? draw(-200, 200) : draw(-2600000, 2600000), draw(-200, 200), k % 9 ? draw(1, 12) : MOST,
                         3};
        ptrdiff_t stride = rect.nx + 2;
        twc_brush brush;
        draw_brush(k, rect, &brush);
        for (int32_t s = 0; s < (rect.nx + 2) * 5; s++)
            around[s] = (uint16_t)(k % 4 == 0 ? 65535 * draw(0, 1) : k % 4 == 1 ? draw(20000, 20100) : draw(0, 65535));
        for (int32_t s = 0; s < rect.nx * 3; s++)
            mask[s] = (uint8_t)(draw(0, 4) ? 0 : draw(1, 255));
        table->brush_apply(&brush, rect, around, k % 5 < 2 ? NULL : mask, out);
        for (int32_t s = 0; s < rect.nx * 3; s++) {
            const uint16_t *centre = around + (s / rect.nx + 1) * stride + s % rect.nx + 1;
            uint16_t wanted = k % 5 >= 2 && mask[s]
                                  ? *centre
                                  : expected_sample(&brush, rect.x + s % rect.nx, rect.z + s / rect.nx, centre, stride);
            SUITE_EXPECT(bad, out[s] == wanted, "%s: stroke %d, sample %d: %d, should be %d", name, k, s, out[s],
                         wanted);
        }
    }
    SUITE_NONE(bad);
}

static void brushes_are_as_in_rational_numbers(void)
{
    with_each(brush_of);
}

/* ---- hashes ----------------------------------------------------------------------------------------------- */

/* Worked out from the text of twc/fingerprint.h in Python's integers: the hash of bytes (7 k + 3) mod 256. */
static const struct {
    size_t n;
    uint64_t hash;
} byte_vectors[] = {
    {0, 0xa3d6f190cb51b847},  {1, 0xaa626c26adf01f6f},   {7, 0x2794344e469a18ad},  {8, 0x71c09f41c9ab219a},
    {9, 0x32949ef383c9cab7},  {31, 0x0f1afd05b552c21b},  {32, 0x7f5136834b25bc45}, {33, 0xd313b826e9ed8365},
    {40, 0xab9597f399c4497e}, {100, 0x40cf285dd1bce0ce},
};

static void byte_hashes_of(const twc_world_table *table, const char *name)
{
    uint8_t bytes[100];
    int bad = 0;
    for (int k = 0; k < 100; k++)
        bytes[k] = (uint8_t)(7 * k + 3);
    for (size_t k = 0; k < sizeof byte_vectors / sizeof *byte_vectors; k++) {
        uint64_t hash = table->fingerprint_bytes(bytes, byte_vectors[k].n);
        SUITE_EXPECT(bad, hash == byte_vectors[k].hash, "%s: %zu bytes: %016llx", name, byte_vectors[k].n,
                     (unsigned long long)hash);
    }
    SUITE_NONE(bad);
}

static void bytes_hash_to_their_vectors(void)
{
    with_each(byte_hashes_of);
}

/* Seven triangles and five facets, three of them of features; the same mesh in Python gave the two values. */
static void mesh_hashes_of(const twc_world_table *table, const char *name)
{
    static const int kind[5] = {TWC_FACET_FINE, TWC_FACET_FEATURE, TWC_FACET_BROAD, TWC_FACET_FEATURE,
                                TWC_FACET_FEATURE};
    static const uint32_t facet_of[7] = {0, 1, 1, 2, 4, 0, 3};
    twc_triangle triangle[7];
    twc_facet facet[5];
    twc_mesh mesh = {triangle, facet, 7, 7, 5, 5};
    uint64_t stage[TWC_STAGE_COUNT] = {1, 2, 3};
    (void)name;
    for (int k = 0; k < 7; k++) {
        for (int c = 0; c < 3; c++)
            triangle[k].corner[c] = (twc_vertex){100 * k + c, -200 * k - 3 * c, 0.5f * (float)k + (float)c};
        triangle[k].facet = facet_of[k];
    }
    for (int k = 0; k < 5; k++) {
        facet[k] = (twc_facet){.normal = {0.5f, 1.0f, -0.25f * (float)k},
                               .centroid_x = -k,
                               .centroid_z = k * k,
                               .id = (uint64_t)kind[k] << 62 | (uint64_t)k * 0x123456789ab};
        for (int c = 0; c < 3; c++)
            facet[k].corner[c] = (twc_vertex){7 * k + c, -k - c, 1.25f * (float)k - (float)c};
    }
    table->mesh_stages(&mesh, stage);
    CU_ASSERT_EQUAL(stage[TWC_STAGE_GROUND], 0x437e3ae6d5517e24);
    CU_ASSERT_EQUAL(stage[TWC_STAGE_FEATURES], 0x0db98b1d8b9691e5);
    CU_ASSERT_EQUAL(stage[TWC_STAGE_SURFACE], 3);
    mesh.triangle_count = mesh.facet_count = 0;
    table->mesh_stages(&mesh, stage);
    CU_ASSERT_EQUAL(stage[TWC_STAGE_GROUND], byte_vectors[0].hash); /* of one word, 0 */
    CU_ASSERT_EQUAL(stage[TWC_STAGE_FEATURES], byte_vectors[0].hash);
}

static void meshes_hash_to_their_vectors(void)
{
    with_each(mesh_hashes_of);
}

/* A mesh without features: its ground's hash is that of the whole mesh. */
static void whole_mesh_of(const twc_world_table *table, const char *name)
{
    enum { MOST = 40 };
    twc_triangle triangle[MOST];
    twc_facet facet[MOST];
    int bad = 0;
    for (uint32_t n = 1; n <= MOST; n++) {
        twc_mesh mesh = {triangle, facet, n, n, MOST - n + 1, MOST};
        uint64_t stage[TWC_STAGE_COUNT];
        sequence = n;
        for (int k = 0; k < MOST; k++) {
            triangle[k].facet = (uint32_t)draw(0, (int32_t)mesh.facet_count - 1);
            facet[k] = (twc_facet){.normal = {(float)draw(0, 999), (float)draw(0, 999), (float)draw(0, 999)},
                                   .centroid_x = draw(-999, 999),
                                   .centroid_z = draw(-999, 999),
                                   .id = (uint64_t)draw(0, 1 << 30) << 30};
            for (int c = 0; c < 3; c++)
                triangle[k].corner[c] = facet[k].corner[c] = (twc_vertex){draw(-99999, 99999), draw(-99999, 99999),
                                                                          (float)draw(0, 99999)};
        }
        table->mesh_stages(&mesh, stage);
        SUITE_EXPECT(bad, stage[TWC_STAGE_GROUND] == twc_mesh_fingerprint(&mesh), "%s: %u triangles", name, n);
    }
    SUITE_NONE(bad);
}

static void ground_alone_hashes_as_the_mesh(void)
{
    with_each(whole_mesh_of);
}

/* ---- buckets ---------------------------------------------------------------------------------------------- */

enum { TRIANGLES = 60, WINDOW = 5000, POINTS = 300 };

/* Small, large, thin, degenerate and vertical triangles with whole heights, so that some tie. */
static void draw_mesh(twc_mesh *mesh)
{
    int32_t x = draw(-1, 1) * 1000000 - 2500, z = draw(-1, 1) * 30000 - 2500;
    for (uint32_t k = 0; k < mesh->triangle_count; k++) {
        twc_vertex *corner = mesh->triangles[k].corner;
        int32_t size = draw(0, 2) ? 1500 : WINDOW, px = draw(0, WINDOW - size), pz = draw(0, WINDOW - size),
                grid = draw(0, 2) ? 1 : 100;
        for (int c = 0; c < 3; c++)
            corner[c] = (twc_vertex){x + px + draw(0, size) / grid * grid, z + pz + draw(0, size) / grid * grid,
                                     (float)draw(0, 3)};
        if (draw(0, 7) == 0)
            corner[2] = (twc_vertex){corner[0].x, corner[0].z, 9.0f};
        if (k > 0 && draw(0, 5) == 0)
            memcpy(corner, mesh->triangles[k - 1].corner, sizeof mesh->triangles[k - 1].corner);
        mesh->triangles[k].facet = 0;
    }
}

/* Whether a triangle's box meets a bucket: not through floors, by the four sides. */
static int meets(const twc_vertex corner[3], int32_t x, int32_t z)
{
    int west = 1, east = 1, north = 1, south = 1;
    for (int c = 0; c < 3; c++) {
        west &= corner[c].x < x * TWC_BUCKET_CM;
        east &= corner[c].x >= (x + 1) * TWC_BUCKET_CM;
        north &= corner[c].z < z * TWC_BUCKET_CM;
        south &= corner[c].z >= (z + 1) * TWC_BUCKET_CM;
    }
    return !(west | east | north | south);
}

static int buckets_wrong(const twc_mesh *mesh, const twc_buckets *buckets)
{
    uint32_t place = 0;
    for (int32_t k = 0; k < buckets->cells.nx * buckets->cells.nz; k++) {
        if (buckets->start[k] != place)
            return 1;
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            if (meets(mesh->triangles[t].corner, buckets->cells.x + k % buckets->cells.nx,
                      buckets->cells.z + k / buckets->cells.nx) &&
                buckets->item[place++] != t)
                return 1;
    }
    return buckets->start[buckets->cells.nx * buckets->cells.nz] != place;
}

/* By areas alone: a triangle that looks up holds a point when the three it makes with its edges add up to it. */
static int holds(const twc_vertex corner[3], twc_point p)
{
    int64_t whole = twc_vertex_area2(corner[0], corner[1], corner[2]), sum = 0;
    for (int c = 0; c < 3; c++)
        sum += llabs(twc_area2(corner[c].x, corner[c].z, corner[(c + 1) % 3].x, corner[(c + 1) % 3].z, p.x, p.z));
    return whole > 0 && sum == whole;
}

static int found_wrong(const twc_mesh *mesh, twc_point p, int64_t triangle, float height)
{
    int64_t best = -1;
    float highest = 0.0f;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const twc_vertex *corner = mesh->triangles[t].corner;
        if (!holds(corner, p))
            continue;
        float y = twc_plane_height(corner[0], corner[1], corner[2], p.x, p.z);
        if (best < 0 || y > highest) {
            best = t;
            highest = y;
        }
    }
    return triangle != best || memcmp(&height, &highest, sizeof height) != 0;
}

/* Corners, middles of edges, and anywhere about the mesh. */
static twc_point draw_point(const twc_mesh *mesh)
{
    const twc_vertex *corner = mesh->triangles[draw(0, TRIANGLES - 1)].corner;
    int how = draw(0, 3);
    twc_vertex a = corner[0], b = corner[1 + draw(0, 1)];
    if (how == 0)
        return (twc_point){b.x, b.z};
    if (how == 1)
        return (twc_point){(a.x + b.x) / 2, (a.z + b.z) / 2};
    return (twc_point){a.x + draw(-WINDOW, WINDOW), a.z + draw(-WINDOW, WINDOW)};
}

static void buckets_of(const twc_world_table *table, const char *name)
{
    enum { MESHES = 60 };
    twc_triangle triangle[TRIANGLES];
    twc_point point[POINTS];
    int64_t found[POINTS];
    float height[POINTS];
    int bad = 0, hits = 0;
    sequence = 7;
    for (int m = 0; m < MESHES; m++) {
        twc_mesh mesh = {.triangles = triangle, .triangle_count = m % 20 == 19 ? 0 : TRIANGLES};
        draw_mesh(&mesh);
        twc_buckets buckets = {.cells = twc_buckets_cells(&mesh)};
        size_t count = (size_t)buckets.cells.nx * (size_t)buckets.cells.nz, items = twc_buckets_items(&mesh);
        buckets.start = malloc((count + 1) * sizeof *buckets.start);
        buckets.item = malloc((items + 1) * sizeof *buckets.item);
        CU_ASSERT_FATAL(buckets.start && buckets.item);
        table->buckets_build(&mesh, &buckets);
        SUITE_EXPECT(bad, buckets.start[count] == items && !buckets_wrong(&mesh, &buckets), "%s: mesh %d", name, m);
        for (int k = 0; k < POINTS; k++)
            point[k] = draw_point(&mesh);
        table->buckets_find(&mesh, &buckets, POINTS, point, found, height);
        for (int k = 0; k < POINTS; k++) {
            SUITE_EXPECT(bad, !found_wrong(&mesh, point[k], found[k], height[k]), "%s: mesh %d, point %d", name, m, k);
            hits += found[k] >= 0;
        }
        free(buckets.start);
        free(buckets.item);
    }
    CU_ASSERT(hits > MESHES * POINTS / 4 && hits < MESHES * POINTS * 3 / 4);
    SUITE_NONE(bad);
}

static void buckets_hold_what_meets_them_and_find_the_highest(void)
{
    with_each(buckets_of);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"brushes are as in rational numbers", brushes_are_as_in_rational_numbers},
        {"bytes hash to their vectors", bytes_hash_to_their_vectors},
        {"meshes hash to their vectors", meshes_hash_to_their_vectors},
        {"ground alone hashes as the mesh", ground_alone_hashes_as_the_mesh},
        {"buckets hold what meets them and find the highest", buckets_hold_what_meets_them_and_find_the_highest},
        CU_TEST_INFO_NULL,
    };
    return suite_run("world kernels", tests);
}
