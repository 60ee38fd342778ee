/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/spec/ground.md 3: vertices, edge vertices, diagonals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground/ground_cases.h"
#include "common/suite.h"

/* ---- vertices ----------------------------------------------------------------------------------------------- */

static void check_vertices(const ground_impl *impl, const twc_ground_window *g, twc_rect r, int *bad)
{
    size_t n = (size_t)r.nx * (size_t)r.nz;
    twc_vertex *out = ground_memory((n + 2) * sizeof *out), untouched = out[n];
    impl->table->lattice(g, r, out);
    for (int32_t z = 0; z < r.nz; z++)
        for (int32_t x = 0; x < r.nx; x++)
            SUITE_EXPECT(*bad, brute_same_vertex(out[z * r.nx + x], brute_vertex(g, r.x + x, r.z + z)), "%s (%d, %d)",
                         impl->name, r.x + x, r.z + z);
    for (size_t k = n; k < n + 2; k++)
        SUITE_EXPECT(*bad, !memcmp(&out[k], &untouched, sizeof untouched), "%s wrote beyond the window", impl->name);
    free(out);
}

static void vertices(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (const ground_case *c = ground_case_list; c->name; c++) {
        brute_world *w = ground_case_world(c);
        twc_rect m = twc_world_macros(&w->world);
        twc_ground_window *g = brute_ground_create(w, m);
        uint64_t seed = 41;
        for (int k = 0; k < impls; k++) {
            check_vertices(&impl[k], g, (twc_rect){4 * m.x - 3, 4 * m.z - 2, 4 * m.nx + 7, 4 * m.nz + 5}, &bad);
            for (int run = 0; run < 30; run++) {
                twc_rect r = {4 * m.x + brute_between(&seed, -2, 20), 4 * m.z + brute_between(&seed, -2, 20),
                              brute_between(&seed, 1, 14), brute_between(&seed, 1, 6)};
                check_vertices(&impl[k], g, r, &bad);
            }
        }
        brute_ground_destroy(g);
        brute_world_destroy(w);
    }
    SUITE_NONE(bad);
}

/*
 * Positions with no help from the brute evaluation: how far a vertex is from its place, read back as the hash's
 * interval. A displacement d of amplitude a comes from hashes h with d + a <= h (2a + 1) / 2^32 < d + a + 1.
 */
static int comes_from(int32_t displacement, uint32_t hash, int32_t amplitude)
{
    brute_wide scaled = (brute_wide)hash * (2 * amplitude + 1), low = (brute_wide)(displacement + amplitude) << 32;
    return displacement >= -amplitude && displacement <= amplitude && low <= scaled &&
           scaled < low + ((brute_wide)1 << 32);
}

static void positions(void)
{
    static const struct {
        brute_class_function class_of;
        int32_t step, salt_x, salt_z, amplitude;
    } row[] = {{classes_fine, 1, 1, 2, 608}, {classes_broad, 4, 13, 14, 2432}};
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (int n = 0; n < 2; n++) {
        brute_world *w = brute_world_create((twc_rect){-1, -1, 2, 2}, 0, 0, 5, heights_hills, row[n].class_of);
        twc_ground_window *g = brute_ground_create(w, twc_world_macros(&w->world));
        twc_vertex *out = ground_memory(65 * 65 * sizeof *out);
        for (int k = 0; k < impls; k++) {
            impl[k].table->lattice(g, (twc_rect){-32, -32, 65, 65}, out);
            for (int32_t j = -32; j <= 32; j += row[n].step)
                for (int32_t i = -32; i <= 32; i += row[n].step) {
                    twc_vertex v = out[(j + 32) * 65 + i + 32];
                    SUITE_EXPECT(bad, comes_from(v.x - 1600 * i, twc_hash(i, j, row[n].salt_x), row[n].amplitude),
                                 "%s x (%d, %d)", impl[k].name, i, j);
                    SUITE_EXPECT(bad, comes_from(v.z - 1600 * j, twc_hash(i, j, row[n].salt_z), row[n].amplitude),
                                 "%s z (%d, %d)", impl[k].name, i, j);
                }
        }
        free(out);
        brute_ground_destroy(g);
        brute_world_destroy(w);
    }
    SUITE_NONE(bad);
}

/* Four times what a coordinate is off the exact place between two ends: in -1/2 < off <= 1/2 centimetres. */
static int rounds_half_up(int32_t got, int32_t from, int32_t to, int32_t k)
{
    int64_t off = 4 * (int64_t)got - ((int64_t)from * (4 - k) + (int64_t)to * k);
    return off > -2 && off <= 2;
}

static void check_edge(const char *name, const twc_vertex *first, int32_t stride, int *bad, long *ties)
{
    twc_vertex a = first[0], b = first[4 * stride];
    for (int32_t k = 1; k < 4; k++) {
        twc_vertex v = first[k * stride];
        SUITE_EXPECT(*bad, rounds_half_up(v.x, a.x, b.x, k) && rounds_half_up(v.z, a.z, b.z, k), "%s k %d of (%d, %d)",
                     name, k, a.x, a.z);
        float part = (b.y - a.y) * ((float)k / 4);
        SUITE_EXPECT(*bad, brute_bits(v.y) == brute_bits(a.y + part), "%s k %d of (%d, %d)", name, k, a.x, a.z);
        *ties += 4 * (int64_t)v.x - ((int64_t)a.x * (4 - k) + (int64_t)b.x * k) == 2;
    }
}

static void edge_vertices(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    brute_world *w = brute_world_create((twc_rect){-2, -2, 3, 3}, 0, 0, 6, heights_noise, classes_blocks);
    twc_rect m = twc_world_macros(&w->world);
    twc_ground_window *g = brute_ground_create(w, m);
    int32_t nx = 4 * m.nx + 1;
    twc_vertex *out = ground_memory((size_t)nx * (size_t)nx * sizeof *out);
    for (int k = 0; k < impls; k++) {
        long ties = 0;
        impl[k].table->lattice(g, (twc_rect){4 * m.x, 4 * m.z, nx, nx}, out);
        for (int32_t z = 0; z < m.nz; z++)
            for (int32_t x = 0; x < m.nx; x++)
                if (brute_window_class(g, m.x + x, m.z + z) == TWC_BROAD) {
                    const twc_vertex *corner = out + 4 * z * nx + 4 * x;
                    check_edge(impl[k].name, corner, 1, &bad, &ties);
                    check_edge(impl[k].name, corner, nx, &bad, &ties);
                    check_edge(impl[k].name, corner + 4, nx, &bad, &ties);
                    check_edge(impl[k].name, corner + 4 * nx, 1, &bad, &ties);
                }
        SUITE_EXPECT(bad, ties > 100, "%s: only %ld halves to round", impl[k].name, ties);
    }
    free(out);
    brute_ground_destroy(g);
    brute_world_destroy(w);
    SUITE_NONE(bad);
}

/* ---- diagonals ---------------------------------------------------------------------------------------------- */

/* The 2 x 2 km region about the origin, and one far away: every cell, and how many are not convex. */
static void diagonals(void)
{
    static const twc_rect region[] = {{-64, -64, 128, 128}, {670700, -671072, 300, 128}, {-3, 5, 1, 1}, {7, -9, 13, 3}};
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (size_t n = 0; n < sizeof region / sizeof *region; n++) {
        twc_rect r = region[n];
        int32_t nx = r.nx + 1;
        twc_vertex *v = ground_memory((size_t)nx * (size_t)(r.nz + 1) * sizeof *v);
        for (int32_t z = 0; z <= r.nz; z++)
            for (int32_t x = 0; x < nx; x++) {
                int32_t i = r.x + x, j = r.z + z;
                v[z * nx + x] = (twc_vertex){1600 * i + twc_jitter(twc_hash(i, j, 1), 608),
                                             1600 * j + twc_jitter(twc_hash(i, j, 2), 608), 0};
            }
        uint8_t *out = ground_memory((size_t)r.nx * (size_t)r.nz + 1);
        for (int k = 0; k < impls; k++) {
            int reflex = 0, both;
            impl[k].table->diagonals(r, v, out);
            for (int32_t z = 0; z < r.nz; z++)
                for (int32_t x = 0; x < r.nx; x++) {
                    const twc_vertex *q = v + z * nx + x;
                    int expected = brute_fine_diagonal(r.x + x, r.z + z, q[0], q[1], q[nx], q[nx + 1]);
                    SUITE_EXPECT(bad, expected == out[z * r.nx + x], "%s (%d, %d)", impl[k].name, r.x + x, r.z + z);
                    brute_valid_diagonal(q[0], q[1], q[nx], q[nx + 1], &both);
                    reflex += !both;
                }
            SUITE_EXPECT(bad, out[r.nx * r.nz] == 0xA5, "%s wrote beyond the window", impl[k].name);
            if (n == 0) /* counted in Python from the formulas of the spec; the paper's hash gave it 155 */
                SUITE_EXPECT(bad, reflex == 156, "%s: %d cells are not convex", impl[k].name, reflex);
        }
        free(v);
        free(out);
    }
    SUITE_NONE(bad);
}

/* ---- at the extremes ------------------------------------------------------------------------------------------ */

/*
 * Every corner of the range of jitters: an implementation must take a diagonal that is valid, and the hash's where both
 * are.
 */
static void extremes_taken(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (int k = 0; k < impls; k++)
        for (int cell = 0; cell < 8; cell++)
            for (unsigned bits = 0; bits < 256; bits++) {
                twc_vertex q[4];
                int32_t i = cell * 3 - 11, j = 5 - cell;
                for (unsigned c = 0; c < 4; c++)
                    q[c] = (twc_vertex){1600 * (i + (int32_t)(c & 1)) + (bits >> (2 * c) & 1 ? 608 : -608),
                                        1600 * (j + (int32_t)(c >> 1)) + (bits >> (2 * c + 1) & 1 ? 608 : -608), 0};
                uint8_t got = 7;
                impl[k].table->diagonals((twc_rect){i, j, 1, 1}, q, &got);
                SUITE_EXPECT(bad, got == brute_fine_diagonal(i, j, q[0], q[1], q[2], q[3]), "%s (%d, %d) jitters %x",
                             impl[k].name, i, j, bits);
            }
    SUITE_NONE(bad);
}

/* A corner exactly on the other diagonal gives a triangle of no area: that diagonal is not valid. */
static void straight_corner(void)
{
    ground_impl impl[1 + TWC_LEVEL_COUNT];
    int impls = ground_impls(impl), bad = 0;
    for (int k = 0; k < impls; k++)
        for (int32_t i = -20; i < 20; i++)
            for (int corner = 0; corner < 4; corner++)
                for (int32_t off = -1; off <= 1; off++) {
                    twc_vertex q[4] = {
                        {1600 * i, 0, 0}, {1600 * i + 1600, 0, 0}, {1600 * i, 1600, 0}, {1600 * i + 1600, 1600, 0}};
                    q[corner].x = 1600 * i + 800 + (corner & 1 ? off : -off);
                    q[corner].z = 800;
                    uint8_t got = 7;
                    impl[k].table->diagonals((twc_rect){i, 0, 1, 1}, q, &got);
                    int through = corner == 0 || corner == 3; /* the diagonal that goes through the moved corner */
                    int expected = off > 0 ? twc_hash(i, 0, 5) < 2147483648U : through;
                    SUITE_EXPECT(bad, got == expected, "%s cell %d corner %d off %d", impl[k].name, i, corner, off);
                }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"vertices", vertices},
                           {"positions from the hash", positions},
                           {"edge vertices lie between the corners, halves up", edge_vertices},
                           {"diagonals of whole regions", diagonals},
                           {"diagonals taken at the extremes", extremes_taken},
                           {"a straight corner", straight_corner},
                           CU_TEST_INFO_NULL};
    return suite_run("lattice", tests);
}
