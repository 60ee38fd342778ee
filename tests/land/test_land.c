/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The land stage by other routes: polynomials against MPFR, outlines against winding numbers in 128 bits, spines and
 * nearest points against dense walks along the curve, noise and stripes against what defines them, walks at every edge.
 */
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "generate/island.h"
#include "land/stage.h"

static uint64_t state = 1;

/* Uniform over low..high, by a linear congruence's upper bits. */
static double between(double low, double high)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

/* ---- polynomials ---------------------------------------------------------------------------------------------- */

/*
 * Series of exp(-s) to the seventh power, at s <= 0.5625: the rest is below s^8 / 8! = 2.5e-7, eight times in the
 * result.
 */
static void exponential(void)
{
    int bad = 0;
    mpfr_t exact, error;
    mpfr_inits2(120, exact, error, (mpfr_ptr)0);
    for (int k = 0; k <= 90000; k++) {
        double q = k * 2.25 / 90000, s = q / 4, bound = 4.2 * pow(s, 8) / 40320 + 1e-15;
        mpfr_set_d(exact, -2 * q, MPFR_RNDN);
        mpfr_exp(exact, exact, MPFR_RNDN);
        mpfr_d_sub(error, twc_reference_expm2(q), exact, MPFR_RNDN);
        SUITE_EXPECT(bad, fabs(mpfr_get_d(error, MPFR_RNDN)) <= 8 * bound, "q %.17g", q);
    }
    mpfr_clears(exact, error, (mpfr_ptr)0);
    SUITE_NONE(bad);
}

/* At most an eighth of a turn from a quarter: the sine's rest is below a^11 / 11! = 1.8e-9, the cosine's a^12 / 12!. */
static void rotation(void)
{
    int bad = 0;
    mpfr_t angle, s, c;
    mpfr_inits2(160, angle, s, c, (mpfr_ptr)0);
    for (int k = 0; k < 100000; k++) {
        double turns = k < 800 ? (k - 400) / 64.0 : between(-40, 40);
        twc_rotation found = twc_reference_cos_sin(turns);
        mpfr_const_pi(angle, MPFR_RNDN);
        mpfr_mul_d(angle, angle, 2 * turns, MPFR_RNDN);
        mpfr_sin_cos(s, c, angle, MPFR_RNDN);
        mpfr_d_sub(s, found.s, s, MPFR_RNDN);
        mpfr_d_sub(c, found.c, c, MPFR_RNDN);
        SUITE_EXPECT(bad, fabs(mpfr_get_d(s, MPFR_RNDN)) < 1.8e-9 && fabs(mpfr_get_d(c, MPFR_RNDN)) < 1.8e-9, "%.17g",
                     turns);
        if (4 * turns == rint(4 * turns)) /* quarters are exact */
            SUITE_EXPECT(bad, found.s * found.c == 0 && fabs(found.s + found.c) == 1, "%.17g", turns);
    }
    mpfr_clears(angle, s, c, (mpfr_ptr)0);
    SUITE_NONE(bad);
}

/* ---- noise and stripes ------------------------------------------------------------------------------------------ */

static void directions(void)
{
    int bad = 0;
    mpfr_t c;
    mpfr_init2(c, 120);
    for (int k = 0; k < 16; k++) {
        double x = fabs(twc_gradient_x[k]), z = fabs(twc_gradient_z[k]), given[2] = {x, z};
        SUITE_EXPECT(bad, fabs(x * x + z * z - 2) < 1e-15, "direction %d", k);
        for (int other = 0; other < k; other++)
            SUITE_EXPECT(bad, twc_gradient_x[k] != twc_gradient_x[other] || twc_gradient_z[k] != twc_gradient_z[other],
                         "%d and %d", k, other);
        for (int axis = 0; axis < 2; axis++) { /* sqrt(2) cos of an odd multiple of pi / 16, to an ulp or two */
            int found = 0;
            for (int odd = 1; odd < 8; odd += 2) {
                mpfr_const_pi(c, MPFR_RNDN);
                mpfr_mul_si(c, c, odd, MPFR_RNDN);
                mpfr_div_si(c, c, 16, MPFR_RNDN);
                mpfr_cos(c, c, MPFR_RNDN);
                found += fabs(mpfr_get_d(c, MPFR_RNDN) * sqrt(2) - given[axis]) < 4e-16;
            }
            SUITE_EXPECT(bad, found == 1, "direction %d", k);
        }
    }
    mpfr_clear(c);
    SUITE_NONE(bad);
}

/* Zero at whole positions, with the corner's direction for its slope there; no step from cell to cell. */
static void gradient_noise(void)
{
    int bad = 0;
    const double e = 1e-6;
    for (int k = 0; k < 20000; k++) {
        double i = floor(between(-3000, 3000)), j = floor(between(-3000, 3000)), across = between(0, 1);
        int32_t seed = (int32_t)between(0, 2000);
        uint32_t way = twc_hash((int32_t)i, (int32_t)j, seed) >> 28;
        double dx = (twc_reference_noise(i + e, j, seed) - twc_reference_noise(i - e, j, seed)) / (2 * e);
        double dz = (twc_reference_noise(i, j + e, seed) - twc_reference_noise(i, j - e, seed)) / (2 * e);
        SUITE_EXPECT(bad, twc_reference_noise(i, j, seed) == 0.0, "(%g, %g)", i, j);
        SUITE_EXPECT(bad, fabs(dx - twc_gradient_x[way]) < 1e-5 && fabs(dz - twc_gradient_z[way]) < 1e-5, "(%g, %g)", i,
                     j);
        SUITE_EXPECT(bad,
                     fabs(twc_reference_noise(i - 1e-9, j + across, seed) - twc_reference_noise(i, j + across, seed)) <
                         1e-7,
                     "(%g, %g)", i, j + across);
    }
    SUITE_NONE(bad);
}

/* The slope is the depth's, across the stripes, as far as one cell's wave goes; depth stays within 0..1. */
static void stripes(void)
{
    int bad = 0;
    for (int k = 0; k < 20000; k++) {
        double x = between(-500, 500), z = between(-500, 500), turn = between(0, 1);
        twc_rotation way = twc_reference_cos_sin(turn);
        twc_stripe s = twc_reference_stripe(x, z, way.c, way.s, 31);
        SUITE_EXPECT(bad, s.depth >= -1e-15 && s.depth <= 1 + 1e-15, "(%g, %g)", x, z);
        SUITE_EXPECT(bad, fabs(s.slope_x * way.c + s.slope_z * way.s) < 1e-12, "not across at (%g, %g)", x, z);
        SUITE_EXPECT(bad, s.slope_x * s.slope_x + s.slope_z * s.slope_z < 9.87, "(%g, %g)", x, z);
        twc_stripe back = twc_reference_stripe(x, z, -way.c, -way.s, 31); /* a stripe has no sense of direction */
        SUITE_EXPECT(bad, fabs(back.depth - s.depth) < 1e-12 && fabs(back.slope_x - s.slope_x) < 1e-11, "(%g, %g)", x,
                     z);
    }
    SUITE_NONE(bad);
}

/* ---- shapes ----------------------------------------------------------------------------------------------------- */

/* How often an outline winds about a point, in 128 bits; edges are inside, whatever it winds. */
static int winds(const twc_land_outline *outline, twc_point p)
{
    int turns = 0;
    for (int32_t k = 0; k < outline->count; k++) {
        twc_point a = outline->corner[k], b = outline->corner[(k + 1) % outline->count];
        __extension__ __int128 left = (__extension__(__int128)(b.x - a.x)) * (p.z - a.z) -
                                      (__extension__(__int128)(b.z - a.z)) * (p.x - a.x);
        int64_t dot = ((int64_t)a.x - p.x) * ((int64_t)b.x - p.x) + ((int64_t)a.z - p.z) * ((int64_t)b.z - p.z);
        if (left == 0 && dot <= 0)
            return 1;
        turns += (a.z <= p.z && b.z > p.z && left > 0) - (b.z <= p.z && a.z > p.z && left < 0);
    }
    return turns != 0;
}

static void outlines(void)
{
    const twc_land_outline *dressed = &twc_island_land()->dressed;
    int bad = 0, inside = 0;
    for (int32_t k = 0; k < 200000; k++) {
        twc_point a = dressed->corner[k % dressed->count], b = dressed->corner[(k + 1) % dressed->count];
        double t = between(0, 1);
        twc_point p = {(int32_t)between(-23000, 21000), (int32_t)between(28000, 56000)};
        if (k % 4 == 1) /* about an edge */
            p = (twc_point){(int32_t)rint(a.x + t * (b.x - a.x)) + k / 4 % 3 - 1,
                            (int32_t)rint(a.z + t * (b.z - a.z)) + k / 12 % 3 - 1};
        else if (k % 4 == 2) /* level with a corner */
            p.z = a.z;
        else if (k < 44)
            p = a;
        inside += winds(dressed, p);
        SUITE_EXPECT(bad, twc_reference_contains(dressed, p) == winds(dressed, p), "(%d, %d)", p.x, p.z);
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(inside > 50000 && inside < 190000);
}

/* A capsule is as far as the nearest of many points along it; blends touch neither operand past their width. */
static void distances(void)
{
    const twc_land_coast *coast = &twc_island_land()->coast;
    int bad = 0;
    for (int k = 0; k < 2000; k++) {
        double x = between(-900, 900), z = between(-900, 900);
        const twc_shape *shape = &coast->shape[1 + k % 3];
        double least = HUGE_VAL;
        for (int i = 0; i <= 4000; i++) {
            double t = i / 4000.0, dx = x - (shape->from.x + t * (shape->to.x - shape->from.x));
            least = fmin(least, hypot(dx, z - (shape->from.z + t * (shape->to.z - shape->from.z))));
        }
        double d = twc_reference_shape_distance(shape, x, z) + shape->radius;
        SUITE_EXPECT(bad, d <= least + 1e-9 && d > least - 0.05, "(%g, %g)", x, z);
        double a = between(-50, 50), b = between(-50, 50), blended = twc_smooth_min(a, b, 30);
        SUITE_EXPECT(bad, blended <= fmin(a, b) && blended >= fmin(a, b) - 7.5, "%g %g", a, b);
        SUITE_EXPECT(bad, fabs(a - b) < 30 || blended == fmin(a, b), "%g %g", a, b);
        SUITE_EXPECT(bad, twc_smooth_max(a, b, 30) == -twc_smooth_min(-a, -b, 30), "%g %g", a, b);
    }
    SUITE_NONE(bad);
}

/* ---- spines ----------------------------------------------------------------------------------------------------- */

static void lay(const twc_land_feature *feature, double *memory, twc_spine *spine)
{
    int32_t n = twc_spine_count(feature);
    *spine = (twc_spine){n, memory, memory + n, memory + 2 * n, memory + 3 * n, memory + 4 * n};
    twc_spine_lay(feature, spine);
    CU_ASSERT_EQUAL(spine->count, n);
}

/* Through every control point, at its number; a stretch of equal steps on a straight line; nearest by a dense walk. */
static void spines(void)
{
    static double memory[5 * TWC_SPINE_POINTS];
    const twc_land_feature *brook = &twc_island_land()->feature[1];
    twc_spine spine;
    int bad = 0, found = 0;
    lay(brook, memory, &spine);
    for (int32_t k = 0; k < spine.count; k++)
        if (spine.at[k] == floor(spine.at[k])) {
            const twc_land_control *control = &brook->control[(int)spine.at[k]];
            SUITE_EXPECT(bad, spine.x[k] == control->place.x && spine.z[k] == control->place.z, "point %d", k);
            SUITE_EXPECT(bad, twc_spine_read(brook, TWC_SPINE_TABLE, spine.at[k]) == control->table, "point %d", k);
            found++;
        }
    CU_ASSERT_EQUAL(found, brook->control_count);
    for (int k = 0; k < 3000; k++) {
        double x = between(-80, 60), z = between(110, 520), least = 40, along = 0, at = 0;
        for (int32_t i = 0; i + 1 < spine.count; i++)
            for (int step = 0; step <= 32; step++) {
                double t = step / 32.0;
                double d = hypot(x - twc_lerp(spine.x[i], spine.x[i + 1], t),
                                 z - twc_lerp(spine.z[i], spine.z[i + 1], t));
                if (d < least) {
                    least = d;
                    along = twc_lerp(spine.along[i], spine.along[i + 1], t);
                    at = twc_lerp(spine.at[i], spine.at[i + 1], t);
                }
            }
        twc_spots p = {1, &x, &z};
        double d, found_at, found_along;
        twc_reference_spine_nearest(&spine, 40, p, (twc_nearest){&d, &found_at, &found_along});
        SUITE_EXPECT(bad, d <= least + 1e-9 && d > least - 0.02, "(%g, %g): %g and %g", x, z, d, least);
        if (least < 5) /* far from a bend two places can be as near */
            SUITE_EXPECT(bad, fabs(found_along - along) < 0.2 && fabs(found_at - at) < 0.02, "(%g, %g)", x, z);
    }
    SUITE_NONE(bad);
}

/* Three points in a line a metre's fraction apart: chords, counts and the doubled ends by hand. */
static void straight(void)
{
    double memory[64];
    twc_land_feature feature = {.how = TWC_LAND_PRESS, .control_count = 3};
    feature.control[1].place = (twc_spot){3.5, 0};
    feature.control[2].place = (twc_spot){3.5, 2};
    twc_spine spine;
    lay(&feature, memory, &spine);
    CU_ASSERT_EQUAL(spine.count, 4 + 3 + 1); /* floor(3.5) + 1 and floor(2) + 1 pieces */
    CU_ASSERT_EQUAL(spine.at[1], 0.25);
    CU_ASSERT_EQUAL(spine.at[5], 1 + 1 / 3.0);
    /* b + t (c - a) / 2 + t^2 (2a - 5b + 4c - d) / 2 + t^3 (3b - 3c + d - a) / 2 at t = 1/2 of the first span, x. */
    CU_ASSERT_EQUAL(spine.x[2], 3.5 / 4 + 3 * 3.5 / 8 - 2 * 3.5 / 16);
    CU_ASSERT_EQUAL(spine.along[0], 0);
    CU_ASSERT_EQUAL(spine.z[7], 2);
    CU_ASSERT_TRUE(fabs(spine.along[7] - 5.5) < 0.4 && spine.along[7] >= 5.5 - 0.4);
}

/* ---- walks ------------------------------------------------------------------------------------------------------ */

/* A beach that falls a metre in ten towards the east from x = 0, over 65 points a metre apart. */
static void beach(twc_land *land, float *heights, twc_land_ground *ground)
{
    *land = *twc_island_land();
    land->grid = (twc_land_grid){1.0, 65, -30.0};
    *ground = (twc_land_ground){.land = land, .heights = heights};
    for (int32_t k = 0; k < 65 * 65; k++)
        heights[k] = (float)((32 - k % 65) * 0.125);
}

static twc_walk walked(const twc_land_ground *ground, double x, double z, double by_x, double by_z)
{
    twc_walk walk = {x, z, by_x, by_z, -1, 0};
    twc_reference_walk(ground, 1, &walk);
    return walk;
}

static void walks(void)
{
    static float heights[65 * 65];
    twc_land land;
    twc_land_ground ground;
    beach(&land, heights, &ground);
    /* Straight out: knee deep at 0.6 m, where x = 4.8; there is no way to slide. */
    twc_walk walk = walked(&ground, 0, 0, 10, 0);
    CU_ASSERT_TRUE(walk.x > 4.5 && walk.x <= 4.8 && walk.z == 0);
    /* Askew: the part along the shore goes on to its end. */
    walk = walked(&ground, 0, 0, 10, 10);
    CU_ASSERT_TRUE(walk.x > 4.5 && walk.x <= 4.8 && fabs(walk.z - 10) < 1e-9 && walk.end == TWC_WALK_DONE);
    /* From where it is too deep one may only come out. */
    CU_ASSERT_EQUAL(walked(&ground, 10, 0, -4, 0).x, 6);
    CU_ASSERT_EQUAL(walked(&ground, 10, 0, 4, 0).x, 10);
    CU_ASSERT_EQUAL(walked(&ground, 1, 2, 0, 0).end, TWC_WALK_DONE);
    land.edge.kind = TWC_LAND_EDGE_FALL;
    walk = walked(&ground, 30, 0, 10, 0);
    CU_ASSERT_TRUE(walk.end == TWC_WALK_FELL && walk.x == 32.25 && walk.z == 0);
    CU_ASSERT_EQUAL(walked(&ground, 30, 0, 2, 0).end, TWC_WALK_DONE);
    land.edge.kind = TWC_LAND_EDGE_WALL;
    walk = walked(&ground, 30, 30, 10, -40);
    CU_ASSERT_TRUE(walk.x == 32 && fabs(walk.z + 10) < 1e-9 && walk.end == TWC_WALK_DONE);
    land.edge.kind = TWC_LAND_EDGE_WRAP;
    walk = walked(&ground, 30, -30, 10, -12);
    CU_ASSERT_TRUE(fabs(walk.x - (40 - 64)) < 1e-9 && fabs(walk.z - (-42 + 64)) < 1e-9);
    CU_ASSERT_EQUAL(walked(&ground, 31.75, 0, 0.25, 0).x, -32);
}

/* Planes are reproduced exactly, triangles lie on either side of the diagonal, and past the border is the sea floor. */
static void triangles(void)
{
    static float heights[65 * 65];
    twc_land land;
    twc_land_ground ground;
    beach(&land, heights, &ground);
    const twc_land_grid *grid = &land.grid;
    heights[32 * 65 + 33] = 8; /* (1, 0): above the diagonal of the cell (0, 0) */
    CU_ASSERT_EQUAL(twc_reference_height_at(grid, heights, 0.5, 0.5), -0.0625);
    CU_ASSERT_EQUAL(twc_reference_height_at(grid, heights, 0.25, 0.75), -0.03125);
    CU_ASSERT_EQUAL(twc_reference_height_at(grid, heights, 0.75, 0.25), 8 * 0.5 - 0.125 * 0.25);
    CU_ASSERT_EQUAL(twc_reference_height_at(grid, heights, 32, 32), -4);
    CU_ASSERT_EQUAL(twc_reference_height_at(grid, heights, -32, 31.5), 4);
    CU_ASSERT_EQUAL(twc_reference_height_at(grid, heights, 32.0000001, 0), -30);
    CU_ASSERT_EQUAL(twc_reference_height_at(grid, heights, 0, -32.0000001), -30);
}

/* ---- cover and definition --------------------------------------------------------------------------------------- */

/* Weights add up to 1, whatever the layers: each takes its share from those below. */
static void layers(void)
{
    static float heights[65 * 65];
    static double memory[5 * TWC_SPINE_POINTS * 2];
    twc_land land;
    twc_land_ground ground;
    int bad = 0;
    beach(&land, heights, &ground);
    lay(&land.feature[0], memory, &ground.spine[0]);
    lay(&land.feature[1], memory + 5 * TWC_SPINE_POINTS, &ground.spine[1]);
    ground.highest = 1;
    for (int k = 0; k < 500; k++) {
        double x[2] = {between(-40, 40), between(-40, 40)}, z[2] = {between(-40, 40), between(330, 420)};
        double weight[2 * (TWC_LAND_LAYERS + 1)], brown[2];
        twc_reference_land_look(&ground, (twc_spots){2, x, z}, (twc_land_look){weight, brown});
        for (int p = 0; p < 2; p++) {
            double sum = 0;
            for (int layer = 0; layer <= land.layer_count; layer++)
                sum += weight[layer * 2 + p];
            SUITE_EXPECT(bad, fabs(sum - 1) < 1e-12 && brown[p] >= 0 && brown[p] <= 1, "(%g, %g)", x[p], z[p]);
        }
    }
    SUITE_NONE(bad);
}

static void refusals(void)
{
    const twc_land *island = twc_island_land();
    twc_land land = *island;
    CU_ASSERT_EQUAL(twc_land_check(&land).code, TWC_OK);
    land.grid.points = 1;
    CU_ASSERT_EQUAL(twc_land_check(&land).code, TWC_USAGE);
    land = *island;
    land.feature[1].control[7].place = land.feature[1].control[6].place;
    twc_status status = twc_land_check(&land);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "points 6 and 7"));
    land = *island;
    land.coast.noise.octaves = 13;
    CU_ASSERT_EQUAL(twc_land_check(&land).code, TWC_USAGE);
    land = *island;
    land.pad.edge.to = land.pad.edge.from;
    CU_ASSERT_EQUAL(twc_land_check(&land).code, TWC_USAGE);
    land = *island;
    land.layer[3].feature = 2;
    CU_ASSERT_EQUAL(twc_land_check(&land).code, TWC_USAGE);
    land = *island;
    land.gullies.size = NAN;
    CU_ASSERT_EQUAL(twc_land_check(&land).code, TWC_USAGE);
}

int main(void)
{
    CU_TestInfo tests[] = {{"exponential", exponential},
                           {"cosine and sine", rotation},
                           {"sixteen directions", directions},
                           {"gradient noise", gradient_noise},
                           {"stripes", stripes},
                           {"outlines", outlines},
                           {"distances", distances},
                           {"spines and nearest points", spines},
                           {"a spine by hand", straight},
                           {"triangles", triangles},
                           {"walks", walks},
                           {"layers", layers},
                           {"refusals", refusals},
                           CU_TEST_INFO_NULL};
    return suite_run("land", tests);
}
