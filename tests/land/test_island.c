/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The golden values of the island as experiments/island.json describes it, which a second program written from the same
 * page gave: bits of the three grids, integers exactly, lengths and functions to 1e-9, what the grid's heights give to
 * 1e-5. And that features are applied in the land's order, on other lands too.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "generate/land_json.h"
#include "land/stage.h"
#include "twc/fast.h"

enum { SIDE = 1025, POINTS = SIDE * SIDE };

static twc_land described;
static twc_land_ground island; /* its heights are those after both features */
static float *base, *pressed;
static twc_spine_held held;

static int near(double value, double expected, double tolerance)
{
    if (fabs(value - expected) <= tolerance)
        return 1;
    printf("\n    %.12g is not %.12g\n", value, expected);
    return 0;
}

/* The polynomial of PNG and zip, bit by bit. */
static uint32_t crc32(const float *heights)
{
    uint32_t crc = ~0u;
    for (size_t k = 0; k < POINTS; k++)
        for (int byte = 0; byte < 4; byte++) {
            crc ^= twc_float_bits(heights[k]) >> 8 * byte & 0xFFu;
            for (int bit = 0; bit < 8; bit++)
                crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
        }
    return ~crc;
}

static float *copied(const float *heights)
{
    float *copy = malloc(POINTS * sizeof *copy);
    if (!copy)
        exit(4);
    return memcpy(copy, heights, POINTS * sizeof *copy);
}

static void build(void)
{
    const twc_land *land = &described;
    const twc_land_table *table = twc_reference_land();
    twc_status status = twc_land_read(TWC_SOURCE_DIR "/experiments/island.json", &described);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    void *memory = malloc(twc_land_ground_bytes(land));
    if (!memory)
        exit(4);
    twc_land_ground_place(land, memory, &island);
    island.highest = twc_land_highest(table, land);
    table->base_heights(land, island.highest, (twc_rect){0, 0, SIDE, SIDE}, island.heights);
    base = copied(island.heights);
    twc_spine_lay(&land->feature[0], &island.spine[0]);
    twc_spine_settle(land, &land->feature[0], island.heights, &island.spine[0], NULL);
    table->press(land, &land->feature[0], &island.spine[0], island.heights);
    pressed = copied(island.heights);
    twc_spine_lay(&land->feature[1], &island.spine[1]);
    twc_spine_settle(land, &land->feature[1], island.heights, &island.spine[1], &held);
    table->carve(land, &land->feature[1], &island.spine[1], island.heights);
}

static int64_t centimetres(const float *heights)
{
    int64_t sum = 0;
    for (size_t k = 0; k < POINTS; k++)
        sum += (int64_t)rint(100.0 * heights[k]);
    return sum;
}

static int32_t above_sea(const float *heights)
{
    int32_t count = 0;
    for (size_t k = 0; k < POINTS; k++)
        count += heights[k] > 0.0f;
    return count;
}

static void grids(void)
{
    build();
    CU_ASSERT_EQUAL(crc32(base), 0xfae219b6u);
    CU_ASSERT_EQUAL(crc32(pressed), 0x2149c024u);
    CU_ASSERT_EQUAL(crc32(island.heights), 0x74ea2778u);
    CU_ASSERT_EQUAL(centimetres(base), -612764685);
    CU_ASSERT_EQUAL(centimetres(pressed), -612766389);
    CU_ASSERT_EQUAL(centimetres(island.heights), -612879572);
    CU_ASSERT_EQUAL(above_sea(base), 316865);
    CU_ASSERT_EQUAL(above_sea(island.heights), 316861);
}

/* The highest point, where the land reaches, and the pad. */
static void places(void)
{
    int32_t top = 0, low_x = SIDE, high_x = 0, low_z = SIDE, high_z = 0, pad = 0, flat = 0;
    for (int32_t k = 0; k < POINTS; k++) {
        int32_t x = -1024 + 2 * (k % SIDE), z = -1024 + 2 * (k / SIDE);
        top = base[k] > base[top] ? k : top;
        if (base[k] > 0.0f) {
            low_x = x < low_x ? x : low_x;
            high_x = x > high_x ? x : high_x;
            low_z = z < low_z ? z : low_z;
            high_z = z > high_z ? z : high_z;
        }
        if ((x + 4) * (x + 4) + (z - 338) * (z - 338) <= 46 * 46) {
            pad++;
            flat += base[k] == 4.6f;
        }
    }
    CU_ASSERT_TRUE(near(base[top], 158.06732, 1e-5));
    CU_ASSERT_EQUAL(top % SIDE, (-8 + 1024) / 2);
    CU_ASSERT_EQUAL(top / SIDE, (-240 + 1024) / 2);
    CU_ASSERT_TRUE(low_x == -618 && high_x == 768 && low_z == -672 && high_z == 668);
    CU_ASSERT_TRUE(pad == 1653 && flat == 1653);
}

static void spines(void)
{
    const twc_spine *walkway = &island.spine[0], *brook = &island.spine[1];
    twc_ribbon ribbon[449];
    CU_ASSERT_EQUAL(walkway->count, 204 + 1);
    CU_ASSERT_EQUAL_FATAL(brook->count, 448 + 1);
    CU_ASSERT_TRUE(near(walkway->along[204], 203.3176622887, 1e-9));
    CU_ASSERT_TRUE(near(brook->along[448], 433.6266185967, 1e-9));
    CU_ASSERT_TRUE(near(walkway->level[100], 6.33712773053, 1e-9));
    CU_ASSERT_TRUE(held.table == 381 && held.ground == 18 && held.fall == 50);
    CU_ASSERT_TRUE(near(brook->level[0], 30.2790176392, 1e-9));
    CU_ASSERT_TRUE(near(brook->level[100], 13.8222222222, 1e-9));
    CU_ASSERT_TRUE(near(brook->level[448], -0.5922181636, 1e-9));
    twc_spine_ribbon(&described.feature[1], brook, ribbon);
    CU_ASSERT_TRUE(near(ribbon[0].speed, 3, 1e-9));
    CU_ASSERT_TRUE(near(ribbon[100].speed, 1.1143886865, 1e-9));
}

static void carving(void)
{
    double deepest = 0.0, farthest = 0.0;
    for (int32_t k = 0; k < POINTS; k++) {
        double x = -1024 + 2 * (k % SIDE), z = -1024 + 2 * (k / SIDE);
        if (island.heights[k] == pressed[k])
            continue;
        deepest = fmax(deepest, (double)pressed[k] - (double)island.heights[k]);
        farthest = fmax(farthest, twc_reference_near(&island.spine[1], 40, x, z).distance);
    }
    CU_ASSERT_TRUE(near(deepest, 6.1237316, 1e-5));
    CU_ASSERT_TRUE(near(farthest, 8.8947, 1e-4));
}

static void functions(void)
{
    const twc_land *land = &described;
    const twc_fbm rough = {180, 6, 17};
    twc_stripe stripe = twc_reference_stripe(0.3, 0.4, 0, 1, 31);
    CU_ASSERT_TRUE(near(twc_reference_noise(0.5, 0.5, 17), 0.03732891703, 1e-9));
    CU_ASSERT_TRUE(near(twc_reference_fbm_at(&rough, 10, 20), 0.23424391351, 1e-9));
    CU_ASSERT_TRUE(near(twc_reference_expm2(1), 0.13533528276, 1e-9));
    CU_ASSERT_TRUE(near(stripe.depth, 0.06802879539, 1e-9));
    CU_ASSERT_TRUE(near(stripe.slope_x, 0.22108698634, 1e-9));
    CU_ASSERT_EQUAL(stripe.slope_z, 0.0);
    CU_ASSERT_TRUE(near(twc_reference_coast_at(land, -22, 498), -3.77924895918, 1e-9));
    CU_ASSERT_TRUE(near(twc_reference_coast_at(land, 700, 600), -76.06083421805, 1e-9));
    CU_ASSERT_TRUE(near(twc_reference_shelf_at(&land->shelf, -100), -0.3 - 8, 1e-9));
    CU_ASSERT_TRUE(near(twc_reference_shelf_at(&land->shelf, 45), 3.95, 1e-9));
    CU_ASSERT_TRUE(near(island.highest, 0.99708836843, 1e-9));
    CU_ASSERT_TRUE(near(twc_reference_hill_at(&land->hill, island.highest, 34, 128), 30.17468723101, 1e-9));
    CU_ASSERT_TRUE(near(twc_reference_base_at(land, island.highest, 34, 128), 30.57901842220, 1e-9));
}

static twc_spots one(const double p[2])
{
    return (twc_spots){1, &p[0], &p[1]};
}

static void questions(void)
{
    const twc_land_table *table = twc_reference_land();
    const double slope[2] = {100, -100}, path[2] = {-30, 405}, wood[2] = {-150, 300};
    const twc_point places[3] = {{0, 28500}, {17500, 54000}, {0, 28499}};
    twc_walk walk = {-22, 490, 40, 60, 0, 0};
    double value[3];
    uint8_t inside[3];
    table->land_gradients(&island, one(slope), (twc_vectors){&value[0], &value[1]});
    CU_ASSERT_TRUE(near(value[0], -0.0570526, 1e-5) && near(value[1], -0.5836143, 1e-5));
    table->land_curvatures(&island, 8, one(slope), value);
    CU_ASSERT_TRUE(near(value[0], 0.0288976, 1e-5));
    table->spine_nearest(&island.spine[0], 16, one(path), (twc_nearest){&value[0], &value[1], &value[2]});
    CU_ASSERT_TRUE(near(value[0], 3.46398944476, 1e-9));
    table->forest(&island, one(wood), value);
    CU_ASSERT_TRUE(near(value[0], 0.54911112842, 1e-5));
    table->outline_contains(&described.dressed, 3, places, inside);
    CU_ASSERT_TRUE(inside[0] == 1 && inside[1] == 1 && inside[2] == 0);
    table->walk(&island, 1, &walk);
    CU_ASSERT_TRUE(near(walk.x, 5.80048163, 1e-5) && near(walk.z, 511.37455183, 1e-5));
}

/* A small land of another kind: an island in the sky, past whose border is a fall. */
static twc_land sky_isle(void)
{
    twc_land land = described;
    land.grid = (twc_land_grid){1.0, 257, -500.0};
    land.edge.kind = TWC_LAND_EDGE_FALL;
    land.coast.shape_count = 1;
    land.coast.shape[0].radius = 110;
    land.pad.middle = (twc_spot){0, 60};
    land.layer_count = 0;
    land.feature[0].control_count = land.feature[1].control_count = 2;
    land.feature[0].control[0].place = (twc_spot){-30, 0};
    land.feature[0].control[1].place = (twc_spot){30, 0};
    land.feature[1].control[0].place = (twc_spot){-10, -20};
    land.feature[1].control[1].place = (twc_spot){0, 20};
    return land;
}

static void built(const twc_land *land, twc_land_ground *ground)
{
    void *memory = malloc(twc_land_ground_bytes(land));
    if (!memory)
        exit(4);
    twc_land_ground_place(land, memory, ground);
    twc_status status = twc_reference_land_build(land, (twc_build_options){0, 1, TWC_STATIC}, ground);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
}

/* Both orders of the two features, against their steps one by one; where the spines cross they differ. */
static void order(void)
{
    twc_land land = sky_isle(), swapped = land;
    swapped.feature[0] = land.feature[1];
    swapped.feature[1] = land.feature[0];
    twc_land_ground ground, other, steps;
    built(&land, &ground);
    built(&swapped, &other);
    size_t bytes = 257 * 257 * sizeof(float);
    CU_ASSERT_NOT_EQUAL(memcmp(ground.heights, other.heights, bytes), 0);
    swapped.feature_count = 1;
    built(&swapped, &steps);
    twc_spine *spine = &ground.spine[0];
    twc_spine_settle(&land, &land.feature[0], steps.heights, spine, NULL);
    twc_reference_land()->press(&land, &land.feature[0], spine, steps.heights);
    CU_ASSERT_EQUAL(memcmp(steps.heights, other.heights, bytes), 0);
    free(ground.heights);
    free(other.heights);
    free(steps.heights);
}

/* The fast library's ground, at every level that is usable and with threads that do not divide the bands. */
static void fast_builds(void)
{
    twc_land_ground ground;
    const twc_land *land = &described;
    void *memory = malloc(twc_land_ground_bytes(land));
    int levels = 0;
    if (!memory)
        exit(4);
    twc_land_ground_place(land, memory, &ground);
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        for (int threads = 1; threads <= 3 && twc_fast_land((twc_level)level); threads += 2) {
            const twc_build_options options = {0, threads, threads == 1 ? TWC_STATIC : TWC_DYNAMIC};
            memset(ground.heights, 0, POINTS * sizeof(float));
            twc_status status = twc_fast_land_build((twc_level)level, land, options, &ground);
            CU_ASSERT_EQUAL(status.code, TWC_OK);
            CU_ASSERT_EQUAL(memcmp(ground.heights, island.heights, POINTS * sizeof(float)), 0);
            CU_ASSERT_EQUAL(ground.highest, island.highest);
            levels++;
        }
    CU_ASSERT_TRUE(levels > 0);
    free(memory);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the three grids", grids},
                           {"highest point, extent, pad", places},
                           {"spines, levels, ribbon", spines},
                           {"what the brook carves", carving},
                           {"functions of a position", functions},
                           {"questions about the ground", questions},
                           {"fast builds", fast_builds},
                           {"features are applied in the land's order", order},
                           CU_TEST_INFO_NULL};
    int failed = suite_run("island", tests);
    free(island.heights);
    free(base);
    free(pressed);
    return failed;
}
