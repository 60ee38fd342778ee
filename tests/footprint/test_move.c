/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moved corridors: their plan goes along, their levels are those that placing the moved nodes finds, there and back is
 * the same record, and what leaves the extent is refused at the very centimetre.
 */
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "footprint/road_cases.h"
#include "twc/feature_list.h"

static const twc_rect one_tile = {0, 0, 1, 1};

static twc_status make(const twc_world_data *data, twc_point by, twc_feature *feature, void **memory)
{
    twc_point node[3] = {{8000, 20000}, {20600, 26000}, {30000, 21000}};
    for (int k = 0; k < 3; k++)
        node[k] = (twc_point){node[k].x + by.x, node[k].z + by.z};
    const twc_corridor road = {.id = 9, .priority = 4, .profile = &twc_cart_road, .node_count = 3, .nodes = node};
    return twc_features_make(twc_reference_ground(), &data->world, 0, &road, feature, memory);
}

static int same_record(const twc_feature *a, const twc_feature *b)
{
    const size_t n = twc_record_words(a);
    if (twc_record_words(b) != n)
        return 0;
    int32_t *words = malloc(2 * n * sizeof *words);
    twc_record_write(a, words);
    twc_record_write(b, words + n);
    const int same = memcmp(words, words + n, n * sizeof *words) == 0 &&
                     memcmp(a->tree, b->tree, (size_t)twc_corridor_tree_size(a->station_count) * sizeof *a->tree) == 0;
    free(words);
    return same;
}

static void moved_is_placed_there(void)
{
    static const twc_point by[] = {{0, 0}, {100, -300}, {6401, 1}, {-1, 5000}, {7, 7777}};
    int bad = 0;
    for (int heights = 0; heights < ROAD_HEIGHTS; heights++)
        for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
            twc_world_data data;
            twc_feature here, there, moved, back;
            void *memory[4];
            CU_ASSERT_EQUAL_FATAL(road_world(5, one_tile, (road_heights)heights, ROAD_MIXED, &data).code, TWC_OK);
            CU_ASSERT_EQUAL_FATAL(make(&data, (twc_point){0, 0}, &here, &memory[0]).code, TWC_OK);
            CU_ASSERT_EQUAL_FATAL(make(&data, by[k], &there, &memory[1]).code, TWC_OK);
            CU_ASSERT_EQUAL_FATAL(
                twc_features_moved(twc_reference_ground(), &data.world, 0, &here, by[k], &moved, &memory[2]).code,
                TWC_OK);
            /* These nodes are small numbers, whose splines move without another rounding. */
            SUITE_EXPECT(bad, same_record(&moved, &there), "heights %d, by (%d, %d)", heights, by[k].x, by[k].z);
            const twc_point home = {-by[k].x, -by[k].z};
            CU_ASSERT_EQUAL_FATAL(
                twc_features_moved(twc_reference_ground(), &data.world, 0, &moved, home, &back, &memory[3]).code,
                TWC_OK);
            SUITE_EXPECT(bad, same_record(&back, &here), "heights %d, back from (%d, %d)", heights, by[k].x, by[k].z);
            for (int m = 0; m < 4; m++)
                free(memory[m]);
            twc_world_data_destroy(&data);
        }
    SUITE_NONE(bad);
}

static void to_the_border(void)
{
    twc_world_data data;
    twc_feature here, moved;
    void *memory, *other;
    CU_ASSERT_EQUAL_FATAL(road_world(5, one_tile, ROAD_HILLS, ROAD_FINE, &data).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(make(&data, (twc_point){0, 0}, &here, &memory).code, TWC_OK);
    const twc_box all = here.tree[1];
    const int32_t low = TWC_EXTENT_CLEARANCE_CM, high = TWC_TILE_CM - TWC_EXTENT_CLEARANCE_CM;
    const twc_point inside[] = {{low - all.x0, 0}, {high - all.x1, 0}, {0, low - all.z0}, {0, high - all.z1}};
    for (int side = 0; side < 4; side++) {
        const int32_t out = side % 2 ? 1 : -1;
        twc_point by = inside[side];
        CU_ASSERT_EQUAL(twc_features_moved(twc_reference_ground(), &data.world, 0, &here, by, &moved, &other).code,
                        TWC_OK);
        free(other);
        by = (twc_point){by.x + (side < 2 ? out : 0), by.z + (side < 2 ? 0 : out)};
        twc_status status = twc_features_moved(twc_reference_ground(), &data.world, 0, &here, by, &moved, &other);
        CU_ASSERT_EQUAL(status.code, TWC_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "move it less far"));
        CU_ASSERT_PTR_NULL(other);
    }
    const twc_point far = {2000000000, -2000000000};
    CU_ASSERT_EQUAL(twc_features_moved(twc_reference_ground(), &data.world, 0, &here, far, &moved, &other).code,
                    TWC_USAGE);
    free(memory);
    twc_world_data_destroy(&data);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"moved is placed there", moved_is_placed_there}, {"to the border", to_the_border}, CU_TEST_INFO_NULL};
    return suite_run("move", tests);
}
