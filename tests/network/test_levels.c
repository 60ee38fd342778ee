/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of pads and the blends towards them: golden values, exact rationals, no step at any opening. */
#include <stdlib.h>

#include "common/suite.h"
#include "network/plans.h"

static void test_golden(void)
{
    static const int32_t golden[6] = {100, 90, 65, 35, 10, 0};
    CU_ASSERT_EQUAL(twc_blend_cells(100, 100), 5);
    CU_ASSERT_EQUAL(twc_blend_cells(-101, 100), 6);
    CU_ASSERT_EQUAL(twc_blend_cells(0, 100), 3);
    CU_ASSERT_EQUAL(twc_blend_cells(100, 2), 2);
    for (int32_t m = 0; m < 6; m++)
        CU_ASSERT_EQUAL(twc_blend(100, 5, m), golden[m]);
    CU_ASSERT_EQUAL(twc_blend(100, 5, 6), 0);
}

/* The nearest integer, halves up, by 128 bits: 2 (value b^3) lies within [2 num - b^3, 2 num + b^3). */
static void test_rounding(void)
{
    int bad = 0;
    for (int32_t rise = -3000; rise <= 3000; rise += 7)
        for (int32_t cells = 1; cells <= 40; cells++)
            for (int32_t m = 0; m <= cells; m++) {
                __int128 b3 = (__int128)cells * cells * cells;
                __int128 exact = (__int128)rise * (cells - m) * (cells - m) * (cells + 2 * m);
                __int128 over = 2 * (__int128)twc_blend(rise, cells, m) * b3 - 2 * exact;
                SUITE_EXPECT(bad, over > -b3 && over <= b3, "%d over %d at %d", rise, cells, m);
            }
    SUITE_NONE(bad);
    CU_ASSERT_EQUAL(twc_blend(1 << 17, 1 << 13, 0), 1 << 17);
    CU_ASSERT_EQUAL(twc_blend(-(1 << 17), 1 << 13, 1 << 12), -(1 << 16));
}

/* Levels at random: the pad's by its definition, no step at openings, and nothing moves beyond the blends. */
static void test_steps(void)
{
    int bad = 0, openings = 0;
    uint32_t state = 1;
    for (int round = 0; round < 200; round++) {
        plan_case c = {0};
        twc_network network;
        int32_t lengths[4];
        for (int i = 0; i < 4; i++) {
            lengths[i] = 2000 + (int32_t)((state = state * 1664525u + 1013904223u) >> 16) % 9000;
            plan_segment(&c, i % 2 ? 750 : 400, (twc_point){0, 0},
                         (twc_point){lengths[i] * (int[]){1, 0, -1, 0}[i], lengths[i] * (int[]){0, 1, 0, -1}[i]});
        }
        plan_segment(&c, 500, (twc_point){lengths[0], 0}, (twc_point){lengths[0], 6000});
        CU_ASSERT_EQUAL_FATAL(plan_split(&c, &network).code, TWC_OK);
        for (int32_t a = 0; a < network.arm_count; a++)
            for (int32_t k = 0; k < network.arms[a].station_count; k++)
                network.arms[a].stations[k].bed_cm = 10000 +
                                                     (int32_t)((state = state * 1664525u + 1013904223u) >> 16) % 700;
        int64_t sum = 0, widths = 0;
        for (int32_t o = 0; o < network.junctions[0].opening_count; o++) {
            const twc_opening *opening = &network.junctions[0].openings[o];
            const twc_arm *arm = &network.arms[opening->arm];
            sum += (int64_t)arm->half_cm * arm->stations[opening->station].bed_cm;
            widths += arm->half_cm;
        }
        twc_network_levels(&c.plan, &network);
        int64_t level = network.junctions[0].level_cm;
        SUITE_EXPECT(bad, 2 * level * widths - 2 * sum <= widths && 2 * level * widths - 2 * sum > -widths, "%d: %d",
                     round, (int)level);
        for (int32_t j = 0; j < network.junction_count; j++)
            for (int32_t o = 0; o < network.junctions[j].opening_count; o++) {
                const twc_opening *opening = &network.junctions[j].openings[o];
                int32_t bed = network.arms[opening->arm].stations[opening->station].bed_cm;
                SUITE_EXPECT(bad, bed == network.junctions[j].level_cm, "%d: opening %d is at %d, the pad at %d", round,
                             o, bed, network.junctions[j].level_cm);
                openings++;
            }
    }
    SUITE_NONE(bad);
    CU_ASSERT(openings >= 200 * 5);
}

/* A ford 1 m under its road, in the middle and near an opening, which stays where it is. */
static void test_ford(void)
{
    plan_case c = {0};
    twc_network network;
    for (int i = 0; i < 3; i++)
        plan_segment(&c, 500, (twc_point){0, 0}, (twc_point){(int[]){10000, 0, -10000}[i], (int[]){0, 10000, 0}[i]});
    CU_ASSERT_EQUAL_FATAL(plan_split(&c, &network).code, TWC_OK);
    twc_arm *arm = &network.arms[0];
    for (int32_t k = 0; k < arm->station_count; k++)
        arm->stations[k].bed_cm = 1000;
    twc_ford(arm, 10, 11, 920);
    static const int32_t golden[20] = {1000, 1000, 1000, 1000, 1000, 1000, 990,  965,  935,  910,
                                       900,  900,  910,  935,  965,  990,  1000, 1000, 1000, 1000};
    for (int32_t k = 0; k < 20; k++)
        CU_ASSERT_EQUAL(arm->stations[k].bed_cm, golden[k]);
    for (int32_t k = 0; k < arm->station_count; k++)
        arm->stations[k].bed_cm = 1000;
    int32_t opening = arm->setback[0];
    twc_ford(arm, opening + 2, opening + 2, 920);
    CU_ASSERT_EQUAL(arm->stations[opening].bed_cm, 1000);
    CU_ASSERT_EQUAL(arm->stations[opening + 1].bed_cm, 950);
    CU_ASSERT_EQUAL(arm->stations[opening + 2].bed_cm, 900);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"golden blend", test_golden},
        {"blends against exact rationals", test_rounding},
        {"no step at an opening", test_steps},
        {"fords", test_ford},
        CU_TEST_INFO_NULL,
    };
    return suite_run("levels", tests);
}
