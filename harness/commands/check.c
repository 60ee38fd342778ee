/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc check: every kernel of the fast library against the reference, bit for bit. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/campaign.h"
#include "check/registry.h"
#include "check/replay.h"
#include "commands/cli.h"
#include "commands/commands.h"
#include "progress.h"

enum { OPTION_KERNEL, OPTION_LIST, OPTION_SECONDS, OPTION_CASE, OPTION_SCHEDULE, OPTION_REPLAY, OPTION_COUNT };
enum { KERNELS_AT_MOST = 64 };

static int selected(const twc_kernel *kernel, const char *pattern)
{
    return !pattern || strstr(kernel->name, pattern) != NULL;
}

static void show_progress(const twc_kernel *kernel, double fraction)
{
    twc_progress(kernel->name, fraction);
}

static int list_kernels(const twc_cli *cli, const char *pattern)
{
    cJSON *list = cli->json ? cJSON_CreateArray() : NULL;
    for (int k = 0; twc_kernels[k]; k++) {
        if (!selected(twc_kernels[k], pattern))
            continue;
        if (list)
            cJSON_AddItemToArray(list, cJSON_CreateString(twc_kernels[k]->name));
        else
            printf("%s\n", twc_kernels[k]->name);
    }
    if (list) {
        char *text = cJSON_Print(list);
        puts(text ? text : "[]");
        free(text);
        cJSON_Delete(list);
    }
    return TWC_OK;
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

static cJSON *failure_json(uint64_t seed, const twc_check_failure *failure)
{
    char command[256];
    cJSON *item = cJSON_CreateObject();
    print_command(command, sizeof command, seed, failure);
    cJSON_AddStringToObject(item, "implementation",
                            failure->implementation.fast ? twc_level_name(failure->implementation.level) : "reference");
    cJSON_AddNumberToObject(item, "threads", failure->implementation.threads);
    cJSON_AddStringToObject(item, "schedule", twc_schedule_name(failure->implementation.schedule));
    cJSON_AddNumberToObject(item, "case", failure->index);
    cJSON_AddStringToObject(item, "verdict", twc_verdict_name(failure->found.verdict));
    cJSON_AddStringToObject(item, "element", failure->found.element);
    cJSON_AddStringToObject(item, "place", failure->found.place);
    cJSON_AddStringToObject(item, "detail", failure->found.detail);
    cJSON_AddStringToObject(item, "command", command);
    cJSON_AddStringToObject(item, "shrunk", failure->scalars);
    cJSON_AddStringToObject(item, "replay", failure->replay);
    return item;
}

static void print_json(const twc_cli *cli, const twc_check_result *results, int count, const twc_status *levels)
{
    cJSON *top = cJSON_CreateObject(), *kernels = cJSON_AddArrayToObject(top, "kernels");
    cJSON_AddNumberToObject(top, "seed", (double)cli->seed);
    cJSON_AddStringToObject(top, "levels", levels->code ? levels->message : "ok");
    for (int k = 0; k < count; k++) {
        cJSON *item = cJSON_CreateObject(), *failures = cJSON_AddArrayToObject(item, "failures");
        cJSON_AddStringToObject(item, "name", results[k].kernel->name);
        cJSON_AddNumberToObject(item, "cases", results[k].cases);
        cJSON_AddNumberToObject(item, "checks", (double)results[k].checks);
        cJSON_AddNumberToObject(item, "seconds", results[k].seconds);
        for (uint32_t f = 0; f < results[k].failure_count; f++)
            cJSON_AddItemToArray(failures, failure_json(cli->seed, &results[k].failures[f]));
        cJSON_AddItemToArray(kernels, item);
    }
    char *text = cJSON_Print(top);
    puts(text ? text : "{}");
    free(text);
    cJSON_Delete(top);
}

static int replay(const twc_command *command, const char *path, const twc_check_options *options)
{
    twc_case c;
    twc_implementation implementation;
    twc_outcome outcome;
    char who[64];
    twc_status status = twc_replay_load(path, twc_kernels, &c, &implementation);
    if (status.code)
        return twc_cli_report(command, status);
    if (implementation.fast && !(twc_level_built(implementation.level) && twc_level_supported(implementation.level))) {
        twc_case_destroy(&c);
        return twc_cli_report(command, twc_fail(TWC_IO, "%s runs at level %s, which this machine or build lacks", path,
                                                twc_level_name(implementation.level)));
    }
    twc_shared *shared = twc_shared_create();
    if (!shared) {
        twc_case_destroy(&c);
        return twc_cli_report(command, twc_fail(TWC_IO, "not enough memory for the check"));
    }
    status = twc_isolate_attempt(&c, &implementation, options->hang, shared, &outcome);
    print_implementation(who, sizeof who, &implementation);
    if (!status.code) {
        printf("%s, %s: %s%s\n", c.kernel->name, who, outcome.in_reference ? "reference " : "",
               twc_verdict_name(outcome.verdict));
        if (outcome.verdict != TWC_EQUAL)
            print_outcome("  ", &outcome);
    }
    twc_shared_destroy(shared);
    twc_case_destroy(&c);
    return status.code ? twc_cli_report(command, status) : outcome.verdict == TWC_EQUAL ? TWC_OK : TWC_CHECK_FAILED;
}

/* Checks the selected kernels; exit code. */
static int check(const twc_command *command, const twc_cli *cli, const twc_check_options *options, const char *pattern)
{
    twc_check_result results[KERNELS_AT_MOST];
    int count = 0, failed = 0;
    uint64_t checks = 0;
    double seconds = 0;
    twc_status levels = cli->level_given ? twc_ok() : twc_check_levels();
    for (int k = 0; twc_kernels[k] && count < KERNELS_AT_MOST; k++) {
        if (!selected(twc_kernels[k], pattern))
            continue;
        twc_check_result *result = &results[count++];
        twc_status status = twc_check_kernel(twc_kernels[k], options, result);
        twc_progress("", -1);
        if (status.code)
            return twc_cli_report(command, status);
        if (!cli->json)
            print_result(cli->seed, result);
        failed |= result->failure_count > 0 || result->checks == 0; /* what was not checked does not pass */
        checks += result->checks;
        seconds += result->seconds;
    }
    if (count == 0)
        return twc_cli_report(command,
                              twc_fail(TWC_USAGE, "no kernel's name holds \"%s\" (twc check --list)", pattern));
    if (cli->json)
        print_json(cli, results, count, &levels);
    else
        printf("%d kernels, %" PRIu64 " checks in %.2f s, seed %" PRIu64 ": %s\n", count, checks, seconds, cli->seed,
               failed ? "FAILED" : "all equal");
    if (levels.code)
        return twc_cli_report(command, levels);
    return failed ? TWC_CHECK_FAILED : TWC_OK;
}

static twc_status read_options(const twc_cli *cli, const twc_cli_option *own, twc_check_options *options)
{
    twc_status status = twc_ok();
    *options = twc_check_defaults();
    options->seed = cli->seed;
    options->level = cli->level_given ? (int)cli->level : -1;
    options->threads = cli->threads_given ? cli->threads : 0;
    options->folder = cli->out ? cli->out : ".";
    options->progress = show_progress;
    if (options->threads > TWC_ATTEMPT_COPIES)
        return twc_fail(TWC_USAGE, "--threads takes at most %d here", TWC_ATTEMPT_COPIES);
    if (own[OPTION_CASE].text)
        status = twc_cli_integer("case", own[OPTION_CASE].text, 0, UINT32_MAX, &options->only_case);
    if (!status.code && own[OPTION_SECONDS].text)
        status = twc_cli_real("seconds", own[OPTION_SECONDS].text, 0.1, 1e6, &options->seconds);
    if (own[OPTION_SCHEDULE].text) {
        options->schedule = twc_schedule_named(own[OPTION_SCHEDULE].text);
        if (options->schedule < 0)
            return twc_fail(TWC_USAGE, "--schedule takes static, dynamic or guided, not %s", own[OPTION_SCHEDULE].text);
    }
    int count = 0;
    for (int k = 0; twc_kernels[k]; k++)
        count += selected(twc_kernels[k], own[OPTION_KERNEL].text);
    options->seconds /= count ? count : 1;
    return status;
}

/*
 * With more threads than processors, workers that spin while they wait cost ten times the check itself. libgomp reads
 * how to wait when it is loaded, so the program starts itself again with that said, once.
 */
static void wait_passively(const twc_command *command, int argc, char **argv)
{
    char **again = calloc((size_t)argc + 3, sizeof *again);
    if (again && !getenv("OMP_WAIT_POLICY") && setenv("OMP_WAIT_POLICY", "passive", 1) == 0) {
        again[0] = "twc";
        again[1] = (char *)(uintptr_t)command->name;
        memcpy(again + 2, argv, (size_t)argc * sizeof *argv);
        execv("/proc/self/exe", again); /* returns only where there is no such file: slow, but right */
    }
    free(again);
}

int twc_cmd_check(const twc_command *command, int argc, char **argv)
{
    twc_cli_option own[OPTION_COUNT + 1] = {
        {"kernel", "NAME", "only kernels whose name holds this text", NULL},
        {"list", NULL, "list the kernels", NULL},
        {"seconds", "S", "go on drawing cases for so long, over all kernels (default: a fixed number)", NULL},
        {"case", "N", "only this case of each kernel", NULL},
        {"schedule", "NAME", "only this schedule: static, dynamic, guided", NULL},
        {"replay", "FILE", "run the case of a replay file", NULL},
        {NULL, NULL, NULL, NULL},
    };
    twc_cli cli;
    twc_check_options options;
    wait_passively(command, argc, argv);
    int code = twc_cli_parse(command, argc, argv, own, &cli);
    if (code >= 0)
        return code;
    if (cli.argc)
        return twc_cli_report(command, twc_fail(TWC_USAGE, "takes no argument like \"%s\"", cli.argv[0]));
    twc_status status = read_options(&cli, own, &options);
    if (status.code)
        return twc_cli_report(command, status);
    if (own[OPTION_LIST].text)
        return list_kernels(&cli, own[OPTION_KERNEL].text);
    if (own[OPTION_REPLAY].text)
        return replay(command, own[OPTION_REPLAY].text, &options);
    return check(command, &cli, &options, own[OPTION_KERNEL].text);
}
