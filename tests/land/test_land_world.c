/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A land in the terrain system: samples from its base by another route, features as corridors at the levels the land
 * settled, and no open edge; and the land drawn by itself, fine where its outline lies, without a crack.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "generate/land_json.h"
#include "generate/land_mesh.h"
#include "generate/land_world.h"
#include "measure/land.h"
#include "measure/land_drawn.h"
#include "profiles.h"
#include "twc/fast.h"

#define FILE_OF(name) TWC_SOURCE_DIR "/experiments/" name ".json"

static twc_land_made ground, base;
static twc_catalogue catalogue;
static twc_land_source source;
static twc_world_data world;
static twc_land_placed placed[TWC_LAND_FEATURES];

/* Sample (i, j) of a world, from the tile that begins with it or holds it. */
static uint16_t sample_of(const twc_world_data *data, int32_t i, int32_t j)
{
    const twc_rect extent = data->world.extent;
    const int32_t side = TWC_TILE_SAMPLES - 1;
    int32_t tx = (i - extent.x * side) / side, tz = (j - extent.z * side) / side;
    tx = tx < extent.nx ? tx : extent.nx - 1; /* the far border belongs to the last tile */
    tz = tz < extent.nz ? tz : extent.nz - 1;
    return data->tiles[tz * extent.nx + tx]->sample[j - (extent.z + tz) * side][i - (extent.x + tx) * side];
}

static void make(const char *path, twc_land_made *all, twc_land_made *none)
{
    static twc_land land;
    const twc_land_table *table = twc_fast_land(twc_level_best());
    CU_ASSERT_EQUAL_FATAL(twc_land_read(path, &land).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_land_make(table, &land, land.feature_count, all).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_land_make(table, &land, 0, none).code, TWC_OK);
}

static void island_world(void)
{
    make(FILE_OF("island"), &ground, &base);
    CU_ASSERT_EQUAL_FATAL(twc_catalogue_read(FILE_OF("profiles"), &catalogue).code, TWC_OK);
    source = (twc_land_source){&base.ground, &ground.ground, NULL, NULL};
    CU_ASSERT_EQUAL_FATAL(twc_catalogue_find(&catalogue, "walkway", 1, &source.path).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_catalogue_find(&catalogue, "stream 3 m", 1, &source.brook).code, TWC_OK);
    twc_status status = twc_land_world(&source, &world, placed);
    CU_ASSERT_EQUAL_FATAL(status.code, TWC_OK);
    const twc_rect extent = world.world.extent;
    CU_ASSERT_TRUE(extent.x == -2 && extent.z == -2 && extent.nx == 4 && extent.nz == 4);
    /* Walkway 0.9 m to either side and 5 cm deep; the brook's rows. */
    CU_ASSERT_TRUE(source.path->row[0].offset_cm == -90 && source.path->row[1].offset_cm == 90 &&
                   source.path->row_count == 2 && source.path->depth_cm == 5);
    CU_ASSERT_TRUE(source.brook->row[0].offset_cm == -150 && source.brook->row[0].rise_cm == 0 &&
                   source.brook->row[1].offset_cm == -80 && source.brook->row[1].rise_cm == -40);
}

/* Every sample against the land's own answer at its place, before any feature. */
static void samples(void)
{
    int bad = 0, shore = 0;
    for (int32_t j = -256; j <= 256; j++)
        for (int32_t i = -256; i <= 256; i++) {
            const double x = 4.0 * i, z = 4.0 * j;
            double height;
            twc_reference_land()->land_heights(&base.ground, (twc_spots){1, &x, &z}, &height);
            const long expected = lrint((height + 200.0) * 100.0);
            SUITE_EXPECT(bad, sample_of(&world, i, j) == expected, "(%g, %g)", x, z);
            shore += expected > 20000;
        }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(shore > 75000 && shore < 85000); /* a quarter of 316865 */
}

/* Every station of the brook lies on the brook, its bed at the level of the spine's point nearest to it. */
static void brook(void)
{
    const twc_spine *spine = &ground.ground.spine[1];
    const twc_feature *feature = twc_features_find(&world.features, 2);
    int bad = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(feature);
    CU_ASSERT_STRING_EQUAL(feature->profile.name, "stream 3 m");
    CU_ASSERT_TRUE(feature->station_count == 88); /* 433.6 m */
    for (int32_t k = 0; k < feature->station_count; k++) {
        const double x = feature->stations[k].x / 100.0, z = feature->stations[k].z / 100.0;
        int32_t nearest = 0;
        for (int32_t p = 1; p < spine->count; p++)
            if (hypot(spine->x[p] - x, spine->z[p] - z) < hypot(spine->x[nearest] - x, spine->z[nearest] - z))
                nearest = p;
        SUITE_EXPECT(bad, hypot(spine->x[nearest] - x, spine->z[nearest] - z) < 0.6, "station %d is off the brook", k);
        SUITE_EXPECT(bad, feature->stations[k].bed_cm == lrint(100.0 * spine->level[nearest]), "level of station %d",
                     k);
        SUITE_EXPECT(bad, k == 0 || feature->stations[k].bed_cm <= feature->stations[k - 1].bed_cm, "station %d rises",
                     k);
    }
    SUITE_NONE(bad);
    CU_ASSERT_TRUE(placed[1].depth[0] == 0.1 && placed[1].depth[1] == 0.5 && placed[1].half[0] == 1.2 &&
                   placed[1].half[1] == 3.0);
}

/* The walkway goes through the brook, which comes after it in the land and so is cut from it. */
static void walkway(void)
{
    CU_ASSERT_EQUAL(world.features.list.count, 2);
    CU_ASSERT_STRING_EQUAL(world.features.feature[0].profile.name, "walkway");
    CU_ASSERT_TRUE(world.features.feature[0].id == 1 && world.features.feature[1].id == 2);
    CU_ASSERT_TRUE(world.features.feature[0].priority < world.features.feature[1].priority);
    CU_ASSERT_TRUE(twc_feature_meetings(world.features.list, -1, 1) > 0); /* the crossing at (-29, 410) m */
}

/* Every bit of the world's mesh, by the reference and at the best level; and how far it is from what is asked. */
static void closed(void)
{
    twc_mesh_report report;
    twc_land_difference difference, fine;
    CU_ASSERT_EQUAL_FATAL(twc_world_closed(&world, twc_fast_builder(twc_level_best()), &report).code, TWC_OK);
    CU_ASSERT_TRUE(twc_mesh_report_clean(&report) && report.open_edges == 0 && report.triangles > 10000);
    const twc_land_table *table = twc_fast_land(twc_level_best());
    const twc_builder builder = twc_fast_builder(twc_level_best());
    CU_ASSERT_EQUAL_FATAL(twc_land_drawn(table, &ground.ground, &world, builder, 0, &difference).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_land_drawn(table, &ground.ground, &world, builder, 1, &fine).code, TWC_OK);
    printf(
        "\n    %lld points: rms %.3f m, near %.3f m, elsewhere %.3f m, at most %.2f m; Fine %.3f, %.3f, %.3f, %.2f m",
        (long long)difference.points, difference.rms, difference.rms_near, difference.rms_far, difference.greatest,
        fine.rms, fine.rms_near, fine.rms_far, fine.greatest);
    CU_ASSERT_TRUE(difference.points == 316861 && fine.points == 316861);
    CU_ASSERT_TRUE(fine.rms > 0.01 && fine.rms < difference.rms / 2.0);
}

/* ---- the land drawn by itself ------------------------------------------------------------------------------------ */

/* Closed, and drawn is asked wherever the outline lies; `fine` and `coarse` triangles by kind. */
static void expect_drawn(const twc_land_ground *g, int64_t fine, int64_t coarse)
{
    twc_mesh mesh;
    twc_mesh_report report;
    int64_t kinds[2] = {0, 0};
    int bad = 0;
    twc_point *border = malloc(4 * (size_t)g->land->grid.points * sizeof *border);
    CU_ASSERT_PTR_NOT_NULL_FATAL(border);
    CU_ASSERT_EQUAL_FATAL(twc_land_draw(g, &mesh).code, TWC_OK);
    const twc_outline outline = {border, twc_land_border(g, border)};
    CU_ASSERT_EQUAL_FATAL(twc_mesh_check(&mesh, 1, &outline, NULL, 0, &report).code, TWC_OK);
    CU_ASSERT_TRUE(twc_mesh_report_clean(&report));
    CU_ASSERT_TRUE(report.open_edges == 0 && report.t_junctions == 0);
    for (uint32_t k = 0; k < mesh.triangle_count; k++) {
        const twc_triangle *t = &mesh.triangles[k];
        const int kind = (int)(mesh.facets[t->facet].id >> 62);
        kinds[kind & 1]++;
        if (kind != TWC_FACET_FINE || k % 97)
            continue;
        double x = 0, z = 0, y = 0, asked;
        for (int v = 0; v < 3; v++) {
            x += t->corner[v].x / 300.0;
            z += t->corner[v].z / 300.0;
            y += t->corner[v].y / 3.0;
        }
        twc_reference_land()->land_heights(g, (twc_spots){1, &x, &z}, &asked);
        SUITE_EXPECT(bad, fabs(asked - y) < 1e-3, "drawn %g, asked %g at (%g, %g)", y, asked, x, z);
    }
    SUITE_NONE(bad);
    CU_ASSERT_EQUAL(kinds[0], fine);
    CU_ASSERT_EQUAL(kinds[1], coarse);
    /* The check can tell: a vertex of one triangle, one bit off. */
    mesh.triangles[mesh.triangle_count / 2].corner[1].y += 0.5f;
    CU_ASSERT_EQUAL_FATAL(twc_mesh_check(&mesh, 1, &outline, NULL, 0, &report).code, TWC_OK);
    CU_ASSERT_FALSE(twc_mesh_report_clean(&report));
    twc_land_mesh_destroy(&mesh);
    free(border);
}

/* 178 x 175 fine blocks of 256 x 256; round them 706 fans of 4 + 3 triangles. */
static void island_drawn(void)
{
    expect_drawn(&ground.ground, 178 * 175 * 32, (256 * 256 - 178 * 175 - 706) * 2 + 706 * 7);
}

/* No outline; outlines across the border, in pieces, as thin as a cell; a grid that blocks do not fill. */
static void other_outlines(void)
{
    static const struct {
        int32_t points;
        twc_land_outline outline;
    } cases[] = {
        {257, {0, {{0, 0}}}},
        {257, {4, {{-20000, -3000}, {5000, -3000}, {5000, 20000}, {-20000, 20000}}}},
        {257, {3, {{0, 0}, {9000, 100}, {4000, 7000}}}},
        {257, {4, {{-9000, 0}, {9000, 0}, {9000, 110}, {-9000, 110}}}},
        {255, {4, {{-3000, -3000}, {3000, -3000}, {3000, 3000}, {-3000, 3000}}}},
        {257, {4, {{30000, 30000}, {30100, 30000}, {30100, 30100}, {30000, 30100}}}}, /* off the grid: all coarse */
    };
    twc_land_made isle, bare;
    make(FILE_OF("sky_isle"), &isle, &bare);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        twc_land_ground *g = &isle.ground;
        twc_mesh mesh;
        twc_mesh_report report;
        isle.land.grid.points = cases[k].points;
        isle.land.fine_over = cases[k].outline;
        twc_point border[4 * 257];
        CU_ASSERT_EQUAL_FATAL(twc_land_draw(g, &mesh).code, TWC_OK);
        const twc_outline outline = {border, twc_land_border(g, border)};
        CU_ASSERT_EQUAL_FATAL(twc_mesh_check(&mesh, 1, &outline, NULL, 0, &report).code, TWC_OK);
        CU_ASSERT_TRUE(twc_mesh_report_clean(&report));
        if (k == 0)
            CU_ASSERT_EQUAL(mesh.triangle_count, 2 * 256 * 256);
        if (k == 5)
            CU_ASSERT_EQUAL(mesh.triangle_count, 2 * 64 * 64);
        twc_land_mesh_destroy(&mesh);
    }
    isle.land.grid.points = 257;
    isle.land.grid.cell = 0.125 / 100;
    twc_mesh none;
    twc_status status = twc_land_draw(&isle.ground, &none);
    CU_ASSERT_TRUE(status.code == TWC_USAGE && strstr(status.message, "whole centimetres"));
    twc_land_unmake(&isle);
    twc_land_unmake(&bare);
}

/* ---- another land, and what can't be a world --------------------------------------------------------------------- */

static void another_world(void)
{
    twc_land_made isle, bare;
    twc_world_data other;
    twc_land_placed what[TWC_LAND_FEATURES];
    twc_mesh_report report;
    make(FILE_OF("sky_isle"), &isle, &bare);
    twc_land_source from = {&bare.ground, &isle.ground, source.path, source.brook};
    CU_ASSERT_EQUAL_FATAL(twc_land_world(&from, &other, what).code, TWC_OK);
    CU_ASSERT_TRUE(other.world.extent.x == -1 && other.world.extent.nx == 2);
    CU_ASSERT_EQUAL(sample_of(&other, 0, 0), lrint(100.0 * (200.0 + bare.ground.heights[128 * 257 + 128])));
    CU_ASSERT_EQUAL(sample_of(&other, 33, 0), (200 - 60) * 100); /* past the grid */
    CU_ASSERT_EQUAL(other.features.list.count, 2);
    CU_ASSERT_EQUAL_FATAL(twc_world_closed(&other, twc_fast_builder(twc_level_best()), &report).code, TWC_OK);
    CU_ASSERT_TRUE(twc_mesh_report_clean(&report));
    twc_world_data_destroy(&other);
    bare.land.grid.outside = -300;
    twc_status status = twc_land_world(&from, &other, what);
    CU_ASSERT_TRUE(status.code == TWC_USAGE && strstr(status.message, "from -300.00"));
    isle.land.grid.cell = bare.land.grid.cell = 3;
    status = twc_land_world(&from, &other, what);
    CU_ASSERT_TRUE(status.code == TWC_USAGE && strstr(status.message, "cells of 4, 2, 1 or 0.5 m"));
    isle.land.grid.cell = bare.land.grid.cell = 1;
    isle.land.grid.points = bare.land.grid.points = 256;
    CU_ASSERT_EQUAL(twc_land_world(&from, &other, what).code, TWC_USAGE);
    twc_land_unmake(&isle);
    twc_land_unmake(&bare);
}

static void away(void)
{
    twc_world_data_destroy(&world);
    twc_catalogue_free(&catalogue);
    twc_land_unmake(&ground);
    twc_land_unmake(&base);
}

int main(void)
{
    CU_TestInfo tests[] = {{"the island as a world", island_world},
                           {"samples are of the base", samples},
                           {"the brook's stations", brook},
                           {"the walkway", walkway},
                           {"closed, and near to what is asked", closed},
                           {"the island drawn", island_drawn},
                           {"other outlines", other_outlines},
                           {"another land", another_world},
                           {"and away", away},
                           CU_TEST_INFO_NULL};
    return suite_run("lands in the terrain system", tests);
}
