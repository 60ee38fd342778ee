/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hard roads, each closed by every exact check or refused with a reason. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "footprint/road_cases.h"
#include "common/grids.h"
#include "common/suite.h"

static const twc_rect one_tile = {0, 0, 1, 1};

static twc_profile plain_road(twc_edge_rule edge)
{
    twc_profile profile = twc_cart_road;
    profile.edge = edge;
    profile.inner_wobble_cm = profile.outer_wobble_cm = 0;
    return profile;
}

static twc_corridor road_of(const twc_profile *profile, const twc_point *nodes, int32_t count)
{
    return (twc_corridor){.id = 7, .priority = 1, .profile = profile, .node_count = count, .nodes = nodes};
}

/* Runs one road on a world drawn for it; test_road_fuzz shows that both implementations agree. */
static road_verdict run(twc_rect extent, road_heights heights, road_classes classes, const twc_corridor *road,
                        twc_mesh_report *report, char *message)
{
    twc_world_data data = {0};
    twc_status status = road_world(11, extent, heights, classes, &data);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    road_verdict verdict = road_run(&data.world, road, twc_fast_builder(twc_level_best()), report, message, 600);
    twc_world_data_destroy(&data);
    return verdict;
}

static void expect_closed(const char *what, twc_rect extent, road_heights heights, road_classes classes,
                          const twc_profile *profile, const twc_point *nodes, int32_t count)
{
    const twc_corridor road = road_of(profile, nodes, count);
    twc_mesh_report report;
    char message[600];
    road_verdict verdict = run(extent, heights, classes, &road, &report, message);
    if (verdict != ROAD_CLOSED)
        printf("\n    %s: %s", what, message);
    CU_ASSERT_EQUAL(verdict, ROAD_CLOSED);
}

/* Over all kinds of classes and edge rules. */
static void expect_closed_everywhere(const char *what, const twc_point *nodes, int32_t count)
{
    for (int classes = 0; classes < ROAD_CLASSES; classes++)
        for (int edge = 0; edge < 3; edge++) {
            twc_profile profile = plain_road((twc_edge_rule)edge);
            expect_closed(what, one_tile, ROAD_HILLS, (road_classes)classes, &profile, nodes, count);
        }
}

static void expect_refused(const char *what, const twc_point *nodes, int32_t count, const char *reason)
{
    const twc_corridor road = road_of(&twc_cart_road, nodes, count);
    twc_mesh_report report;
    char message[600];
    road_verdict verdict = run(one_tile, ROAD_HILLS, ROAD_FINE, &road, &report, message);
    int said = strstr(message, reason) != NULL;
    if (verdict != ROAD_REFUSED || !said)
        printf("\n    %s: verdict %d, \"%s\" says nothing of \"%s\"", what, verdict, message, reason);
    CU_ASSERT_EQUAL(verdict, ROAD_REFUSED);
    CU_ASSERT_TRUE(said);
}

/* Fine lattice vertex (i, j) of a world without Broad cells. */
static twc_point lattice_vertex(int32_t i, int32_t j)
{
    return (twc_point){i * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_X), TWC_LATTICE_JITTER_CM),
                       j * TWC_LATTICE_CM + twc_jitter(twc_hash(i, j, TWC_SALT_JITTER_Z), TWC_LATTICE_JITTER_CM)};
}

static twc_point on_line(twc_point a, twc_point b, double share, double aside)
{
    double dx = b.x - a.x, dz = b.z - a.z, length = sqrt(dx * dx + dz * dz);
    return (twc_point){(int32_t)floor(a.x + dx * share - dz / length * aside + 0.5),
                       (int32_t)floor(a.z + dz * share + dx / length * aside + 0.5)};
}

/* ---- tests ---- */

static void test_lattice_roads(void)
{
    twc_point v = lattice_vertex(12, 14), w = lattice_vertex(13, 14), far_away = lattice_vertex(20, 9);
    expect_closed_everywhere("from vertex to vertex", (twc_point[]){v, far_away}, 2);
    expect_closed_everywhere("along an edge", (twc_point[]){on_line(v, w, -2, 0), on_line(v, w, 3, 0)}, 2);
    expect_closed_everywhere("from a point of an edge", (twc_point[]){on_line(v, w, 0.5, 0), far_away}, 2);
    expect_closed_everywhere("over a chunk corner", (twc_point[]){{20000, 22000}, {25600, 25600}, {31000, 31000}}, 3);
    expect_closed_everywhere("along a chunk border", (twc_point[]){{25600, 12800}, {25600, 38400}}, 2);
    for (int off = -1; off <= 1; off++) {
        twc_point beside[] = {on_line(v, w, -1, 450 + off), on_line(v, w, 2, 450 + off)};
        expect_closed_everywhere("an edge of the bed along a lattice edge", beside, 2);
        twc_point bank[] = {on_line(v, w, -1, 690 + off), on_line(v, w, 2, 690 + off)};
        expect_closed_everywhere("an edge of the bank along a lattice edge", bank, 2);
    }
}

/* The long edges of Broad cells, met at less than a centimetre over 60 m. */
static void test_nearly_parallel(void)
{
    twc_world_data data = {0};
    CU_ASSERT_EQUAL_FATAL(road_world(11, one_tile, ROAD_HILLS, ROAD_BROAD, &data).code, TWC_OK);
    twc_chunk_grid meshes;
    CU_ASSERT_EQUAL_FATAL(reference_ground(&data.world, &meshes).code, TWC_OK);
    int roads = 0;
    for (uint32_t t = 0; t < meshes.mesh[0].triangle_count; t++) {
        const twc_vertex *c = meshes.mesh[0].triangles[t].corner;
        twc_point a = {c[0].x, c[0].z}, b = {c[1].x, c[1].z};
        if (a.x < 5000 || a.z < 5000 || b.x < 5000 || b.z < 5000 || hypot(b.x - a.x, b.z - a.z) < 6000)
            continue;
        for (int drift = -2; drift <= 2; drift++)
            for (int rule = 0; rule < 2; rule++) {
                twc_profile profile = plain_road(rule ? TWC_EDGE_RETAIN : TWC_EDGE_NONE);
                twc_point nodes[] = {on_line(a, b, 0.02, 450), on_line(a, b, 0.98, 450 + drift * 0.5)};
                nodes[1].x += drift % 2;
                expect_closed("nearly parallel", one_tile, ROAD_HILLS, ROAD_BROAD, &profile, nodes, 2);
                roads++;
            }
    }
    CU_ASSERT_TRUE(roads >= 20);
    twc_chunk_grid_destroy(&meshes);
    twc_world_data_destroy(&data);
}

static void test_short_roads(void)
{
    expect_closed("shorter than a station", one_tile, ROAD_HILLS, ROAD_MIXED, &twc_cart_road,
                  (twc_point[]){{20000, 20000}, {20200, 20050}}, 2);
    expect_closed("one metre", one_tile, ROAD_HILLS, ROAD_BROAD, &twc_cart_road,
                  (twc_point[]){{20000, 20000}, {20100, 20000}}, 2);
    expect_closed("inside a Broad triangle", one_tile, ROAD_HILLS, ROAD_BROAD, &twc_cart_road,
                  (twc_point[]){{22000, 23000}, {23000, 23500}}, 2);
    expect_refused("one centimetre", (twc_point[]){{20000, 20000}, {20001, 20000}}, 2, "nearer than");
    expect_refused("coincident nodes", (twc_point[]){{20000, 20000}, {24000, 20000}, {24000, 20000}, {30000, 20000}}, 4,
                   "leave one out");
    expect_refused("one node", (twc_point[]){{20000, 20000}}, 1, "at least two");
    /* Two nodes 1 cm apart make the spline run forth and back between them: far too tight a bend. */
    expect_refused("nodes 1 cm apart", (twc_point[]){{15000, 20000}, {20000, 20000}, {20001, 20000}, {25000, 20000}}, 4,
                   "station");
}

static void test_bends(void)
{
    /* A switchback of 12 m radius, legs of 60 m. */
    twc_point nodes[12];
    int n = 0;
    nodes[n++] = (twc_point){16000, 20000};
    nodes[n++] = (twc_point){19000, 20000};
    for (int i = 0; i <= 6; i++) {
        double angle = -1.5707963 + i * 0.5235988;
        nodes[n++] = (twc_point){22000 + (int32_t)floor(1200 * cos(angle) + 0.5),
                                 21200 + (int32_t)floor(1200 * sin(angle) + 0.5)};
    }
    nodes[n++] = (twc_point){19000, 22400};
    nodes[n++] = (twc_point){16000, 22400};
    for (int heights = 0; heights < ROAD_HEIGHTS; heights++)
        for (int classes = 0; classes < ROAD_CLASSES; classes++)
            expect_closed("a switchback", one_tile, (road_heights)heights, (road_classes)classes, &twc_cart_road, nodes,
                          n);
    for (int i = 0; i < n; i++)
        nodes[i] = (twc_point){20000 + (nodes[i].x - 20000) / 2, 20000 + (nodes[i].z - 20000) / 2};
    expect_refused("a switchback of 6 m", nodes, n, "needs at least");
    expect_refused("a crossing", (twc_point[]){{15000, 15000}, {25000, 25000}, {25000, 15000}, {15000, 25000}}, 4,
                   "station");
}

static void test_extent(void)
{
    expect_refused("a road that leaves the extent", (twc_point[]){{20000, 20000}, {50000, 20000}}, 2, "extent");
    expect_refused("a node outside of every world", (twc_point[]){{20000, 20000}, {INT32_MAX, 20000}}, 2, "outside");
    expect_closed("as near to the border as may be", one_tile, ROAD_HILLS, ROAD_BROAD, &twc_cart_road,
                  (twc_point[]){{5000, 5000}, {46000, 5000}}, 2);
}

static void test_cliffs(void)
{
    /* The lowest and the highest height the encoding has, 8 samples apart: banks never suffice. */
    twc_mesh_report report;
    char message[600];
    twc_point nodes[] = {{10000, 10000}, {20000, 14000}, {30000, 11000}, {40000, 30000}};
    const twc_corridor road = road_of(&twc_cart_road, nodes, 4);
    for (int classes = 0; classes < ROAD_CLASSES; classes++) {
        road_verdict verdict = run(one_tile, ROAD_CLIFFS, (road_classes)classes, &road, &report, message);
        CU_ASSERT_EQUAL(verdict, ROAD_CLOSED);
        CU_ASSERT_TRUE(report.walls > 100);
    }
}

static void test_long_road(void)
{
    /* 20 km over 41 tiles, two chunks wide. */
    twc_point nodes[ROAD_MAX_NODES];
    for (int i = 0; i < ROAD_MAX_NODES; i++)
        nodes[i] = (twc_point){20000 + i * 133400, 25600 + (i % 2 ? 9000 : -9000)};
    expect_closed("20 km", (twc_rect){0, 0, 41, 1}, ROAD_HILLS, ROAD_BLOCKS, &twc_cart_road, nodes, ROAD_MAX_NODES);
}

/* ---- what is refused before anything is built ---- */

static void test_profiles(void)
{
    const twc_point nodes[] = {{20000, 20000}, {30000, 20000}};
    for (int fault = 0; fault < 12; fault++) {
        twc_profile p = twc_cart_road;
        switch (fault) {
        case 0:
            p.row_count = 1;
            break;
        case 1:
            p.row_count = TWC_PROFILE_ROWS + 1;
            break;
        case 2:
            p.row[1].offset_cm = -450;
            break;
        case 3:
            p.row[2].offset_cm = -100;
            break;
        case 4:
            p.bank_ratio = NAN;
            break;
        case 5:
            p.bank_ratio = -1.6;
            break;
        case 6:
            p.bank_min_cm = -5;
            break;
        case 7:
            p.bank_max_cm = 100;
            break;
        case 8:
            p.depth_cm = 1000000;
            break;
        case 9:
            p.inner_wobble_cm = -1;
            break;
        case 10:
            p.edge = (twc_edge_rule)9;
            break;
        default:
            p.bank_max_cm = 2400;
            break;
        }
        twc_mesh_report report;
        char message[600];
        const twc_corridor road = road_of(&p, nodes, 2);
        CU_ASSERT_EQUAL(run(one_tile, ROAD_FLAT, ROAD_FINE, &road, &report, message), ROAD_REFUSED);
        CU_ASSERT_PTR_NOT_NULL(strstr(message, "cart road 9 m"));
    }
}

int main(void)
{
    CU_TestInfo tests[] = {{"roads on the lattice", test_lattice_roads},
                           {"nearly parallel edges", test_nearly_parallel},
                           {"short roads", test_short_roads},
                           {"bends", test_bends},
                           {"the extent", test_extent},
                           {"cliffs", test_cliffs},
                           {"20 km", test_long_road},
                           {"profiles", test_profiles},
                           CU_TEST_INFO_NULL};
    return suite_run("roads", tests);
}
