/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness/claims, harness/read_json and what an ensemble is summed up to. */
#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "claims.h"
#include "measure/ensemble.h"
#include "read_json.h"

static char path[64];

/* A file with this text, at `path`. */
static void put(const char *text)
{
    strcpy(path, "/tmp/twc_claims_XXXXXX");
    int file = mkstemp(path);
    CU_ASSERT_FATAL(file >= 0);
    CU_ASSERT_EQUAL_FATAL(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

static twc_status read_table(const char *text, twc_claim_table *table)
{
    put(text);
    twc_status status = twc_claims_read(path, table, NULL);
    unlink(path);
    return status;
}

#define ROW(claims)                                                                                                    \
    "{\"title\":\"T\",\"columns\":[\"a\",\"b\"],\"rows\":"                                                             \
    "[{\"metric\":\"m\",\"title\":\"t\",\"unit\":\"\",\"decimals\":0" claims "}]}"

static void test_bands(void)
{
    twc_claim_table table;
    CU_ASSERT_EQUAL_FATAL(read_table(ROW(",\"b\":{\"paper\":-50,\"within_percent\":4}"), &table).code, TWC_OK);
    CU_ASSERT_EQUAL(table.row_count, 1);
    CU_ASSERT_EQUAL(table.row[0].claim[0].made, 0);
    const twc_claim *claim = &table.row[0].claim[1];
    CU_ASSERT_EQUAL(claim->made, 1);
    CU_ASSERT_EQUAL(claim->low, -52);
    CU_ASSERT_EQUAL(claim->high, -48);
    CU_ASSERT_TRUE(twc_claim_holds(claim, -52) && twc_claim_holds(claim, -48));
    CU_ASSERT_FALSE(twc_claim_holds(claim, nextafter(-52, -60)) || twc_claim_holds(claim, nextafter(-48, 0)));
    CU_ASSERT_FALSE(twc_claim_holds(claim, NAN));

    CU_ASSERT_EQUAL_FATAL(read_table(ROW(",\"a\":{\"paper\":430,\"within\":0}"), &table).code, TWC_OK);
    CU_ASSERT_TRUE(twc_claim_holds(&table.row[0].claim[0], 430));
    CU_ASSERT_FALSE(twc_claim_holds(&table.row[0].claim[0], 431));
}

static void test_bad_tables_are_refused_with_a_reason(void)
{
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"", "not valid JSON: look at line 1"},
        {"{\n\n\"title\": nothing}", "look at line 3"},
        {"{\"title\":\"T\"} trailing", "not valid JSON"},
        {"[1]", "\"title\" is missing"},
        {"{\"title\":\"T\",\"columns\":[]}", "\"columns\" takes a list of 1 to 4"},
        {"{\"title\":\"T\",\"columns\":[7]}", "\"columns\" takes short names"},
        {"{\"title\":\"T\",\"columns\":[\"a\"],\"rows\":[{}]}", "\"metric\" is missing"},
        {ROW(",\"a\":{\"within\":1}"), "\"paper\" is missing"},
        {ROW(",\"a\":{\"paper\":1}"), "\"within\" is missing"},
        {ROW(",\"a\":{\"paper\":\"1\",\"within\":1}"), "\"paper\" takes a number"},
        {ROW(",\"a\":{\"paper\":1,\"within\":-1}"), "\"within\" takes a number"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        twc_claim_table table;
        twc_status status = read_table(cases[k].text, &table);
        CU_ASSERT_EQUAL(status.code, TWC_IO);
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, cases[k].reason));
        CU_ASSERT_PTR_NOT_NULL(strstr(status.message, path));
    }
    twc_claim_table table;
    CU_ASSERT_EQUAL(twc_claims_read("/nonexistent/claims.json", &table, NULL).code, TWC_IO);
}

static void test_committed_claims(void)
{
    twc_claim_table table;
    cJSON *json;
    CU_ASSERT_EQUAL_FATAL(twc_claims_read(TWC_SOURCE_DIR "/experiments/table5.json", &table, &json).code, TWC_OK);
    int made = 0;
    for (int r = 0; r < table.row_count; r++) {
        CU_ASSERT_TRUE(twc_metric_find(table.row[r].metric) >= 0);
        for (int c = 0; c < table.column_count; c++)
            made += table.row[r].claim[c].made;
    }
    CU_ASSERT_TRUE(made >= 30);
    cJSON_Delete(json);
}

static void test_spread(void)
{
    double scratch[41], values[41];
    for (int k = 0; k < 41; k++)
        values[k] = 100 - 2.5 * ((k * 17) % 41); /* 0, 2.5, .. 100 in another order */
    twc_spread spread = twc_spread_of(values, 41, scratch);
    CU_ASSERT_EQUAL(spread.count, 41);
    CU_ASSERT_EQUAL(spread.median, 50);
    CU_ASSERT_DOUBLE_EQUAL(spread.low, 2.5, 1e-12); /* rank 0.025 * 40 = 1 */
    CU_ASSERT_DOUBLE_EQUAL(spread.high, 97.5, 1e-12);

    const double four[] = {4, NAN, 1, 2};
    spread = twc_spread_of(four, 4, scratch);
    CU_ASSERT_EQUAL(spread.count, 3);
    CU_ASSERT_EQUAL(spread.median, 2);
    spread = twc_spread_of(four + 1, 1, scratch);
    CU_ASSERT_TRUE(spread.count == 0 && isnan(spread.median) && isnan(spread.low) && isnan(spread.high));
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("claims", NULL, NULL);
    CU_add_test(suite, "bands", test_bands);
    CU_add_test(suite, "bad tables are refused with a reason", test_bad_tables_are_refused_with_a_reason);
    CU_add_test(suite, "the committed claims", test_committed_claims);
    CU_add_test(suite, "median and interval", test_spread);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_failures() + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    return failed != 0;
}
