/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc report: what twc reproduce left in a folder, as one HTML file. */
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/paths.h"
#include "read_json.h"
#include "report/report.h"
#include "result_values.h"
#include "store/atomic_file.h"
#include "write_json.h"

typedef struct report_values {
    const char *from;
    int numbers;
    twc_words files;
} report_values;

static const report_values defaults = {.from = "out"};

static const twc_option arguments[] = {
    {.name = "FILE.json", .words = &defaults.files, .names = TWC_NAMES_FILE, .help = "with --numbers: more of them"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "from",
     .value = "DIR",
     .text = &defaults.from,
     .names = TWC_NAMES_FOLDER,
     .help = "folder that twc reproduce wrote into"},
    {.name = "numbers",
     .flag = &defaults.numbers,
     .help = "print every number of results.json and of the JSON files given, a line each; no page"},
    {.name = NULL},
};

static twc_status print_json(const char *path)
{
    cJSON *object = cJSON_CreateObject();
    twc_json_add_text(object, "report", path);
    return twc_json_print(object, TWC_JSON_INDENTED, stdout);
}

static void add_provenance(cJSON *numbers, const cJSON *provenance)
{
    static const char *const members[] = {"commit", "compiler", "processor", "best_level"};
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        twc_json_add_text(numbers, members[k], twc_results_string(provenance, members[k]));
}

/* results.json of a folder, and other files as twc writes them with --json, each under its file's name. */
static twc_status print_numbers(const char *folder, int count, char **files)
{
    char path[1024], prefix[64];
    cJSON *numbers = cJSON_CreateObject();
    twc_status status = twc_path_join(folder, "results.json", path, sizeof path);
    for (int k = -1; k < count && !status.code; k++) {
        const char *file = k < 0 ? path : files[k], *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
        cJSON *json;
        status = twc_read_json(file, &json);
        if (status.code)
            break;
        if (k < 0)
            add_provenance(numbers, twc_results_member(json, "provenance"));
        snprintf(prefix, sizeof prefix, "%.*s", k < 0 ? 0 : (int)strcspn(base, "."), base);
        twc_results_flatten(numbers, prefix, k < 0 ? twc_results_member(json, "sections") : json);
        cJSON_Delete(json);
    }
    twc_json_add_number(numbers, "end", 0);
    if (!status.code)
        return twc_json_print(numbers, TWC_JSON_ROWS, stdout);
    cJSON_Delete(numbers);
    return status;
}

/* What the page is made of, and the page. */
static void tell_paths(const twc_cli *cli, const void *values, twc_paths *paths)
{
    const report_values *v = values;
    static const char *const endings[] = {"results.json", ".svg", ".png", ".pdf", ".h5", ".hdf"};
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
        twc_paths_folder(paths, v->from, endings[k], 0);
    if (!cli->out && !v->numbers)
        twc_paths_write_in(paths, v->from, "report", ".html");
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const report_values *v = values;
    char path[1024];
    if (v->numbers) {
        twc_status taken = twc_cli_takes_only(cli, "numbers from", "means nothing to --numbers, which writes no page");
        return taken.code ? taken : print_numbers(v->from, v->files.count, v->files.text);
    }
    if (v->files.count)
        return twc_fail(TWC_USAGE, "takes no argument \"%s\"", v->files.text[0]);
    twc_status status = twc_path_join(v->from, "report.html", path, sizeof path);
    const char *target = cli->out ? cli->out : path;
    if (!status.code)
        status = twc_report_write(v->from, target);
    if (status.code || strcmp(target, "-") == 0)
        return status;
    if (cli->json)
        return print_json(target);
    puts(target);
    return twc_ok();
}

const twc_command twc_command_report = {
    .name = "report",
    .summary = "what twc reproduce wrote, as one HTML file",
    .examples = "  twc report                                    out/report.html from out/\n"
                "  twc report --from other --out review.html\n"
                "  twc report --numbers                          what docs/results.json holds\n",
    .wanted = "only --numbers takes files",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_STREAM_OUT,
    .out_otherwise = "report.html in that folder",
    .paths = tell_paths,
    .run = run,
};
