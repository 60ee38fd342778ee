/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc reproduce as a user meets it: what it prints, writes and returns. */
#include <CUnit/Basic.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "read_json.h"

static char folder[] = "/tmp/twc_reproduce_XXXXXX";
static char output[1 << 16];

/* Runs a shell command; its exit code, and both streams in `output`. */
static int run(const char *format, const char *a, const char *b)
{
    char command[2048];
    size_t length = 0, got;
    snprintf(command, sizeof command, format, a, b);
    FILE *pipe = popen(command, "r");
    while (pipe && (got = fread(output + length, 1, sizeof output - 1 - length, pipe)) > 0)
        length += got;
    output[length] = '\0';
    int status = pipe ? pclose(pipe) : -1;
    return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int begin(void)
{
    return mkdtemp(folder) == NULL;
}

static int end(void)
{
    return run("rm -rf %s%s", folder, "");
}

static void test_everything_holds(void)
{
    CU_ASSERT_EQUAL(run(TWC_PROGRAM " reproduce --section table5 --seeds 2 --experiments " TWC_SOURCE_DIR
                                    "/experiments --out %s/out%s 2>&1",
                        folder, ""),
                    0);
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "checks hold"));
    CU_ASSERT_PTR_NULL(strstr(output, "OUT"));
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "/out/report.html\n"));
    static const char *const files[] = {"results.json",    "world.h5",         "metrics.h5",
                                        "region_fine.hdf", "region_broad.hdf", "ensemble.pdf",
                                        "ensemble.svg",    "ensemble.png",     "report.html"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        CU_ASSERT_EQUAL(run("test -s %s/out/%s", folder, files[k]), 0);
    CU_ASSERT_EQUAL(run("ls -A %s/out%s | grep -vE '\\.(json|h5|hdf|pdf|svg|png|html)$'", folder, ""),
                    1); /* nothing half-written */

    char path[128];
    cJSON *json;
    snprintf(path, sizeof path, "%s/out/results.json", folder);
    CU_ASSERT_EQUAL_FATAL(twc_read_json(path, &json).code, TWC_OK);
    const cJSON *table = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "sections"), "table5"), *claim = NULL;
    int claims = 0;
    cJSON_ArrayForEach(claim, cJSON_GetObjectItem(table, "claims"))
    {
        double measured = cJSON_GetObjectItem(claim, "measured")->valuedouble;
        CU_ASSERT_TRUE(measured >= cJSON_GetObjectItem(claim, "low")->valuedouble);
        CU_ASSERT_TRUE(measured <= cJSON_GetObjectItem(claim, "high")->valuedouble);
        claims++;
    }
    CU_ASSERT_TRUE(claims >= 30);
    CU_ASSERT_TRUE(cJSON_GetArraySize(cJSON_GetObjectItem(table, "builds")) >= 4);
    CU_ASSERT_PTR_NOT_NULL(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "provenance"), "commit"));
    cJSON_Delete(json);
}

/* A copy of the experiments in which one claim is changed. */
static void test_a_claim_out_of_its_band_fails(void)
{
    CU_ASSERT_EQUAL_FATAL(run("cp -r %s %s/experiments", TWC_SOURCE_DIR "/experiments", folder), 0);
    CU_ASSERT_EQUAL_FATAL(run("sed -i 's/\"paper\": 430,/\"paper\": 431,/' %s/experiments/table5.json%s", folder, ""),
                          0);
    CU_ASSERT_EQUAL(run(TWC_PROGRAM
                        " reproduce --section table5 --seeds 0 --experiments %s/experiments --out %s/wrong 2>&1",
                        folder, folder),
                    1);
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "Broad macro cells (broad): 430 lies outside 431 to 431"));
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "repeat: twc reproduce --section table5 --seeds 0 --experiments "));
    CU_ASSERT_EQUAL(run("grep -q '\"failures\":[[:space:]]*1' %s/wrong/results.json%s", folder, ""), 0);
}

/* The island's section holds, and a grid of other bits is named with its checksum's row. */
static void test_the_island(void)
{
    const char *command = TWC_PROGRAM " reproduce --section island --seeds 1 --experiments %s --out %s/island 2>&1";
    CU_ASSERT_EQUAL(run(command, TWC_SOURCE_DIR "/experiments", folder), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "CRC-32 of the carved grid: 74ea2778"));
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "fast base    1 thread   equal in every bit"));
    CU_ASSERT_EQUAL(run("grep -q 'Text</th>' %s/island/report.html%s", folder, ""), 0);
    CU_ASSERT_EQUAL_FATAL(run("cp -r %s %s/lands", TWC_SOURCE_DIR "/experiments", folder), 0);
    CU_ASSERT_EQUAL(run("sed -i 's/\"paper\": 1961502584/\"paper\": 1961502585/; s/\"paper\": 7, \"within\": 0.3/"
                        "\"paper\": 9, \"within\": 0.3/' %s/lands/island_claims.json%s",
                        folder, ""),
                    0);
    CU_ASSERT_EQUAL(run(command, folder, folder), 4); /* no claims there */
    CU_ASSERT_EQUAL(run(TWC_PROGRAM " reproduce --section island --seeds 1 --experiments %s/lands --out %s/wrong 2>&1",
                        folder, folder),
                    1);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(output, "CRC-32 (carved): 1961502584 lies outside 1961502585 to 1961502585; the text"));
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "the median over 1 seeds, "));
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "repeat: twc reproduce --section island"));
    CU_ASSERT_EQUAL(run("grep -q '\"failures\":[[:space:]]*3' %s/wrong/results.json%s", folder, ""), 0);
}

static void test_refusals(void)
{
    CU_ASSERT_EQUAL(run(TWC_PROGRAM " reproduce --section table9 --out %s/none%s 2>&1", folder, ""), 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "there is no section \"table9\""));
    CU_ASSERT_EQUAL(run(TWC_PROGRAM " reproduce --seeds=-1%s%s 2>&1", "", ""), 2);
    CU_ASSERT_EQUAL(run(TWC_PROGRAM " reproduce extra%s%s 2>&1", "", ""), 2);
    CU_ASSERT_EQUAL(run(TWC_PROGRAM " reproduce --section table5 --seed 2147483648 --out %s/none%s 2>&1", folder, ""),
                    2);
    CU_ASSERT_EQUAL(run(TWC_PROGRAM " reproduce --experiments %s/nothing --out %s/none 2>&1", folder, folder), 4);
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "cannot read"));
    CU_ASSERT_EQUAL(run(TWC_PROGRAM " reproduce --seeds 0 --out %s/experiments/table5.json/such%s 2>&1", folder, ""),
                    4);
    CU_ASSERT_PTR_NOT_NULL(strstr(output, "pass --out"));
    CU_ASSERT_EQUAL(run("touch %s/file && " TWC_PROGRAM " reproduce --seeds 0 --out %s/file 2>&1", folder, folder), 4);
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("reproduce", begin, end);
    CU_add_test(suite, "everything holds", test_everything_holds);
    CU_add_test(suite, "a claim out of its band fails", test_a_claim_out_of_its_band_fails);
    CU_add_test(suite, "the island", test_the_island);
    CU_add_test(suite, "refusals", test_refusals);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return failed != 0;
}
