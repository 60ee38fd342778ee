/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers behind the errata, on worlds where another route gives them. */
#include <math.h>

#include "measure/errata.h"
#include "regions/region_roads.h"
#include "common/scratch.h"
#include "common/grids.h"
#include "common/suite.h"

/* A flat world, cell (x, z) of class pattern(x, z). */
static twc_world_data flat_world(twc_rect extent, uint8_t (*pattern)(int32_t x, int32_t z))
{
    twc_world_data data;
    if (twc_world_data_create(extent, 21234, "flat", &data).code)
        abort();
    for (int32_t k = 0; k < extent.nx * extent.nz; k++)
        if (twc_world_data_add_tile(&data, extent.x + k % extent.nx, extent.z + k / extent.nx).code)
            abort();
    twc_rect m = twc_world_macros(&data.world);
    for (int32_t z = m.z; z < m.z + m.nz; z++)
        for (int32_t x = m.x; x < m.x + m.nx; x++)
            twc_world_data_set_classes(&data, (twc_rect){x, z, 1, 1}, &(uint8_t){pattern(x, z)});
    return data;
}

static uint8_t all_broad(int32_t x, int32_t z)
{
    (void)x, (void)z;
    return TWC_BROAD;
}

static uint8_t all_fine(int32_t x, int32_t z)
{
    (void)x, (void)z;
    return TWC_FINE;
}

static uint8_t checkers(int32_t x, int32_t z)
{
    return (x + z) & 1 ? TWC_BROAD : TWC_FINE;
}

static twc_chunk_grid build(const twc_world *world, int fine_only)
{
    twc_chunk_grid meshes = {0};
    twc_chunk_request request = mesh_request(world, no_features);
    request.options.fine_only = fine_only;
    if (twc_chunk_grid_build(twc_reference_builder(), &request, &meshes).code)
        abort();
    return meshes;
}

/*
 * The numbers of a count made apart from this project's code, over the lattice cells -64..63: 156 cells, twice 0.14405
 * m2.
 */
static void test_lattice(void)
{
    twc_world_data data = flat_world((twc_rect){-2, -2, 4, 4}, all_fine);
    twc_chunk_grid fine = build(&data.world, 1);
    twc_lattice_errata e;
    twc_errata_lattice(&data.world, &fine, &e);
    CU_ASSERT_EQUAL(e.cells, 16384);
    CU_ASSERT_EQUAL(e.nonconvex, 156);
    CU_ASSERT_EQUAL(e.straight, 0);
    CU_ASSERT_EQUAL(e.smallest_m2, 2881 / 2e4);
    CU_ASSERT_EQUAL(e.extreme_m2, 0.0288 * 256);
    CU_ASSERT_EQUAL(e.extreme_without, 0);
    twc_chunk_grid_destroy(&fine);
    twc_world_data_destroy(&data);
}

/* Where p lies in the triangle a b c, border included, whichever way it goes round. */
static int covers(twc_point a, twc_point b, twc_point c, twc_point p)
{
    int64_t u = twc_area2(a.x, a.z, b.x, b.z, p.x, p.z), v = twc_area2(b.x, b.z, c.x, c.z, p.x, p.z);
    int64_t w = twc_area2(c.x, c.z, a.x, a.z, p.x, p.z);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

static twc_point wide_corner(int32_t x, int32_t z)
{
    int32_t i = 4 * x, j = 4 * z;
    return (twc_point){x * 6400 + twc_jitter(twc_hash(i, j, 13), 2432),
                       z * 6400 + twc_jitter(twc_hash(i, j, 14), 2432)};
}

/*
 * On flat ground both diagonals fit alike, and the tie asks for (0,0)-(1,1): inverted where b or c is the reflex
 * corner.
 */
static void test_reflex(void)
{
    twc_world_data data = flat_world((twc_rect){3, -7, 6, 5}, all_broad);
    twc_rect m = twc_world_macros(&data.world);
    twc_reflex_errata e;
    int64_t nonconvex = 0, inverted = 0;
    for (int32_t z = m.z; z < m.z + m.nz; z++)
        for (int32_t x = m.x; x < m.x + m.nx; x++) {
            twc_point a = wide_corner(x, z), b = wide_corner(x + 1, z), c = wide_corner(x, z + 1),
                      d = wide_corner(x + 1, z + 1);
            int wrong = covers(a, c, d, b) || covers(a, b, d, c), other = covers(b, c, d, a) || covers(a, b, c, d);
            nonconvex += wrong || other;
            inverted += wrong;
        }
    CU_ASSERT_EQUAL(twc_errata_reflex(&data.world, &e).code, TWC_OK);
    CU_ASSERT_EQUAL(e.broad_cells, (int64_t)m.nx * m.nz);
    CU_ASSERT_EQUAL(e.nonconvex, nonconvex);
    CU_ASSERT_EQUAL(e.inverted, inverted);
    CU_ASSERT_TRUE(inverted > 0 && inverted < nonconvex);
    twc_world_data_destroy(&data);
}

/*
 * A Broad cell between four Fine ones has twelve vertices on its edges and the middles of two fans; flat, none is off
 * its plane.
 */
static void test_fans(void)
{
    twc_world_data data = flat_world((twc_rect){0, 0, 2, 1}, checkers);
    twc_chunk_grid broad = build(&data.world, 0);
    twc_fan_errata e;
    int64_t cells = 0, border_edges = 0;
    twc_rect m = twc_world_macros(&data.world);
    for (int32_t z = 0; z < m.nz; z++)
        for (int32_t x = 0; x < m.nx; x++)
            if (checkers(x, z) == TWC_BROAD) {
                cells++; /* an edge on the border has no Fine neighbour: the cell outside repeats this one */
                border_edges += (x == 0) + (x == m.nx - 1) + (z == 0) + (z == m.nz - 1);
            }
    twc_errata_fans(&broad, &e);
    /* Of a cell in a corner of the world, a half may have both its edges on the border: that is no fan. */
    CU_ASSERT_TRUE(e.vertices <= 14 * cells - 3 * border_edges && e.vertices >= 14 * cells - 3 * border_edges - 2);
    CU_ASSERT_TRUE(e.off_plane < 1e-3 && e.vertical < 1e-3);
    CU_ASSERT_TRUE(e.off_edge > 0.3 && e.off_edge <= sqrt(0.5));
    twc_chunk_grid_destroy(&broad);
    twc_world_data_destroy(&data);
}

/* The chunk of a position in centimetres, within the six from -2 on. */
static int chunk_of(double position)
{
    return (int)fmin(fmax(floor(position / 25600), -2), 3);
}

/* Metres outside chunk `chunk` of the farthest sample that the broad field at a position is made of, along one axis. */
static double outside(int32_t position, int chunk)
{
    double first = 4 * floor(position / 400.0) - 48, last = 4 * floor(position / 400.0) + 4 + 48;
    return fmax(fmax(chunk * 256.0 - first, last - (chunk + 1) * 256.0), 0);
}

static void test_margin(void)
{
    twc_margin_errata e;
    twc_world_data data = flat_world((twc_rect){-1, -1, 3, 3}, all_fine);
    twc_chunk_grid meshes = build(&data.world, 0);
    twc_errata_margin(&meshes, &e);
    CU_ASSERT_TRUE(e.chunks == 36 && e.beyond == 0 && e.farthest_m == 0);
    twc_chunk_grid_destroy(&meshes);
    twc_world_data_destroy(&data);
    data = flat_world((twc_rect){-1, -1, 3, 3}, all_broad);
    meshes = build(&data.world, 0);
    twc_errata_margin(&meshes, &e);
    /*
     * The same from the triangles, each in the chunk of its own centroid, with the filter's 48 m and the samples about
     * a corner.
     */
    double farthest = 0;
    int beyond[6][6] = {{0}}, count = 0;
    for (size_t k = 0; k < 36; k++)
        for (uint32_t t = 0; t < meshes.mesh[k].triangle_count; t++) {
            const twc_vertex *v = meshes.mesh[k].triangles[t].corner;
            int cx = chunk_of(((double)v[0].x + v[1].x + v[2].x) / 3),
                cz = chunk_of(((double)v[0].z + v[1].z + v[2].z) / 3);
            for (int c = 0; c < 3; c++) {
                double reads = fmax(outside(v[c].x, cx), outside(v[c].z, cz));
                farthest = fmax(farthest, reads);
                beyond[cz + 2][cx + 2] |= reads > 74;
            }
        }
    for (int k = 0; k < 36; k++)
        count += beyond[k / 6][k % 6];
    CU_ASSERT_TRUE(count > 0);
    CU_ASSERT_EQUAL(e.beyond, count);
    CU_ASSERT_DOUBLE_EQUAL(e.farthest_m, farthest, 1e-9);
    twc_chunk_grid_destroy(&meshes);
    twc_world_data_destroy(&data);
}

/*
 * The counts of all cells together are the fill that is there; the least is no more than their mean and at least
 * twelve.
 */
static void test_fill(void)
{
    twc_region region;
    twc_world_data data;
    twc_features roads;
    twc_chunk_grid cut = {0};
    twc_fill_errata e;
    int64_t fill = 0, pairs = 0;
    if (twc_region_read(TWC_SOURCE_DIR "/experiments/region.json", &region).code ||
        twc_region_generate(&region, &data).code || twc_region_place_roads(&region, &data.world, &roads).code)
        abort();
    const twc_chunk_request request = mesh_request(&data.world, roads.list);
    CU_ASSERT_EQUAL_FATAL(twc_chunk_grid_build(twc_reference_builder(), &request, &cut).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_errata_fill(&cut, roads.list, &e).code, TWC_OK);
    for (size_t k = 0; k < roads.list.count; k++)
        pairs += roads.list.feature[k].station_count - 1;
    for (size_t k = 0; k < (size_t)cut.chunks.nx * (size_t)cut.chunks.nz; k++)
        for (uint32_t t = 0; t < cut.mesh[k].triangle_count; t++) {
            const twc_facet *facet = &cut.mesh[k].facets[cut.mesh[k].triangles[t].facet];
            twc_feature_part part = twc_feature_facet_part(facet->id);
            fill += facet->id >> 62 == TWC_FACET_FEATURE && (part == TWC_PART_BED || part == TWC_PART_BANK);
        }
    CU_ASSERT_EQUAL(e.pairs, pairs);
    CU_ASSERT_TRUE(e.least >= 12 && e.least * pairs <= fill);
    CU_ASSERT_TRUE(fill > 12 * pairs);
    twc_chunk_grid_destroy(&cut);
    twc_features_destroy(&roads);
    twc_world_data_destroy(&data);
}

/* The written example, by hand: half way between 10.00 and 8.00 m, against the lowest of that and 8.50 m. */
static void test_rivers(void)
{
    twc_river_errata e;
    CU_ASSERT_EQUAL_FATAL(twc_errata_rivers(&e).code, TWC_OK);
    CU_ASSERT_DOUBLE_EQUAL(e.printed_m, 9.00, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(e.corrected_m, 8.50, 1e-9);
    CU_ASSERT_EQUAL(e.corrected, 0);
    CU_ASSERT_EQUAL(e.tributaries, 3 * e.rivers);
    CU_ASSERT_TRUE(e.uphill > 0 && e.uphill >= e.rivers_uphill && e.uphill < e.tributaries);
    /* A source lies at most 1 m below the undisturbed river, printed levels never above it; each floors to 1 cm. */
    CU_ASSERT_TRUE(e.highest_m > 0.5 && e.highest_m <= 1.011);
}

int main(void)
{
    CU_TestInfo tests[] = {{"rivers", test_rivers}, {"lattice", test_lattice}, {"reflex", test_reflex},
                           {"fans", test_fans},     {"margin", test_margin},   {"fill", test_fill},
                           CU_TEST_INFO_NULL};
    return suite_run("errata", tests);
}
