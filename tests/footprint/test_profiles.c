/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue of profiles: what is frozen stays, what is wrong is refused by name, what is in it can be built. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profiles.h"
#include "footprint/road_cases.h"
#include "common/suite.h"

#define CATALOGUE TWC_SOURCE_DIR "/experiments/profiles.json"

static char *read_text(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    return text;
}

/* Reads a catalogue that differs from the real one: the first `from` replaced by `to`. */
static twc_status read_changed(const char *from, const char *to)
{
    static char changed[1 << 16];
    const char *path = "test_profiles.tmp.json", *text = read_text(CATALOGUE), *at = strstr(text, from);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(changed, file);
    fclose(file);
    twc_catalogue catalogue;
    twc_status status = twc_catalogue_read(path, &catalogue);
    twc_catalogue_free(&catalogue);
    remove(path);
    return status;
}

static void expect(const char *from, const char *to, const char *reason)
{
    twc_status status = read_changed(from, to);
    int said = strstr(status.message, reason) != NULL;
    if (status.code != TWC_IO || !said)
        printf("\n    %s -> %s: %d \"%s\" says nothing of \"%s\"", from, to, (int)status.code, status.message, reason);
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_TRUE(said);
}

static void test_frozen(void)
{
    twc_catalogue catalogue;
    const twc_profile *profile;
    char built_in[TWC_HASH_HEX], read[TWC_HASH_HEX];
    CU_ASSERT_EQUAL_FATAL(twc_catalogue_read(CATALOGUE, &catalogue).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(twc_catalogue_find(&catalogue, "cart road 9 m", 0, &profile).code, TWC_OK);
    twc_profile_hash(&twc_cart_road, built_in);
    twc_profile_hash(profile, read);
    CU_ASSERT_STRING_EQUAL(built_in, read);
    /* Published: this may never change. */
    CU_ASSERT_STRING_EQUAL(read, "7343c28b30341f9275941bf875a6f4e3db1273000df6696dc1bb86a542001d3e");
    CU_ASSERT_EQUAL(twc_catalogue_find(&catalogue, "cart road 9 m", 2, &profile).code, TWC_USAGE);
    twc_status status = twc_catalogue_find(&catalogue, "cart path", 0, &profile);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, "\"paved street 7 m\""));
    twc_catalogue_free(&catalogue);
}

static void test_refusals(void)
{
    expect("\"depth_cm\": 80", "\"depth_cm\": 81", "altered");
    expect("\"bank_ratio\": 1.6", "\"bank_ratio\": 1.7", "altered");
    expect("[450, 0]", "[450, 1]", "altered");
    expect("7343", "8343", "altered");
    expect("\"depth_cm\": 80", "\"depth_cm\": -80000", "depth");
    expect("\"bank_min_cm\": 240", "\"bank_min_cm\": -240", "least width");
    expect("\"bank_ratio\": 1.6", "\"bank_ratio\": NaN", "profiles.tmp.json");
    expect("\"bank_ratio\": 1.6", "\"bank_ratio\": -1.6", "ratio");
    expect("[[-450, 0],", "[[-450],", "two whole numbers");
    expect("[[-450, 0],", "[[-450.5, 0],", "two whole numbers");
    expect("\"edge\": \"bank\"", "\"edge\": \"dune\"", "dune");
    expect("\"name\": \"cart road 9 m\",", "", "name");
    expect("{", "[", "profiles.tmp.json");
    expect("\"profiles\"", "\"profile\"", "profiles");
}

static void test_missing_file(void)
{
    twc_catalogue catalogue;
    CU_ASSERT_EQUAL(twc_catalogue_read("no/such/file.json", &catalogue).code, TWC_IO);
    CU_ASSERT_EQUAL(catalogue.count, 0);
}

/* Every entry, over every kind of ground, closed. */
static void test_all_close(void)
{
    twc_catalogue catalogue;
    const twc_point nodes[] = {{8000, 12000}, {16000, 16000}, {25600, 25600}, {33000, 27000}, {42000, 40000}};
    CU_ASSERT_EQUAL_FATAL(twc_catalogue_read(CATALOGUE, &catalogue).code, TWC_OK);
    for (size_t p = 0; p < catalogue.count; p++)
        for (int heights = 0; heights < ROAD_HEIGHTS; heights++)
            for (int classes = 0; classes < ROAD_CLASSES; classes++) {
                twc_world_data data = {0};
                twc_mesh_report report;
                char message[600];
                CU_ASSERT_EQUAL_FATAL(
                    road_world(3, (twc_rect){0, 0, 1, 1}, (road_heights)heights, (road_classes)classes, &data).code,
                    TWC_OK);
                const twc_corridor road = {
                    .id = 7, .priority = 1, .profile = &catalogue.profile[p], .node_count = 5, .nodes = nodes};
                road_verdict verdict = road_run(&data.world, &road, twc_fast_builder(twc_level_best()), &report,
                                                message, sizeof message);
                if (verdict != ROAD_CLOSED)
                    printf("\n    %s: %s", catalogue.profile[p].name, message);
                CU_ASSERT_EQUAL(verdict, ROAD_CLOSED);
                twc_world_data_destroy(&data);
            }
    twc_catalogue_free(&catalogue);
}

/* Every entry, by the reference and by every fast level: the same bits. */
static void test_all_agree(void)
{
    twc_catalogue catalogue;
    int bad = 0;
    CU_ASSERT_EQUAL_FATAL(twc_catalogue_read(CATALOGUE, &catalogue).code, TWC_OK);
    for (size_t p = 0; p < catalogue.count; p++)
        for (int classes = 0; classes < ROAD_CLASSES; classes++) {
            road_case c = {.seed = 5, .extent = {0, 0, 1, 1}, .profile = catalogue.profile[p], .node_count = 3};
            const twc_point nodes[] = {{8000, 12000}, {16000, 16000}, {25600, 25600}};
            twc_world_data data = {0};
            char message[600] = "";
            memcpy(c.node, nodes, sizeof nodes);
            CU_ASSERT_EQUAL_FATAL(road_world(3, c.extent, ROAD_HILLS, (road_classes)classes, &data).code, TWC_OK);
            SUITE_EXPECT(bad, !road_builds_differ(&c, &data.world, message, sizeof message), "%s version %d: %s",
                         c.profile.name, c.profile.version, message);
            twc_world_data_destroy(&data);
        }
    twc_catalogue_free(&catalogue);
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {{"frozen", test_frozen},
                           {"refusals", test_refusals},
                           {"a missing file", test_missing_file},
                           {"every entry closes", test_all_close},
                           {"every entry is the same by both", test_all_agree},
                           CU_TEST_INFO_NULL};
    return suite_run("profiles", tests);
}
