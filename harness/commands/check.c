/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc check: every kernel of the fast library against the reference, bit for bit. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/campaign.h"
#include "check/registry.h"
#include "check/replay.h"
#include "commands/command.h"
#include "progress.h"
#include "write_json.h"

enum { KERNELS_AT_MOST = 64 };

typedef struct check_values {
    const char *kernel, *replay;
    int list, schedule;
    double seconds;
    int64_t only_case;
} check_values;

static const check_values defaults = {.schedule = -1, .only_case = -1};

static const char *const schedules[] = {"static", "dynamic", "guided", NULL}; /* in the order of twc_schedule */

static const twc_option options[] = {
    {.name = "kernel", .value = "NAME", .text = &defaults.kernel, .help = "only kernels whose name holds this text"},
    {.name = "list", .flag = &defaults.list, .help = "list the kernels"},
    {.name = "seconds",
     .value = "S",
     .real = &defaults.seconds,
     .low = 0.1,
     .high = 1e6,
     .unit = "s",
     .help = "go on drawing cases for so long, over all kernels",
     .otherwise = "a fixed number of cases"},
    {.name = "case",
     .value = "N",
     .wide = &defaults.only_case,
     .low = 0,
     .high = UINT32_MAX,
     .help = "only this case of each kernel",
     .otherwise = "all"},
    {.name = "schedule",
     .value = "NAME",
     .choice = &defaults.schedule,
     .choices = schedules,
     .help = "only this schedule",
     .otherwise = "all"},
    {.name = "replay",
     .value = "FILE",
     .text = &defaults.replay,
     .names = TWC_NAMES_FILE,
     .help = "run the case of a replay file"},
    {.name = NULL},
};

static int selected(const twc_kernel *kernel, const char *pattern)
{
    return !pattern || strstr(kernel->name, pattern) != NULL;
}

static void show_progress(const twc_kernel *kernel, double fraction)
{
    twc_progress(kernel->name, fraction);
}

static twc_status list_kernels(const twc_cli *cli, const char *pattern)
{
    cJSON *list = cli->json ? cJSON_CreateArray() : NULL;
    for (int k = 0; twc_kernels[k]; k++) {
        if (!selected(twc_kernels[k], pattern))
            continue;
        if (cli->json)
            twc_json_add_text(list, NULL, twc_kernels[k]->name);
        else
            printf("%s\n", twc_kernels[k]->name);
    }
    return cli->json ? twc_json_print(list, TWC_JSON_INDENTED, stdout) : twc_ok();
}

static void print_implementation(char *text, size_t size, const twc_implementation *implementation)
{
    if (implementation->fast)
        snprintf(text, size, "%s, %d threads, %s", twc_level_name(implementation->level), implementation->threads,
                 twc_schedule_name(implementation->schedule));
    else
        snprintf(text, size, "reference");
}

/* The command that draws and runs the failing case again. */
static void print_command(char *text, size_t size, uint64_t seed, const twc_check_failure *failure)
{
    const twc_implementation *who = &failure->implementation;
    int length = snprintf(text, size, "twc check --seed %" PRIu64 " --kernel %s --case %u", seed, failure->kernel->name,
                          failure->index);
    if (who->fast && length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, " --level %s --threads %d --schedule %s",
                 twc_level_name(who->level), who->threads, twc_schedule_name(who->schedule));
}

static void print_outcome(const char *indent, const twc_outcome *outcome)
{
    printf("%s%s%s%s%s: %s\n", indent, outcome->element, outcome->place[0] ? " (" : "", outcome->place,
           outcome->place[0] ? ")" : "", outcome->detail);
}

static void print_failure(uint64_t seed, const twc_check_failure *failure)
{
    char who[64], command[256];
    print_implementation(who, sizeof who, &failure->implementation);
    print_command(command, sizeof command, seed, failure);
    printf("FAILED %s, %s: %s in case %u\n", failure->kernel->name, who, twc_verdict_name(failure->found.verdict),
           failure->index);
    print_outcome("  ", &failure->found);
    printf("  repeat:  %s\n", command);
    print_implementation(who, sizeof who, &failure->small_implementation);
    printf("  shrunk (%u attempts) to %s: %s\n", failure->attempts, who, failure->scalars);
    print_outcome("    ", &failure->small);
    if (failure->replay[0])
        printf("  saved:   twc check --replay %s\n", failure->replay);
    if (failure->unsaved[0])
        printf("  not saved: %s\n", failure->unsaved);
}

static void print_result(uint64_t seed, const twc_check_result *result)
{
    printf("%-24s %6u cases %8" PRIu64 " checks %7.2f s  %s\n", result->kernel->name, result->cases, result->checks,
           result->seconds,
           result->failure_count ? "FAILED"
           : result->checks      ? "equal"
                                 : "FAILED: nothing was checked");
    for (uint32_t k = 0; k < result->failure_count; k++)
        print_failure(seed, &result->failures[k]);
}

static void add_failure(cJSON *failures, uint64_t seed, const twc_check_failure *failure)
{
    char command[256];
    cJSON *item = twc_json_add_object(failures, NULL);
    print_command(command, sizeof command, seed, failure);
    twc_json_add_text(item, "implementation",
                      failure->implementation.fast ? twc_level_name(failure->implementation.level) : "reference");
    twc_json_add_number(item, "threads", failure->implementation.threads);
    twc_json_add_text(item, "schedule", twc_schedule_name(failure->implementation.schedule));
    twc_json_add_number(item, "case", failure->index);
    twc_json_add_text(item, "verdict", twc_verdict_name(failure->found.verdict));
    twc_json_add_text(item, "element", failure->found.element);
    twc_json_add_text(item, "place", failure->found.place);
    twc_json_add_text(item, "detail", failure->found.detail);
    twc_json_add_text(item, "command", command);
    twc_json_add_text(item, "shrunk", failure->scalars);
    twc_json_add_text(item, "replay", failure->replay);
    twc_json_add_text(item, "unsaved", failure->unsaved);
}

static twc_status print_json(const twc_cli *cli, const twc_check_result *results, int count, const twc_status *levels)
{
    cJSON *top = cJSON_CreateObject(), *kernels = twc_json_add_array(top, "kernels");
    twc_json_add_number(top, "seed", (double)cli->seed);
    twc_json_add_text(top, "levels", levels->code ? levels->message : "ok");
    for (int k = 0; k < count; k++) {
        cJSON *item = twc_json_add_object(kernels, NULL), *failures = twc_json_add_array(item, "failures");
        twc_json_add_text(item, "name", results[k].kernel->name);
        twc_json_add_number(item, "cases", results[k].cases);
        twc_json_add_number(item, "checks", (double)results[k].checks);
        twc_json_add_number(item, "seconds", results[k].seconds);
        for (uint32_t f = 0; f < results[k].failure_count; f++)
            add_failure(failures, cli->seed, &results[k].failures[f]);
    }
    return twc_json_print(top, TWC_JSON_INDENTED, stdout);
}

static twc_status replay(const char *path, const twc_check_options *how)
{
    twc_case c;
    twc_implementation implementation;
    twc_outcome outcome;
    char who[64];
    twc_status status = twc_replay_load(path, twc_kernels, &c, &implementation);
    if (status.code)
        return status;
    if (implementation.fast && !(twc_level_built(implementation.level) && twc_level_supported(implementation.level))) {
        twc_case_destroy(&c);
        return twc_fail(TWC_IO, "%s runs at level %s, which this machine or build lacks", path,
                        twc_level_name(implementation.level));
    }
    twc_shared *shared = twc_shared_create();
    if (!shared) {
        twc_case_destroy(&c);
        return twc_fail(TWC_IO, "not enough memory for the check");
    }
    status = twc_isolate_attempt(&c, &implementation, how->hang, shared, &outcome);
    print_implementation(who, sizeof who, &implementation);
    if (!status.code) {
        printf("%s, %s: %s%s\n", c.kernel->name, who, outcome.in_reference ? "reference " : "",
               twc_verdict_name(outcome.verdict));
        if (outcome.verdict != TWC_EQUAL)
            print_outcome("  ", &outcome);
    }
    twc_shared_destroy(shared);
    twc_case_destroy(&c);
    return status.code || outcome.verdict == TWC_EQUAL ? status : twc_told(TWC_CHECK_FAILED);
}

/* Checks the selected kernels. */
static twc_status check(const twc_cli *cli, const twc_check_options *how, const char *pattern)
{
    twc_check_result results[KERNELS_AT_MOST];
    int count = 0, failed = 0;
    uint64_t checks = 0;
    double seconds = 0;
    twc_status levels = cli->level_given ? twc_ok() : twc_check_levels(), status = twc_ok();
    for (int k = 0; twc_kernels[k] && count < KERNELS_AT_MOST; k++) {
        if (!selected(twc_kernels[k], pattern))
            continue;
        twc_check_result *result = &results[count++];
        status = twc_check_kernel(twc_kernels[k], how, result);
        twc_progress("", -1);
        if (!cli->json && (!status.code || result->failure_count)) /* what was found is told whatever came after */
            print_result(cli->seed, result);
        if (status.code)
            return status;
        failed |= result->failure_count > 0 || result->checks == 0; /* what was not checked does not pass */
        checks += result->checks;
        seconds += result->seconds;
    }
    if (count == 0)
        return twc_fail(TWC_USAGE, "no kernel's name holds \"%s\" (twc check --list)", pattern);
    if (cli->json)
        status = print_json(cli, results, count, &levels);
    else
        printf("%d kernels, %" PRIu64 " checks in %.2f s, seed %" PRIu64 ": %s\n", count, checks, seconds, cli->seed,
               failed ? "FAILED" : "all equal");
    if (status.code || levels.code)
        return status.code ? status : levels;
    return failed ? twc_told(TWC_CHECK_FAILED) : twc_ok();
}

static twc_status make_options(const twc_cli *cli, const check_values *v, twc_check_options *how)
{
    *how = twc_check_defaults();
    how->seed = cli->seed;
    how->level = cli->level_given ? (int)cli->level : -1;
    how->threads = cli->threads_given ? cli->threads : 0;
    how->folder = cli->out;
    how->progress = show_progress;
    how->only_case = v->only_case;
    how->schedule = v->schedule;
    int count = 0;
    for (int k = 0; twc_kernels[k]; k++)
        count += selected(twc_kernels[k], v->kernel);
    how->seconds = v->seconds / (count ? count : 1);
    return how->threads > TWC_ATTEMPT_COPIES
               ? twc_fail(TWC_USAGE, "--threads takes at most %d here", TWC_ATTEMPT_COPIES)
               : twc_ok();
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const check_values *v = values;
    twc_check_options how;
    twc_status status = v->list ? twc_cli_takes_only(cli, "list kernel json", "means nothing to --list")
                        : v->replay
                            ? twc_cli_takes_only(cli, "replay", "means nothing to --replay, which runs one case")
                            : twc_ok();
    if (!status.code)
        status = make_options(cli, v, &how);
    if (status.code || v->list)
        return status.code ? status : list_kernels(cli, v->kernel);
    twc_wait_passively(cli);
    return v->replay ? replay(v->replay, &how) : check(cli, &how, v->kernel);
}

const twc_command twc_command_check = {
    .name = "check",
    .summary = "the fast kernels against the reference, bit for bit",
    .examples = "  twc check                                      every kernel, level, thread count and schedule\n"
                "  twc check --kernel lattice --level v3          one kernel at one level\n"
                "  twc check --seconds 60 --seed 7                other cases, for longer\n"
                "  twc check --replay ground.lattice-v3-4.replay  a failing case again\n",
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_SEED | TWC_TAKES_THREADS | TWC_TAKES_LEVEL | TWC_TAKES_OUT,
    .out_is = "a folder of cases to replay",
    .out = ".",
    .run = run,
};
