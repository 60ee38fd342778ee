/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks on a world's ground: a lone line is the lone road, junctions are level, removal leaves no trace. */
#include <stdlib.h>

#include "common/suite.h"
#include "footprint/road_cases.h"
#include "network/plans.h"
#include "twc/fast.h"

static const twc_rect extent = {-1, -1, 2, 2};

static twc_status place(const twc_ground_table *kernels, const twc_world *world, const plan_case *c, void *bytes,
                        twc_network *network)
{
    void *workspace = malloc(twc_reference_place_workspace());
    CU_ASSERT_PTR_NOT_NULL_FATAL(workspace);
    twc_status status = twc_network_place(kernels, world, 0, &c->plan,
                                          (twc_network_memory){bytes, PLAN_BYTES, workspace}, network);
    free(workspace);
    return status;
}

static twc_network place_well(const twc_world *world, const plan_case *c, void *bytes)
{
    twc_network network;
    twc_status status = place(twc_reference_ground(), world, c, bytes, &network);
    if (status.code)
        printf("\n    %s", status.message);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    return network;
}

static int same_stations(const twc_station *a, const twc_station *b, int32_t count)
{
    int same = 1;
    for (int32_t k = 0; k < count; k++)
        same &= a[k].x == b[k].x && a[k].z == b[k].z && a[k].rx == b[k].rx && a[k].rz == b[k].rz &&
                a[k].bed_cm == b[k].bed_cm;
    return same;
}

/* One line without a junction has the stations and levels of the road by itself. */
static void test_lone(void)
{
    twc_world_data data;
    void *bytes = malloc(PLAN_BYTES), *workspace = malloc(twc_reference_place_workspace());
    twc_station *stations = malloc(200 * sizeof *stations);
    twc_box *tree = malloc(600 * sizeof *tree);
    CU_ASSERT_EQUAL_FATAL(road_world(3, extent, ROAD_HILLS, ROAD_MIXED, &data).code, TWC_OK);
    plan_case c = {0};
    plan_add(&c, 500, 3, (twc_point[]){{-20000, -10000}, {1000, 2000}, {20000, 3000}});
    twc_network network = place_well(&data.world, &c, bytes);
    twc_corridor corridor = {.id = 9, .profile = &c.profile[0], .node_count = 3, .nodes = c.point[0]};
    twc_feature feature;
    CU_ASSERT_EQUAL_FATAL(
        twc_reference_corridor_place(&data.world, 0, &corridor, workspace, stations, tree, &feature).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(network.arm_count, 1);
    CU_ASSERT_EQUAL(network.junction_count, 0);
    CU_ASSERT_EQUAL_FATAL(network.arms[0].station_count, feature.station_count);
    CU_ASSERT_TRUE(same_stations(network.arms[0].stations, feature.stations, feature.station_count));
    free(bytes);
    free(workspace);
    free(stations);
    free(tree);
    twc_world_data_destroy(&data);
}

/* A street with two side streets, one of them onto a node of its own. */
static void village(plan_case *c, int streets)
{
    *c = (plan_case){.plan = {.id = 31, .join = 1}};
    plan_add(c, 500, 3, (twc_point[]){{-30000, -9000}, {1000, 2000}, {30000, 3000}});
    plan_segment(c, 400, (twc_point){-12000, -30000}, (twc_point){-14000, 30000});
    plan_segment(c, 750, (twc_point){1000, 2000}, (twc_point){4000, -30000});
    c->plan.line_count = streets;
}

/* Every opening lies at its pad's level, by every level of the fast library's kernels as by the reference's. */
static void test_levels(void)
{
    void *bytes = malloc(PLAN_BYTES), *others = malloc(PLAN_BYTES);
    int bad = 0, openings = 0;
    for (int heights = 0; heights < ROAD_HEIGHTS; heights++) {
        twc_world_data data;
        CU_ASSERT_EQUAL_FATAL(road_world(11, extent, (road_heights)heights, ROAD_MIXED, &data).code, TWC_OK);
        plan_case c;
        village(&c, 3);
        twc_network network = place_well(&data.world, &c, bytes);
        CU_ASSERT_EQUAL(network.junction_count, 2);
        for (int32_t j = 0; j < network.junction_count; j++)
            for (int32_t o = 0; o < network.junctions[j].opening_count; o++, openings++) {
                const twc_opening *opening = &network.junctions[j].openings[o];
                int32_t bed = network.arms[opening->arm].stations[opening->station].bed_cm;
                SUITE_EXPECT(bad, bed == network.junctions[j].level_cm, "heights %d, pad %d, opening %d: %d", heights,
                             j, o, bed);
            }
        for (int level = 0; level < TWC_LEVEL_COUNT; level++) {
            const twc_ground_table *kernels = twc_fast_ground((twc_level)level);
            twc_network other;
            if (!kernels)
                continue;
            CU_ASSERT_EQUAL_FATAL(place(kernels, &data.world, &c, others, &other).code, TWC_OK);
            for (int32_t a = 0; a < network.arm_count; a++)
                SUITE_EXPECT(
                    bad, same_stations(network.arms[a].stations, other.arms[a].stations, network.arms[a].station_count),
                    "heights %d, level %d, arm %d", heights, level, a);
        }
        twc_world_data_destroy(&data);
    }
    SUITE_NONE(bad);
    CU_ASSERT(openings == 7 * ROAD_HEIGHTS);
    free(bytes);
    free(others);
}

/* Made again without its last street it is what it would be had that never been: all bits of what a network holds. */
static void test_removal(void)
{
    twc_world_data data;
    void *bytes = malloc(PLAN_BYTES), *others = malloc(PLAN_BYTES);
    CU_ASSERT_EQUAL_FATAL(road_world(5, extent, ROAD_HILLS, ROAD_FINE, &data).code, TWC_OK);
    plan_case c, d;
    village(&c, 2);
    village(&d, 3);
    twc_network without = place_well(&data.world, &c, bytes), with = place_well(&data.world, &d, others);
    CU_ASSERT_EQUAL(with.arm_count, without.arm_count + 2);
    d.plan.line_count = 2;
    with = place_well(&data.world, &d, others);
    CU_ASSERT_EQUAL_FATAL(with.arm_count, without.arm_count);
    for (int32_t a = 0; a < with.arm_count; a++)
        CU_ASSERT_TRUE(same_stations(with.arms[a].stations, without.arms[a].stations, with.arms[a].station_count));
    CU_ASSERT_EQUAL_FATAL(with.junction_count, without.junction_count);
    for (int32_t j = 0; j < with.junction_count; j++) {
        CU_ASSERT_EQUAL(with.junctions[j].level_cm, without.junctions[j].level_cm);
        CU_ASSERT_EQUAL_FATAL(with.junctions[j].point_count, without.junctions[j].point_count);
        CU_ASSERT_EQUAL(memcmp(with.junctions[j].points, without.junctions[j].points,
                               (size_t)with.junctions[j].point_count * sizeof(twc_point)),
                        0);
    }
    free(bytes);
    free(others);
    twc_world_data_destroy(&data);
}

/* A line out of the extent, and memory of any size: refused, and nothing is written beyond it. */
static void test_refused(void)
{
    twc_world_data data;
    unsigned char *bytes = malloc(PLAN_BYTES);
    CU_ASSERT_EQUAL_FATAL(road_world(5, extent, ROAD_FLAT, ROAD_FINE, &data).code, TWC_OK);
    plan_case c = {.plan = {.id = 8}};
    plan_segment(&c, 500, (twc_point){0, 0}, (twc_point){48500, 0});
    twc_network network;
    twc_status status = place(twc_reference_ground(), &data.world, &c, bytes, &network);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "25 m inside the extent"));
    village(&c, 3);
    size_t enough = 0;
    int bad = 0;
    for (size_t size = 0; size < PLAN_BYTES; size += size < 4096 ? 16 : size / 16 / 16 * 16) {
        memset(bytes + size, 0x5A, 64);
        status = twc_network_split(&c.plan, bytes, size, &network);
        for (int i = 0; i < 64; i++)
            SUITE_EXPECT(bad, bytes[size + (size_t)i] == 0x5A, "%zu bytes: written beyond", size);
        SUITE_EXPECT(bad, status.code == TWC_IO || status.code == TWC_OK, "%zu bytes: %s", size, status.message);
        SUITE_EXPECT(bad, status.code == TWC_OK || enough == 0, "%zu bytes are too few, %zu were enough", size, enough);
        enough = status.code || enough ? enough : size;
        if (enough && size > 2 * enough)
            break;
    }
    SUITE_NONE(bad);
    printf("%zu bytes are enough for three streets ..", enough);
    CU_ASSERT(enough > 0);
    free(bytes);
    twc_world_data_destroy(&data);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"a lone line is the lone road", test_lone},
        {"openings are level with their pads", test_levels},
        {"removal leaves no trace", test_removal},
        {"beyond the extent, and beyond the memory", test_refused},
        CU_TEST_INFO_NULL,
    };
    return suite_run("place", tests);
}
