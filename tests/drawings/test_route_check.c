/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is found wrong with routes: against the one fault that placing names, against brute force over all stations,
 * and against what the routes do once they are helped.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/scratch.h"
#include "common/suite.h"
#include "drawings/route_check.h"
#include "drawings/route_plan.h"

enum { NODES = 12, ROUTES = 600 };

static twc_catalogue catalogue;
static twc_world_data data;

static const twc_profile *profile_of(const char *name)
{
    const twc_profile *found = NULL;
    CU_ASSERT_EQUAL_FATAL(twc_catalogue_find(&catalogue, name, 0, &found).code, TWC_OK);
    return found;
}

static twc_status check(const twc_corridor *corridor, twc_route_report *report)
{
    twc_features none;
    memset(&none, 0, sizeof none);
    twc_status status = twc_route_check(&data.world, corridor, &catalogue, &none, report);
    CU_ASSERT_EQUAL((int)none.list.count, report->placeable);
    twc_features_destroy(&none);
    return status;
}

/* A route of a few dozen to a few hundred metres: bends of every kind, now and then two nodes at one place. */
static twc_corridor draw_route(uint64_t *state, twc_point *node)
{
    static const char *const names[] = {"cart road 9 m", "track 4 m", "paved street 7 m", "fence line", "river 8 m"};
    const int count = 2 + (int)(random_bits(state) % (NODES - 1));
    const int32_t step = random_bits(state) % 2 ? 1500 : 6000;
    double turn = random_bits(state) % 628 / 100.0;
    twc_point at = {(int32_t)(random_bits(state) % 90000) + 6000, (int32_t)(random_bits(state) % 90000) + 6000};
    for (int k = 0; k < count; k++) {
        node[k] = at;
        turn += (random_bits(state) % 400) / 100.0 - 2;
        const int32_t length = random_bits(state) % 60 ? 200 + (int32_t)(random_bits(state) % (uint32_t)step) : 0;
        at.x += (int32_t)(length * cos(turn));
        at.z += (int32_t)(length * sin(turn));
    }
    return (twc_corridor){.id = 1,
                          .profile = profile_of(names[random_bits(state) % 5]),
                          .node_count = count,
                          .nodes = node,
                          .spline = (twc_spline)(random_bits(state) % 2)};
}

/* The radius of a station to a side, -1 or 1, by all others, without squares and boxes. */
static double least_way(const twc_route_report *r, int32_t k, int side)
{
    double least = 1e9;
    const twc_station *here = &r->stations[k];
    for (int32_t j = 0; j < r->station_count; j++) {
        const double dx = (double)r->stations[j].x - here->x, dz = (double)r->stations[j].z - here->z;
        const double towards = side * ((double)here->rx * dx + (double)here->rz * dz) / TWC_RIGHT_ONE;
        if (j != k && towards > 0)
            least = fmin(least, (dx * dx + dz * dz) / (2 * towards));
    }
    return least * 0.01;
}

/* The station that placing names, -1: none. */
static int32_t named_station(const char *message)
{
    static const char *const before[] = {", station ", "sections at stations ", "after station "};
    for (size_t k = 0; k < sizeof before / sizeof *before; k++)
        if (strstr(message, before[k]))
            return atoi(strstr(message, before[k]) + strlen(before[k]));
    return -1;
}

/* Whether a fault is in the stretch that placing has stumbled over. */
static int covers(const twc_route_report *r, int32_t station)
{
    for (size_t k = 0; k < r->count; k++)
        if (r->faults[k].first <= station + 8 && r->faults[k].last >= station - 8)
            return 1;
    return 0;
}

static void random_routes(void)
{
    uint64_t state = 20;
    int bad = 0, refused = 0, several = 0, moved = 0, narrower = 0, cured = 0, radii = 0;
    for (int n = 0; n < ROUTES; n++) {
        twc_point node[NODES];
        twc_route_report r;
        const twc_corridor route = draw_route(&state, node);
        CU_ASSERT_EQUAL_FATAL(check(&route, &r).code, TWC_OK);
        SUITE_EXPECT(bad, r.placeable == (r.count == 0), "route %d: %zu faults, %s", n, r.count, r.refusal.message);
        refused += !r.placeable;
        several += r.count > 1;
        const int32_t named = r.placeable ? -1 : named_station(r.refusal.message);
        SUITE_EXPECT(bad, named < 0 || covers(&r, named), "route %d: no fault where placing says: %s", n,
                     r.refusal.message);
        for (size_t k = 0; k < r.count; k++) {
            const twc_route_fault *f = &r.faults[k];
            SUITE_EXPECT(bad, f->kind != TWC_FAULT_OTHER, "route %d: nothing explains \"%s\"", n, r.refusal.message);
            SUITE_EXPECT(bad, f->node >= 1 && f->node <= route.node_count && f->help[0], "route %d, fault %zu", n, k);
            int same = f->least == 0; /* at one of the stations there, as a route may pass a place twice, to one side */
            for (int32_t j = f->first; j <= f->last && f->least > 0; j++)
                for (int side = -1; side <= 1; side += 2)
                    same |= r.stations[j].x == f->at.x && r.stations[j].z == f->at.z &&
                            fabs(least_way(&r, j, side) - f->radius) < 1e-3;
            SUITE_EXPECT(bad, same, "route %d, fault %zu: no station with radius %f", n, k, f->radius);
            if (f->least > 0) {
                SUITE_EXPECT(bad, f->radius < f->least, "route %d, fault %zu", n, k);
                radii++;
            }
            narrower += f->narrower != NULL;
            if (!f->moved)
                continue;
            /* Moved as told, that fault is gone: none is left where it was. */
            twc_point other[NODES];
            twc_route_report after;
            twc_corridor helped = route;
            memcpy(other, node, sizeof other);
            other[f->mover - 1] = f->to;
            helped.nodes = other;
            CU_ASSERT_EQUAL_FATAL(check(&helped, &after).code, TWC_OK);
            int there = 0;
            for (size_t j = 0; j < after.count; j++)
                there |= after.faults[j].kind == f->kind &&
                         hypot((double)after.faults[j].at.x - f->at.x, (double)after.faults[j].at.z - f->at.z) < 100;
            moved++;
            cured += !there;
            twc_route_report_destroy(&after);
        }
        twc_route_report_destroy(&r);
    }
    SUITE_NONE(bad);
    printf("%d refused, %d with several faults, %d radii, %d moves of which %d cure, %d narrower ", refused, several,
           radii, moved, cured, narrower);
    CU_ASSERT_TRUE(refused > ROUTES / 4 && refused < ROUTES && several > 50 && radii > 200);
    CU_ASSERT_TRUE(moved > 100 && cured * 10 >= moved * 9 && narrower > 20);
}

/* Half a circle between two straight legs: its radius, at its node, and the least one of the profile. */
static void known_bend(void)
{
    enum { ARC = 9 };
    for (double radius = 5; radius <= 8; radius += 1.5) {
        twc_point node[ARC + 2];
        twc_route_report r;
        for (int k = 0; k < ARC; k++) {
            const double turn = 3.14159265358979 * k / (ARC - 1);
            node[k + 1] = (twc_point){30000 + (int32_t)rint(100 * radius * sin(turn)),
                                      30000 - (int32_t)rint(100 * radius * cos(turn))};
        }
        node[0] = (twc_point){22000, node[1].z - 3000};
        node[ARC + 1] = (twc_point){22000, node[ARC].z + 3000};
        const twc_corridor route = {.id = 1,
                                    .profile = profile_of("cart road 9 m"),
                                    .node_count = ARC + 2,
                                    .nodes = node,
                                    .spline = TWC_SPLINE_CENTRIPETAL};
        CU_ASSERT_EQUAL_FATAL(check(&route, &r).code, TWC_OK);
        CU_ASSERT_FALSE(r.placeable);
        CU_ASSERT_EQUAL_FATAL(r.count, 1);
        CU_ASSERT_EQUAL(r.faults[0].kind, TWC_FAULT_BEND);
        CU_ASSERT_TRUE(r.faults[0].node >= 2 && r.faults[0].node <= ARC + 1);
        CU_ASSERT_DOUBLE_EQUAL(r.faults[0].radius, radius, 0.06 * radius);
        CU_ASSERT_DOUBLE_EQUAL(r.faults[0].least, 8.5, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(twc_profile_least_radius(route.profile), 8.5, 1e-9);
        /* What is said to pass passes; at 5 m nothing does, whose sections come too near. */
        CU_ASSERT_TRUE(radius < 8 || r.faults[0].narrower);
        if (r.faults[0].narrower) {
            twc_route_report narrower;
            twc_corridor other = route;
            other.profile = r.faults[0].narrower;
            CU_ASSERT_EQUAL_FATAL(check(&other, &narrower).code, TWC_OK);
            CU_ASSERT_TRUE(narrower.placeable);
            twc_route_report_destroy(&narrower);
        }
        twc_route_report_destroy(&r);
    }
}

static void each_kind(void)
{
    static const struct {
        twc_fault_kind kind;
        int count, at; /* of nodes, and the node that is named */
        twc_point node[6];
    } cases[] = {
        {TWC_FAULT_NODES, 4, 3, {{10000, 10000}, {20000, 10000}, {20000, 10000}, {30000, 10000}}},
        {TWC_FAULT_EXTENT, 2, 1, {{1000, 20000}, {20000, 20000}}},
        {TWC_FAULT_EXTENT, 3, 2, {{10000, 20000}, {20000, 2000}, {30000, 20000}}},
        {TWC_FAULT_RETURN, 4, 0, {{10000, 10000}, {40000, 10000}, {41500, 10600}, {10000, 11000}}},
    };
    const twc_point across[2] = {{50000, 40000}, {50000, 60000}};
    const twc_profile *road = profile_of("cart road 9 m");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        twc_features features;
        twc_route_report r;
        memset(&features, 0, sizeof features);
        const twc_corridor there = {.id = 7, .profile = road, .node_count = 2, .nodes = across};
        const twc_corridor route = {.id = 1,
                                    .profile = road,
                                    .node_count = cases[k].count,
                                    .nodes = cases[k].node,
                                    .spline = TWC_SPLINE_CENTRIPETAL};
        CU_ASSERT_EQUAL_FATAL(twc_features_place(&data.world, 0, &there, &features).code, TWC_OK);
        CU_ASSERT_EQUAL_FATAL(twc_route_check(&data.world, &route, &catalogue, &features, &r).code, TWC_OK);
        int found = 0;
        for (size_t f = 0; f < r.count; f++)
            found |= r.faults[f].kind == cases[k].kind && (!cases[k].at || r.faults[f].node == cases[k].at);
        CU_ASSERT_TRUE(found);
        CU_ASSERT_FALSE(r.placeable);
        CU_ASSERT_EQUAL(features.list.count, 1);
        twc_route_report_destroy(&r);
        twc_features_destroy(&features);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"random routes", random_routes}, {"a known bend", known_bend}, {"each kind", each_kind}, CU_TEST_INFO_NULL};
    if (twc_catalogue_read(TWC_SOURCE_DIR "/experiments/profiles.json", &catalogue).code ||
        twc_world_data_create((twc_rect){0, 0, 2, 2}, 20000, "flat", &data).code)
        return 4;
    int failed = suite_run("route check", tests);
    twc_catalogue_free(&catalogue);
    twc_world_data_destroy(&data);
    return failed;
}
