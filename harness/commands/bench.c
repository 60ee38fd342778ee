/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc bench: reference and fast, interleaved, in several fresh processes. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/counts.h"
#include "bench/processes.h"
#include "figures.h"
#include "commands/commands.h"
#include "progress.h"
#include "store/atomic_file.h"

enum {
    OPTION_PROCESSES,
    OPTION_ROUNDS,
    OPTION_COMPARE,
    OPTION_REGION,
    OPTION_COUNTS,
    OPTION_UPDATE,
    OPTION_PLOTS,
    OPTION_FROM,
    OPTION_WORKER
};

static twc_status read_count(const twc_cli_option *option, int64_t high, int *value)
{
    int64_t number;
    if (!option->text)
        return twc_ok();
    twc_status status = twc_cli_integer(option->name, option->text, 1, high, &number);
    if (!status.code)
        *value = (int)number;
    return status;
}

/* The command line of a worker: what this process was given, said in full. */
typedef struct worker_line {
    char threads[16], rounds[16], level[16], region[1024], stage[TWC_BENCH_NAME];
    char *argument[20]; /* ends with NULL */
} worker_line;

static void make_worker(const twc_bench_plan *plan, int rounds, worker_line *line)
{
    snprintf(line->threads, sizeof line->threads, "%d", plan->threads);
    snprintf(line->rounds, sizeof line->rounds, "%d", rounds);
    snprintf(line->level, sizeof line->level, "--level=%s", twc_level_name(plan->level));
    snprintf(line->region, sizeof line->region, "%s", plan->region);
    snprintf(line->stage, sizeof line->stage, "%s", plan->stage);
    char *fixed[] = {"twc",      "bench",      "--worker", "--threads", line->threads,
                     "--rounds", line->rounds, "--region", line->region};
    int n = (int)(sizeof fixed / sizeof *fixed);
    memcpy(line->argument, fixed, sizeof fixed);
    if (plan->level_given)
        line->argument[n++] = line->level;
    if (plan->counting)
        line->argument[n++] = "--counts=-";
    if (plan->plots)
        line->argument[n++] = "--plots=-";
    if (line->stage[0])
        line->argument[n++] = line->stage;
    line->argument[n] = NULL;
}

static twc_status run_workers(const twc_bench_plan *plan, int processes, int rounds, twc_bench_results *results)
{
    worker_line line;
    make_worker(plan, rounds, &line);
    twc_status status = twc_ok();
    for (int k = 0; k < processes && !status.code; k++) {
        twc_progress("bench", (double)k / processes);
        status = twc_bench_run_worker(line.argument, results);
    }
    twc_progress("bench", -1);
    return status;
}

static twc_status write_json(const twc_cli *cli, const twc_bench_results *results)
{
    cJSON *json = twc_bench_json(results);
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    if (!text)
        return twc_fail(TWC_IO, "not enough memory to write the results");
    twc_status status = twc_ok();
    if (cli->out)
        status = twc_atomic_write(cli->out, text, strlen(text));
    else
        printf("%s\n", text);
    free(text);
    return status;
}

static twc_status report(const twc_cli *cli, const twc_cli_option *options, const twc_bench_results *results)
{
    twc_status status = twc_ok();
    if (cli->json || cli->out)
        status = write_json(cli, results);
    if (!cli->json)
        twc_bench_print(results);
    if (!status.code && options[OPTION_COMPARE].text)
        status = twc_bench_compare(results, options[OPTION_COMPARE].text);
    return status;
}

static twc_status count(const twc_bench_plan *plan, const char *path, int update)
{
    worker_line line;
    make_worker(plan, 1, &line);
    twc_bench_counts *counts = calloc(1, sizeof *counts);
    if (!counts)
        return twc_fail(TWC_IO, "not enough memory for counts");
    twc_status status = update ? twc_ok() : twc_bench_counts_apply(path);
    if (!status.code)
        status = twc_bench_count(line.argument, 0, counts);
    if (!status.code)
        status = update ? twc_bench_counts_write(counts, path) : twc_bench_counts_compare(counts, path);
    free(counts);
    return status;
}

/* Instructions of what was timed, beside the times. */
static twc_status count_timed(twc_bench_plan plan, twc_bench_results *results)
{
    worker_line line;
    plan.counting = 1;
    make_worker(&plan, 1, &line);
    twc_bench_counts *counts = calloc(1, sizeof *counts);
    if (!counts)
        return twc_fail(TWC_IO, "not enough memory for counts");
    const twc_status status = twc_bench_count(line.argument, 1, counts);
    if (!status.code)
        twc_bench_counts_join(counts, results);
    free(counts);
    return status;
}

static twc_status plot(const twc_bench_results *results, const char *folder)
{
    twc_scaling scaling;
    twc_roofline roofline;
    twc_status status = twc_bench_scaling(results, &scaling);
    if (!status.code)
        status = twc_bench_roofline(results, &roofline);
    if (!status.code)
        status = twc_write_scaling(&scaling, folder);
    return status.code ? status : twc_write_roofline(&roofline, folder);
}

static twc_status measure(const twc_bench_plan *plan, int processes, int rounds, twc_bench_results *results)
{
    twc_status status = run_workers(plan, processes, rounds, results);
    if (!status.code && results->count == 0)
        status = twc_fail(TWC_USAGE, "nothing to time is called %s (twc check --list names the kernels)", plan->stage);
    if (!status.code && plan->plots)
        status = count_timed(*plan, results);
    if (!status.code)
        twc_bench_summarise(results);
    return status;
}

/* Latencies of edits; their figure when a folder is named. */
static twc_status edits(const twc_bench_plan *plan, int count, int json, const char *folder)
{
    twc_latency_study study;
    twc_status status = folder ? twc_make_folder(folder) : twc_ok();
    if (!status.code)
        status = twc_bench_edits(plan, count, json, &study);
    return !status.code && folder ? twc_write_latency(&study, folder) : status;
}

static const char *region_path(const char *asked)
{
    const char *here = "experiments/region.json";
    return asked ? asked : access(here, R_OK) == 0 ? here : TWC_SOURCE_DIR "/experiments/region.json";
}

int twc_cmd_bench(const twc_command *command, int argc, char **argv)
{
    twc_cli_option options[] = {
        {"processes", "N", "fresh processes (default 5)", NULL},
        {"rounds", "N", "rounds in each (default 10)", NULL},
        {"compare", "BASE.json", "ratios against a file written by --json or --out", NULL},
        {"region", "FILE", "parameters of the test region (default experiments/region.json)", NULL},
        {"counts", "FILE", "count instructions under callgrind instead, against a file", NULL},
        {"update", NULL, "with --counts: write the file", NULL},
        {"plots", "FOLDER", "draw scaling and roofline; measures the machine and counts instructions too", NULL},
        {"from", "BASE.json", "with --plots: draw this run, measure nothing", NULL},
        {"worker", NULL, "be one of the processes: measure, write samples", NULL},
        {NULL, NULL, NULL, NULL}};
    twc_cli cli;
    int code = twc_cli_parse(command, argc, argv, options, &cli), processes = 5, rounds = 10;
    if (code >= 0)
        return code;
    if (cli.argc > 1)
        return twc_cli_report(command, twc_fail(TWC_USAGE, "name one stage or kernel, or none for all"));
    twc_status status = read_count(&options[OPTION_PROCESSES], 1000, &processes);
    if (!status.code)
        status = read_count(&options[OPTION_ROUNDS], 1000, &rounds);
    const twc_bench_plan plan = {cli.argc ? cli.argv[0] : "",
                                 cli.threads,
                                 cli.level,
                                 cli.level_given,
                                 region_path(options[OPTION_REGION].text),
                                 options[OPTION_COUNTS].text != NULL,
                                 options[OPTION_PLOTS].text != NULL};
    const char *from = options[OPTION_FROM].text;
    if (!status.code && from && !plan.plots)
        status = twc_fail(TWC_USAGE, "--from names a run to draw: say where with --plots FOLDER");
    if (!status.code && plan.plots)
        status = twc_make_folder(options[OPTION_PLOTS].text);
    if (status.code)
        return twc_cli_report(command, status);
    if (strcmp(plan.stage, "edits") == 0)
        return twc_cli_report(command, edits(&plan, 100 * rounds, cli.json, cli.out));
    if (options[OPTION_WORKER].text)
        return twc_cli_report(command, plan.counting ? twc_bench_count_work(&plan) : twc_bench_work(&plan, rounds));
    if (plan.counting)
        return twc_cli_report(command, count(&plan, options[OPTION_COUNTS].text, options[OPTION_UPDATE].text != NULL));
    twc_bench_results *results = calloc(1, sizeof *results);
    if (!results)
        return twc_cli_report(command, twc_fail(TWC_IO, "not enough memory for results"));
    results->processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    status = from ? twc_bench_read(from, results) : measure(&plan, processes, rounds, results);
    if (!status.code && !from)
        status = report(&cli, options, results);
    if (!status.code && plan.plots)
        status = plot(results, options[OPTION_PLOTS].text);
    twc_bench_release(results);
    free(results);
    return twc_cli_report(command, status);
}
