/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc reproduce: the paper's tables, measured beside printed. */
#include <stdlib.h>
#include <string.h>

#include "build_info.h"
#include "commands/command.h"
#include "commands/paths.h"
#include "data_folder.h"
#include "report/report.h"
#include "reproduce/machine.h"
#include "reproduce/reproduce.h"
#include "store/atomic_file.h"
#include "write_json.h"

typedef struct reproduce_values {
    const char *section, *experiments;
    int seeds;
} reproduce_values;

static const reproduce_values defaults = {.seeds = 100};

static const twc_option options[] = {
    {.name = "section",
     .value = "NAME",
     .text = &defaults.section,
     .help = "only this one of experiments/sections.json; a name that is not there is answered with all of them",
     .otherwise = "all"},
    {.name = "seeds",
     .value = "N",
     .integer = &defaults.seeds,
     .low = 0,
     .high = 100000,
     .help = "seeds of the ensembles, 0 for none"},
    {.name = "experiments",
     .value = "DIR",
     .text = &defaults.experiments,
     .names = TWC_NAMES_FOLDER,
     .help = "where the claims and worlds are",
     .otherwise = "experiments, here or as installed"},
    {.name = NULL},
};

static void add_provenance(const twc_reproduce *context, cJSON *results)
{
    twc_build_info build = twc_build_information();
    cJSON *provenance = twc_json_add_object(results, "provenance");
    twc_json_add_text(provenance, "version", build.version);
    twc_json_add_text(provenance, "commit", build.commit);
    twc_json_add_text(provenance, "compiler", build.compiler);
    twc_json_add_text(provenance, "flags", build.flags);
    twc_machine_add(provenance);
    twc_json_add_text(provenance, "best_level", twc_level_name(twc_level_best()));
    twc_json_add_number(provenance, "threads", context->threads);
    twc_json_add_number(provenance, "ensemble_seeds", (double)context->seeds);
}

/* results.json, and the same on stdout with --json; deletes them. */
static twc_status write_results(const twc_reproduce *context, int json, cJSON *results)
{
    char path[1024];
    twc_json_add_number(results, "checks", context->checks);
    twc_json_add_number(results, "failures", context->failures);
    char *text;
    twc_status status = twc_json_text_of(results, TWC_JSON_INDENTED, &text);
    if (!status.code)
        status = twc_path_join(context->out, "results.json", path, sizeof path);
    if (!status.code)
        status = twc_atomic_write(path, text, strlen(text));
    if (!status.code && json)
        puts(text);
    free(text);
    return status;
}

/* Whatever stands under a name in the folder of results may be written. */
static void tell_paths(const twc_cli *cli, const void *values, twc_paths *paths)
{
    const reproduce_values *v = values;
    char found[TWC_DATA_PATH], data[TWC_DATA_PATH + 8];
    const char *experiments = v->experiments ? v->experiments : found;
    if (!v->experiments && twc_data_folder(found).code)
        return;
    snprintf(data, sizeof data, "%.1000s/data", experiments);
    twc_paths_folder(paths, experiments, "", 0);
    twc_paths_folder(paths, data, "", 0);
    twc_paths_folder(paths, cli->out, "", 1);
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const reproduce_values *v = values;
    char experiments[TWC_DATA_PATH], report[1024];
    twc_reproduce context = {.experiments = v->experiments ? v->experiments : experiments,
                             .out = cli->out,
                             .only = v->section,
                             .seeds = (size_t)v->seeds,
                             .seed = cli->seed,
                             .seed_given = cli->seed_given,
                             .level = cli->level,
                             .level_given = cli->level_given,
                             .threads = cli->threads,
                             .text = cli->json ? stderr : stdout};
    twc_status status = v->experiments ? twc_ok() : twc_data_folder(experiments);
    if (!status.code)
        twc_wait_passively(cli);
    if (!status.code)
        status = twc_make_folder(context.out);
    cJSON *results = cJSON_CreateObject();
    if (!status.code) {
        add_provenance(&context, results);
        status = twc_reproduce_run(&context, results);
    }
    if (status.code) {
        cJSON_Delete(results);
        return status;
    }
    status = write_results(&context, cli->json, results);
    if (!status.code)
        status = twc_path_join(context.out, "report.html", report, sizeof report);
    if (!status.code)
        status = twc_report_write(context.out, report);
    if (status.code)
        return status;
    fprintf(context.text, "%d of %d checks hold; files are in %s/\n%s\n", context.checks - context.failures,
            context.checks, context.out, report);
    return context.failures ? twc_told(TWC_CHECK_FAILED) : twc_ok();
}

const twc_command twc_command_reproduce = {
    .name = "reproduce",
    .summary = "the paper's tables, measured beside printed",
    .examples = "  twc reproduce                                 everything, into out/\n"
                "  twc reproduce --section table5 --seeds 0      one section, without its ensemble\n"
                "  twc reproduce --json > results.json           the tables go to stderr\n",
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_REGION_SEED | TWC_TAKES_THREADS | TWC_TAKES_LEVEL | TWC_TAKES_OUT,
    .out_is = "a folder of tables and figures",
    .out = "out",
    .paths = tell_paths,
    .run = run,
};
