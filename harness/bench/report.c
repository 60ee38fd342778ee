/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cjson/cJSON.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "build_info.h"
#include "write_json.h"

static void print_time(double seconds)
{
    if (seconds < 1e-6)
        printf("%9.1f ns", 1e9 * seconds);
    else if (seconds < 1e-3)
        printf("%9.2f us", 1e6 * seconds);
    else
        printf("%9.3f ms", 1e3 * seconds);
}

/* Not of one kernel: its own table says it. */
static void print_kernels(const twc_bench_results *results)
{
    int printed = 0;
    for (int level = 0; level < TWC_LEVEL_COUNT; level++) {
        const char *name = twc_level_name((twc_level)level);
        const twc_bench_kernels all = twc_bench_kernels_of(results, name);
        if (all.count < 2)
            continue;
        if (!printed++)
            printf("\nkernels (%d single ones against a reference compiled for %s)\n  %-16s %14s  %-17s %s\n",
                   all.count, twc_build_information().reference_level, "variant", "geometric mean", "95 % interval",
                   "least");
        printf("  %-16s %14.2f  [%6.2f, %6.2f]  %.2f %s\n", name, all.mean.middle, all.mean.low, all.mean.high,
               all.least->ratio, all.least->group);
    }
}

void twc_bench_print(const twc_bench_results *results)
{
    const char *group = "";
    for (int k = 0; k < results->count; k++) {
        const twc_bench_result *result = &results->result[k];
        if (strcmp(group, result->group) != 0) {
            group = result->group;
            printf("%s%s (%d processes x %d rounds)\n  %-16s %12s %16s %8s  %-17s %8s\n", k ? "\n" : "", group,
                   result->processes, result->rounds, "variant", "call", result->unit, "ratio", "95 % interval",
                   "written");
        }
        printf("  %-16s ", result->variant.name);
        print_time(result->median);
        printf("     ");
        print_time(result->median / result->variant.units);
        if (result->ratio > 0)
            printf(" %8.2f  [%6.2f, %6.2f] ", result->ratio, result->ratio_low, result->ratio_high);
        else
            printf(" %8s  %16s ", "", "");
        if (result->variant.bytes > 0)
            printf(" %5.2f GB/s", 1e-9 * result->variant.bytes / result->median);
        printf("\n");
    }
    print_kernels(results);
}

/* ---- Google Benchmark's JSON ---- */

static void add_context(cJSON *json, int processors)
{
    char text[64];
    cJSON *context = twc_json_add_object(json, "context");
    const twc_build_info info = twc_build_information();
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", &utc);
    twc_json_add_text(context, "date", text);
    twc_json_add_text(context, "executable", "twc");
    twc_json_add_number(context, "num_cpus", processors);
    twc_json_add_text(context, "library_build_type", "release");
    twc_json_add_text(context, "twc_version", info.version);
    twc_json_add_text(context, "twc_commit", info.commit);
    twc_json_add_text(context, "twc_compiler", info.compiler);
    twc_json_add_text(context, "twc_flags", info.flags);
}

/* The fields that each entry has. Times are per call, in nanoseconds. */
static cJSON *add_entry(cJSON *list, const twc_bench_result *result, const char *kind, double wall, double cpu)
{
    char name[3 * TWC_BENCH_NAME];
    cJSON *entry = twc_json_add_object(list, NULL);
    snprintf(name, sizeof name, "%s/%s%s", result->group, result->variant.name,
             strcmp(kind, "aggregate") == 0 ? "_median" : "");
    twc_json_add_text(entry, "name", name);
    snprintf(name, sizeof name, "%s/%s", result->group, result->variant.name);
    twc_json_add_text(entry, "run_name", name);
    twc_json_add_text(entry, "run_type", kind);
    twc_json_add_number(entry, "repetitions", result->processes * result->rounds);
    twc_json_add_number(entry, "threads", result->variant.threads);
    twc_json_add_number(entry, "iterations", 1);
    twc_json_add_number(entry, "real_time", 1e9 * wall);
    twc_json_add_number(entry, "cpu_time", 1e9 * cpu); /* of the calling thread */
    twc_json_add_text(entry, "time_unit", "ns");
    return entry;
}

static double median_of(const twc_bench_result *result, const double *samples)
{
    const size_t n = (size_t)result->processes * (size_t)result->rounds;
    double *sorted = malloc(n * sizeof *sorted);
    if (!sorted)
        return 0;
    memcpy(sorted, samples, n * sizeof *sorted);
    gsl_sort(sorted, 1, n);
    const double median = gsl_stats_median_from_sorted_data(sorted, 1, n);
    free(sorted);
    return median;
}

static void add_median(cJSON *list, const twc_bench_result *result)
{
    cJSON *entry = add_entry(list, result, "aggregate", median_of(result, result->samples.wall),
                             median_of(result, result->samples.cpu));
    twc_json_add_text(entry, "aggregate_name", "median");
    twc_json_add_text(entry, "aggregate_unit", "time");
    twc_json_add_number(entry, "items_per_second", result->variant.units / result->median);
    /* what Google's tools pass over and twc_bench_read asks for */
    twc_json_add_text(entry, "group", result->group);
    twc_json_add_text(entry, "variant", result->variant.name);
    twc_json_add_number(entry, "processes", result->processes);
    twc_json_add_text(entry, "unit", result->unit);
    twc_json_add_number(entry, "units", result->variant.units);
    if (result->variant.bytes > 0) {
        twc_json_add_number(entry, "bytes_per_second", result->variant.bytes / result->median);
        twc_json_add_number(entry, "bytes", result->variant.bytes);
    }
    if (result->instructions > 0) {
        twc_json_add_number(entry, "instructions", result->instructions);
        twc_json_add_number(entry, "touched_bytes", result->touched);
    }
    if (result->ratio <= 0)
        return;
    twc_json_add_number(entry, "ratio", result->ratio);
    twc_json_add_number(entry, "ratio_low", result->ratio_low);
    twc_json_add_number(entry, "ratio_high", result->ratio_high);
}

static void add_kernels(cJSON *json, const twc_bench_results *results)
{
    cJSON *list = twc_json_add_object(json, "kernels");
    for (int level = 0; level < TWC_LEVEL_COUNT; level++) {
        const twc_bench_kernels all = twc_bench_kernels_of(results, twc_level_name((twc_level)level));
        if (all.count == 0)
            continue;
        cJSON *entry = twc_json_add_object(list, twc_level_name((twc_level)level));
        twc_json_add_text(entry, "reference_level", twc_build_information().reference_level);
        twc_json_add_number(entry, "count", all.count);
        twc_json_add_number(entry, "ratio", all.mean.middle);
        twc_json_add_number(entry, "ratio_low", all.mean.low);
        twc_json_add_number(entry, "ratio_high", all.mean.high);
    }
}

cJSON *twc_bench_json(const twc_bench_results *results)
{
    cJSON *json = cJSON_CreateObject();
    add_context(json, results->processors);
    cJSON *list = twc_json_add_array(json, "benchmarks");
    for (int k = 0; k < results->count; k++) {
        const twc_bench_result *result = &results->result[k];
        for (int s = 0; s < result->processes * result->rounds; s++) {
            cJSON *entry = add_entry(list, result, "iteration", result->samples.wall[s], result->samples.cpu[s]);
            twc_json_add_number(entry, "repetition_index", s);
        }
        add_median(list, result);
    }
    add_kernels(json, results);
    return json;
}
