/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/measure/weather: covers counted by hand, and that surfaces come out alike from every builder. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "regions/built_region.h"
#include "measure/grid_difference.h"
#include "measure/weather.h"
#include "common/suite.h"

enum { FACES = 512 };

/* One mesh of FACES facets with two triangles of 1 m^2 each; facet k has rank k / 2, snow k / 2 and height k metres. */
typedef struct hand {
    twc_mesh mesh;
    twc_facet facet[FACES];
    twc_triangle triangle[2 * FACES];
    twc_surface_face face[FACES];
    uint8_t vertices[2 * FACES * 3 * TWC_VERTEX_BYTES];
    twc_chunk_surface chunk;
    twc_chunk_grid grid;
} hand;

static hand *hand_create(int material)
{
    hand *h = calloc(1, sizeof *h);
    h->mesh = (twc_mesh){h->triangle, h->facet, 2 * FACES, 2 * FACES, FACES, FACES};
    for (int k = 0; k < FACES; k++) {
        h->facet[k].normal[1] = 1.0f;
        h->face[k].material = (uint8_t)material;
        h->face[k].rank = h->face[k].snow = (uint8_t)(k / 2);
        h->face[k].height = (float)k;
        for (int t = 0; t < 2; t++) {
            twc_triangle *triangle = &h->triangle[2 * k + t];
            triangle->facet = (uint32_t)k;
            triangle->corner[1].z = 200;
            triangle->corner[2].x = 100;
        }
    }
    h->chunk = (twc_chunk_surface){h->face, h->vertices};
    h->grid = (twc_chunk_grid){.chunks = {0, 0, 1, 1}, .count = 1, .mesh = &h->mesh, .surface = &h->chunk};
    twc_reference_surface()->vertices(&h->mesh, h->face, h->vertices);
    return h;
}

static void puddles(void)
{
    static const int cover[TWC_MATERIAL_COUNT] = {10, 32, 10, 0, 0}; /* per cent */
    int bad = 0;
    for (int material = 0; material < TWC_MATERIAL_COUNT; material++) {
        hand *h = hand_create(material);
        for (int wet = 0; wet <= 100; wet++) {
            twc_weather weather = twc_presets[TWC_RAIN];
            weather.wetness = wet / 100.0;
            weather.snow_line = 1e5;
            twc_cover c = twc_weather_cover(&h->grid, &weather);
            int expected = 0, near = 0;
            for (int k = 0; k < FACES; k++) {
                int left = 10000 * (k / 2) - 255 * (10000 - cover[material] * wet); /* rank > 255 (1 - c w) */
                expected += left > 0 && k / 2 > 0;
                near += left == 0; /* equal on paper: the rounding of 1 - c w decides */
            }
            SUITE_EXPECT(bad, llabs(c.puddles[material] - expected) <= (wet ? near : 0),
                         "material %d wetness %d %%: %d, not %d", material, wet, (int)c.puddles[material], expected);
            SUITE_EXPECT(bad, c.faces[material] == FACES && c.eligible[material] == FACES - 2, "material %d", material);
        }
        free(h);
    }
    SUITE_NONE(bad);
}

static void snow(void)
{
    hand *h = hand_create(TWC_MATERIAL_GROUND);
    int bad = 0;
    for (int amount = 0; amount <= 8; amount++) {
        twc_weather weather = twc_presets[TWC_SNOW];
        weather.snow = amount / 8.0;
        weather.snow_line = 100;
        twc_cover c = twc_weather_cover(&h->grid, &weather);
        int expected = 0;
        for (int k = 0; k < FACES; k++) {
            long double height = k < 455 ? k : 455.35L; /* the encoding ends there */
            expected += (height - 100) / 260 + (k / 2) / 255.0L * 0.92L - 0.11L > 1.35L - 1.25L * amount / 8;
        }
        SUITE_EXPECT(bad, c.snowy[0] == expected, "amount %d / 8: %d, not %d", amount, (int)c.snowy[0], expected);
        SUITE_EXPECT(bad, c.area == 2.0 * FACES && c.snowy_area == 2.0 * expected, "areas, amount %d", amount);
        SUITE_EXPECT(bad, amount != 4 || (expected > 0 && expected < FACES), "amount %d shows nothing", amount);
    }
    free(h);
    SUITE_NONE(bad);
}

/* A small region with a road: every builder, the same bytes; every facet is counted once. */
static void built_regions(void)
{
    twc_region region;
    twc_built_region reference, fast;
    int bad = 0;
    CU_ASSERT_EQUAL_FATAL(twc_region_read(TWC_SOURCE_DIR "/experiments/region.json", &region).code, TWC_OK);
    CU_ASSERT_TRUE(region.road_count > 0);
    twc_built_region_options options = {1, twc_reference_builder(), {0, 1, TWC_DYNAMIC}};
    CU_ASSERT_EQUAL_FATAL(twc_built_region_create(&region, &options, &reference).code, TWC_OK);
    for (int level = 0; level < TWC_LEVEL_COUNT; level++) {
        if (!twc_level_built((twc_level)level) || !twc_level_supported((twc_level)level))
            continue;
        options.builder = twc_fast_builder((twc_level)level);
        options.build.threads = 2;
        CU_ASSERT_EQUAL_FATAL(twc_built_region_create(&region, &options, &fast).code, TWC_OK);
        SUITE_EXPECT(bad, twc_grid_surfaces_same(&reference.grid, &fast.grid), "level %s",
                     twc_level_name((twc_level)level));
        twc_built_region_destroy(&fast);
    }
    twc_cover c = twc_weather_cover(&reference.grid, &twc_presets[TWC_RAIN]);
    int64_t faces = 0;
    for (int m = 0; m < TWC_MATERIAL_COUNT; m++)
        faces += c.faces[m];
    CU_ASSERT_EQUAL(faces, (int64_t)reference.grid.facet_count);
    CU_ASSERT_TRUE(c.faces[TWC_MATERIAL_BED] > 300);
    twc_built_region_destroy(&reference);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"puddles by hand", puddles},
                           {"snow by hand", snow},
                           {"regions by every builder", built_regions},
                           CU_TEST_INFO_NULL};
    return suite_run("weather", tests);
}
