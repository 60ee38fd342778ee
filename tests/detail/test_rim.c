/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The proofs by enumeration of docs/spec/detail.md 5: over all extreme jitters every rim polygon is simple and has a
 * triangulation, how small its triangles can be; and what the full jitter on borders would do.
 */
#include "common/suite.h"
#include "detail/stage.h"

typedef struct tally {
    long polygons, without; /* without: no triangulation of positive areas */
    int64_t smallest;
} tally;

/* Twice the smallest triangle of the best triangulation. */
static int64_t smallest_of(int count, const twc_vertex *point)
{
    int triangle[TWC_RIM_MAX - 2][3];
    int64_t smallest = INT64_MAX;
    twc_reference_rim_triangles(count, point, triangle);
    for (int t = 0; t < count - 2; t++) {
        const int64_t area2 = twc_vertex_area2(point[triangle[t][0]], point[triangle[t][1]], point[triangle[t][2]]);
        smallest = area2 < smallest ? area2 : smallest;
    }
    return smallest;
}

/* All polygons of a shape, every point displaced by its amplitude in both axes; `anchor`: that of its first, or -1. */
static tally enumerate(int shape, int32_t border, int32_t anchor)
{
    const twc_rim *rim = &twc_reference_rims[shape];
    tally t = {0, 0, INT64_MAX};
    for (uint32_t bits = 0; bits < 1U << (2 * rim->count); bits++) {
        twc_vertex point[TWC_RIM_MAX];
        for (int k = 0; k < rim->count; k++) {
            const int8_t *at = rim->point[k];
            const int outer = at[0] != 1 && at[1] != 1; /* a corner of the block: on a coarser chain, or along it */
            int on_chain = 0, corner = 0;
            on_chain |= (shape == 0 || shape == 4 || shape == 5) && at[1] == 0;
            on_chain |= (shape == 1 || shape == 6 || shape == 7) && at[1] == 2;
            on_chain |= (shape == 2 || shape == 4 || shape == 6) && at[0] == 0;
            on_chain |= (shape == 3 || shape == 5 || shape == 7) && at[0] == 2;
            corner = outer && on_chain && k == 0 && anchor >= 0;
            const int32_t a = corner ? anchor : on_chain ? border : 608;
            point[k] = (twc_vertex){1600 * at[0] + (bits >> (2 * k) & 1 ? a : -a),
                                    1600 * at[1] + (bits >> (2 * k + 1) & 1 ? a : -a), 0};
        }
        const int64_t smallest = smallest_of(rim->count, point);
        t.polygons++;
        t.without += smallest <= 0;
        t.smallest = smallest < t.smallest ? smallest : t.smallest;
    }
    return t;
}

static void pentagons(void)
{
    for (int shape = 0; shape < 4; shape++) {
        const tally t = enumerate(shape, 608, -1);
        CU_ASSERT_EQUAL(t.polygons, 1024);
        CU_ASSERT_EQUAL(t.without, 0);
        CU_ASSERT_EQUAL(t.smallest, 384 * 384); /* 0.0288 of 1600^2, as the smallest of a cell */
    }
}

static void hexagons(void)
{
    for (int shape = 4; shape < 8; shape++) {
        const tally t = enumerate(shape, 608, -1);
        CU_ASSERT_EQUAL(t.polygons, 4096);
        CU_ASSERT_EQUAL(t.without, 0);
        CU_ASSERT(t.smallest >= 384 * 384);
        if (shape == 4)
            printf("\n    hexagons: smallest %.4f S^2 ", (double)t.smallest / 2 / 1600 / 1600);
    }
}

/* The coarser level's full jitter is 0.76 of a fine cell. */
static void full_jitter(void)
{
    const tally t = enumerate(0, 1216, -1);
    printf("\n    %ld of %ld pentagons without a triangulation ", t.without, t.polygons);
    CU_ASSERT_EQUAL(t.without, 280);
}

static void beside_an_anchor(void)
{
    const tally t = enumerate(0, 608, 0);
    printf("\n    beside an anchor at its place: %.4f S^2 ", (double)t.smallest / 2 / 1600 / 1600);
    CU_ASSERT_EQUAL(t.without, 0);
}

/* Displacements between the extremes, at random: nothing smaller. */
static void between_extremes(void)
{
    int bad = 0;
    for (int32_t n = 0; n < 200000; n++) {
        const int shape = n % TWC_RIM_SHAPES;
        const twc_rim *rim = &twc_reference_rims[shape];
        twc_vertex point[TWC_RIM_MAX];
        for (int k = 0; k < rim->count; k++)
            point[k] = (twc_vertex){1600 * rim->point[k][0] + twc_jitter(twc_hash(n, k, 1), 608),
                                    1600 * rim->point[k][1] + twc_jitter(twc_hash(n, k, 2), 608), 0};
        SUITE_EXPECT(bad, smallest_of(rim->count, point) >= 384 * 384, "polygon %d", n);
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"all extreme pentagons", pentagons},
                           {"all extreme hexagons", hexagons},
                           {"full jitter on borders leaves 280 without", full_jitter},
                           {"beside an anchor", beside_an_anchor},
                           {"nothing smaller between", between_extremes},
                           CU_TEST_INFO_NULL};
    return suite_run("rim", tests);
}
