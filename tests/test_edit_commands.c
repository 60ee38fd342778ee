/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc edit, replay and diff, and worlds from regions, as a user runs them. */
#include <inttypes.h>

#include "program.h"

#define REGION TWC_SOURCE_DIR "/experiments/region.json"

/* The fingerprint that the last output ends with. */
static uint64_t told(void)
{
    char *text = output("output"), *at = strstr(text, "fingerprint ");
    uint64_t value = 0;
    CU_ASSERT_PTR_NOT_NULL(at);
    if (at)
        CU_ASSERT_EQUAL(sscanf(at, "fingerprint %" SCNx64, &value), 1);
    free(text);
    return value;
}

static void worlds_from_regions(void)
{
    CU_ASSERT_EQUAL(twc("import " REGION " --out one.h5"), 0);
    char *first = output("output");
    CU_ASSERT_EQUAL(twc("import " REGION " --out two.h5 --seed 7"), 0);
    char *second = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(second, "seed 7"));
    CU_ASSERT_STRING_NOT_EQUAL(first, second);
    free(first);
    free(second);
    CU_ASSERT_EQUAL(twc("diff one.h5 two.h5"), TWC_CHECK_FAILED);
    CU_ASSERT_EQUAL(twc("diff one.h5 one.h5"), 0);
    expect_refusal(twc("import " REGION " --datum 3 --out none.h5"), TWC_USAGE, "--datum is of elevation grids", "none.h5");
}

/* A log made by edits, replayed, cut, compared: the same fingerprints wherever the same facts were applied. */
static void logs_tell_the_same_story(void)
{
    uint64_t after[5];
    CU_ASSERT_EQUAL(twc("import " REGION " --out w.h5"), 0);
    CU_ASSERT_EQUAL(twc("edit w.h5 w.log raise --at 40,300 --radius 20 --strength 3"), 0);
    after[1] = told();
    CU_ASSERT_EQUAL(twc("edit w.h5 w.log road --id 9 --nodes=\"-60,240 0,280 70,300\""), 0);
    after[2] = told();
    CU_ASSERT_EQUAL(twc("edit w.h5 w.log flatten --at=-300,500 --radius 40 --to 20"), 0);
    after[3] = told();
    CU_ASSERT_EQUAL(twc("edit w.h5 w.log remove --id 9"), 0);
    after[4] = told();
    for (int last = 1; last <= 4; last++) {
        CU_ASSERT_EQUAL(twc("replay w.h5 w.log --last %d", last), 0);
        CU_ASSERT_EQUAL(told(), after[last]);
    }
    CU_ASSERT_EQUAL(twc("replay w.h5 w.log --out after.h5 --level base"), 0);
    CU_ASSERT_EQUAL(told(), after[4]);
    CU_ASSERT_EQUAL(twc("diff after.h5 w.h5+w.log"), 0);
    CU_ASSERT_EQUAL(twc("diff w.h5 w.h5+w.log --json"), TWC_CHECK_FAILED);
    char *text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"equal\": false"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"stage\": \"ground\""));
    free(text);
    expect_refusal(twc("replay w.h5 w.log --last 5"), TWC_USAGE, "holds 4 facts, not 5", "none");
    expect_refusal(twc("edit w.h5 w.log remove --id 9"), TWC_IO, "which is not there", "none");
    expect_refusal(twc("edit w.h5 w.log raise --at 90000,0"), TWC_USAGE, "touches no sample", "none");
    expect_refusal(twc("edit w.h5 w.log explode"), TWC_USAGE, "not \"explode\"", "none");
    expect_refusal(twc("edit w.h5 w.log road --nodes=1,1"), TWC_USAGE, "at least two places", "none");
    expect_refusal(twc("edit after.h5 w.log raise --at 0,0"), TWC_IO, "belongs to the world", "none");
    CU_ASSERT_EQUAL(twc("replay w.h5 w.log"), 0);
    CU_ASSERT_EQUAL(told(), after[4]); /* what was refused left nothing */
    CU_ASSERT_EQUAL(truncate(scratch_path("w.log"), 120), 0);
    CU_ASSERT_EQUAL(twc("replay w.h5 w.log"), 0);
    text = output("output");
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "torn record"));
    free(text);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"worlds from regions", worlds_from_regions},
        {"logs tell the same story", logs_tell_the_same_story},
        CU_TEST_INFO_NULL,
    };
    scratch_make();
    int failed = suite_run("edit commands", tests);
    scratch_remove();
    return failed;
}
