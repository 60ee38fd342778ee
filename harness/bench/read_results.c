/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run from the file that --out kept: its samples, summarised as they were when it was measured. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "read_json.h"

/* Samples of the entries since the last median, which closes them. */
typedef struct pending {
    double *wall, *cpu;
    int count; /* at most as many as there are entries */
} pending;

static void take_sample(const cJSON *entry, pending *samples, twc_status *status)
{
    double wall = 0, cpu = 0;
    twc_json_real(entry, "real_time", 0, 1e15, &wall, status);
    twc_json_real(entry, "cpu_time", 0, 1e15, &cpu, status);
    if (status->code)
        return;
    samples->wall[samples->count] = 1e-9 * wall;
    samples->cpu[samples->count++] = 1e-9 * cpu;
}

static void read_variant(const cJSON *entry, twc_bench_variant *variant, twc_status *status)
{
    memset(variant, 0, sizeof *variant);
    twc_json_text(entry, "variant", variant->name, sizeof variant->name, status);
    twc_json_integer(entry, "threads", 1, 1024, &variant->threads, status);
    twc_json_real(entry, "units", 1, 1e12, &variant->units, status);
    if (cJSON_HasObjectItem(entry, "bytes"))
        twc_json_real(entry, "bytes", 0, 1e15, &variant->bytes, status);
}

static void take_median(const cJSON *entry, pending *samples, twc_bench_results *results, twc_status *status)
{
    char group[TWC_BENCH_NAME], unit[TWC_BENCH_NAME];
    twc_bench_variant variant;
    int processes = 1;
    double instructions = 0, touched = 0;
    read_variant(entry, &variant, status);
    twc_json_text(entry, "group", group, sizeof group, status);
    twc_json_text(entry, "unit", unit, sizeof unit, status);
    twc_json_integer(entry, "processes", 1, 1000, &processes, status);
    if (cJSON_HasObjectItem(entry, "instructions")) {
        twc_json_real(entry, "instructions", 0, 1e18, &instructions, status);
        twc_json_real(entry, "touched_bytes", 0, 1e18, &touched, status);
    }
    if (!status->code && (samples->count == 0 || samples->count % processes != 0))
        *status = twc_fail(TWC_IO, "%s/%s has %d samples of %d processes", group, variant.name, samples->count,
                           processes);
    if (!status->code && twc_bench_find(results, group, variant.name))
        *status = twc_fail(TWC_IO, "%s/%s is there twice", group, variant.name);
    const int rounds = samples->count / processes;
    for (int p = 0; p < processes && !status->code; p++)
        *status = twc_bench_collect(results, group, unit, &variant, rounds,
                                    (twc_bench_samples){samples->wall + p * rounds, samples->cpu + p * rounds});
    samples->count = 0;
    if (status->code)
        return;
    results->result[results->count - 1].instructions = instructions;
    results->result[results->count - 1].touched = touched;
}

static void read_entries(const cJSON *list, pending *samples, twc_bench_results *results, twc_status *status)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, list)
    {
        char type[TWC_BENCH_NAME];
        twc_json_text(entry, "run_type", type, sizeof type, status);
        if (status->code)
            return;
        if (strcmp(type, "aggregate") == 0)
            take_median(entry, samples, results, status);
        else
            take_sample(entry, samples, status);
    }
    if (!status->code && samples->count > 0)
        *status = twc_fail(TWC_IO, "the last %d samples have no median", samples->count);
}

twc_status twc_bench_read(const char *path, twc_bench_results *results)
{
    cJSON *json = NULL;
    twc_status status = twc_read_json(path, &json);
    const cJSON *context = status.code ? NULL : twc_json_object(json, "context", &status);
    if (!status.code)
        twc_json_integer(context, "num_cpus", 1, 1 << 20, &results->processors, &status);
    const cJSON *list = status.code ? NULL : twc_json_array(json, "benchmarks", 1, 1 << 20, &status);
    const int room = status.code ? 0 : cJSON_GetArraySize(list);
    double *memory = malloc((2 * (size_t)room + 1) * sizeof *memory);
    if (!memory)
        status = twc_fail(TWC_IO, "not enough memory for samples");
    pending samples = {memory, memory ? memory + room : NULL, 0};
    if (!status.code)
        read_entries(list, &samples, results, &status);
    if (!status.code)
        twc_bench_summarise(results);
    else if (json) /* before, the message names the file itself */
        status = twc_fail(status.code, "%s: %s", path, status.message);
    free(memory);
    cJSON_Delete(json);
    return status;
}
