/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc reproduce as a user meets it: what it prints, writes and returns. */
#include <CUnit/Basic.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hdf5_hl.h>

#include "read_json.h"
#include "store/atomic_file.h"
#include "store/h5.h"

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

/* What the tables say of a claim is what the results say, with its unit, its coordinates and the meaning of its flag.
 */
static void check_claim(hid_t group, const char *csv, const cJSON *claim)
{
    static const hsize_t size[2] = {3, 7};
    const char *metric = cJSON_GetObjectItem(claim, "metric")->valuestring,
               *column = cJSON_GetObjectItem(claim, "column")->valuestring;
    const int c = strcmp(column, "broad") == 0 ? 0 : strcmp(column, "fine") == 0 ? 1 : 2; /* in order of first use */
    const double measured = cJSON_GetObjectItem(claim, "measured")->valuedouble;
    double values[3][7];
    int8_t holds[3];
    char text[160], name[80];
    CU_ASSERT_EQUAL_FATAL(twc_h5_read(group, metric, 2, size, H5T_FLOAT, H5T_NATIVE_DOUBLE, values), 0);
    CU_ASSERT_EQUAL(values[c][3], measured);
    CU_ASSERT_EQUAL(values[c][0], cJSON_GetObjectItem(claim, "paper")->valuedouble);
    snprintf(name, sizeof name, "%s_holds", metric);
    CU_ASSERT_EQUAL_FATAL(twc_h5_read(group, name, 1, size, H5T_INTEGER, H5T_NATIVE_INT8, holds), 0);
    CU_ASSERT_EQUAL(holds[c], 1);
    hid_t set = H5Dopen2(group, metric, H5P_DEFAULT), flag = H5Dopen2(group, name, H5P_DEFAULT);
    CU_ASSERT_EQUAL(twc_h5_read_text(set, "units", text, sizeof text), 0);
    const char *unit = cJSON_GetObjectItem(claim, "unit")->valuestring;
    CU_ASSERT_STRING_EQUAL(text, *unit == '\0'              ? "1"
                                 : strcmp(unit, "deg") == 0 ? "degree"
                                 : strcmp(unit, "%") == 0   ? "percent"
                                                            : unit);
    CU_ASSERT_EQUAL(H5DSget_num_scales(set, 0), 1);
    CU_ASSERT_EQUAL(H5DSget_num_scales(set, 1), 1);
    CU_ASSERT_EQUAL(twc_h5_read_text(flag, "flag_meanings", text, sizeof text), 0);
    CU_ASSERT_STRING_EQUAL(text, "nothing_claimed outside_its_band in_its_band");
    CU_ASSERT_EQUAL(H5Aexists(flag, "flag_values"), 1);
    H5Dclose(set);
    H5Dclose(flag);
    snprintf(text, sizeof text, "\r\n%s,%s,measured,", metric, column);
    const char *line = strstr(csv, text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    CU_ASSERT_EQUAL(strtod(line + strlen(text), NULL), measured);
}

static void check_tables(const cJSON *section)
{
    char path[128];
    const cJSON *claim;
    unsigned char *bytes, *csv;
    size_t size;
    snprintf(path, sizeof path, "%s/out/tables/table5.csv", folder);
    CU_ASSERT_EQUAL_FATAL(twc_read_file(path, &csv, &size).code, TWC_OK);
    snprintf(path, sizeof path, "%s/out/tables.h5", folder);
    CU_ASSERT_EQUAL_FATAL(twc_read_file(path, &bytes, &size).code, TWC_OK);
    hid_t file = twc_h5_open(bytes, size), group = H5Gopen2(file, "table5", H5P_DEFAULT);
    CU_ASSERT_EQUAL(twc_h5_read_text(file, "Conventions", path, sizeof path), 0);
    CU_ASSERT_STRING_EQUAL(path, "CF-1.10");
    cJSON_ArrayForEach(claim, cJSON_GetObjectItem(section, "claims")) check_claim(group, (const char *)csv, claim);
    H5Gclose(group);
    H5Fclose(file);
    free(bytes);
    free(csv);
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
    CU_ASSERT_EQUAL(run("ls -A %s/out%s | grep -vE '\\.(json|h5|hdf|pdf|svg|png|html)$|^tables$'", folder, ""),
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
    check_tables(table);
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

/* Of every section that makes claims: asked of the registry before anything is measured. */
static void test_metrics_that_no_measure_has(void)
{
    static const char *const sections[][3] = {{"table5", "table5", "ground"},        {"table6", "table6", "roads"},
                                              {"table7", "table7", "budgets"},       {"weather", "weather", "weather"},
                                              {"island", "island_claims", "island"}, {"tower", "tower_claims", "tower"},
                                              {"levels", "levels", "levels"}};
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
        char command[512], expected[160];
        CU_ASSERT_EQUAL_FATAL(run("rm -rf %s/odd && cp -r " TWC_SOURCE_DIR "/experiments %s/odd", folder, folder), 0);
        snprintf(command, sizeof command, "sed -i '0,/\"metric\": \"/s//\"metric\": \"un/' %%s/odd/%s.json%%s",
                 sections[k][1]);
        CU_ASSERT_EQUAL_FATAL(run(command, folder, ""), 0);
        snprintf(command, sizeof command,
                 TWC_PROGRAM " reproduce --section %s --seeds 1 --experiments %%s/odd --out %%s/odd_out 2>&1",
                 sections[k][0]);
        CU_ASSERT_EQUAL(run(command, folder, folder), 4);
        snprintf(expected, sizeof expected, "%s.json claims a metric \"un", sections[k][1]);
        CU_ASSERT_PTR_NOT_NULL(strstr(output, expected));
        snprintf(expected, sizeof expected, "that the measure \"%s\" does not have", sections[k][2]);
        CU_ASSERT_PTR_NOT_NULL(strstr(output, expected));
        CU_ASSERT_PTR_NULL(strstr(output, "equal in every bit"));
    }
}

static void test_refusals(void)
{
    /* Without an ensemble there is no column of it. */
    CU_ASSERT_EQUAL(run(TWC_PROGRAM " reproduce --section weather --seeds 0 --out %s/dry%s 2>&1", folder, ""), 0);
    CU_ASSERT_PTR_NULL(strstr(output, "median [95"));
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
    CU_add_test(suite, "metrics that no measure has", test_metrics_that_no_measure_has);
    CU_add_test(suite, "refusals", test_refusals);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return failed != 0;
}
