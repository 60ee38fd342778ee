/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outline of a union against GEOS: areas, and that no unit edge meets another but at its ends. */
#include <geos_c.h>
#include <math.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdlib.h>

#include "common/suite.h"
#include "network/stage.h"

enum { LOOPS = 12, BYTES = 1 << 22 };

static uint64_t state = 11;
static int32_t draw(int32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int32_t)((state >> 33) % (uint64_t)n);
}

static int64_t loop_area2(const twc_point *p, int32_t n)
{
    int64_t area2 = 0;
    for (int32_t i = 1; i + 1 < n; i++)
        area2 += twc_point_area2(p[0], p[i], p[i + 1]);
    return area2;
}

/* A convex quadrilateral or a triangle; on a coarse grid now and then, so that sides and corners coincide. */
static int32_t draw_loop(twc_point *p, int32_t spread, int32_t grid)
{
    for (;;) {
        int32_t n = 3 + draw(2), x = draw(spread), z = draw(spread), convex = 1;
        for (int32_t i = 0; i < n; i++) {
            p[i].x = (x + draw(1200)) / grid * grid;
            p[i].z = (z + draw(1200)) / grid * grid;
        }
        for (int32_t i = 0; i < n; i++)
            convex &= twc_point_area2(p[i], p[(i + 1) % n], p[(i + 2) % n]) > 0;
        if (convex)
            return n;
    }
}

static GEOSGeometry *polygon(GEOSContextHandle_t geos, const twc_point *p, int32_t n)
{
    GEOSCoordSequence *ring = GEOSCoordSeq_create_r(geos, (unsigned)n + 1, 2);
    for (int32_t i = 0; i <= n; i++)
        GEOSCoordSeq_setXY_r(geos, ring, (unsigned)i, p[i % n].x, p[i % n].z);
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, ring), NULL, 0);
}

static double union_area(GEOSContextHandle_t geos, const twc_pad_parts *parts, double *length)
{
    GEOSGeometry *sum = NULL;
    double area = 0.0;
    for (int32_t l = 0; l < parts->count; l++) {
        GEOSGeometry *one = polygon(geos, parts->points + parts->first[l], parts->first[l + 1] - parts->first[l]);
        GEOSGeometry *both = sum ? GEOSUnion_r(geos, sum, one) : NULL;
        if (sum) {
            GEOSGeom_destroy_r(geos, sum);
            GEOSGeom_destroy_r(geos, one);
        }
        sum = both ? both : one;
    }
    GEOSArea_r(geos, sum, &area);
    GEOSLength_r(geos, sum, length);
    GEOSGeom_destroy_r(geos, sum);
    return area;
}

/* Edges of all loops: no two meet but in a common end, none is there twice. */
static int crossings(const twc_loops *loops)
{
    int bad = 0;
    for (int32_t l = 0, i = 0; l < loops->count; l++)
        for (; i < loops->first[l + 1]; i++) {
            twc_point a = loops->points[i], b = loops->points[i + 1 < loops->first[l + 1] ? i + 1 : loops->first[l]];
            for (int32_t m = 0, j = 0; m < loops->count; m++)
                for (; j < loops->first[m + 1]; j++) {
                    twc_point c = loops->points[j],
                              d = loops->points[j + 1 < loops->first[m + 1] ? j + 1 : loops->first[m]];
                    int ends = twc_same_point(a, c) || twc_same_point(a, d) || twc_same_point(b, c) ||
                               twc_same_point(b, d);
                    if (i != j && (ends ? (twc_same_point(a, c) && twc_same_point(b, d)) ||
                                              (twc_same_point(a, d) && twc_same_point(b, c))
                                        : twc_reference_segments_meet(a, b, c, d)))
                        bad++;
                }
        }
    return bad;
}

static void test_unions(void)
{
    static alignas(16) unsigned char memory[BYTES];
    GEOSContextHandle_t geos = GEOS_init_r();
    int bad = 0, holes = 0, pieces = 0;
    for (int round = 0; round < 1500; round++) {
        twc_point points[4 * LOOPS];
        int32_t first[LOOPS + 1] = {0};
        twc_pad_parts parts = {points, first, 0};
        int32_t count = 1 + draw(LOOPS), grid = round % 3 ? 1 : 200, spread = 600 + draw(2500);
        for (; parts.count < count; parts.count++)
            first[parts.count + 1] = first[parts.count] + draw_loop(points + first[parts.count], spread, grid);
        twc_arena arena = {memory, memory + BYTES, 0};
        twc_loops loops;
        CU_ASSERT_TRUE_FATAL(twc_reference_union(&parts, &arena, &loops));
        int64_t area2 = 0;
        for (int32_t l = 0; l < loops.count; l++) {
            int64_t own = loop_area2(loops.points + loops.first[l], loops.first[l + 1] - loops.first[l]);
            SUITE_EXPECT(bad, own == loops.area2[l], "%d: loop %d", round, l);
            area2 += own;
            holes += own < 0;
            pieces += own > 0;
        }
        double length = 0.0, area = union_area(geos, &parts, &length);
        /* Every point of an outline moves by less than a centimetre. */
        SUITE_EXPECT(bad, fabs(0.5 * (double)area2 - area) <= length + 4.0 * count, "%d: %.1f, by GEOS %.1f", round,
                     0.5 * (double)area2, area);
        int crossed = crossings(&loops);
        SUITE_EXPECT(bad, crossed == 0, "%d: %d", round, crossed);
    }
    GEOS_finish_r(geos);
    SUITE_NONE(bad);
    printf("%d pieces, %d holes ..", pieces, holes);
    CU_ASSERT(holes > 100 && pieces > 1500);
}

/* Two squares that touch at a corner are two pieces; four about a hole one, with the hole. */
static void test_touching(void)
{
    static alignas(16) unsigned char memory[BYTES];
    twc_point points[16];
    int32_t first[5] = {0, 4, 8, 12, 16};
    const twc_point at[4] = {{0, 0}, {100, 100}, {0, 200}, {-100, 100}};
    for (int32_t l = 0; l < 4; l++)
        for (int32_t i = 0; i < 4; i++)
            points[4 * l + i] = (twc_point){at[l].x + (i == 1 || i == 2 ? 100 : 0), at[l].z + (i < 2 ? 100 : 0)};
    twc_pad_parts parts = {points, first, 2};
    twc_arena arena = {memory, memory + BYTES, 0};
    twc_loops loops;
    CU_ASSERT_TRUE_FATAL(twc_reference_union(&parts, &arena, &loops));
    CU_ASSERT_EQUAL_FATAL(loops.count, 2);
    CU_ASSERT_EQUAL(loops.area2[0], 20000);
    CU_ASSERT_EQUAL(loops.area2[1], 20000);
}

int main(void)
{
    CU_TestInfo tests[] = {{"pieces that touch at a point", test_touching},
                           {"random unions against GEOS", test_unions},
                           CU_TEST_INFO_NULL};
    return suite_run("union", tests);
}
