/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The record of a placed corridor: its levels worked out by another route, and the bounds of what a record may say,
 * each tried on both sides.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "footprint/road_cases.h"
#include "query.h"
#include "twc/feature_record.h"

enum { WORDS = 4000, RADIUS = 8 };
enum { PRIORITY = 2, VERSION = 3 + TWC_NAME_SIZE / 4, STATION = TWC_RECORD_HEAD_WORDS };

static const twc_rect one_tile = {0, 0, 1, 1};
static const twc_point node[4] = {{8000, 20000}, {20600, 26000}, {30000, 21000}, {43000, 24000}};

typedef struct placed {
    twc_world_data data;
    twc_feature feature;
    void *memory;
    int32_t words[WORDS];
    size_t n;
} placed;

static void place_profile(placed *p, const twc_profile *profile, road_heights heights, int32_t priority)
{
    const twc_corridor road = {.id = 9, .priority = priority, .profile = profile, .node_count = 4, .nodes = node};
    memset(p, 0, sizeof *p);
    CU_ASSERT_EQUAL_FATAL(road_world(5, one_tile, heights, ROAD_MIXED, &p->data).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(
        twc_features_make(twc_reference_ground(), &p->data.world, 0, &road, &p->feature, &p->memory).code, TWC_OK);
    p->n = twc_record_words(&p->feature);
    CU_ASSERT_FATAL(p->n <= WORDS);
    twc_record_write(&p->feature, p->words);
}

static void place(placed *p, road_heights heights, int32_t priority)
{
    place_profile(p, &twc_cart_road, heights, priority);
}

static void forget(placed *p)
{
    free(p->memory);
    twc_world_data_destroy(&p->data);
}

/* Whether the record with one word replaced is read; what is read has to be what was written. */
static int reads_with(placed *p, size_t k, int32_t word)
{
    const twc_features none = {.memory = NULL};
    twc_feature back;
    void *memory;
    int32_t again[WORDS], kept = p->words[k];
    p->words[k] = word;
    const int reads = twc_features_read(p->words, p->n, one_tile, &none, &back, &memory).code == TWC_OK;
    if (reads) {
        twc_record_write(&back, again);
        CU_ASSERT_EQUAL(memcmp(again, p->words, p->n * sizeof *again), 0);
        free(memory);
    }
    p->words[k] = kept;
    return reads;
}

/* ---- levels ---- */

/* Weights of a Gaussian of 2.5 stations that sum to 65536 over both sides; what rounding leaves goes to the centre. */
static void gaussian(int64_t weight[RADIUS + 1])
{
    double sum = 0.0;
    int64_t whole = 0;
    for (int m = -RADIUS; m <= RADIUS; m++)
        sum += exp(-m * m / (2 * 2.5 * 2.5));
    for (int m = 1; m <= RADIUS; m++) {
        weight[m] = (int64_t)floor(65536.0 * exp(-m * m / (2 * 2.5 * 2.5)) / sum + 0.5);
        whole += 2 * weight[m];
    }
    weight[0] = 65536 - whole;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Heights to whole centimetres, and their weighted mean likewise: both to the nearest, a half upwards. */
static void levels_are_rounded_to_the_nearest(void)
{
    int64_t weight[RADIUS + 1];
    int bad = 0;
    gaussian(weight);
    for (int heights = 0; heights < ROAD_HEIGHTS; heights++) {
        placed p;
        place(&p, (road_heights)heights, 1);
        const int32_t count = p.feature.station_count;
        twc_point *at = malloc((size_t)count * sizeof *at);
        twc_location *ground = malloc((size_t)count * sizeof *ground);
        CU_ASSERT_FATAL(at && ground);
        for (int32_t k = 0; k < count; k++)
            at[k] = (twc_point){p.feature.stations[k].x, p.feature.stations[k].z};
        CU_ASSERT_EQUAL_FATAL(
            twc_query_points(&p.data.world, twc_reference_ground(), 0, (size_t)count, at, ground).code, TWC_OK);
        for (int32_t k = 0; k < count; k++) {
            int64_t sum = 0;
            for (int m = -RADIUS; m <= RADIUS; m++) {
                const int32_t of = k + m < 0 ? 0 : k + m >= count ? count - 1 : k + m;
                /* 2^24 times 100 h is whole: binary32 has 24 bits, and no height here is below 2^-8 but 0. */
                const int64_t scaled = (int64_t)ldexp((double)ground[of].height * 100.0, 24);
                sum += weight[abs(m)] * floor_div(scaled + (1 << 23), 1 << 24);
            }
            const int64_t level = floor_div(2 * sum + 65536, 2 * 65536) - twc_cart_road.depth_cm;
            SUITE_EXPECT(bad, p.feature.stations[k].bed_cm == level, "heights %d, station %d: %d and %lld", heights, k,
                         p.feature.stations[k].bed_cm, (long long)level);
        }
        free(at);
        free(ground);
        forget(&p);
    }
    SUITE_NONE(bad);
}

/* ---- what a record may say ---- */

static void priorities_end_at_255(void)
{
    placed p;
    place(&p, ROAD_HILLS, 255);
    CU_ASSERT_EQUAL(p.words[PRIORITY], 255);
    CU_ASSERT_TRUE(reads_with(&p, PRIORITY, 0));
    CU_ASSERT_TRUE(reads_with(&p, PRIORITY, 255));
    CU_ASSERT_FALSE(reads_with(&p, PRIORITY, 256));
    CU_ASSERT_FALSE(reads_with(&p, PRIORITY, -1));
    for (int32_t priority = -1; priority <= 256; priority += 257) {
        const twc_corridor road = {
            .id = 9, .priority = priority, .profile = &twc_cart_road, .node_count = 4, .nodes = node};
        twc_feature feature;
        void *memory;
        CU_ASSERT_NOT_EQUAL(twc_features_make(twc_reference_ground(), &p.data.world, 0, &road, &feature, &memory).code,
                            TWC_OK);
    }
    forget(&p);
}

static void versions_come_back(void)
{
    placed p;
    place(&p, ROAD_HILLS, 1);
    CU_ASSERT_EQUAL(p.words[VERSION], twc_cart_road.version);
    CU_ASSERT_TRUE(reads_with(&p, VERSION, 7));
    forget(&p);
}

/* A direction is one long, but for the rounding of both its parts: by less than half a unit each, so 4 in the square.
 */
static void directions_are_one_long(void)
{
    placed p;
    place(&p, ROAD_FLAT, 1);
    int64_t farthest = 0;
    for (int32_t k = 0; k < p.feature.station_count; k++) {
        const twc_station *s = &p.feature.stations[k];
        const int64_t off = (int64_t)s->rx * s->rx + (int64_t)s->rz * s->rz - (int64_t)TWC_RIGHT_ONE * TWC_RIGHT_ONE;
        farthest = llabs(off) > farthest ? llabs(off) : farthest;
    }
    CU_ASSERT_TRUE(farthest > 0 && farthest < 2 * (int64_t)TWC_RIGHT_ONE);
    /* Of the station whose longer part it is, a few units more or less are too many. */
    const size_t at = STATION + 2;
    const size_t part = at + (abs(p.words[at + 1]) > abs(p.words[at]));
    const int sign = p.words[part] < 0 ? -1 : 1;
    CU_ASSERT_TRUE(reads_with(&p, part, p.words[part]));
    CU_ASSERT_FALSE(reads_with(&p, part, p.words[part] + 6 * sign));
    CU_ASSERT_FALSE(reads_with(&p, part, p.words[part] - 6 * sign));
    forget(&p);
}

/* Layout 2: more rows, or a step of 250 cm; a profile that fits layout 1 is not written so. */
static void layouts_are_told_apart(void)
{
    enum { ROWS = VERSION + 1, STEP = TWC_RECORD_HEAD_WORDS_2 - 3, RULE = STEP + 1 };
    placed first, half, wide;
    place(&first, ROAD_HILLS, 255);
    CU_ASSERT_EQUAL(TWC_RECORD_HEAD_WORDS, 45);
    CU_ASSERT_EQUAL(first.words[TWC_RECORD_HEAD_WORDS - 1], first.feature.station_count);

    twc_profile profile = twc_cart_road;
    profile.step_cm = TWC_STATION_CM / 2;
    place_profile(&half, &profile, ROAD_HILLS, 255);
    CU_ASSERT_TRUE(abs(half.feature.station_count - 2 * first.feature.station_count) <= 2);
    CU_ASSERT_EQUAL(half.words[PRIORITY], 256 + 255);
    CU_ASSERT_EQUAL(half.words[STEP], 250);
    CU_ASSERT_TRUE(reads_with(&half, PRIORITY, 256));
    CU_ASSERT_FALSE(reads_with(&half, PRIORITY, 512));
    CU_ASSERT_FALSE(reads_with(&half, PRIORITY, 255));
    CU_ASSERT_FALSE(reads_with(&half, STEP, 500)); /* three rows and whole steps: that is layout 1 */
    CU_ASSERT_FALSE(reads_with(&half, STEP, 125));
    CU_ASSERT_FALSE(reads_with(&half, RULE, 2));
    CU_ASSERT_FALSE(reads_with(&half, RULE, 0));

    profile.step_cm = TWC_STATION_CM;
    profile.row_count = TWC_PROFILE_ROWS;
    for (int32_t r = 0; r < TWC_PROFILE_ROWS; r++)
        profile.row[r] = (twc_profile_row){100 * (r - TWC_PROFILE_ROWS / 2), r % 3};
    place_profile(&wide, &profile, ROAD_HILLS, 255);
    CU_ASSERT_EQUAL(wide.feature.station_count, first.feature.station_count);
    CU_ASSERT_TRUE(reads_with(&wide, PRIORITY, wide.words[PRIORITY]));
    CU_ASSERT_FALSE(reads_with(&wide, ROWS, TWC_PROFILE_ROWS + 1));
    CU_ASSERT_FALSE(reads_with(&wide, ROWS, TWC_PROFILE_ROWS - 1)); /* what is left is no zero */
    forget(&first);
    forget(&half);
    forget(&wide);
}

int main(void)
{
    CU_TestInfo tests[] = {{"levels", levels_are_rounded_to_the_nearest},
                           {"priorities", priorities_end_at_255},
                           {"versions", versions_come_back},
                           {"directions", directions_are_one_long},
                           {"layouts", layouts_are_told_apart},
                           CU_TEST_INFO_NULL};
    return suite_run("record", tests);
}
