/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setbacks: the table for straight arms, by the formula and by cells; what is swallowed; what is refused, and how. */
#include <math.h>

#include "common/suite.h"
#include "network/plans.h"

static const double tau = 6.283185307179586;

static twc_point polar(double degrees, double cm)
{
    return (twc_point){(int32_t)lround(cm * cos(degrees / 360.0 * tau)),
                       (int32_t)lround(cm * sin(degrees / 360.0 * tau))};
}

/* Two arms from the origin at an angle; the stations of their openings. */
static void two_arms(int32_t half_a, int32_t half_b, int degrees, int32_t station[2])
{
    plan_case c = {0};
    twc_network network;
    plan_segment(&c, half_a, (twc_point){0, 0}, (twc_point){12000, 0});
    plan_segment(&c, half_b, (twc_point){0, 0}, polar(degrees, 12000.0));
    twc_status status = plan_split(&c, &network);
    if (status.code)
        printf("\n    %s", status.message);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(network.arm_count, 2);
    for (int a = 0; a < 2; a++)
        station[a] = 5 * network.arms[a].setback[network.nodes[network.arms[a].node[1]].at.x == 0 &&
                                                 network.nodes[network.arms[a].node[1]].at.z == 0];
}

/* Where two strips part, in metres along the one of half-width w: halves widened by half a metre. */
static double parts_at(double w, double other, double degrees)
{
    double t = degrees / 360.0 * tau;
    return (other + 0.5 + (w + 0.5) * cos(t)) / sin(t);
}

static const int angles[5] = {90, 60, 45, 30, 20};

static void test_table(void)
{
    static const struct row {
        int32_t half;
        double metres[5];
        int32_t station[5];
    } table[3] = {
        {500, {5.50, 9.53, 13.28, 20.53, 31.19}, {10, 10, 15, 25, 35}},
        {400, {4.50, 7.79, 10.86, 16.79, 25.52}, {5, 10, 15, 20, 30}},
        {750, {8.00, 13.86, 19.31, 29.86, 45.37}, {10, 15, 20, 30, 50}},
    };
    int bad = 0;
    for (int r = 0; r < 3; r++)
        for (int a = 0; a < 5; a++) {
            int32_t station[2];
            two_arms(table[r].half, table[r].half, angles[a], station);
            SUITE_EXPECT(bad, station[0] == table[r].station[a] && station[1] == table[r].station[a],
                         "half %d at %d degrees: %d and %d m", table[r].half, angles[a], station[0], station[1]);
            double metres = parts_at(table[r].half * 0.01, table[r].half * 0.01, angles[a]);
            SUITE_EXPECT(bad, fabs(metres - table[r].metres[a]) < 0.0051, "half %d at %d degrees: %.4f m",
                         table[r].half, angles[a], metres);
            SUITE_EXPECT(bad, table[r].station[a] == 5 * (int)ceil(metres / 5.0), "%d degrees", angles[a]);
        }
    SUITE_NONE(bad);
}

static void test_unequal(void)
{
    int32_t station[2];
    two_arms(400, 750, 90, station);
    CU_ASSERT_EQUAL(station[0], 10);
    CU_ASSERT_EQUAL(station[1], 5);
    two_arms(400, 750, 20, station);
    CU_ASSERT_EQUAL(station[0], 40);
    CU_ASSERT_EQUAL(station[1], 40);
    CU_ASSERT_DOUBLE_EQUAL(parts_at(4.0, 7.5, 90), 8.00, 0.0051);
    CU_ASSERT_DOUBLE_EQUAL(parts_at(7.5, 4.0, 90), 4.50, 0.0051);
    CU_ASSERT_DOUBLE_EQUAL(parts_at(4.0, 7.5, 20), 35.75, 0.0051);
    CU_ASSERT_DOUBLE_EQUAL(parts_at(7.5, 4.0, 20), 35.14, 0.0051);
}

/* Every angle, every arm: by the formula, wherever it is not within rounding of a station. */
static void test_every_angle(void)
{
    static const int32_t halves[4] = {250, 400, 500, 750};
    int bad = 0, tried = 0;
    for (int degrees = 20; degrees <= 90; degrees++)
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++) {
                double m = parts_at(halves[a] * 0.01, halves[b] * 0.01, degrees) / 5.0;
                double other = parts_at(halves[b] * 0.01, halves[a] * 0.01, degrees) / 5.0;
                if (m > 10.9 || other > 10.9 || fabs(m - rint(m)) < 0.01 || fabs(other - rint(other)) < 0.01)
                    continue;
                int32_t station[2];
                two_arms(halves[a], halves[b], degrees, station);
                SUITE_EXPECT(bad, station[0] == 5 * (int)ceil(m) && station[1] == 5 * (int)ceil(other),
                             "%d and %d at %d degrees: %d (%.2f), %d (%.2f)", halves[a], halves[b], degrees, station[0],
                             5 * m, station[1], 5 * other);
                tried++;
            }
    SUITE_NONE(bad);
    CU_ASSERT(tried > 1000);
}

/* ---- swallowing ---- */

static void test_swallowed(void)
{
    plan_case c = {0};
    twc_network network;
    plan_add(&c, 500, 4, (twc_point[]){{-6000, 0}, {0, 0}, {900, 0}, {6900, 0}});
    plan_segment(&c, 500, (twc_point){0, 0}, (twc_point){0, -6000});
    plan_segment(&c, 500, (twc_point){900, 0}, (twc_point){900, 6000});
    CU_ASSERT_EQUAL_FATAL(plan_split(&c, &network).code, TWC_OK);
    CU_ASSERT_EQUAL(network.arm_count, 5);
    CU_ASSERT_EQUAL(network.junction_count, 1);
    int swallowed = 0;
    for (int32_t a = 0; a < network.arm_count; a++)
        swallowed += network.arms[a].swallowed;
    CU_ASSERT_EQUAL(swallowed, 1);
    CU_ASSERT_TRUE(network.arms[1].swallowed);
    CU_ASSERT_EQUAL(network.junctions[0].opening_count, 4);

    /* A swallowed arm holds others off: the one at 45 degrees meets it beyond 10 m, and nothing else. */
    plan_case d = {0};
    plan_add(&d, 500, 3, (twc_point[]){{-6000, 0}, {0, 0}, {900, 0}});
    plan_segment(&d, 500, (twc_point){0, 0}, (twc_point){6000, -6000});
    plan_segment(&d, 500, (twc_point){900, 0}, (twc_point){900, 6000});
    CU_ASSERT_EQUAL_FATAL(plan_split(&d, &network).code, TWC_OK);
    CU_ASSERT_TRUE(network.arms[1].swallowed);
    CU_ASSERT_EQUAL(network.arms[2].setback[0], 3);
    CU_ASSERT_EQUAL_FATAL(plan_split(&c, &network).code, TWC_OK);

    /* Far enough apart they are two, with an arm between. */
    c.point[0][2].x = c.point[2][0].x = c.point[2][1].x = 2600;
    CU_ASSERT_EQUAL_FATAL(plan_split(&c, &network).code, TWC_OK);
    CU_ASSERT_EQUAL(network.junction_count, 2);
    CU_ASSERT_FALSE(network.arms[1].swallowed);
}

/* ---- refusals ---- */

static void expect(const plan_case *c, const char *const *words, int count)
{
    twc_network network;
    twc_status status = plan_split(c, &network);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    for (int i = 0; i < count; i++) {
        if (!strstr(status.message, words[i]))
            printf("\n    \"%s\" says nothing of \"%s\"", status.message, words[i]);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words[i]));
    }
}

static void test_refused(void)
{
    plan_case narrow = {.plan = {.id = 7}}, again = {.plan = {.id = 7}}, stub = {.plan = {.id = 7}};
    plan_segment(&narrow, 500, (twc_point){0, 0}, (twc_point){12000, 0});
    plan_segment(&narrow, 500, (twc_point){0, 0}, polar(8, 12000.0));
    expect(&narrow,
           (const char *[]){"network 7", "arms 0 and 1", "(0.00, 0.00) m", "at 8 degrees", "12 cells",
                            "part at (80.00, 0.00)"},
           6);

    /* A bow over a straight road. */
    plan_segment(&again, 500, (twc_point){0, 0}, (twc_point){12000, 0});
    plan_add(&again, 500, 3, (twc_point[]){{0, 0}, {3500, -600}, {7000, 1500}});
    expect(&again, (const char *[]){"cross at", "no node", "--join"}, 3);

    plan_segment(&stub, 500, (twc_point){-6000, 0}, (twc_point){0, 0});
    plan_segment(&stub, 500, (twc_point){0, 0}, (twc_point){6000, 0});
    plan_segment(&stub, 500, (twc_point){0, 0}, (twc_point){0, 800});
    expect(&stub, (const char *[]){"arm 2", "(0.00, 8.00) m", "no whole cell", "longer"}, 4);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"the table for straight arms", test_table},        {"unequal widths", test_unequal},
        {"every angle, four widths", test_every_angle},     {"swallowed arms", test_swallowed},
        {"refusals name arms, angle, place", test_refused}, CU_TEST_INFO_NULL,
    };
    return suite_run("setbacks", tests);
}
