/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lands by the program itself: asked, walked on, fuzzed, and what it says to files that are none. */
#include <math.h>

#include "commands/program.h"
#include "read_json.h"

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

int main(void)
{
    CU_TestInfo tests[] = {
        {"a folder", begin},  {"a land is asked", test_query}, {"what a query refuses", test_query_refusals},
        {"walks", test_walk}, {"walks at random", test_fuzz},  {"and away with it", scratch_remove},
        CU_TEST_INFO_NULL};
    return suite_run("land commands", tests);
}
