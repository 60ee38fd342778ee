/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/processes.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "read_json.h"
#include "store/interrupts.h"
#include "write_json.h"

enum { NOT_FOUND = 127 }; /* as shells say it */

/* ---- the worker ---- */

static twc_status write_variant(const twc_bench_group *group, int v, int rounds, twc_bench_samples samples)
{
    const twc_bench_variant *variant = &group->variant[v];
    cJSON *json = cJSON_CreateObject();
    twc_json_add_text(json, "group", group->name);
    twc_json_add_text(json, "unit", group->unit);
    twc_json_add_text(json, "name", variant->name);
    twc_json_add_number(json, "threads", variant->threads);
    twc_json_add_number(json, "units", variant->units);
    twc_json_add_number(json, "bytes", variant->bytes);
    twc_json_add_item(json, "wall", cJSON_CreateDoubleArray(samples.wall + v * rounds, rounds));
    twc_json_add_item(json, "cpu", cJSON_CreateDoubleArray(samples.cpu + v * rounds, rounds));
    const twc_status status = twc_json_print(json, TWC_JSON_PACKED, stdout);
    return status.code || fflush(stdout) == 0 ? status
                                              : twc_fail(TWC_IO, "a benchmark process cannot write its samples");
}

twc_status twc_bench_work(const twc_bench_plan *plan, int rounds)
{
    const size_t most = (size_t)rounds * TWC_BENCH_VARIANTS;
    double *memory = malloc(2 * most * sizeof *memory);
    if (!memory)
        return twc_fail(TWC_IO, "not enough memory for samples");
    const twc_bench_samples samples = {memory, memory + most};
    twc_status status = twc_ok();
    for (int index = 0; !status.code; index++) {
        twc_bench_group group;
        status = twc_bench_open(plan, index, &group);
        if (status.code || group.count == 0)
            break;
        status = twc_bench_measure(&group, rounds, samples);
        for (int v = 0; v < group.count && !status.code; v++)
            status = write_variant(&group, v, rounds, samples);
        group.close(group.context);
    }
    free(memory);
    return status;
}

/* ---- the parent ---- */

static twc_status take_samples(void *results, const char *line)
{
    char group[TWC_BENCH_NAME], unit[TWC_BENCH_NAME];
    twc_bench_variant variant;
    twc_status status = twc_ok();
    memset(&variant, 0, sizeof variant);
    cJSON *json = cJSON_Parse(line);
    if (!json)
        return twc_fail(TWC_IO, "a benchmark process wrote a line that is not JSON: %.80s", line);
    twc_json_text(json, "group", group, sizeof group, &status);
    twc_json_text(json, "unit", unit, sizeof unit, &status);
    twc_json_text(json, "name", variant.name, sizeof variant.name, &status);
    twc_json_integer(json, "threads", 1, 1024, &variant.threads, &status);
    twc_json_real(json, "units", 1, 1e12, &variant.units, &status);
    twc_json_real(json, "bytes", 0, 1e15, &variant.bytes, &status);
    const cJSON *wall = twc_json_array(json, "wall", 1, 10000, &status),
                *cpu = twc_json_array(json, "cpu", 1, 10000, &status);
    const int rounds = status.code ? 0 : cJSON_GetArraySize(wall);
    double *memory = malloc((2 * (size_t)rounds + 1) * sizeof *memory);
    if (!memory)
        status = twc_fail(TWC_IO, "not enough memory for samples");
    else if (!status.code && cJSON_GetArraySize(cpu) != rounds)
        status = twc_fail(TWC_IO, "a benchmark process gave %d wall times and %d of the CPU", rounds,
                          cJSON_GetArraySize(cpu));
    if (!status.code) {
        const twc_bench_samples samples = {memory, memory + rounds};
        for (int k = 0; k < rounds; k++) {
            samples.wall[k] = cJSON_GetNumberValue(cJSON_GetArrayItem(wall, k));
            samples.cpu[k] = cJSON_GetNumberValue(cJSON_GetArrayItem(cpu, k));
        }
        status = twc_bench_collect(results, group, unit, &variant, rounds, samples);
    }
    free(memory);
    cJSON_Delete(json);
    return status;
}

twc_status twc_bench_spawn(const char *program, char *const *arguments, twc_bench_line *take, void *context)
{
    int ends[2], code = 0;
    char *line = NULL;
    size_t size = 0;
    if (pipe(ends) != 0)
        return twc_fail(TWC_IO, "cannot make a pipe to a benchmark process");
    const pid_t parent = getpid(), child = fork();
    if (child == 0) {
        twc_end_with_parent(parent, SIGTERM);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execvp(program, arguments);
        _exit(NOT_FOUND);
    }
    close(ends[1]);
    FILE *in = child > 0 ? fdopen(ends[0], "r") : NULL;
    if (!in) {
        close(ends[0]);
        return twc_fail(TWC_IO, "cannot start a benchmark process");
    }
    twc_status status = twc_ok();
    while (!status.code && getline(&line, &size, in) > 0)
        status = take(context, line);
    free(line);
    if (twc_interrupted())
        (void)kill(child, SIGTERM);
    fclose(in);
    while (waitpid(child, &code, 0) < 0 && errno == EINTR)
        (void)kill(child, SIGTERM);
    if (twc_interrupted())
        return twc_fail(TWC_INCONCLUSIVE, "interrupted");
    if (!WIFEXITED(code))
        return twc_fail(TWC_IO, "a benchmark process died");
    if (WEXITSTATUS(code) == NOT_FOUND)
        return twc_fail(TWC_INCONCLUSIVE, "%s is not installed, nothing was measured", program);
    if (WEXITSTATUS(code) != 0) /* it has said why on stderr */
        return twc_fail((twc_code)WEXITSTATUS(code), "a benchmark process gave up, see above");
    return status;
}

twc_status twc_bench_run_worker(char *const *arguments, twc_bench_results *results)
{
    return twc_bench_spawn("/proc/self/exe", arguments, take_samples, results);
}
