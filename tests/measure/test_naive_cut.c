/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The experiment with the naive cut: its pieces cover what they should, and what it counts as open is open. */
#include <CUnit/Basic.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/grids.h"
#include "measure/naive_cut.h"
#include "regions/region_roads.h"

static twc_region region;
static twc_world_data data;
static twc_features roads;
static twc_chunk_grid ground;

static int set_up(void)
{
    twc_status status = twc_region_read(TWC_SOURCE_DIR "/experiments/region.json", &region);
    if (!status.code)
        status = twc_region_generate(&region, &data);
    if (!status.code)
        status = twc_region_place_roads(&region, &data.world, &roads);
    if (!status.code)
        status = reference_ground(&data.world, &ground);
    return (int)status.code;
}

static int tear_down(void)
{
    twc_chunk_grid_destroy(&ground);
    twc_features_destroy(&roads);
    twc_world_data_destroy(&data);
    return 0;
}

static size_t chunk_count(void)
{
    return (size_t)ground.chunks.nx * (size_t)ground.chunks.nz;
}

/* Twice the area that a closed border of directed edges goes round, as a sum over the edges in any order. */
static double edges_area2(const twc_naive_cut *cut)
{
    double sum = 0;
    for (size_t k = 0; k < cut->count; k++)
        sum += (double)cut->edges[k].a.z * cut->edges[k].b.x - (double)cut->edges[k].a.x * cut->edges[k].b.z;
    return sum;
}

static double outline_area2(const twc_outline *outline)
{
    double sum = 0;
    for (size_t k = 0; k < outline->count; k++) {
        twc_point a = outline->points[k], b = outline->points[(k + 1) % outline->count];
        sum += (double)a.z * b.x - (double)a.x * b.z;
    }
    return sum;
}

static double ground_area2(void)
{
    double sum = 0;
    for (size_t m = 0; m < chunk_count(); m++)
        for (uint32_t t = 0; t < ground.mesh[m].triangle_count; t++) {
            const twc_vertex *c = ground.mesh[m].triangles[t].corner;
            sum += (double)twc_vertex_area2(c[0], c[1], c[2]);
        }
    return sum;
}

static void test_areas(void)
{
    for (size_t k = 0; k < roads.list.count; k++) {
        twc_outline footprint;
        twc_naive_cut cut;
        CU_ASSERT_EQUAL_FATAL(twc_corridor_outline(&data.world, &roads.list.feature[k], &footprint).code, TWC_OK);
        CU_ASSERT_EQUAL_FATAL(twc_naive_cut_run(ground.mesh, chunk_count(), &footprint, &cut).code, TWC_OK);
        /*
         * Every crossing moves by less than a centimetre, along a footprint of at most 2 km: far below 0.1 % of its
         * area.
         */
        CU_ASSERT(outline_area2(&footprint) > 0);
        CU_ASSERT(fabs(edges_area2(&cut) + outline_area2(&footprint) - ground_area2()) <
                  0.001 * outline_area2(&footprint));
        CU_ASSERT(cut.report.triangles > 20 && cut.report.edges > cut.report.triangles / 2);
        twc_naive_cut_free(&cut);
        twc_outline_free(&footprint);
    }
}

/* The same answer by comparing every edge of a cut triangle with every other edge. */
static void test_open(void)
{
    twc_outline footprint;
    twc_naive_cut cut;
    uint64_t open = 0, bare = 0;
    CU_ASSERT_EQUAL_FATAL(twc_corridor_outline(&data.world, &roads.list.feature[0], &footprint).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_naive_cut_run(ground.mesh, chunk_count(), &footprint, &cut).code, TWC_OK);
    for (size_t k = 0; k < cut.count; k++) {
        const twc_naive_edge *e = &cut.edges[k];
        int bits = 0, plan = 0;
        for (size_t i = 0; i < cut.count && e->cut && !e->outline; i++) {
            const twc_naive_edge *f = &cut.edges[i];
            int back = f->a.x == e->b.x && f->a.z == e->b.z && f->b.x == e->a.x && f->b.z == e->a.z;
            plan |= back;
            bits |= back && memcmp(&f->a.y, &e->b.y, 4) == 0 && memcmp(&f->b.y, &e->a.y, 4) == 0;
        }
        open += e->cut && !e->outline && !bits;
        bare += e->cut && !e->outline && !plan;
        CU_ASSERT_EQUAL(e->open, e->cut && !e->outline && !bits);
    }
    CU_ASSERT_EQUAL(open, cut.report.open);
    CU_ASSERT_EQUAL(bare, cut.report.open_plan);
    CU_ASSERT(open > 0); /* the point of the experiment */
    twc_naive_cut_free(&cut);
    twc_outline_free(&footprint);
}

int main(void)
{
    CU_TestInfo tests[] = {{"areas", test_areas}, {"open edges", test_open}, CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"naive cut", set_up, tear_down, NULL, NULL, tests}, CU_SUITE_INFO_NULL};
    if (CU_initialize_registry() || CU_register_suites(suites))
        return 99;
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return (int)failures;
}
