/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random and adversarial roads on random worlds, from one seed: test_road_fuzz [first [count]]. Each is closed by every
 * exact check or refused when placed, and the reference and the fast library agree on every bit, at every level and in
 * every tiling. That most roads are not refused is checked too, so that the fuzz cannot go blind.
 */
#include <stdlib.h>

#include "footprint/road_cases.h"
#include "common/suite.h"

static uint64_t first = 0, count = 100;

static void fuzz(int adversarial)
{
    uint64_t verdicts[3] = {0, 0, 0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        road_case c;
        twc_world_data data = {0};
        twc_mesh_report report;
        char message[600];
        CU_ASSERT_EQUAL_FATAL(road_draw_case(seed, adversarial, &c, &data).code, TWC_OK);
        const twc_corridor road = {
            .id = 7, .priority = 1, .profile = &c.profile, .node_count = c.node_count, .nodes = c.node};
        road_verdict verdict = road_run(&data.world, &road, twc_fast_builder(twc_level_best()), &report, message,
                                        sizeof message);
        if (verdict != ROAD_BROKEN && road_builds_differ(&c, &data.world, message, sizeof message))
            verdict = ROAD_BROKEN;
        if (verdict == ROAD_BROKEN)
            printf("\n    seed %llu, %s: %s (test_road_fuzz %llu 1)", (unsigned long long)seed,
                   adversarial ? "adversarial" : "random", message, (unsigned long long)seed);
        verdicts[verdict]++;
        twc_world_data_destroy(&data);
    }
    printf(" %llu closed, %llu refused ", (unsigned long long)verdicts[ROAD_CLOSED],
           (unsigned long long)verdicts[ROAD_REFUSED]);
    CU_ASSERT_EQUAL(verdicts[ROAD_BROKEN], 0);
    CU_ASSERT_TRUE(count < 20 || verdicts[ROAD_CLOSED] > count / 2);
}

static void test_random(void)
{
    fuzz(0);
}

static void test_adversarial(void)
{
    fuzz(1);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        first = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        count = strtoull(argv[2], NULL, 10);
    CU_TestInfo tests[] = {{"random roads", test_random}, {"adversarial roads", test_adversarial}, CU_TEST_INFO_NULL};
    return suite_run("road fuzz", tests);
}
