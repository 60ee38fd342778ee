/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pads: exact areas, openings, gaps, and the shapes that junctions come in. */
#include <math.h>

#include "common/suite.h"
#include "network/plans.h"

static const twc_point origin = {0, 0};

static void add_arm(plan_case *c, int32_t half, int32_t dx, int32_t dz)
{
    plan_segment(c, half, origin, (twc_point){6000 * dx, 6000 * dz});
}

static int64_t pad_area2(const plan_case *c, int32_t openings)
{
    twc_network network;
    twc_status status = plan_split(c, &network);
    if (status.code)
        printf("\n    %s", status.message);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    CU_ASSERT_EQUAL(network.junction_count, 1);
    CU_ASSERT_EQUAL(network.junctions[0].opening_count, openings);
    return plan_area2(&network.junctions[0]);
}

static void test_areas(void)
{
    plan_case x = {0}, t = {0}, wide = {0}, two = {0};
    for (int i = 0; i < 4; i++)
        add_arm(&x, 500, (int[]){1, 0, -1, 0}[i], (int[]){0, 1, 0, -1}[i]);
    CU_ASSERT_EQUAL(pad_area2(&x, 4), 7000000);
    for (int i = 0; i < 3; i++)
        add_arm(&t, 500, (int[]){1, 0, -1}[i], (int[]){0, 1, 0}[i]);
    CU_ASSERT_EQUAL(pad_area2(&t, 3), 5500000);
    for (int i = 0; i < 4; i++)
        add_arm(&wide, i % 2 ? 750 : 400, (int[]){1, 0, -1, 0}[i], (int[]){0, 1, 0, -1}[i]);
    CU_ASSERT_EQUAL(pad_area2(&wide, 4), 3900000);
    plan_add(&two, 500, 4, (twc_point[]){{-6000, 0}, {0, 0}, {900, 0}, {6900, 0}});
    plan_segment(&two, 500, origin, (twc_point){0, -6000});
    plan_segment(&two, 500, (twc_point){900, 0}, (twc_point){900, 6000});
    CU_ASSERT_EQUAL(pad_area2(&two, 4), 9700000);
}

/* A path that ends in a corner of a crossing: no chord over it, and half of 5 by 5 m less. */
static void test_obstacle(void)
{
    plan_case x = {0};
    for (int i = 0; i < 4; i++)
        add_arm(&x, 500, (int[]){1, 0, -1, 0}[i], (int[]){0, 1, 0, -1}[i]);
    plan_segment(&x, 130, (twc_point){680, -680}, (twc_point){5000, -5000});
    CU_ASSERT_EQUAL(pad_area2(&x, 4), 6750000);
    x.point[4][0] = (twc_point){950, -950};
    CU_ASSERT_EQUAL(pad_area2(&x, 4), 7000000);
}

/* ---- every shape ---- */

static const double tau = 6.283185307179586;

static int inside(const twc_junction *junction, double x, double z)
{
    int in = 0;
    for (int32_t i = 0, j = junction->point_count - 1; i < junction->point_count; j = i++) {
        const twc_point *a = &junction->points[i], *b = &junction->points[j];
        if ((a->z > z) != (b->z > z) && x < (double)(b->x - a->x) * (z - a->z) / (double)(b->z - a->z) + a->x)
            in = !in;
    }
    return in;
}

/* The middle of a cell, `across` of its half-width to the right. */
static void middle(const twc_arm *arm, int32_t cell, double across, double *x, double *z)
{
    const twc_station *a = &arm->stations[cell], *b = a + 1;
    double way = across * arm->half_cm / (2.0 * TWC_RIGHT_ONE);
    *x = 0.5 * ((double)a->x + b->x) + way * ((double)a->rx + b->rx);
    *z = 0.5 * ((double)a->z + b->z) + way * ((double)a->rz + b->rz);
}

/*
 * What holds of every network: the cells that arms gave lie in their pad, those they keep outside of all pads; openings
 * are the arms' own edges; the border is split at 5 m. Returns how many things do not hold.
 */
static int faults_of(const plan_case *c, const twc_network *network)
{
    int bad = 0;
    double x, z;
    for (int32_t a = 0; a < network->arm_count; a++) {
        const twc_arm *arm = &network->arms[a];
        int32_t cells = arm->station_count - 1;
        for (int32_t k = 0; k < cells; k++) {
            int kept = !arm->swallowed && k >= arm->setback[0] && k < cells - arm->setback[1], in = 0, i = 0;
            /* Of a border its points are thinned: up to a metre of what was given may be cut off. */
            for (double across = -0.9; across < 1.0; across += 0.3, i++) {
                middle(arm, k, kept ? across : 0.6 * across, &x, &z);
                for (int32_t j = 0; j < network->junction_count; j++)
                    in += inside(&network->junctions[j], x, z);
            }
            SUITE_EXPECT(bad, in == (kept ? 0 : i), "arm %d, cell %d of %d: %d of %d in a pad, kept %d", a, k, cells,
                         in, i, kept);
        }
    }
    for (int32_t j = 0; j < network->junction_count; j++) {
        const twc_junction *junction = &network->junctions[j];
        SUITE_EXPECT(bad, plan_area2(junction) > 0, "pad %d", j);
        for (int32_t i = 0; i < junction->point_count; i++) {
            twc_point p = junction->points[i], q = junction->points[(i + 1) % junction->point_count];
            int opening = 0;
            for (int32_t o = 0; o < junction->opening_count; o++)
                opening |= junction->openings[o].at == i;
            double length = hypot((double)q.x - p.x, (double)q.z - p.z);
            SUITE_EXPECT(bad, opening || length < 752.0, "pad %d, side %d: %.2f m", j, i, length * 0.01);
        }
        for (int32_t o = 0; o < junction->opening_count; o++) {
            const twc_opening *opening = &junction->openings[o];
            const twc_arm *arm = &network->arms[opening->arm];
            const twc_station *station = &arm->stations[opening->station];
            int32_t right = opening->side ? -arm->half_cm : arm->half_cm;
            SUITE_EXPECT(
                bad, opening->station == (opening->side ? arm->station_count - 1 - arm->setback[1] : arm->setback[0]),
                "pad %d, opening %d", j, o);
            SUITE_EXPECT(bad,
                         twc_same_point(junction->points[opening->at], twc_station_point(station, right)) &&
                             twc_same_point(junction->points[opening->at + 1], twc_station_point(station, -right)),
                         "pad %d, opening %d", j, o);
        }
    }
    (void)c;
    return bad;
}

static void expect_sound(const plan_case *c, int32_t junctions, const char *name)
{
    twc_network network;
    twc_status status = plan_split(c, &network);
    if (status.code)
        printf("\n    %s: %s", name, status.message);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    if (network.junction_count != junctions)
        printf("\n    %s: %d junctions", name, network.junction_count);
    CU_ASSERT_EQUAL(network.junction_count, junctions);
    CU_ASSERT_EQUAL(faults_of(c, &network), 0);
}

static twc_point polar(twc_point from, double degrees, double cm)
{
    return (twc_point){from.x + (int32_t)lround(cm * cos(degrees / 360.0 * tau)),
                       from.z + (int32_t)lround(cm * sin(degrees / 360.0 * tau))};
}

/* Stars of arms as many degrees apart, turned by the rest; on a chunk's corner and off it. */
static void test_stars(void)
{
    static const int32_t halves[3] = {250, 500, 750};
    int bad = 0, made = 0;
    for (int32_t arms = 2; arms <= 5; arms++)
        for (int step = 20; step <= 90 && step * (arms - 1) <= 340; step += 5)
            for (int turn = 0; turn < 360; turn += 23)
                for (int width = 0; width < 3; width++) {
                    plan_case c = {0};
                    twc_network network;
                    twc_point node = turn % 2 ? (twc_point){25600, -51200} : (twc_point){25600 * 7 + 12345, 987};
                    for (int32_t a = 0; a < arms; a++)
                        plan_segment(&c, halves[(width + a * (turn % 3)) % 3], node,
                                     polar(node, turn + a * step, 14000.0));
                    twc_status status = plan_split(&c, &network);
                    SUITE_EXPECT(bad, !status.code, "%d arms, %d degrees, turned %d: %s", arms, step, turn,
                                 status.message);
                    if (status.code)
                        continue;
                    int faults = faults_of(&c, &network);
                    SUITE_EXPECT(bad, faults == 0, "%d arms, %d degrees, turned %d", arms, step, turn);
                    made++;
                }
    SUITE_NONE(bad);
    CU_ASSERT(made > 1500);
}

/* Straight roads across one another, joined where they cross. */
static void test_crossings(void)
{
    for (int degrees = 20; degrees <= 90; degrees += 7) {
        plan_case c = {.plan = {.join = 1}};
        twc_point centre = {25603, 51197};
        plan_segment(&c, 500, polar(centre, 180.0, 14000.0), polar(centre, 0.0, 14100.0));
        plan_segment(&c, degrees % 2 ? 500 : 350, polar(centre, 180.0 + degrees, 14200.0),
                     polar(centre, degrees, 14300.0));
        expect_sound(&c, 1, "crossing");
    }
}

static void test_shapes(void)
{
    plan_case itself = {.plan = {.join = 1}}, tee = {.plan = {.join = 1}}, loop = {0}, near = {0}, yard = {0},
              past = tee;
    plan_add(&itself, 500, 6, (twc_point[]){{-9000, 0}, {0, 0}, {6000, 2000}, {6000, 9000}, {0, 9000}, {-2000, -6000}});
    expect_sound(&itself, 1, "a road across itself");

    plan_segment(&tee, 500, (twc_point){-9000, 0}, (twc_point){9000, 0});
    plan_segment(&tee, 400, (twc_point){333, 211}, (twc_point){333, 9000});
    expect_sound(&tee, 1, "a T onto the middle, short by 2 m");
    plan_segment(&past, 500, (twc_point){-9000, 0}, (twc_point){9000, 0});
    plan_segment(&past, 400, (twc_point){333, -211}, (twc_point){333, 9000});
    expect_sound(&past, 1, "a T onto the middle, 2 m too long");

    plan_add(&loop, 500, 6, (twc_point[]){{0, 0}, {4000, -2500}, {9000, 0}, {9000, 6000}, {3000, 6000}, {0, 0}});
    plan_segment(&loop, 500, (twc_point){0, 0}, (twc_point){-9000, -1000});
    expect_sound(&loop, 1, "a loop");

    plan_add(&near, 500, 4, (twc_point[]){{-6000, 0}, {0, 0}, {900, 0}, {6900, 0}});
    plan_segment(&near, 500, origin, (twc_point){-2000, -6000});
    plan_segment(&near, 500, (twc_point){900, 0}, (twc_point){2900, -6000});
    expect_sound(&near, 1, "two junctions 9 m apart, on one side");

    static const twc_point corner[4] = {{-1500, -1000}, {-1400, 1100}, {1600, 1200}, {1500, -900}};
    plan_segment(&yard, 500, (twc_point){100, 0}, (twc_point){9000, 1000});
    plan_segment(&yard, 400, (twc_point){100, 0}, (twc_point){0, -9000});
    yard.yard[0] = (twc_network_yard){4, corner, 4321, 1};
    yard.plan.yard_count = 1;
    expect_sound(&yard, 1, "a yard with two arms");
    twc_network network;
    CU_ASSERT_EQUAL_FATAL(plan_split(&yard, &network).code, TWC_OK);
    twc_network_levels(&yard.plan, &network);
    CU_ASSERT_EQUAL(network.junctions[0].level_cm, 4321);
    yard.plan.line_count = 1;
    expect_sound(&yard, 1, "a yard at the end of a road");
}

static int32_t draw(int32_t n)
{
    static uint32_t state = 7;
    state = state * 1664525u + 1013904223u;
    return (int32_t)(state >> 8) % n;
}

/* Random lines, joined: what is not refused is sound; most are not. */
static void test_random(void)
{
    int bad = 0, made = 0, pads = 0;
    for (int round = 0; round < 300; round++) {
        plan_case c = {.plan = {.id = (uint64_t)round, .join = 1}};
        twc_network network;
        for (int32_t l = 0; l < 3; l++) {
            twc_point p[4];
            double degrees = l * 60 + draw(50);
            twc_point middle_point = {draw(4000), 0};
            middle_point.z = draw(4000);
            for (int32_t i = 0; i < 4; i++) {
                p[i] = polar(middle_point, degrees, (i - 1.5) * 9000.0);
                p[i].x += draw(1200);
                p[i].z += draw(1200);
            }
            plan_add(&c, (int[]){250, 400, 500}[draw(3)], 4, p);
        }
        twc_status status = plan_split(&c, &network);
        SUITE_EXPECT(bad, status.code == TWC_OK || status.code == TWC_USAGE, "%d: %s", round, status.message);
        if (status.code)
            continue;
        made++;
        pads += network.junction_count;
        int faults = faults_of(&c, &network);
        SUITE_EXPECT(bad, faults == 0, "%d", round);
    }
    SUITE_NONE(bad);
    printf("%d of 300 made, %d pads ..", made, pads);
    CU_ASSERT(made > 280);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"areas of axis-parallel junctions", test_areas},
        {"a chord may not cross a road", test_obstacle},
        {"stars of two to five arms", test_stars},
        {"crossings, joined", test_crossings},
        {"loops, yards, a T, a road across itself", test_shapes},
        {"random lines, joined", test_random},
        CU_TEST_INFO_NULL,
    };
    return suite_run("pads", tests);
}
