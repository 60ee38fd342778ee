/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the island claims of itself, within its bands, and the measures on lands where they are known: the reference's
 * table and the best level's give the same numbers.
 */
#include <math.h>
#include <stdlib.h>

#include "common/suite.h"
#include "generate/island.h"
#include "measure/land.h"
#include "twc/fast.h"

static const twc_land *island;
static const twc_land_table *table;
static twc_land_made base, pressed, ground;

static int within(double value, double expected, double band)
{
    if (fabs(value - expected) <= band)
        return 1;
    printf("\n    %.9g is not %.9g +- %g\n", value, expected, band);
    return 0;
}

static void extent(void)
{
    double lowland = 0;
    CU_ASSERT_TRUE(within(twc_land_coast_radius(table, island, (twc_spot){0, -40}), 638, 1));
    CU_ASSERT_EQUAL(twc_land_lowland(table, island, 85, 95, &lowland).code, TWC_OK);
    CU_ASSERT_TRUE(within(lowland, 6.94, 0.02));
    CU_ASSERT_EQUAL(twc_land_outside(table, &ground.ground, &island->fine_over), 0);
}

static void hill(void)
{
    twc_land_top top = twc_land_highest_point(&ground.ground);
    CU_ASSERT_TRUE(within(top.height, 158.06732, 1e-5) && top.at.x == -8 && top.at.z == -240);
    CU_ASSERT_TRUE(within(twc_land_hill_foot(table, island), 535.8, 0.05));
    CU_ASSERT_TRUE(within(twc_land_deepest_cut(table, island, ground.ground.highest), 16.65, 0.005));
    for (int32_t seed = 31; seed < 35; seed++)
        CU_ASSERT_TRUE(within(twc_land_stripe_crests(table, seed), 1.115, 0.02));
}

static void features(void)
{
    double median = 0, filled = 0;
    CU_ASSERT_EQUAL(twc_land_pressed(table, &pressed.ground, 0, 14, &median).code, TWC_OK);
    CU_ASSERT_TRUE(within(100 * median, 5.0, 0.005));
    CU_ASSERT_EQUAL(twc_land_filled(table, &base.ground, &ground.ground, &filled).code, TWC_OK);
    CU_ASSERT_TRUE(within(filled, 2.84, 0.005));
}

static void drawing(void)
{
    const double x[3] = {10.5, 300.25, -77}, z[3] = {20, -40.75, 301}, none = 0;
    double y[3], rms = -1;
    CU_ASSERT_TRUE(within(twc_land_bilinear_error(&ground.ground), 2.94, 0.005));
    table->land_heights(&ground.ground, (twc_spots){3, x, z}, y);
    CU_ASSERT_EQUAL(twc_land_rms(table, &ground.ground, (twc_spots){3, x, z}, y, &rms).code, TWC_OK);
    CU_ASSERT_EQUAL(rms, 0);
    y[1] += 3;
    CU_ASSERT_EQUAL(twc_land_rms(table, &ground.ground, (twc_spots){3, x, z}, y, &rms).code, TWC_OK);
    CU_ASSERT_TRUE(within(rms, sqrt(3.0), 1e-12));
    CU_ASSERT_EQUAL(twc_land_rms(table, &ground.ground, (twc_spots){0, &none, &none}, &none, &rms).code, TWC_OK);
    CU_ASSERT_EQUAL(rms, 0);
}

static void wading(void)
{
    twc_land_stops cove = twc_land_wading(table, &ground.ground, (twc_spot){-22, 490}, 100);
    twc_land_stops all = twc_land_wading(table, &ground.ground, (twc_spot){-4, 338}, 1000);
    CU_ASSERT_TRUE(cove.count > 50 && cove.low >= -0.6 && cove.high <= -0.59);
    CU_ASSERT_TRUE(all.count > 200 && all.low >= -0.6 && all.high <= -0.59);
}

/* A round land without noise has the coast it is given, and a hill of the foot it is given. */
static void round_land(void)
{
    twc_land plain = *island;
    plain.coast.shape_count = 1;
    plain.coast.rough = 0;
    plain.hill.warp.by = 0;
    CU_ASSERT_TRUE(within(twc_land_coast_radius(table, &plain, (twc_spot){0, -40}), 640, 1e-6));
    CU_ASSERT_TRUE(within(twc_land_hill_foot(table, &plain), 540, 0.5));
}

static void either_table(void)
{
    const twc_land_table *reference = twc_reference_land();
    CU_ASSERT_EQUAL(twc_land_coast_radius(reference, island, (twc_spot){0, -40}),
                    twc_land_coast_radius(table, island, (twc_spot){0, -40}));
    CU_ASSERT_EQUAL(twc_land_stripe_crests(reference, 31), twc_land_stripe_crests(table, 31));
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"extent", extent}, {"hill and gullies", hill},   {"features", features},         {"what is drawn", drawing},
        {"wading", wading}, {"a round land", round_land}, {"either table", either_table}, CU_TEST_INFO_NULL};
    island = twc_island_land();
    table = twc_fast_land(twc_level_best());
    if (twc_land_make(table, island, 0, &base).code || twc_land_make(table, island, 1, &pressed).code ||
        twc_land_make(table, island, 2, &ground).code)
        return 1;
    int failed = suite_run("island_claims", tests);
    twc_land_unmake(&base);
    twc_land_unmake(&pressed);
    twc_land_unmake(&ground);
    return failed;
}
