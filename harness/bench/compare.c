/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Against a base written before by --json. Ratios are compared, not times: both sides of a ratio ran on the same
 * machine in the same minute, so a slower machine or a busier one moves them little.
 */
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "read_json.h"

static const double tolerated = 0.9; /* of the base's ratio */

typedef struct base_ratio {
    double ratio, low, high;
} base_ratio;

static const twc_bench_result *find(const twc_bench_results *results, const char *name)
{
    char own[2 * TWC_BENCH_NAME + 1];
    for (int k = 0; k < results->count; k++) {
        snprintf(own, sizeof own, "%s/%s", results->result[k].group, results->result[k].variant.name);
        if (strcmp(own, name) == 0)
            return &results->result[k];
    }
    return NULL;
}

/* What one entry of the base comes to. */
static twc_code verdict(const twc_bench_result *result, base_ratio base)
{
    if (!result)
        return TWC_INCONCLUSIVE;
    if (result->ratio >= tolerated * base.ratio)
        return TWC_OK;
    return result->ratio_high < base.low ? TWC_CHECK_FAILED : TWC_INCONCLUSIVE;
}

static void print_verdict(const char *name, const twc_bench_result *result, base_ratio base, twc_code code)
{
    const char *word = code == TWC_OK ? "ok" : code == TWC_CHECK_FAILED ? "REGRESSION" : "inconclusive";
    if (result)
        printf("%-44s %8.2f -> %8.2f [%.2f, %.2f]  %s\n", name, base.ratio, result->ratio, result->ratio_low,
               result->ratio_high, word);
    else
        printf("%-44s %8.2f -> missing  %s\n", name, base.ratio, word);
}

twc_status twc_bench_compare(const twc_bench_results *results, const char *path)
{
    cJSON *json = NULL;
    int fallen = 0, unsure = 0, compared = 0;
    twc_status status = twc_read_json(path, &json);
    const cJSON *list = status.code ? NULL : twc_json_array(json, "benchmarks", 1, 1 << 20, &status), *entry;
    if (status.code) {
        cJSON_Delete(json);
        return status;
    }
    cJSON_ArrayForEach(entry, list)
    {
        char name[2 * TWC_BENCH_NAME + 1];
        base_ratio base = {0, 0, 0};
        if (!cJSON_HasObjectItem(entry, "ratio"))
            continue;
        twc_json_text(entry, "run_name", name, sizeof name, &status);
        twc_json_real(entry, "ratio", 0, 1e12, &base.ratio, &status);
        twc_json_real(entry, "ratio_low", 0, 1e12, &base.low, &status);
        twc_json_real(entry, "ratio_high", 0, 1e12, &base.high, &status);
        if (status.code)
            break;
        const twc_bench_result *result = find(results, name);
        const twc_code code = verdict(result, base);
        print_verdict(name, result, base, code);
        fallen += code == TWC_CHECK_FAILED;
        unsure += code == TWC_INCONCLUSIVE;
        compared++;
    }
    cJSON_Delete(json);
    if (status.code)
        return status;
    if (!compared)
        return twc_fail(TWC_IO, "%s holds no ratios: write a base with twc bench --json --out %s", path, path);
    if (fallen)
        return twc_fail(TWC_CHECK_FAILED, "%d of %d ratios fell by more than 10 %% and beyond their intervals", fallen,
                        compared);
    if (unsure)
        return twc_fail(TWC_INCONCLUSIVE,
                        "%d of %d ratios fell by more than 10 %%, but within their intervals, or are missing: "
                        "run again on a quieter machine or with more --processes",
                        unsure, compared);
    return twc_ok();
}
