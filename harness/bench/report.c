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

static void print_time(double seconds)
{
    if (seconds < 1e-6)
        printf("%9.1f ns", 1e9 * seconds);
    else if (seconds < 1e-3)
        printf("%9.2f us", 1e6 * seconds);
    else
        printf("%9.3f ms", 1e3 * seconds);
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
}

/* ---- Google Benchmark's JSON ---- */

static cJSON *context_json(int processors)
{
    char text[64];
    cJSON *context = cJSON_CreateObject();
    const twc_build_info info = twc_build_information();
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", &utc);
    cJSON_AddStringToObject(context, "date", text);
    cJSON_AddStringToObject(context, "executable", "twc");
    cJSON_AddNumberToObject(context, "num_cpus", processors);
    cJSON_AddStringToObject(context, "library_build_type", "release");
    cJSON_AddStringToObject(context, "twc_version", info.version);
    cJSON_AddStringToObject(context, "twc_commit", info.commit);
    cJSON_AddStringToObject(context, "twc_compiler", info.compiler);
    cJSON_AddStringToObject(context, "twc_flags", info.flags);
    return context;
}

/* The fields that each entry has. Times are per call, in nanoseconds. */
static cJSON *entry_json(const twc_bench_result *result, const char *kind, const char *suffix, double wall, double cpu)
{
    char name[3 * TWC_BENCH_NAME];
    cJSON *entry = cJSON_CreateObject();
    snprintf(name, sizeof name, "%s/%s%s", result->group, result->variant.name, suffix);
    cJSON_AddStringToObject(entry, "name", name);
    snprintf(name, sizeof name, "%s/%s", result->group, result->variant.name);
    cJSON_AddStringToObject(entry, "run_name", name);
    cJSON_AddStringToObject(entry, "run_type", kind);
    cJSON_AddNumberToObject(entry, "repetitions", result->processes * result->rounds);
    cJSON_AddNumberToObject(entry, "threads", result->variant.threads);
    cJSON_AddNumberToObject(entry, "iterations", 1);
    cJSON_AddNumberToObject(entry, "real_time", 1e9 * wall);
    cJSON_AddNumberToObject(entry, "cpu_time", 1e9 * cpu); /* of the calling thread */
    cJSON_AddStringToObject(entry, "time_unit", "ns");
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

static cJSON *median_json(const twc_bench_result *result)
{
    cJSON *entry = entry_json(result, "aggregate", "_median", median_of(result, result->samples.wall),
                              median_of(result, result->samples.cpu));
    cJSON_AddStringToObject(entry, "aggregate_name", "median");
    cJSON_AddStringToObject(entry, "aggregate_unit", "time");
    cJSON_AddNumberToObject(entry, "items_per_second", result->variant.units / result->median);
    /* what Google's tools pass over and twc_bench_read asks for */
    cJSON_AddStringToObject(entry, "group", result->group);
    cJSON_AddStringToObject(entry, "variant", result->variant.name);
    cJSON_AddNumberToObject(entry, "processes", result->processes);
    cJSON_AddStringToObject(entry, "unit", result->unit);
    cJSON_AddNumberToObject(entry, "units", result->variant.units);
    if (result->variant.bytes > 0) {
        cJSON_AddNumberToObject(entry, "bytes_per_second", result->variant.bytes / result->median);
        cJSON_AddNumberToObject(entry, "bytes", result->variant.bytes);
    }
    if (result->instructions > 0) {
        cJSON_AddNumberToObject(entry, "instructions", result->instructions);
        cJSON_AddNumberToObject(entry, "touched_bytes", result->touched);
    }
    if (result->ratio <= 0)
        return entry;
    cJSON_AddNumberToObject(entry, "ratio", result->ratio);
    cJSON_AddNumberToObject(entry, "ratio_low", result->ratio_low);
    cJSON_AddNumberToObject(entry, "ratio_high", result->ratio_high);
    return entry;
}

cJSON *twc_bench_json(const twc_bench_results *results)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "context", context_json(results->processors));
    cJSON *list = cJSON_AddArrayToObject(json, "benchmarks");
    for (int k = 0; k < results->count; k++) {
        const twc_bench_result *result = &results->result[k];
        for (int s = 0; s < result->processes * result->rounds; s++) {
            cJSON *entry = entry_json(result, "iteration", "", result->samples.wall[s], result->samples.cpu[s]);
            cJSON_AddNumberToObject(entry, "repetition_index", s);
            cJSON_AddItemToArray(list, entry);
        }
        cJSON_AddItemToArray(list, median_json(result));
    }
    return json;
}
