/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Against a base written before by --json. Ratios are compared, not times: both sides of a ratio ran on the same
 * machine in the same minute, so a slower machine or a busier one moves them little.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "read_json.h"
#include "write_json.h"

static const double tolerated = 0.9; /* of the base's ratio */

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
static twc_code verdict(const twc_bench_result *result, const twc_bench_base_ratio *base)
{
    if (!result)
        return TWC_INCONCLUSIVE;
    if (result->ratio >= tolerated * base->ratio)
        return TWC_OK;
    return result->ratio_high < base->low ? TWC_CHECK_FAILED : TWC_INCONCLUSIVE;
}

static const char *word_of(twc_code code)
{
    return code == TWC_OK ? "ok" : code == TWC_CHECK_FAILED ? "REGRESSION" : "inconclusive";
}

static void print_verdict(const twc_bench_result *result, const twc_bench_base_ratio *base, twc_code code)
{
    const char *word = word_of(code);
    if (result)
        printf("%-44s %8.2f -> %8.2f [%.2f, %.2f]  %s\n", base->name, base->ratio, result->ratio, result->ratio_low,
               result->ratio_high, word);
    else
        printf("%-44s %8.2f -> missing  %s\n", base->name, base->ratio, word);
}

void twc_bench_print_comparison(const twc_bench_results *results, const twc_bench_base *base)
{
    for (int k = 0; k < base->count; k++) {
        const twc_bench_result *result = find(results, base->ratio[k].name);
        print_verdict(result, &base->ratio[k], verdict(result, &base->ratio[k]));
    }
}

cJSON *twc_bench_comparison_json(const twc_bench_results *results, const twc_bench_base *base)
{
    static const char *const words[] = {"ok", "regression", "inconclusive"};
    cJSON *list = cJSON_CreateArray();
    for (int k = 0; k < base->count; k++) {
        const twc_bench_base_ratio *before = &base->ratio[k];
        const twc_bench_result *result = find(results, before->name);
        const twc_code code = verdict(result, before);
        cJSON *entry = twc_json_add_object(list, NULL);
        twc_json_add_text(entry, "run_name", before->name);
        twc_json_add_number(entry, "base_ratio", before->ratio);
        if (result) {
            twc_json_add_number(entry, "ratio", result->ratio);
            twc_json_add_number(entry, "ratio_low", result->ratio_low);
            twc_json_add_number(entry, "ratio_high", result->ratio_high);
        }
        twc_json_add_flag(entry, "measured", result != NULL);
        twc_json_add_text(entry, "verdict", words[code == TWC_OK ? 0 : code == TWC_CHECK_FAILED ? 1 : 2]);
    }
    return list;
}

void twc_bench_print_markdown(const twc_bench_results *results, const twc_bench_base *base)
{
    char name[2 * TWC_BENCH_NAME + 1];
    puts(base ? "| | call, us | ratio | 95 % interval | base | verdict |\n|---|--:|--:|---|--:|---|"
              : "| | call, us | ratio | 95 % interval |\n|---|--:|--:|---|");
    for (int k = 0; k < results->count; k++) {
        const twc_bench_result *r = &results->result[k];
        const twc_bench_base_ratio *before = NULL;
        snprintf(name, sizeof name, "%s/%s", r->group, r->variant.name);
        for (int b = 0; base && b < base->count; b++)
            if (strcmp(base->ratio[b].name, name) == 0)
                before = &base->ratio[b];
        printf("| `%s` | %.4g | ", name, 1e6 * r->median);
        if (r->ratio > 0)
            printf("%.2f | [%.2f, %.2f] |", r->ratio, r->ratio_low, r->ratio_high);
        else
            printf("| |");
        if (before && r->ratio > 0)
            printf(" %.2f | %s |", before->ratio, word_of(verdict(r, before)));
        else if (base)
            printf(" | |");
        printf("\n");
    }
}

static twc_status read_ratio(const cJSON *entry, twc_bench_base_ratio *base)
{
    twc_status status = twc_ok();
    twc_json_text(entry, "run_name", base->name, sizeof base->name, &status);
    twc_json_real(entry, "ratio", 0, 1e12, &base->ratio, &status);
    twc_json_real(entry, "ratio_low", 0, 1e12, &base->low, &status);
    twc_json_real(entry, "ratio_high", 0, 1e12, &base->high, &status);
    return status;
}

static twc_status read_ratios(const cJSON *list, const char *path, twc_bench_base *base)
{
    const cJSON *entry;
    twc_status status = twc_ok();
    base->ratio = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *base->ratio);
    if (!base->ratio)
        return twc_fail(TWC_IO, "not enough memory for the ratios of %s", path);
    cJSON_ArrayForEach(entry, list)
    {
        if (!status.code && cJSON_HasObjectItem(entry, "ratio"))
            status = read_ratio(entry, &base->ratio[base->count++]);
    }
    if (!status.code && !base->count)
        status = twc_fail(TWC_IO, "%s holds no ratios: write a base with twc bench --out %s", path, path);
    return status;
}

twc_status twc_bench_base_read(const char *path, twc_bench_base *base)
{
    cJSON *json = NULL;
    *base = (twc_bench_base){0, NULL};
    twc_status status = twc_read_json(path, &json);
    const cJSON *list = status.code ? NULL : twc_json_array(json, "benchmarks", 1, 1 << 20, &status);
    if (!status.code)
        status = read_ratios(list, path, base);
    cJSON_Delete(json);
    if (status.code)
        twc_bench_base_release(base);
    return status;
}

void twc_bench_base_release(twc_bench_base *base)
{
    free(base->ratio);
    *base = (twc_bench_base){0, NULL};
}

twc_status twc_bench_compare(const twc_bench_results *results, const twc_bench_base *base)
{
    int fallen = 0, unsure = 0;
    for (int k = 0; k < base->count; k++) {
        const twc_code code = verdict(find(results, base->ratio[k].name), &base->ratio[k]);
        fallen += code == TWC_CHECK_FAILED;
        unsure += code == TWC_INCONCLUSIVE;
    }
    if (fallen)
        return twc_fail(TWC_CHECK_FAILED, "%d of %d ratios fell by more than 10 %% and beyond their intervals", fallen,
                        base->count);
    if (unsure)
        return twc_fail(TWC_INCONCLUSIVE,
                        "%d of %d ratios fell by more than 10 %%, but within their intervals, or are missing: "
                        "run again on a quieter machine or with more --processes",
                        unsure, base->count);
    return twc_ok();
}
