/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The exact checks of a surface: each kind of damage by hand, and T-junctions against brute force over triangles thrown
 * at random.
 */
#include <CUnit/Basic.h>
#include <math.h>
#include <string.h>

#include "check/random.h"
#include "measure/mesh_check.h"

enum { SOUPS = 400, TRIANGLES = 48, CORNERS = 3 * TRIANGLES };

static twc_mesh_report report_of(twc_triangle *triangles, uint32_t count, const twc_outline *outline)
{
    twc_mesh mesh = {.triangles = triangles, .triangle_count = count, .triangle_capacity = count};
    twc_mesh_report report;
    CU_ASSERT_EQUAL_FATAL(twc_mesh_check(&mesh, 1, outline, NULL, 0, &report).code, TWC_OK);
    return report;
}

/* ---- by hand: a square of two triangles, and what may happen to it ---- */

static twc_point corners[4] = {{0, 0}, {0, 1000}, {1000, 1000}, {1000, 0}};
static const twc_outline square = {corners, 4};

static void lay_square(twc_triangle *t)
{
    const twc_vertex v[4] = {{0, 0, 1}, {0, 1000, 2}, {1000, 1000, 3}, {1000, 0, 4}};
    t[0] = (twc_triangle){{v[0], v[1], v[2]}, 0};
    t[1] = (twc_triangle){{v[0], v[2], v[3]}, 0};
    if (twc_vertex_area2(v[0], v[1], v[2]) < 0)
        for (int k = 0; k < 2; k++) {
            const twc_vertex swap = t[k].corner[1];
            t[k].corner[1] = t[k].corner[2];
            t[k].corner[2] = swap;
        }
}

/* Triangles and outline go round the same way. */
static void turn_outline(void)
{
    if (twc_area2(corners[0].x, corners[0].z, corners[1].x, corners[1].z, corners[2].x, corners[2].z) < 0) {
        const twc_point swap = corners[1];
        corners[1] = corners[3];
        corners[3] = swap;
    }
}

static void test_clean(void)
{
    twc_triangle t[2];
    lay_square(t);
    const twc_mesh_report r = report_of(t, 2, &square);
    CU_ASSERT_TRUE(twc_mesh_report_clean(&r));
    CU_ASSERT_EQUAL(r.outline_edges, 4);
    CU_ASSERT_EQUAL(r.edges, 5);
    CU_ASSERT_EQUAL(r.area2, 2 * 1000 * 1000);
}

static void test_damage(void)
{
    twc_triangle t[4];
    lay_square(t);
    t[1].corner[1].y = nextafterf(t[1].corner[1].y, 100); /* a bit of a height: the diagonal is two edges now */
    CU_ASSERT_EQUAL(report_of(t, 2, &square).open_edges, 2);
    lay_square(t);
    CU_ASSERT_EQUAL(report_of(t, 1, &square).open_edges, 1);
    CU_ASSERT_EQUAL(report_of(t, 1, &square).area2, 1000 * 1000);
    t[2] = t[1];
    CU_ASSERT_EQUAL(report_of(t, 3, &square).nonmanifold, 1);
    lay_square(t);
    const twc_vertex swap = t[1].corner[1];
    t[1].corner[1] = t[1].corner[2];
    t[1].corner[2] = swap;
    CU_ASSERT_EQUAL(report_of(t, 2, &square).inverted, 1);
    CU_ASSERT_EQUAL(report_of(t, 2, &square).misoriented, 1);
}

static void test_faces_without_area(void)
{
    twc_triangle t[3];
    lay_square(t);
    t[2] = (twc_triangle){{{0, 0, 1}, {0, 1000, 2}, {0, 0, 9}}, 0};
    CU_ASSERT_EQUAL(report_of(t, 3, &square).walls, 1);
    t[2] = (twc_triangle){{{0, 0, 1}, {0, 1000, 2}, {0, 500, 9}}, 0}; /* no vertical side: a sliver */
    CU_ASSERT_EQUAL(report_of(t, 3, &square).degenerate, 1);
    CU_ASSERT_EQUAL(report_of(t, 3, &square).t_junctions, 1);
    t[2] = (twc_triangle){{{0, 0, 1}, {0, 0, 5}, {0, 0, 9}}, 0}; /* the middle one is inside a vertical edge */
    CU_ASSERT_EQUAL(report_of(t, 3, &square).degenerate, 1);
    CU_ASSERT_EQUAL(report_of(t, 3, &square).t_junctions, 1);
}

/* ---- against brute force ---- */

static int same_plan(twc_vertex a, twc_vertex b)
{
    return a.x == b.x && a.z == b.z;
}

static int same(twc_vertex a, twc_vertex b)
{
    return same_plan(a, b) && memcmp(&a.y, &b.y, sizeof a.y) == 0;
}

/*
 * Strictly inside an edge: on its line, and nearer to both ends than they are to each other. In 64 bits, as coordinates
 * are small here.
 */
static int inside(twc_vertex a, twc_vertex b, twc_vertex v)
{
    const int64_t ax = v.x - a.x, az = v.z - a.z, bx = v.x - b.x, bz = v.z - b.z;
    if (same_plan(a, b))
        return same_plan(a, v) && (double)(v.y - a.y) * (double)(v.y - b.y) < 0;
    return ax * bz == az * bx && ax * bx + az * bz < 0;
}

static uint64_t brute_t_junctions(const twc_triangle *t, uint32_t count)
{
    uint64_t total = 0;
    for (uint32_t e = 0; e < 3 * count; e++) {
        const twc_vertex a = t[e / 3].corner[e % 3], b = t[e / 3].corner[(e + 1) % 3];
        int seen = 0;
        for (uint32_t o = 0; o < e; o++) {
            const twc_vertex c = t[o / 3].corner[o % 3], d = t[o / 3].corner[(o + 1) % 3];
            seen |= (same(a, c) && same(b, d)) || (same(a, d) && same(b, c));
        }
        for (uint32_t i = 0; i < 3 * count && !seen; i++) {
            const twc_vertex v = t[i / 3].corner[i % 3];
            int again = 0; /* in plan; on a vertical edge heights count too */
            for (uint32_t o = 0; o < i; o++)
                again |= same_plan(a, b) ? same(v, t[o / 3].corner[o % 3]) : same_plan(v, t[o / 3].corner[o % 3]);
            total += !again && inside(a, b, v);
        }
    }
    return total;
}

/* Corners of a coarse lattice of some spacing, so that many lie on others' edges; cells of the check are 800 cm. */
static void throw_triangles(twc_random *random, twc_triangle *t)
{
    static const int32_t spacings[] = {1, 37, 400, 799, 800, 801, 1600, 2500};
    const int32_t spacing = spacings[twc_random_between(random, 0, 7)],
                  side = (int32_t)twc_random_between(random, 2, 9);
    const int32_t x = (int32_t)twc_random_between(random, -20000, 20000),
                  z = (int32_t)twc_random_between(random, -20000, 20000);
    for (int i = 0; i < CORNERS; i++)
        t[i / 3].corner[i % 3] = (twc_vertex){x + spacing * (int32_t)twc_random_between(random, 0, side),
                                              z + spacing * (int32_t)twc_random_between(random, 0, side),
                                              (float)twc_random_between(random, 0, 2)};
}

static void test_against_brute_force(void)
{
    twc_triangle t[TRIANGLES];
    uint64_t most = 0;
    memset(t, 0, sizeof t);
    for (uint32_t soup = 0; soup < SOUPS; soup++) {
        twc_random random = twc_random_of_case(1, "mesh check", soup);
        throw_triangles(&random, t);
        const uint64_t expected = brute_t_junctions(t, TRIANGLES);
        CU_ASSERT_EQUAL(report_of(t, TRIANGLES, NULL).t_junctions, expected);
        most = expected > most ? expected : most;
    }
    CU_ASSERT_TRUE(most > 100); /* the soups are not beside the point */
}

/* Closed is nothing open, overused, misdirected, inverted or degenerate, no T-junction, and the outline's area: all of
 * it. */
static void test_clean_asks_everything(void)
{
    static const size_t counts[] = {offsetof(twc_mesh_report, inverted),    offsetof(twc_mesh_report, degenerate),
                                    offsetof(twc_mesh_report, open_edges),  offsetof(twc_mesh_report, nonmanifold),
                                    offsetof(twc_mesh_report, misoriented), offsetof(twc_mesh_report, t_junctions)};
    const twc_mesh_report clean = {.triangles = 9, .walls = 2, .edges = 20, .area2 = 700, .outline_area2 = 700};
    CU_ASSERT_TRUE(twc_mesh_report_clean(&clean));
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        for (int bit = 0; bit < 64; bit += 63) { /* 2^63 of them, too: no count is cut to 32 bits */
            twc_mesh_report r = clean;
            const uint64_t count = (uint64_t)1 << bit;
            memcpy((char *)&r + counts[k], &count, sizeof count);
            CU_ASSERT_FALSE(twc_mesh_report_clean(&r));
        }
    for (int64_t off = -1; off <= 1; off += 2) {
        twc_mesh_report r = clean;
        r.area2 += off;
        CU_ASSERT_FALSE(twc_mesh_report_clean(&r));
    }
}

int main(void)
{
    turn_outline();
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("mesh check", NULL, NULL);
    CU_add_test(suite, "a square is clean", test_clean);
    CU_add_test(suite, "damage by hand", test_damage);
    CU_add_test(suite, "walls and slivers", test_faces_without_area);
    CU_add_test(suite, "clean asks everything", test_clean_asks_everything);
    CU_add_test(suite, "T-junctions against brute force", test_against_brute_force);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return failed != 0;
}
