/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc report: what twc reproduce left in a folder, as one HTML file. */
#include <cjson/cJSON.h>
#include <stdio.h>

#include "commands/commands.h"
#include "report/report.h"
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

int twc_cmd_report(const twc_command *command, int argc, char **argv)
{
    twc_cli_option options[] = {
        {"from", "DIR", "folder that twc reproduce wrote into (default out)", NULL},
        {NULL, NULL, NULL, NULL},
    };
    twc_cli cli;
    char path[1024];
    int code = twc_cli_parse(command, argc, argv, options, &cli);
    if (code >= 0)
        return code;
    const char *folder = options[0].text ? options[0].text : "out";
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
