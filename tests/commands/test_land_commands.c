/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lands by the program itself: asked, walked on, fuzzed, and what it says to files that are none. */
#include <math.h>

#include "commands/program.h"
#include "measure/land_drawn.h"
#include "read_json.h"
#include "store/world_h5.h"

#define LAND(name) TWC_SOURCE_DIR "/experiments/" name ".json"

static void begin(void)
{
    scratch_make();
}

static double number_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

static void test_query(void)
{
    put_text(scratch_path("places"), "# two of them\n100 -100\n  -30,405\n\n");
    CU_ASSERT_EQUAL(twc("query --land " LAND("island") " --points places --json --out answers -- -150,300"), 0);
    cJSON *json = NULL;
    CU_ASSERT_EQUAL_FATAL(twc_read_json(scratch_path("answers"), &json).code, TWC_OK);
    CU_ASSERT_EQUAL_FATAL(cJSON_GetArraySize(json), 3);
    const cJSON *first = cJSON_GetArrayItem(json, 0), *third = cJSON_GetArrayItem(json, 2);
    CU_ASSERT_DOUBLE_EQUAL(number_of(first, "forest"), 0.54911112842, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(number_of(cJSON_GetArrayItem(json, 1), "curvature"), 0.0288976, 1e-7);
    CU_ASSERT_DOUBLE_EQUAL(number_of(cJSON_GetObjectItem(third, "distance"), "walkway"), 3.46398944476, 1e-9);
    CU_ASSERT_TRUE(cJSON_IsTrue(cJSON_GetObjectItem(third, "dressed")));
    cJSON_Delete(json);
    CU_ASSERT_EQUAL(twc("query --land " LAND("island") " 100,-100 --over 4"), 0);
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "distance_walkway distance_brook dressed forest grove grass sand rock"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "damp mud wet_gravel brown\n100 -100 101.27130127 -0.0570526"));
    free(text);
    CU_ASSERT_EQUAL(twc("query --land " LAND("sky_isle") " 0,0"), 0);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "distance_spring distance_trail"));
    free(text);
}

static void test_query_refusals(void)
{
    expect_refusal(twc("query --land " LAND("island") " --out none"), TWC_USAGE, "no points", "none");
    expect_refusal(twc("query --land " LAND("island") " 1,nan --out none"), TWC_USAGE, "is not a point", "none");
    expect_refusal(twc("query --land " LAND("island") " 1e5,0 --out none"), TWC_USAGE, "farther than 65536 m", "none");
    expect_refusal(twc("query --land " LAND("island") " 1,2 --fine-only --out none"), TWC_USAGE, "is of worlds",
                   "none");
    expect_refusal(twc("query --land " LAND("region") " 1,2 --out none"), TWC_IO, "region.json: member \"kind\"",
                   "none");
    expect_refusal(twc("query --land nothing 1,2 --out none"), TWC_IO, "cannot read nothing", "none");
    expect_refusal(twc("query w.h5 1,2 --over 3 --out none"), TWC_USAGE, "--over is of lands", "none");
    expect_refusal(twc("query --out none"), TWC_USAGE, "a world belongs here", "none");
    put_text(scratch_path("bad.json"), "{\"kind\": \"land\", \"version\": 1, \"name\": \"bad\", \"grid\": "
                                       "{\"cell\": NaN, \"points\": 3, \"outside\": 0}}");
    expect_refusal(twc("query --land bad.json 1,2 --out none"), TWC_IO, "NaN or infinity stands", "none");
    put_text(scratch_path("bad.json"), "{\"kind\": \"land\", \"version\": 1, \"name\": \"bad\", \"grid\": "
                                       "{\"cell\": 1, \"points\": 3000000, \"outside\": 0}}");
    expect_refusal(twc("query --land bad.json 1,2 --out none"), TWC_IO,
                   "bad.json: grid: \"points\" is 3000000: their heights would take 3.6e+07 MB", "none");
}

static void test_walk(void)
{
    CU_ASSERT_EQUAL(twc("walk " LAND("island") " -22,490 18,550 --json"), 0);
    cJSON *json = NULL;
    CU_ASSERT_EQUAL_FATAL(twc_read_json(scratch_path("output"), &json).code, TWC_OK);
    CU_ASSERT_DOUBLE_EQUAL(number_of(json, "x"), 5.80048163, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(number_of(json, "z"), 511.37455183, 1e-8);
    CU_ASSERT_TRUE(number_of(json, "lowest") >= -0.6 && number_of(json, "height") < -0.59);
    CU_ASSERT_STRING_EQUAL(cJSON_GetStringValue(cJSON_GetObjectItem(json, "end")), "stopped");
    cJSON_Delete(json);
    CU_ASSERT_EQUAL(twc("walk " LAND("sky_isle") " 0,0 200,0"), 0);
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "128.25,0: fell to the clouds below after 513 of 800 steps"));
    free(text);
    CU_ASSERT_EQUAL(twc("walk " LAND("sky_isle") " 0,0 200,0 --edge wall"), 0);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "128,0: done after 800 of 800 steps"));
    free(text);
    CU_ASSERT_EQUAL(twc("walk " LAND("sky_isle") " 0,0 200,0 --edge wrap"), 0);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "-56,0: done after 800 of 800 steps"));
    free(text);
    expect_refusal(twc("walk " LAND("island") " 0,0 0,5000"), TWC_USAGE, "at most 4096 m, not 5000", "none");
    expect_refusal(twc("walk " LAND("island") " 0,2000 0,0"), TWC_USAGE, "off the land, which goes from -1024", "none");
    expect_refusal(twc("walk " LAND("island") " 0,0"), TWC_USAGE, "two places X,Z belong here", "none");
    expect_refusal(twc("walk " LAND("island") " 0,0 1,1 --edge cliff"), TWC_USAGE, "sea, fall, wall or wrap", "none");
}

static void test_fuzz(void)
{
    CU_ASSERT_EQUAL(twc("fuzz --land " LAND("sky_isle") " --walks 8192 --json"), 0);
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"walks\": 8192"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"escaped\": 0"));
    free(text);
    expect_refusal(twc("fuzz --land " LAND("island") " --walks 4096 --plant walk"), TWC_CHECK_FAILED, "BROKEN walk ",
                   "none");
    text = output("messages");
    char *repeat = strstr(text, "repeat: twc fuzz --land ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(repeat);
    repeat[strcspn(repeat, "\n")] = '\0';
    expect_refusal(twc("%s", repeat + strlen("repeat: twc ")), TWC_CHECK_FAILED, "BROKEN walk ", "none");
    free(text);
    expect_refusal(twc("fuzz --walks 3"), TWC_USAGE, "walks need a land", "none");
    expect_refusal(twc("fuzz --plant walk"), TWC_USAGE, "walks need a land", "none");
    expect_refusal(twc("fuzz --land " LAND("island") " --plant stale"), TWC_USAGE, "--land takes --plant walk", "none");
    expect_refusal(twc("fuzz --land " LAND("island") " --seconds 3"), TWC_USAGE, "--seconds is of edits", "none");
}

/* ---- a land as a world: everything that is done to a world ------------------------------------------------------ */

static void expect_closed(const char *world, size_t features)
{
    twc_world_data data;
    twc_mesh_report report;
    CU_ASSERT_EQUAL_FATAL(twc_world_load(scratch_path(world), &data).code, TWC_OK);
    CU_ASSERT_EQUAL(data.features.list.count, features);
    CU_ASSERT_EQUAL_FATAL(twc_world_closed(&data, twc_fast_builder(twc_level_best()), &report).code, TWC_OK);
    CU_ASSERT_TRUE(twc_mesh_report_clean(&report));
    twc_world_data_destroy(&data);
}

static void expect_output(int code, const char *words)
{
    char *text = output("output");
    CU_ASSERT_EQUAL(code, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, words));
    free(text);
}

static void test_import(void)
{
    expect_output(twc("import " LAND("island") " --json"), "\"points\": 316861");
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"world\": \"island.h5\""));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"open_edges\": 0"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"profile_depth_m\": 0.400"));
    free(text);
    expect_closed("island.h5", 2);
    expect_output(twc("import " LAND("sky_isle") " --out isle.h5"), "spring: corridor 1; ");
    expect_closed("isle.h5", 2);
    expect_refusal(twc("import " LAND("island") " --seed 3 --out none"), TWC_USAGE, "a land takes none", "none");
    put_text(scratch_path("bad.json"), "{\"kind\": \"land\", \"version\": 2}");
    expect_refusal(twc("import bad.json --out none"), TWC_IO, "\"version\" takes a number from 1 to 1, not 2", "none");
}

/* Strokes across the walkway and the brook, a feature away and back, a road: replayed, queried, told apart. */
static void test_edits(void)
{
    CU_ASSERT_EQUAL(twc("edit island.h5 i.log raise --at=-27,430 --radius 25 --strength 3"), 0);
    CU_ASSERT_EQUAL(twc("edit island.h5 i.log lower --at=-18,260 --radius 30 --strength 4"), 0);
    CU_ASSERT_EQUAL(twc("edit island.h5 i.log remove --id 1"), 0);
    CU_ASSERT_EQUAL(twc("edit island.h5 i.log undo"), 0);
    CU_ASSERT_EQUAL(twc("edit island.h5 i.log remove --id 2"), 0);
    CU_ASSERT_EQUAL(twc("edit island.h5 i.log road --id 9 --nodes=\"200,-60 260,-20 330,30\""), 0);
    CU_ASSERT_EQUAL(twc("edit island.h5 i.log road --id 10 --nodes=\"-60,420 20,440\""), 0); /* over the walkway */
    CU_ASSERT_EQUAL(twc("replay island.h5 i.log --out now.h5"), 0);
    expect_closed("now.h5", 3);
    CU_ASSERT_EQUAL(twc("diff island.h5 island.h5"), 0);
    CU_ASSERT_EQUAL(twc("diff island.h5 now.h5"), TWC_CHECK_FAILED);
    expect_output(twc("query island.h5 5,297"), " feature 8");
    expect_output(twc("query now.h5 5,297"), " fine 0");
}

/* Meshes, grids, pictures in every weather with the sea at its level. */
static void test_outputs(void)
{
    CU_ASSERT_EQUAL(twc("build island.h5 --out island.ply"), 0);
    CU_ASSERT_EQUAL(twc("build island.h5 --reference --out plain.ply"), 0);
    size_t size[2];
    unsigned char *mesh[2] = {get_file(scratch_path("island.ply"), &size[0]),
                              get_file(scratch_path("plain.ply"), &size[1])};
    CU_ASSERT_TRUE(size[0] == size[1] && memcmp(mesh[0], mesh[1], size[0]) == 0);
    free(mesh[0]);
    free(mesh[1]);
    CU_ASSERT_EQUAL(twc("export island.h5 --out island.raw"), 0);
    CU_ASSERT_EQUAL(twc("import island.raw --size 513x513 --out again.h5 --extent=-2,-2,4,4"), 0);
    CU_ASSERT_EQUAL(twc("export again.h5 --out again.raw"), 0);
    mesh[0] = get_file(scratch_path("island.raw"), &size[0]);
    mesh[1] = get_file(scratch_path("again.raw"), &size[1]);
    CU_ASSERT_TRUE(size[0] == size[1] && memcmp(mesh[0], mesh[1], size[0]) == 0);
    free(mesh[0]);
    free(mesh[1]);
    static const char *const weathers[] = {"clear", "rain", "snow"};
    unsigned char *picture[3];
    size_t length[3];
    for (int k = 0; k < 3; k++) {
        CU_ASSERT_EQUAL(twc("plot view --world island.h5 --water 0 --eye -60,25,640 --target -20,10,330 --weather %s "
                            "--pixels 160x90 --out %s",
                            weathers[k], weathers[k]),
                        0);
        char name[32];
        snprintf(name, sizeof name, "%s/view.png", weathers[k]);
        picture[k] = get_file(scratch_path(name), &length[k]);
    }
    CU_ASSERT_FALSE(length[0] == length[1] && memcmp(picture[0], picture[1], length[0]) == 0);
    CU_ASSERT_FALSE(length[0] == length[2] && memcmp(picture[0], picture[2], length[0]) == 0);
    for (int k = 0; k < 3; k++)
        free(picture[k]);
    CU_ASSERT_EQUAL(twc("plot classes boundary --world now.h5 --out figures"), 0);
}

/* The land itself, drawn at its own cells. */
static void test_draw(void)
{
    expect_output(twc("build " LAND("sky_isle") " --out isle.ply"), "131072 triangles of sky isle");
    CU_ASSERT_EQUAL(access(scratch_path("isle.ply"), F_OK), 0);
    expect_refusal(twc("build " LAND("sky_isle") " --fine-only --out none.ply"), TWC_USAGE, "a land is drawn whole",
                   "none.ply");
    expect_refusal(twc("build " LAND("region") " --out none.ply"), TWC_IO, "member \"kind\"", "none.ply");
}

int main(void)
{
    CU_TestInfo tests[] = {{"a folder", begin},
                           {"a land is asked", test_query},
                           {"what a query refuses", test_query_refusals},
                           {"walks", test_walk},
                           {"walks at random", test_fuzz},
                           {"a land becomes a world", test_import},
                           {"edits on it", test_edits},
                           {"meshes, grids and pictures of it", test_outputs},
                           {"a land drawn", test_draw},
                           {"and away with it", scratch_remove},
                           CU_TEST_INFO_NULL};
    return suite_run("land commands", tests);
}
