/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/grid.md 10, 11: triangulations against GMP: no point in any circle, the area is the hull's, fans from the
 * lowest number; spanning trees against all edges between two parts.
 */
#include <gmp.h>
#include <stdlib.h>

#include "common/suite.h"
#include "grid/grids.h"

enum { MOST = 400 };

static twc_point points[MOST];
static twc_trio expected[2 * MOST], found[2 * MOST];

/* The sign of the determinant with rows (x, z, x x + z z, 1), by GMP. */
static int in_circle(twc_point a, twc_point b, twc_point c, twc_point d)
{
    const twc_point corner[3] = {a, b, c};
    mpz_t lift[3], x[3], z[3], minor, sum, other;
    mpz_inits(minor, sum, other, NULL);
    for (int k = 0; k < 3; k++) {
        mpz_init_set_si(x[k], (long)corner[k].x - d.x);
        mpz_init_set_si(z[k], (long)corner[k].z - d.z);
        mpz_init(lift[k]);
        mpz_mul(lift[k], x[k], x[k]);
        mpz_addmul(lift[k], z[k], z[k]);
    }
    for (int k = 0; k < 3; k++) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        mpz_mul(minor, x[m], z[n]);
        mpz_mul(other, x[n], z[m]);
        mpz_sub(minor, minor, other);
        mpz_addmul(sum, minor, lift[k]);
    }
    const int sign = mpz_sgn(sum);
    for (int k = 0; k < 3; k++)
        mpz_clears(x[k], z[k], lift[k], NULL);
    mpz_clears(minor, sum, other, NULL);
    return sign;
}

static int64_t area(twc_point a, twc_point b, twc_point c)
{
    return (int64_t)(b.x - a.x) * (c.z - a.z) - (int64_t)(b.z - a.z) * (c.x - a.x);
}

/* Twice the area of the hull, by its edges: those with no point on their right. */
static int64_t hull_area(int n)
{
    int64_t sum = 0;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            int outer = a != b;
            for (int c = 0; c < n && outer; c++) {
                const int64_t side = area(points[a], points[b], points[c]);
                const int64_t along = (int64_t)(points[c].x - points[a].x) * (points[b].x - points[a].x) +
                                      (int64_t)(points[c].z - points[a].z) * (points[b].z - points[a].z);
                const int64_t whole = (int64_t)(points[b].x - points[a].x) * (points[b].x - points[a].x) +
                                      (int64_t)(points[b].z - points[a].z) * (points[b].z - points[a].z);
                outer = side > 0 || (side == 0 && (along <= 0 || along >= whole));
            }
            if (outer)
                sum += area(points[0], points[a], points[b]);
        }
    return sum;
}

static void draw(int number, int n)
{
    for (int k = 0; k < n; k++) {
        const int at = (k * 401 + number) % n; /* another order: 401 is a prime */
        const int32_t x = at % 17, z = at / 17, big = TWC_DELAUNAY_COORDINATE / 20;
        const int32_t jx = (int32_t)(twc_hash(at, number, 1) % 64), jz = (int32_t)(twc_hash(at, number, 2) % 64);
        points[k] = number % 4 == 0   ? (twc_point){x * 64, z * 64}
                    : number % 4 == 1 ? (twc_point){x * 64 + jx, z * 64 + jz}
                    : number % 4 == 2 ? (twc_point){(x - 8) * big + jx % 2, (z - 8) * big + jz % 2}
                                      : (twc_point){x * 2 + z % 2, z};
    }
}

static void triangulations(void)
{
    int bad = 0;
    for (int number = 0; number < 24; number++) {
        const int n = 3 + number * 37 % 160;
        draw(number, n);
        void *scratch = aligned_alloc(64, (twc_delaunay_bytes((size_t)n) + 63) / 64 * 64);
        const size_t count = twc_reference_grid()->delaunay((size_t)n, points, scratch, expected);
        int64_t sum = 0;
        for (size_t t = 0; t < count; t++) {
            const twc_trio trio = expected[t];
            const twc_point a = points[trio.a], b = points[trio.b], c = points[trio.c];
            sum += area(a, b, c);
            SUITE_EXPECT(bad, trio.a < trio.b && trio.a < trio.c && area(a, b, c) > 0, "points %d, triangle %zu",
                         number, t);
            for (int d = 0; d < n; d++) { /* on the circle: the fan's triangles all have the lowest of its points */
                const int sign = in_circle(a, b, c, points[d]);
                SUITE_EXPECT(bad, sign < 0 || (sign == 0 && (uint32_t)d >= trio.a), "points %d, triangle %zu, point %d",
                             number, t, d);
            }
        }
        SUITE_EXPECT(bad, sum == hull_area(n), "points %d: area %lld for %lld", number, (long long)sum,
                     (long long)hull_area(n));
        for (int k = 1; k <= TWC_LEVEL_COUNT; k++) {
            if (!grids_table(k))
                continue;
            const size_t same = grids_table(k)->delaunay((size_t)n, points, scratch, found);
            SUITE_EXPECT(bad, same == count, "points %d, table %d: %zu triangles for %zu", number, k, same, count);
            for (size_t t = 0; t < count; t++)
                SUITE_EXPECT(bad,
                             found[t].a == expected[t].a && found[t].b == expected[t].b && found[t].c == expected[t].c,
                             "points %d, table %d, triangle %zu", number, k, t);
        }
        free(scratch);
    }
    SUITE_NONE(bad);
}

/* Which points edges join, one edge left out. */
static void join_all(int n, int edges, const twc_edge *edge, const uint8_t *chosen, int without, int *part)
{
    for (int k = 0; k < n; k++)
        part[k] = k;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int e = 0; e < edges; e++)
            if (chosen[e] && e != without && part[edge[e].a] != part[edge[e].b]) {
                const int low = part[edge[e].a] < part[edge[e].b] ? part[edge[e].a] : part[edge[e].b];
                part[edge[e].a] = part[edge[e].b] = low;
                changed = 1;
            }
    }
}

/* Of the edges between the two parts that a chosen one joins, it is the first by cost, length, ends, number. */
static void trees(void)
{
    enum { POINTS = 30, EDGES = 120 };
    twc_edge edge[EDGES];
    uint8_t chosen[EDGES], all[EDGES];
    int part[POINTS], whole[POINTS], bad = 0;
    _Alignas(64) char scratch[16384];
    CU_ASSERT_TRUE_FATAL(twc_spanning_tree_bytes(POINTS, EDGES) <= sizeof scratch);
    for (int number = 0; number < 40; number++)
        for (int k = 0; k <= TWC_LEVEL_COUNT; k++) {
            if (!grids_table(k))
                continue;
            for (int e = 0; e < EDGES; e++) {
                edge[e] = (twc_edge){twc_hash(e, number, 1) % POINTS, twc_hash(e, number, 2) % POINTS,
                                     twc_hash(e, number, 3) % 5, twc_hash(e, number, 4) % 3};
                all[e] = 1;
            }
            grids_table(k)->spanning_tree(POINTS, EDGES, edge, scratch, chosen);
            join_all(POINTS, EDGES, edge, chosen, -1, part);
            join_all(POINTS, EDGES, edge, all, -1, whole);
            for (int p = 0; p < POINTS; p++)
                SUITE_EXPECT(bad, part[p] == whole[p], "edges %d, table %d, point %d", number, k, p);
            for (int e = 0; e < EDGES; e++) {
                if (!chosen[e])
                    continue;
                join_all(POINTS, EDGES, edge, chosen, e, part);
                SUITE_EXPECT(bad, part[edge[e].a] != part[edge[e].b], "edges %d, table %d: %d closes a ring", number, k,
                             e);
                for (int f = 0; f < EDGES; f++) {
                    const uint64_t low[2] = {edge[e].a < edge[e].b ? edge[e].a : edge[e].b,
                                             edge[f].a < edge[f].b ? edge[f].a : edge[f].b};
                    const uint64_t one[5] = {edge[e].cost, edge[e].length, low[0], edge[e].a + edge[e].b - low[0],
                                             (uint64_t)e};
                    const uint64_t other[5] = {edge[f].cost, edge[f].length, low[1], edge[f].a + edge[f].b - low[1],
                                               (uint64_t)f};
                    int at = 0;
                    while (at < 4 && one[at] == other[at])
                        at++;
                    const int joins = (part[edge[f].a] == part[edge[e].a] && part[edge[f].b] == part[edge[e].b]) ||
                                      (part[edge[f].a] == part[edge[e].b] && part[edge[f].b] == part[edge[e].a]);
                    SUITE_EXPECT(bad, !joins || one[at] <= other[at], "edges %d, table %d: %d before %d", number, k, f,
                                 e);
                }
            }
        }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"triangulations, by GMP", triangulations}, {"trees, edge by edge", trees}, CU_TEST_INFO_NULL};
    return suite_run("delaunay", tests);
}
