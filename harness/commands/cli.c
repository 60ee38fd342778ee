/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const twc_cli_option shared_options[] = {
    {"json", NULL, "write the result as JSON to stdout", NULL},
    {"seed", "N", "seed of everything random (default 1)", NULL},
    {"threads", "N", "threads of the fast library (default: the processors of this process)", NULL},
    {"level", "NAME", "instruction-set level: base, v2, v3, v4 (default: the best this machine has)", NULL},
    {"out", "PATH", "where to write", NULL},
    {"help", NULL, "this text", NULL},
    {NULL, NULL, NULL, NULL},
};

static void print_options(const twc_cli_option *options)
{
    for (; options && options->name; options++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", options->name, options->value ? " " : "",
                 options->value ? options->value : "");
        printf("  %-24s %s\n", left, options->help);
    }
}

static void print_help(const twc_command *command, const twc_cli_option *options)
{
    printf("Examples:\n%s\ntwc %s: %s\n\nOptions:\n", command->examples, command->name, command->summary);
    print_options(options);
    print_options(shared_options);
    printf("\nExit codes: 0 ok, 1 a check failed, 2 usage, 3 inconclusive, 4 input/output.\n");
}

/* The entry of `options` named by an argument "--name" or "--name=value". */
static int find_option(const twc_cli_option *options, const char *argument)
{
    size_t length = strcspn(argument, "=");
    for (int k = 0; options && options[k].name; k++)
        if (strlen(options[k].name) == length && strncmp(options[k].name, argument, length) == 0)
            return k;
    return -1;
}

static int usage_error(const twc_command *command, const char *what, const char *argument)
{
    fprintf(stderr, "twc %s: %s %s (twc %s --help lists the options)\n", command->name, what, argument, command->name);
    return TWC_USAGE;
}

static twc_status read_level(const char *text, twc_level *level)
{
    for (int k = 0; k < TWC_LEVEL_COUNT; k++) {
        if (strcmp(text, twc_level_name((twc_level)k)) != 0)
            continue;
        if (!twc_level_built((twc_level)k))
            return twc_fail(TWC_USAGE, "level %s is not in this build", text);
        if (!twc_level_supported((twc_level)k))
            return twc_fail(TWC_USAGE, "this processor does not have level %s; its best is %s", text,
                            twc_level_name(twc_level_best()));
        *level = (twc_level)k;
        return twc_ok();
    }
    return twc_fail(TWC_USAGE, "--level takes base, v2, v3 or v4, not %s", text);
}

static twc_status read_shared(const twc_cli_option *shared, twc_cli *cli)
{
    int64_t number;
    twc_status status = twc_ok();
    cli->json = shared[0].text != NULL;
    if (shared[1].text) {
        status = twc_cli_integer("seed", shared[1].text, 0, INT64_MAX, &number);
        if (status.code)
            return status;
        cli->seed = (uint64_t)number;
        cli->seed_given = 1;
    }
    if (shared[2].text) {
        status = twc_cli_integer("threads", shared[2].text, 1, 1024, &number);
        if (status.code)
            return status;
        cli->threads = (int)number;
        cli->threads_given = 1;
    }
    if (shared[3].text) {
        status = read_level(shared[3].text, &cli->level);
        cli->level_given = 1;
    }
    cli->out = shared[4].text;
    return status;
}

int twc_cli_parse(const twc_command *command, int argc, char **argv, twc_cli_option *options, twc_cli *cli)
{
    twc_cli_option shared[sizeof shared_options / sizeof *shared_options];
    memcpy(shared, shared_options, sizeof shared);
    memset(cli, 0, sizeof *cli);
    cli->seed = 1;
    cli->threads = omp_get_num_procs();
    cli->level = twc_level_best();
    cli->argv = argv;
    for (int k = 0; k < argc; k++) {
        if (strncmp(argv[k], "--", 2) != 0 || argv[k][2] == '\0') {
            argv[cli->argc++] = argv[k];
            continue;
        }
        const char *argument = argv[k] + 2;
        int own = find_option(options, argument), common = own < 0 ? find_option(shared, argument) : -1;
        if (own < 0 && common < 0)
            return usage_error(command, "unknown option", argv[k]);
        twc_cli_option *option = own >= 0 ? &options[own] : &shared[common];
        const char *equals = strchr(argument, '=');
        if (!option->value && equals)
            return usage_error(command, "no value belongs to", argv[k]);
        if (option->value && !equals && k + 1 == argc)
            return usage_error(command, "a value is missing after", argv[k]);
        option->text = !option->value ? "" : equals ? equals + 1 : argv[++k];
    }
    if (shared[5].text) {
        print_help(command, options);
        return 0;
    }
    twc_status status = read_shared(shared, cli);
    return status.code ? twc_cli_report(command, status) : -1;
}

int twc_cli_report(const twc_command *command, twc_status status)
{
    if (status.code)
        fprintf(stderr, "twc %s: %s\n", command->name, status.message);
    return (int)status.code;
}

twc_status twc_cli_integer(const char *name, const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 0);
    if (errno || end == text || *end || number < low || number > high)
        return twc_fail(TWC_USAGE, "--%s takes an integer from %" PRId64 " to %" PRId64 ", not \"%s\"", name, low, high,
                        text);
    *value = number;
    return twc_ok();
}

twc_status twc_cli_real(const char *name, const char *text, double low, double high, double *value)
{
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    if (errno || end == text || *end || !(number >= low && number <= high))
        return twc_fail(TWC_USAGE, "--%s takes a number from %g to %g, not \"%s\"", name, low, high, text);
    *value = number;
    return twc_ok();
}
