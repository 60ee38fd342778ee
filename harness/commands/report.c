/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc report: what twc reproduce left in a folder, as one HTML file. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "read_json.h"
#include "report/report.h"
#include "result_values.h"
#include "store/atomic_file.h"

static void print_json(const char *path)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "report", path);
    char *text = cJSON_Print(object);
    if (text)
        puts(text);
    cJSON_free(text);
    cJSON_Delete(object);
}

static void print_provenance(const cJSON *provenance)
{
    static const char *const members[] = {"commit", "compiler", "processor", "best_level"};
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        printf("  \"%s\": \"%s\",\n", members[k], twc_results_string(provenance, members[k]));
}

/* results.json of a folder, and other files as twc writes them with --json, each under its file's name. */
static twc_status print_numbers(const char *folder, int count, char **files)
{
    char path[1024], prefix[64];
    twc_status status = twc_path_join(folder, "results.json", path, sizeof path);
    puts("{");
    for (int k = -1; k < count && !status.code; k++) {
        const char *file = k < 0 ? path : files[k], *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
        cJSON *json;
        status = twc_read_json(file, &json);
        if (status.code)
            break;
        if (k < 0)
            print_provenance(twc_results_member(json, "provenance"));
        snprintf(prefix, sizeof prefix, "%.*s", k < 0 ? 0 : (int)strcspn(base, "."), base);
        twc_results_flatten(stdout, prefix, k < 0 ? twc_results_member(json, "sections") : json);
        cJSON_Delete(json);
    }
    puts("  \"end\": 0\n}");
    return status;
}

int twc_cmd_report(const twc_command *command, int argc, char **argv)
{
    twc_cli_option options[] = {
        {"from", "DIR", "folder that twc reproduce wrote into (default out)", NULL},
        {"numbers", NULL, "print every number of results.json and of the JSON files given, a line each; no page", NULL},
        {NULL, NULL, NULL, NULL},
    };
    twc_cli cli;
    char path[1024];
    int code = twc_cli_parse(command, argc, argv, options, &cli);
    if (code >= 0)
        return code;
    const char *folder = options[0].text ? options[0].text : "out";
    if (options[1].text)
        return twc_cli_report(command, print_numbers(folder, cli.argc, cli.argv));
    twc_status status = cli.argc ? twc_fail(TWC_USAGE, "takes no argument \"%s\"", cli.argv[0]) : twc_ok();
    if (!status.code)
        status = twc_path_join(folder, "report.html", path, sizeof path);
    const char *target = cli.out ? cli.out : path;
    if (!status.code)
        status = twc_report_write(folder, target);
    if (!status.code && cli.json)
        print_json(target);
    else if (!status.code)
        puts(target);
    return twc_cli_report(command, status);
}
