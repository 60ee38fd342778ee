/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc reproduce: the paper's tables, measured beside printed. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_info.h"
#include "commands/commands.h"
#include "report/report.h"
#include "reproduce/machine.h"
#include "reproduce/reproduce.h"
#include "store/atomic_file.h"

const twc_reproduce_section twc_reproduce_sections[] = {
    {"table5", "the mountains with and without broad cells", twc_section_table5},
    {"table6", "the two roads, cut in and measured", twc_section_table6},
    {"table7", "budgets, counted in buffers that were built", twc_section_table7},
    {"weather", "what rain and snow cover, at several seeds, changing no byte", twc_section_weather},
    {"reach", "how far edits reach, and what the paper's dilation leaves stale", twc_section_reach},
    {"errata", "the numbers that show where the paper can't be right", twc_section_errata},
    {"figures", "the paper's figures and those for reviews", twc_section_figures},
    {NULL, NULL, NULL},
};

void twc_reproduce_check(twc_reproduce *context, int holds, const char *arguments, const char *format, ...)
{
    context->checks++;
    if (holds)
        return;
    context->failures++;
    va_list values;
    va_start(values, format);
    fprintf(stderr, "twc reproduce: ");
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "\n  repeat: twc reproduce %s --experiments %s", arguments, context->experiments);
    if (context->cli->seed_given)
        fprintf(stderr, " --seed %" PRIu64, context->cli->seed);
    fputc('\n', stderr);
}

twc_status twc_reproduce_path(const char *folder, const char *name, char *path, size_t size)
{
    int length = snprintf(path, size, "%s/%s", folder, name);
    return length < 0 || (size_t)length >= size
               ? twc_fail(TWC_USAGE, "the path %.80s.../%.80s is too long", folder, name)
               : twc_ok();
}

/* The folder of claims: as asked, or the one here, or the one of the source this was built from. */
static const char *find_experiments(const char *asked)
{
    return asked ? asked : access("experiments/table5.json", R_OK) == 0 ? "experiments" : TWC_SOURCE_DIR "/experiments";
}

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
    cJSON_AddNumberToObject(provenance, "threads", context->cli->threads);
    cJSON_AddNumberToObject(provenance, "ensemble_seeds", (double)context->seeds);
}

static twc_status run_sections(twc_reproduce *context, const char *only, cJSON *results)
{
    cJSON *sections = cJSON_AddObjectToObject(results, "sections");
    int ran = 0;
    for (const twc_reproduce_section *section = twc_reproduce_sections; section->name; section++) {
        if (only && strcmp(only, section->name) != 0)
            continue;
        cJSON *object = cJSON_AddObjectToObject(sections, section->name);
        cJSON_AddStringToObject(object, "summary", section->summary);
        twc_status status = section->run(context, object);
        if (status.code)
            return status;
        ran++;
    }
    return ran ? twc_ok() : twc_fail(TWC_USAGE, "there is no section \"%s\" (twc reproduce --help lists them)", only);
}

/* results.json, and the same on stdout with --json. */
static twc_status write_results(const twc_reproduce *context, cJSON *results)
{
    char path[1024];
    cJSON_AddNumberToObject(results, "checks", context->checks);
    cJSON_AddNumberToObject(results, "failures", context->failures);
    char *text = cJSON_Print(results);
    twc_status status = text ? twc_reproduce_path(context->out, "results.json", path, sizeof path)
                             : twc_fail(TWC_IO, "not enough memory for the results");
    if (!status.code)
        status = twc_atomic_write(path, text, strlen(text));
    if (!status.code && context->cli->json)
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
    twc_reproduce context = {.cli = &cli,
                             .experiments = find_experiments(options[2].text),
                             .out = cli.out ? cli.out : "out",
                             .seeds = (size_t)seeds,
                             .text = cli.json ? stderr : stdout};
    if (!status.code)
        status = twc_make_folder(context.out);
    cJSON *results = cJSON_CreateObject();
    if (!status.code) {
        add_provenance(&context, results);
        status = run_sections(&context, options[0].text, results);
    }
    if (!status.code)
        status = write_results(&context, results);
    cJSON_Delete(results);
    char report[1024];
    if (!status.code)
        status = twc_reproduce_path(context.out, "report.html", report, sizeof report);
    if (!status.code)
        status = twc_report_write(context.out, report);
    if (status.code)
        return twc_cli_report(command, status);
    fprintf(context.text, "%d of %d checks hold; files are in %s/\n%s\n", context.checks - context.failures,
            context.checks, context.out, report);
    return context.failures ? TWC_CHECK_FAILED : TWC_OK;
}
