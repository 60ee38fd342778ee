/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc bench: reference and fast, interleaved, in several fresh processes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/counts.h"
#include "bench/processes.h"
#include "commands/command.h"
#include "commands/paths.h"
#include "progress.h"
#include "data_folder.h"
#include "figures.h"
#include "store/atomic_file.h"
#include "store/interrupts.h"
#include "write_json.h"

typedef struct bench_values {
    twc_words stage;
    int processes, rounds, update, worker, list, aggregates_only, markdown;
    const char *compare, *region, *counts, *plots, *from;
} bench_values;

static const bench_values defaults = {.processes = 5, .rounds = 10};

static const twc_option arguments[] = {
    {.name = "STAGE",
     .words = &defaults.stage,
     .most = 1,
     .help = "a stage, a kernel, a pattern such as \"*.build\", or edits",
     .otherwise = "all"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "list", .flag = &defaults.list, .help = "names of what there is to time, or of what STAGE asks for"},
    {.name = "aggregates-only",
     .flag = &defaults.aggregates_only,
     .help = "of each variant only the median goes into the JSON, not every sample"},
    {.name = "markdown",
     .flag = &defaults.markdown,
     .help = "print the table as Markdown, beside the base of --compare"},
    {.name = "processes",
     .value = "N",
     .integer = &defaults.processes,
     .low = 1,
     .high = 1000,
     .help = "fresh processes"},
    {.name = "rounds", .value = "N", .integer = &defaults.rounds, .low = 1, .high = 1000, .help = "rounds in each"},
    {.name = "compare",
     .value = "BASE.json",
     .text = &defaults.compare,
     .names = TWC_NAMES_FILE,
     .help = "ratios against a file written by --json or --out"},
    {.name = "region",
     .value = "FILE",
     .text = &defaults.region,
     .names = TWC_NAMES_FILE,
     .help = "parameters of the test region",
     .otherwise = "experiments/region.json"},
    {.name = "counts",
     .value = "FILE",
     .text = &defaults.counts,
     .names = TWC_NAMES_EITHER,
     .help = "count instructions under callgrind instead, against a file"},
    {.name = "update", .flag = &defaults.update, .help = "with --counts: write the file"},
    {.name = "plots",
     .value = "FOLDER",
     .text = &defaults.plots,
     .names = TWC_NAMES_FOLDER,
     .help = "draw scaling and roofline; measures the machine and counts instructions too"},
    {.name = "from",
     .value = "BASE.json",
     .text = &defaults.from,
     .names = TWC_NAMES_FILE,
     .help = "with --plots: draw this run, measure nothing"},
    {.name = "worker", .flag = &defaults.worker, .help = "be one of the processes: measure, write samples"},
    {.name = NULL},
};

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
    if (twc_interrupted())
        fprintf(stderr, "twc bench: interrupted; what %d processes measured:\n",
                results->count ? results->result[0].processes : 0);
    return status;
}

/* As Google Benchmark does: entries of single iterations are left out. */
static void drop_samples(cJSON *json)
{
    cJSON *entry = cJSON_GetObjectItem(json, "benchmarks");
    for (entry = entry ? entry->child : NULL; entry;) {
        cJSON *next = entry->next;
        const char *type = cJSON_GetStringValue(cJSON_GetObjectItem(entry, "run_type"));
        if (type && strcmp(type, "iteration") == 0)
            cJSON_Delete(cJSON_DetachItemViaPointer(cJSON_GetObjectItem(json, "benchmarks"), entry));
        entry = next;
    }
}

/* To a file or, without one or with "-", to standard output. */
static twc_status write_json(const twc_cli *cli, const bench_values *v, const twc_bench_base *base,
                             const twc_bench_results *results)
{
    char *text;
    cJSON *json = twc_bench_json(results);
    if (base)
        twc_json_add_item(json, "comparison", twc_bench_comparison_json(results, base));
    if (v->aggregates_only)
        drop_samples(json);
    twc_status status = twc_json_text_of(json, TWC_JSON_INDENTED, &text);
    if (!status.code && cli->out && strcmp(cli->out, "-") != 0)
        status = twc_atomic_write(cli->out, text, strlen(text));
    else if (!status.code)
        puts(text);
    free(text);
    return status;
}

/* base: NULL, or what to compare with. */
static twc_status report(const twc_cli *cli, const bench_values *v, const twc_bench_base *base,
                         const twc_bench_results *results)
{
    twc_status status = twc_ok();
    if (cli->json || cli->out)
        status = write_json(cli, v, base, results);
    const int text = !cli->json && !(cli->out && strcmp(cli->out, "-") == 0);
    if (v->markdown)
        twc_bench_print_markdown(results, base);
    else if (text)
        twc_bench_print(results);
    if (base && text && !v->markdown) /* which has the verdicts in its table */
        twc_bench_print_comparison(results, base);
    return status.code || !base ? status : twc_bench_compare(results, base);
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
        status = update ? twc_bench_counts_write(counts, plan->stage, path)
                        : twc_bench_counts_compare(counts, plan->stage, path);
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

static twc_status nothing_called(const char *stage)
{
    return twc_fail(TWC_USAGE, "nothing to time is called %s (twc bench --list names all)", stage);
}

static twc_status measure(const twc_bench_plan *plan, int processes, int rounds, twc_bench_results *results)
{
    twc_status status = run_workers(plan, processes, rounds, results);
    if (!status.code && results->count == 0)
        status = nothing_called(plan->stage);
    if (!status.code && plan->plots)
        status = count_timed(*plan, results);
    if (!status.code || twc_interrupted())
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

/* The options that would be ignored by what was asked for. */
static twc_status refuse_ignored(const twc_cli *cli, const bench_values *v, int edits_only)
{
    if (edits_only)
        return twc_cli_takes_only(cli, "rounds region json threads level out",
                                  "means nothing to the latencies of edits");
    if (v->worker)
        return twc_ok();
    if (v->list)
        return twc_cli_takes_only(cli, "list", "means nothing to --list, which measures nothing");
    if (v->markdown && (cli->json || (cli->out && strcmp(cli->out, "-") == 0)))
        return twc_fail(TWC_USAGE, "--markdown and JSON both go to standard output: name a file with --out");
    if (v->aggregates_only && !cli->json && !cli->out)
        return twc_fail(TWC_USAGE, "--aggregates-only is of the JSON that --json or --out writes");
    if (v->counts)
        return twc_cli_takes_only(cli, "counts update region threads level rounds processes",
                                  "means nothing to --counts, which measures no time");
    if (v->update)
        return twc_fail(TWC_USAGE, "--update belongs to --counts FILE");
    if (v->from && !v->plots)
        return twc_fail(TWC_USAGE, "--from names a run to draw: say where with --plots FOLDER");
    if (v->from)
        return twc_cli_takes_only(cli, "from plots", "means nothing to --from, which measures nothing");
    return twc_ok();
}

/* That a file can be written, before minutes are spent on what goes into it. */
static twc_status try_output(const char *path)
{
    twc_atomic_file file;
    struct stat info;
    if (!path || strcmp(path, "-") == 0 || (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)))
        return twc_ok(); /* who reads a pipe is not to see it end */
    const twc_status status = twc_atomic_open(path, &file);
    if (!status.code)
        twc_atomic_discard(&file);
    return status;
}

/* Measures, or takes a run that was kept, and tells. */
static twc_status bench(const twc_cli *cli, const bench_values *v, const twc_bench_plan *plan,
                        const twc_bench_base *base)
{
    twc_bench_results *results = calloc(1, sizeof *results);
    if (!results)
        return twc_fail(TWC_IO, "not enough memory for results");
    results->processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    twc_status status = v->from ? twc_bench_read(v->from, results) : measure(plan, v->processes, v->rounds, results);
    if (!status.code && !v->from)
        status = report(cli, v, base, results);
    if (twc_interrupted() && results->count) /* nothing is kept of a run that did not end */
        twc_bench_print(results);
    if (!status.code && plan->plots)
        status = plot(results, v->plots);
    twc_bench_release(results);
    free(results);
    return status;
}

/* What the run is to be compared with, and where it goes, are looked at before it begins. */
static twc_status bench_checked(const twc_cli *cli, const bench_values *v, const twc_bench_plan *plan)
{
    twc_bench_base base = {0, NULL};
    twc_status status = v->compare ? twc_bench_base_read(v->compare, &base) : twc_ok();
    if (!status.code)
        status = try_output(cli->out);
    if (!status.code)
        status = bench(cli, v, plan, v->compare ? &base : NULL);
    twc_bench_base_release(&base);
    return status;
}

static void tell_paths(const twc_cli *cli, const void *values, twc_paths *paths)
{
    const bench_values *v = values;
    static const char *const figures[] = {"scaling", "roofline", "edits"}, *const endings[] = {".pdf", ".svg", ".png"};
    for (int k = 0; k < 9; k++) {
        const char *folder = k < 6 ? v->plots : cli->out;
        if (folder)
            twc_paths_write_in(paths, folder, figures[k / 3], endings[k % 3]);
    }
    if (v->counts && v->update)
        twc_paths_write(paths, v->counts);
    else if (v->counts)
        twc_paths_read(paths, v->counts);
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const bench_values *v = values;
    char region[TWC_DATA_PATH];
    twc_status status = twc_data_file(v->region, "region.json", region);
    const twc_bench_plan plan = {v->stage.count ? v->stage.text[0] : "",
                                 cli->threads,
                                 cli->level,
                                 cli->level_given,
                                 region,
                                 v->counts != NULL,
                                 v->plots != NULL};
    int edits_only = strcmp(plan.stage, "edits") == 0;
    if (!status.code)
        status = refuse_ignored(cli, v, edits_only);
    if (!status.code && v->list)
        return twc_bench_list(plan.stage) ? status : nothing_called(plan.stage);
    if (!status.code && v->plots && !v->worker)
        status = twc_make_folder(v->plots);
    if (status.code)
        return status;
    if (!v->worker)
        twc_wait_passively(cli);
    if (edits_only)
        return edits(&plan, 100 * v->rounds, cli->json, cli->out);
    if (v->worker)
        return plan.counting ? twc_bench_count_work(&plan) : twc_bench_work(&plan, v->rounds);
    twc_interrupts_defer();
    status = plan.counting ? count(&plan, v->counts, v->update) : bench_checked(cli, v, &plan);
    twc_interrupts_end();
    return status;
}

const twc_command twc_command_bench = {
    .name = "bench",
    .summary = "the speed of the fast library, reference and fast in the same run",
    .examples = "  twc bench ground                               builds, sizes and every kernel of the ground\n"
                "  twc bench ground.build --processes 9           builds only, more samples\n"
                "  twc bench --list \"*.build\"                     what there is to time\n"
                "  twc bench --out base.json                      everything, kept as Google Benchmark's JSON\n"
                "  twc bench ground --compare base.json           against a run kept before: 1 slower, 3 inconclusive\n"
                "  twc bench ground --compare base.json --markdown --out now.json\n"
                "                                                 a table for a pull request\n"
                "  twc bench ground --counts tests/instruction_counts/ground.json\n"
                "                                                 instructions under callgrind, within 1 %\n"
                "  twc bench edits --out out                      how long an edit takes, and a figure of it\n",
    .wanted = "name one stage or kernel, or none for all",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_THREADS | TWC_TAKES_LEVEL | TWC_TAKES_STREAM_OUT,
    .out_otherwise = "a table on standard output",
    .paths = tell_paths,
    .run = run,
};
