/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * docs/spec/tower.md 5: the test world's Long Water by its length, courses by the distance along them, profiles by what
 * they promise, falls and flow by the specification's numbers.
 */
#include <math.h>
#include <stdlib.h>

#include "common/suite.h"
#include "twc/fast.h"
#include "twc/tower_river.h"

static twc_tower_river_course course;
static twc_tower_river_profile profile;
static double ground[TWC_TOWER_RIVER_STATIONS];
static const double none = NAN;

static twc_place_on_floor place(double degrees, double km)
{
    return (twc_place_on_floor){(uint32_t)((degrees * 1e6 * 4294967296.0 + 180e6) / 360e6), (int32_t)(km * 100000)};
}

static size_t long_water(twc_place_on_floor *out)
{
    static const double at[12][2] = {{38, 92},   {46, 108},  {58, 120},  {74, 132},  {92, 141},  {108, 148},
                                     {118, 160}, {126, 172}, {140, 186}, {158, 202}, {172, 218}, {180, 230}};
    for (int k = 0; k < 12; k++)
        out[k] = place(at[k][0], at[k][1]);
    return 12;
}

/* 189.51 km; stations as far apart as they say, to what a chord cuts off, and the ends where they were given. */
static void course_of_the_long_water(void)
{
    twc_place_on_floor controls[12];
    const size_t n = long_water(controls);
    int bad = 0;
    CU_ASSERT_EQUAL_FATAL(twc_tower_river_lay(n, controls, &course).code, TWC_OK);
    CU_ASSERT_TRUE(fabs(course.length - 189510.0) < 5.0);
    CU_ASSERT_EQUAL(course.count, 949);
    for (int32_t k = 1; k < course.count; k++) {
        const double far = hypot(course.x[k] - course.x[k - 1], course.z[k] - course.z[k - 1]);
        SUITE_EXPECT(bad, far <= course.step + 1e-9 && far > course.step * 0.9999, "station %d: %.6f m", k, far);
        const double arc = (int32_t)(course.place[k].theta - controls[0].theta) * TWC_TOWER_ARC;
        SUITE_EXPECT(bad,
                     fabs(arc - course.x[k]) < 1e-4 && fabs(course.place[k].z * 0.01 - course.z[k]) <= 0.005 + 1e-9,
                     "station %d is placed elsewhere", k);
    }
    CU_ASSERT_EQUAL(course.place[0].z, controls[0].z);
    CU_ASSERT_EQUAL(course.place[course.count - 1].z, controls[n - 1].z);
    CU_ASSERT_TRUE(abs((int32_t)(course.place[course.count - 1].theta - controls[n - 1].theta)) <= 1);
    SUITE_NONE(bad);
}

/* A straight course over theta 0 is as long as its ends are apart; the same course anywhere has the same stations. */
static void over_the_seam(void)
{
    const twc_place_on_floor seam[2] = {{0xFFF00000U, 5000000}, {0x00100000U, 5000000}};
    CU_ASSERT_EQUAL(twc_tower_river_lay(2, seam, &course).code, TWC_OK);
    CU_ASSERT_TRUE(fabs(course.length - 0x200000 * TWC_TOWER_ARC) < 1e-6);
    static twc_tower_river_course other;
    const twc_place_on_floor elsewhere[2] = {{0x40000000U, 5000000}, {0x40200000U, 5000000}};
    CU_ASSERT_EQUAL(twc_tower_river_lay(2, elsewhere, &other).code, TWC_OK);
    CU_ASSERT_EQUAL(course.count, other.count);
    for (int32_t k = 0; k < course.count; k++)
        CU_ASSERT_EQUAL(course.x[k], other.x[k]);
}

static void refusals(void)
{
    twc_place_on_floor controls[3] = {{0, 0}, {0, 0}, {9, 9}};
    CU_ASSERT_EQUAL(twc_tower_river_lay(1, controls, &course).code, TWC_USAGE);
    CU_ASSERT_EQUAL(twc_tower_river_lay(3, controls, &course).code, TWC_USAGE);
    CU_ASSERT_EQUAL(twc_tower_river_lay(TWC_TOWER_RIVER_CONTROLS + 1, controls, &course).code, TWC_USAGE);
}

/* The specification's fit: elevations 200 m apart, 2 m a kilometre. */
static void golden_fit(void)
{
    static const double elevation[6] = {100, 90, 95, 80, 99, 60}, expected[6] = {100, 90, 89.6, 80, 79.6, 60};
    _Alignas(64) char scratch[4096];
    const twc_tower_river_ends ends = {0.002, none, none};
    course.count = 6;
    course.step = 200.0;
    course.length = 1000.0;
    CU_ASSERT_TRUE_FATAL(twc_tower_river_bytes(6) <= sizeof scratch);
    for (int t = 0; t <= TWC_LEVEL_COUNT; t++) {
        const twc_grid_table *table = t == 0 ? twc_reference_grid() : twc_fast_grid((twc_level)(t - 1));
        if (!table)
            continue;
        CU_ASSERT_EQUAL(twc_tower_river_fit(table, &course, elevation, &ends, scratch, &profile).code, TWC_OK);
        CU_ASSERT_EQUAL(profile.falls, 1); /* from 79.6 to 60 */
        for (int k = 0; k < 6; k++)
            CU_ASSERT_TRUE(fabs(profile.level[k] - expected[k]) < 1e-9);
    }
}

/* Over rough ground: it falls by the slope at least but for falls' feet, and meets its ends. */
static void promises(void)
{
    twc_place_on_floor controls[12];
    const size_t n = long_water(controls);
    int bad = 0, falls = 0;
    CU_ASSERT_EQUAL_FATAL(twc_tower_river_lay(n, controls, &course).code, TWC_OK);
    void *scratch = aligned_alloc(64, (twc_tower_river_bytes(course.count) + 63) / 64 * 64);
    for (int seed = 0; seed < 30; seed++) {
        const twc_tower_river_ends ends = {0.002, seed % 2 ? 1809.0 : none, seed % 3 ? 120.0 : none};
        for (int32_t k = 0; k < course.count; k++)
            ground[k] = 1900.0 - 1.8 * k + (double)(twc_hash(k / 7, seed, 3) % 300) +
                        (double)(twc_hash(k, seed, 4) % 60);
        CU_ASSERT_EQUAL(twc_tower_river_fit(twc_reference_grid(), &course, ground, &ends, scratch, &profile).code,
                        TWC_OK);
        for (int32_t k = 1; k < course.count; k++) {
            int inside = 0;
            for (int32_t f = 0; f < profile.falls; f++)
                inside |= k > profile.fall[f].top + 1 && k <= profile.fall[f].foot;
            const double drop = profile.level[k - 1] - profile.level[k];
            SUITE_EXPECT(bad, inside ? drop == 0.0 : drop >= 0.002 * course.step - 1e-9, "seed %d, station %d: %.4f m",
                         seed, k, drop);
        }
        for (int32_t f = 0; f < profile.falls; f++) {
            const twc_fall *fall = &profile.fall[f];
            SUITE_EXPECT(bad,
                         fall->drop >= 12.0 && (fall->drop <= 150.0 || fall->foot == fall->top + 1) &&
                             fall->drop == profile.level[fall->top] - profile.level[fall->foot],
                         "seed %d, fall %d: %.3f m", seed, f, fall->drop);
        }
        falls += profile.falls;
        if (seed % 2)
            CU_ASSERT_EQUAL(profile.level[0], 1809.0);
        if (seed % 3)
            CU_ASSERT_TRUE(fabs(profile.level[course.count - 1] - 120.0) < 1e-9);
    }
    CU_ASSERT_TRUE(falls > 30);
    const twc_tower_river_ends uphill = {0.002, 400.0, 120.0};
    CU_ASSERT_EQUAL(twc_tower_river_fit(twc_reference_grid(), &course, ground, &uphill, scratch, &profile).code,
                    TWC_USAGE);
    free(scratch);
    SUITE_NONE(bad);
}

static void flow(void)
{
    CU_ASSERT_TRUE(fabs(twc_tower_river_speed(1.0, 0.002) - 1.277753130) < 1e-9);
    CU_ASSERT_TRUE(fabs(twc_tower_river_speed(2.0, 0.002) - 2.028306663) < 1e-9);
    CU_ASSERT_TRUE(fabs(twc_tower_river_width(100.0) - 45.0) < 1e-12);
    CU_ASSERT_TRUE(fabs(twc_tower_river_depth(110.0) - 0.3 * pow(110.0, 0.4)) < 1e-12);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the Long Water's course", course_of_the_long_water},
                           {"over the seam", over_the_seam},
                           {"what is refused", refusals},
                           {"the specification's fit", golden_fit},
                           {"what a profile promises", promises},
                           {"what flows", flow},
                           CU_TEST_INFO_NULL};
    return suite_run("river", tests);
}
