/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All that a land is asked, against one place at a time of the reference; walks against a third walker written from the
 * specification alone; and the walks' fuzzer, which must find every fault that is planted into that walker.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/random.h"
#include "common/suite.h"
#include "fuzz/walks.h"
#include "generate/land_json.h"
#include "measure/land.h"
#include "measure/land_ask.h"
#include "twc/fast.h"

static twc_land_made island;

static void build(void)
{
    static twc_land land;
    CU_ASSERT_EQUAL_FATAL(twc_land_read(TWC_SOURCE_DIR "/experiments/island.json", &land).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_land_make(twc_fast_land(twc_level_best()), &land, 2, &island).code, TWC_OK);
}

/* ---- answers ---------------------------------------------------------------------------------------------------- */

enum { ASKED = 700 }; /* two whole batches and a part */

static void answers(void)
{
    static double x[ASKED], z[ASKED];
    static twc_land_answer all[ASKED], one;
    const twc_land_table *reference = twc_reference_land();
    twc_random random = {7};
    int bad = 0;
    for (int k = 0; k < ASKED; k++) {
        x[k] = (double)twc_random_between(&random, -110000, 110000) / 100.0 / (k % 3 ? 10.0 : 1.0);
        z[k] = (double)twc_random_between(&random, -110000, 110000) / 100.0 / (k % 3 ? 4.0 : 1.0) +
               (k % 3 ? 390.0 : 0.0);
    }
    x[5] = -190; /* corners of the dressed area, and a centimetre's half outside */
    z[5] = 285;
    x[6] = 0;
    z[6] = 284.99;
    CU_ASSERT_EQUAL_FATAL(
        twc_land_ask(twc_fast_land(twc_level_best()), &island.ground, 8.0, (twc_spots){ASKED, x, z}, all).code, TWC_OK);
    for (int k = 0; k < ASKED; k++) {
        double sum = 0.0;
        memset(&one, 0, sizeof one);
        CU_ASSERT_EQUAL_FATAL(twc_land_ask(reference, &island.ground, 8.0, (twc_spots){1, &x[k], &z[k]}, &one).code,
                              TWC_OK);
        for (int layer = 0; layer <= island.land.layer_count; layer++) {
            sum += one.weight[layer];
            SUITE_EXPECT(bad, one.weight[layer] == all[k].weight[layer], "weight %d at %g, %g", layer, x[k], z[k]);
        }
        SUITE_EXPECT(bad, fabs(sum - 1.0) < 1e-12, "weights at %g, %g", x[k], z[k]);
        SUITE_EXPECT(bad,
                     one.height == all[k].height && one.slope == all[k].slope && one.forest == all[k].forest &&
                         one.grove == all[k].grove && one.curvature == all[k].curvature &&
                         one.dressed == all[k].dressed && one.brown == all[k].brown,
                     "(%g, %g)", x[k], z[k]);
        for (int f = 0; f < 2; f++)
            SUITE_EXPECT(bad, one.distance[f] == all[k].distance[f], "distance %d at %g, %g", f, x[k], z[k]);
        const double *n = all[k].normal;
        SUITE_EXPECT(bad,
                     fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1.0) < 1e-12 &&
                         fabs(n[0] / n[1] + all[k].gradient_x) < 1e-12 &&
                         fabs(hypot(all[k].gradient_x, all[k].gradient_z) - all[k].slope) < 1e-12,
                     "normal at %g, %g", x[k], z[k]);
    }
    CU_ASSERT_TRUE(all[5].dressed && !all[6].dressed);
    SUITE_NONE(bad);
}

static void golden(void)
{
    const double x[3] = {100, -30, -150}, z[3] = {-100, 405, 300};
    twc_land_answer a[3];
    CU_ASSERT_EQUAL_FATAL(
        twc_land_ask(twc_fast_land(twc_level_best()), &island.ground, 8.0, (twc_spots){3, x, z}, a).code, TWC_OK);
    CU_ASSERT_DOUBLE_EQUAL(a[0].gradient_x, -0.0570526, 1e-7);
    CU_ASSERT_DOUBLE_EQUAL(a[0].curvature, 0.0288976, 1e-7);
    CU_ASSERT_DOUBLE_EQUAL(a[1].distance[0], 3.46398944476, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(a[2].forest, 0.54911112842, 1e-9);
    CU_ASSERT_TRUE(a[0].distance[0] == 16 && a[0].distance[1] == 8);
}

/* ---- a third walker, and its faults ------------------------------------------------------------------------------ */

enum {
    SOUND,
    NO_SLIDE,
    SLIDE_UNCHECKED,
    WADES_DEEPER,
    CHECKS_EVERY_OTHER,
    FALLS_LATE,
    NO_WALL,
    WRAPS_ONE_AXIS,
    FAULTS
};
static const char *const fault_names[FAULTS] = {
    "none",       "no slide", "slide unchecked", "wades 1 mm deeper", "checks every other step",
    "falls late", "no wall",  "wraps one axis"};
static int fault; /* of the walker below, whose place in a table leaves no room for an argument */

static double height_of(const twc_land_ground *ground, double x, double z)
{
    double height;
    twc_reference_land()->land_heights(ground, (twc_spots){1, &x, &z}, &height);
    return height;
}

static int may_go(const twc_land_ground *ground, const twc_walk *w, double x, double z)
{
    const double wade = ground->land->edge.wade + (fault == WADES_DEEPER ? 0.001 : 0.0), to = height_of(ground, x, z);
    return to >= -wade || to > height_of(ground, w->x, w->z);
}

static void sea_step(const twc_land_ground *ground, double ex, double ez, int k, twc_walk *w)
{
    double gx, gz, x = w->x + ex, z = w->z + ez;
    if (!may_go(ground, w, x, z) && !(fault == CHECKS_EVERY_OTHER && k % 2)) {
        twc_reference_land()->land_gradients(ground, (twc_spots){1, &w->x, &w->z}, (twc_vectors){&gx, &gz});
        const double square = gx * gx + gz * gz, share = (ex * gx + ez * gz) / square;
        x = w->x + (ex - share * gx);
        z = w->z + (ez - share * gz);
        if (square == 0.0 || fault == NO_SLIDE || (fault != SLIDE_UNCHECKED && !may_go(ground, w, x, z))) {
            w->end = TWC_WALK_STOPPED;
            return;
        }
    }
    w->x = x;
    w->z = z;
}

static double into(double v, double limit)
{
    while (v >= limit)
        v -= 2.0 * limit;
    while (v < -limit)
        v += 2.0 * limit;
    return v;
}

static void dry_step(const twc_land_ground *ground, double ex, double ez, twc_walk *w)
{
    const double limit = (ground->land->grid.points - 1) * ground->land->grid.cell / 2.0;
    const double past = limit + (fault == FALLS_LATE ? 0.01 : 0.0);
    w->x += ex;
    w->z += ez;
    if (ground->land->edge.kind == TWC_LAND_EDGE_FALL) {
        w->end = fabs(w->x) > past || fabs(w->z) > past ? TWC_WALK_FELL : TWC_WALK_DONE;
    } else if (ground->land->edge.kind == TWC_LAND_EDGE_WALL) {
        w->x = fault == NO_WALL ? w->x : fmax(-limit, fmin(limit, w->x));
        w->z = fmax(-limit, fmin(limit, w->z));
    } else {
        w->x = into(w->x, limit);
        w->z = fault == WRAPS_ONE_AXIS ? w->z : into(w->z, limit);
    }
}

static void third_walk(const twc_land_ground *ground, size_t n, twc_walk *walks)
{
    for (size_t i = 0; i < n; i++) {
        twc_walk *w = &walks[i];
        int steps = 1;
        while (sqrt(w->by_x * w->by_x + w->by_z * w->by_z) / ground->land->edge.stride > steps)
            steps++;
        w->end = TWC_WALK_DONE;
        for (int k = 0; k < steps && w->end == TWC_WALK_DONE; k++)
            if (ground->land->edge.kind == TWC_LAND_EDGE_SEA)
                sea_step(ground, w->by_x / steps, w->by_z / steps, k, w);
            else
                dry_step(ground, w->by_x / steps, w->by_z / steps, w);
    }
}

/* ---- the fuzzer -------------------------------------------------------------------------------------------------- */

static twc_walks_tally run(const twc_land_table *table, int64_t count, int plant)
{
    const twc_walks_options options = {3, 0, count, plant};
    twc_walks_tally tally;
    CU_ASSERT_EQUAL_FATAL(twc_walks_run(table, &island.ground, &options, NULL, &tally).code, TWC_OK);
    return tally;
}

static void none_escapes(void)
{
    for (int k = 0; k < TWC_LEVEL_COUNT; k++) {
        if (!twc_fast_land((twc_level)k))
            continue;
        const twc_walks_tally tally = run(twc_fast_land((twc_level)k), 16384, 0);
        CU_ASSERT_EQUAL(tally.walks, 16384);
        CU_ASSERT_EQUAL(tally.failures, 0);
        CU_ASSERT_EQUAL(tally.done + tally.stopped + tally.fell, tally.walks);
        CU_ASSERT_TRUE(tally.stopped > 300 && tally.fell > 30 && tally.followed > 300);
    }
}

static void every_planted_fault_is_found(void)
{
    twc_land_table table = *twc_reference_land();
    table.walk = third_walk;
    for (fault = SOUND; fault < FAULTS; fault++) {
        const twc_walks_tally tally = run(&table, 8192, 0);
        printf("\n    %s: %lld found", fault_names[fault], (long long)tally.failures);
        CU_ASSERT_EQUAL(fault == SOUND, tally.failures == 0);
        if (fault == SLIDE_UNCHECKED || fault == WADES_DEEPER || fault == CHECKS_EVERY_OTHER)
            CU_ASSERT_TRUE(tally.broken[TWC_WALK_DEEPER] > 0);
        if (fault == FALLS_LATE || fault == NO_WALL || fault == WRAPS_ONE_AXIS)
            CU_ASSERT_TRUE(tally.broken[TWC_WALK_PAST] > 0);
    }
    fault = SOUND;
    const twc_walks_tally tally = run(twc_fast_land(twc_level_best()), 4096, 1);
    CU_ASSERT_TRUE(tally.broken[TWC_WALK_DEEPER] > 0 && tally.broken[TWC_WALK_PAST] > 0);
}

/* A walk depends on its number alone, so that the line which repeats the first failure meets it again. */
static void numbered(void)
{
    const twc_walks_options all = {3, 0, 4096, 1};
    twc_walks_tally tally, again;
    const twc_land_table *table = twc_fast_land(twc_level_best());
    CU_ASSERT_EQUAL_FATAL(twc_walks_run(table, &island.ground, &all, NULL, &tally).code, TWC_OK);
    const twc_walks_options one = {3, tally.first, 1, 1};
    CU_ASSERT_EQUAL_FATAL(twc_walks_run(table, &island.ground, &one, NULL, &again).code, TWC_OK);
    CU_ASSERT_TRUE(again.failures == 1 && again.first == tally.first && again.walks == 1);
}

/*
 * A shelf half a metre under water, 8 m across, with a cliff round it: a walker goes to its border and there along it;
 * one whose stride is longer than the shelf is stuck wherever he stands.
 */
static void stuck(void)
{
    twc_land land = island.land;
    static float heights[9 * 9];
    twc_land_ground ground = {.land = &land, .heights = heights};
    land.grid = (twc_land_grid){1.0, 9, -30.0};
    land.edge.kind = TWC_LAND_EDGE_SEA;
    for (int k = 0; k < 81; k++)
        heights[k] = -0.5f;
    const twc_walk level = {0, 0, 3, 1, 0, 0}, out = {3, 0, 4, 1, 0, 0};
    twc_land_track track = twc_land_follow(twc_reference_land(), &ground, level);
    CU_ASSERT_TRUE(track.walk.end == TWC_WALK_DONE && track.lowest == -0.5 && !track.broken && track.steps == 13);
    track = twc_land_follow(twc_reference_land(), &ground, out);
    CU_ASSERT_TRUE(track.walk.end == TWC_WALK_DONE && track.walk.x > 3.7 && track.walk.x <= 4 && track.walk.z == 1);
    CU_ASSERT_TRUE(track.lowest == -0.5 && !track.broken);
    const twc_walks_options options = {3, 0, 1024, 0};
    twc_walks_tally tally;
    CU_ASSERT_EQUAL_FATAL(twc_walks_run(twc_reference_land(), &ground, &options, NULL, &tally).code, TWC_OK);
    CU_ASSERT_TRUE(tally.failures == 0 && tally.stuck == 0);
    land.edge.stride = 32;
    CU_ASSERT_EQUAL_FATAL(twc_walks_run(twc_reference_land(), &ground, &options, NULL, &tally).code, TWC_OK);
    CU_ASSERT_TRUE(tally.failures == 0 && tally.stuck > 100 && tally.stuck == tally.stopped);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the island is made", build},
                           {"all that is asked, one at a time", answers},
                           {"golden answers", golden},
                           {"none escapes", none_escapes},
                           {"every planted fault is found", every_planted_fault_is_found},
                           {"walks are numbered", numbered},
                           {"a shelf with a cliff round it", stuck},
                           CU_TEST_INFO_NULL};
    const int failed = suite_run("asking and walking", tests);
    twc_land_unmake(&island);
    return failed;
}
