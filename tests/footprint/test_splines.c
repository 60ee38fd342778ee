/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Both splines against the pyramid of Barry and Goldman, which interpolates between nodes by their knots and knows no
 * tangents: the stations lie on its curve, whose least radius is known.
 */
#include <math.h>
#include <stdlib.h>

#include "common/suite.h"
#include "footprint/stage.h"

typedef struct place {
    double x, z;
} place;

enum { FINE = 4096 }; /* points of a span of the pyramid's curve */

static place between(place p, place q, double from, double to, double t)
{
    double share = (t - from) / (to - from);
    return (place){p.x + (q.x - p.x) * share, p.z + (q.z - p.z) * share};
}

static double apart(place p, place q)
{
    return hypot(q.x - p.x, q.z - p.z);
}

/* Node k; beyond the ends, what makes the end's tangent the one that doubling the node gives. */
static place node_at(const twc_corridor *road, int32_t k)
{
    const int32_t last = road->node_count - 1, end = k < 0 ? 0 : last, next = k < 0 ? 1 : last - 1;
    if (k >= 0 && k <= last)
        return (place){road->nodes[k].x, road->nodes[k].z};
    const twc_point e = road->nodes[end], n = road->nodes[next];
    return road->spline == TWC_SPLINE_UNIFORM ? (place){e.x, e.z} : (place){2.0 * e.x - n.x, 2.0 * e.z - n.z};
}

static place pyramid(const twc_corridor *road, int32_t span, double u)
{
    place p[4];
    double knot[4] = {0.0};
    for (int k = 0; k < 4; k++) {
        p[k] = node_at(road, span - 1 + k);
        if (k > 0)
            knot[k] = knot[k - 1] + (road->spline == TWC_SPLINE_UNIFORM ? 1.0 : pow(apart(p[k - 1], p[k]), 0.5));
    }
    const double t = knot[1] + u * (knot[2] - knot[1]);
    for (int level = 1; level <= 2; level++)
        for (int k = 0; k + level < 4; k++)
            p[k] = between(p[k], p[k + 1], knot[k], knot[k + level], t);
    return between(p[0], p[1], knot[1], knot[2], t);
}

/* The least radius of the circles through three points of the curve. */
static double least_radius(const twc_corridor *road)
{
    double least = INFINITY;
    for (int32_t span = 0; span + 1 < road->node_count; span++)
        for (int k = 1; k < FINE; k++) {
            const place a = pyramid(road, span, (k - 1.0) / FINE), b = pyramid(road, span, (double)k / FINE),
                        c = pyramid(road, span, (k + 1.0) / FINE);
            const double area2 = fabs((b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x));
            const double radius = apart(a, b) * apart(b, c) * apart(c, a) / (2.0 * area2);
            least = radius < least ? radius : least;
        }
    return least;
}

static double off_curve(const twc_corridor *road, const twc_station *station)
{
    const place here = {station->x, station->z};
    double least = INFINITY;
    for (int32_t span = 0; span + 1 < road->node_count; span++)
        for (int k = 0; k <= FINE; k++) {
            const double away = apart(here, pyramid(road, span, (double)k / FINE));
            least = away < least ? away : least;
        }
    return least;
}

static void expect_on_curve(const twc_corridor *road, int32_t count)
{
    twc_station *stations = calloc((size_t)count, sizeof *stations);
    int bad = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(stations);
    twc_reference_spline_points(road, twc_reference_spline_length(road), count, stations);
    for (int32_t k = 0; k < count; k++) {
        const double away = off_curve(road, &stations[k]);
        /* Rounding moves a station by 0.71 cm at most; chord and curve are apart by less than the rest. */
        SUITE_EXPECT(bad, away < 1.5, "spline %d, station %d at (%d, %d): %.2f cm off", (int)road->spline, k,
                     stations[k].x, stations[k].z, away);
    }
    free(stations);
    SUITE_NONE(bad);
}

static void unevenly_spaced_nodes(void)
{
    static const twc_point nodes[] = {{0, 0}, {6000, 0}, {6300, 300}, {6300, 6000}};
    static const double radius[2] = {59.0, 261.0};
    static const int32_t steps[2] = {26, 24};
    for (int kind = 0; kind < 2; kind++) {
        const twc_corridor road = {
            .id = 1, .profile = &twc_cart_road, .node_count = 4, .nodes = nodes, .spline = (twc_spline)kind};
        int32_t count = 0;
        CU_ASSERT_EQUAL(twc_corridor_station_count(&road, &count).code, TWC_OK);
        CU_ASSERT_EQUAL(count, steps[kind] + 1);
        CU_ASSERT_DOUBLE_EQUAL(least_radius(&road), radius[kind], 0.5);
        expect_on_curve(&road, count);
        expect_on_curve(&road, 200);
    }
}

/* Two nodes give the straight line, walked evenly. */
static void two_nodes(void)
{
    static const twc_point nodes[] = {{-1000, 500}, {3000, 500}};
    const twc_corridor road = {
        .id = 1, .profile = &twc_cart_road, .node_count = 2, .nodes = nodes, .spline = TWC_SPLINE_CENTRIPETAL};
    twc_station stations[9];
    twc_reference_spline_points(&road, twc_reference_spline_length(&road), 9, stations);
    for (int32_t k = 0; k < 9; k++) {
        CU_ASSERT_EQUAL(stations[k].x, -1000 + 500 * k);
        CU_ASSERT_EQUAL(stations[k].z, 500);
    }
}

static void unknown_kinds_are_refused(void)
{
    static const twc_point nodes[] = {{0, 0}, {3000, 0}};
    const twc_corridor road = {
        .id = 1, .profile = &twc_cart_road, .node_count = 2, .nodes = nodes, .spline = (twc_spline)2};
    int32_t count;
    CU_ASSERT_EQUAL(twc_corridor_station_count(&road, &count).code, TWC_USAGE);
}

int main(void)
{
    CU_TestInfo tests[] = {{"unevenly spaced nodes", unevenly_spaced_nodes},
                           {"two nodes", two_nodes},
                           {"unknown kinds", unknown_kinds_are_refused},
                           CU_TEST_INFO_NULL};
    return suite_run("splines", tests);
}
