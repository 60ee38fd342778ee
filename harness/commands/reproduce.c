/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc reproduce: the paper's tables, measured beside printed. */
#include <stdlib.h>
#include <string.h>

#include "build_info.h"
#include "commands/commands.h"
#include "report/report.h"
#include "reproduce/machine.h"
#include "reproduce/reproduce.h"
#include "sections.h"
#include "store/atomic_file.h"

static void add_provenance(const twc_reproduce *context, cJSON *results)
{
    twc_build_info build = twc_build_information();
    cJSON *provenance = cJSON_AddObjectToObject(results, "provenance");
    cJSON_AddStringToObject(provenance, "version", build.version);
    cJSON_AddStringToObject(provenance, "commit", build.commit);
    cJSON_AddStringToObject(provenance, "compiler", build.compiler);
    cJSON_AddStringToObject(provenance, "flags", build.flags);
    twc_machine_add(provenance);
    cJSON_AddStringToObject(provenance, "best_level", twc_level_name(twc_level_best()));
    cJSON_AddNumberToObject(provenance, "threads", context->threads);
    cJSON_AddNumberToObject(provenance, "ensemble_seeds", (double)context->seeds);
}

/* results.json, and the same on stdout with --json. */
static twc_status write_results(const twc_reproduce *context, int json, cJSON *results)
{
    char path[1024];
    cJSON_AddNumberToObject(results, "checks", context->checks);
    cJSON_AddNumberToObject(results, "failures", context->failures);
    char *text = cJSON_Print(results);
    twc_status status = text ? twc_path_join(context->out, "results.json", path, sizeof path)
                             : twc_fail(TWC_IO, "not enough memory for the results");
    if (!status.code)
        status = twc_atomic_write(path, text, strlen(text));
    if (!status.code && json)
        puts(text);
    cJSON_free(text);
    return status;
}

int twc_cmd_reproduce(const twc_command *command, int argc, char **argv)
{
    twc_cli_option options[] = {
        {"section", "NAME", "only this one: table5, table6, table7, weather, reach, errata, figures", NULL},
        {"seeds", "N", "seeds of the ensembles, 0 for none (default 100)", NULL},
        {"experiments", "DIR", "where the claims and worlds are (default experiments)", NULL},
        {NULL, NULL, NULL, NULL},
    };
    twc_cli cli;
    int64_t seeds = 100;
    int code = twc_cli_parse(command, argc, argv, options, &cli);
    if (code >= 0)
        return code;
    twc_status status = cli.argc ? twc_fail(TWC_USAGE, "takes no argument \"%s\"", cli.argv[0]) : twc_ok();
    if (!status.code && options[1].text)
        status = twc_cli_integer("seeds", options[1].text, 0, 100000, &seeds);
    twc_reproduce context = {.experiments = options[2].text ? options[2].text : twc_experiments_folder(),
                             .out = cli.out ? cli.out : "out",
                             .only = options[0].text,
                             .seeds = (size_t)seeds,
                             .seed = cli.seed,
                             .seed_given = cli.seed_given,
                             .level = cli.level,
                             .level_given = cli.level_given,
                             .threads = cli.threads,
                             .text = cli.json ? stderr : stdout};
    if (!status.code)
        status = twc_make_folder(context.out);
    cJSON *results = cJSON_CreateObject();
    if (!status.code) {
        add_provenance(&context, results);
        status = twc_reproduce_run(&context, results);
    }
    if (!status.code)
        status = write_results(&context, cli.json, results);
    cJSON_Delete(results);
    char report[1024];
    if (!status.code)
        status = twc_path_join(context.out, "report.html", report, sizeof report);
    if (!status.code)
        status = twc_report_write(context.out, report);
    if (status.code)
        return twc_cli_report(command, status);
    fprintf(context.text, "%d of %d checks hold; files are in %s/\n%s\n", context.checks - context.failures,
            context.checks, context.out, report);
    return context.failures ? TWC_CHECK_FAILED : TWC_OK;
}
