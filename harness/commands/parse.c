/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line against a command's declarations: the only place where one is read. */
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/paths.h"
#include "commands/values.h"
#include "nearest_name.h"

/* ---- the shared options ---- */

typedef struct shared_values {
    int json, level, threads, memory;
    int64_t seed, region_seed;
    const char *out;
} shared_values;

static const shared_values shared_defaults = {.level = -1, .memory = 1024, .seed = 1, .region_seed = -1};

static const char *const level_names[] = {"base", "v2", "v3", "v4", NULL}; /* in the order of twc_level */

static const struct {
    unsigned taken; /* by commands with one of these bits */
    twc_option option;
} shared_options[] = {
    {TWC_TAKES_JSON,
     {.name = "json", .flag = &shared_defaults.json, .help = "write the result as JSON to standard output"}},
    {TWC_TAKES_SEED,
     {.name = "seed",
      .value = "N",
      .wide = &shared_defaults.seed,
      .low = 0,
      .high = INFINITY,
      .help = "seed of everything random"}},
    {TWC_TAKES_REGION_SEED,
     {.name = "seed",
      .value = "N",
      .wide = &shared_defaults.region_seed,
      .low = 0,
      .high = UINT32_MAX,
      .help = "seed of the region",
      .otherwise = "the one in its file"}},
    {TWC_TAKES_THREADS,
     {.name = "threads",
      .value = "N",
      .integer = &shared_defaults.threads,
      .low = 1,
      .high = 1024,
      .help = "threads of the fast library",
      .otherwise = "the processors of this process"}},
    {TWC_TAKES_LEVEL,
     {.name = "level",
      .value = "NAME",
      .choice = &shared_defaults.level,
      .choices = level_names,
      .help = "instruction-set level",
      .otherwise = "the best this machine has"}},
    {TWC_TAKES_MEMORY,
     {.name = "memory",
      .value = "MIB",
      .integer = &shared_defaults.memory,
      .low = 1,
      .high = 1 << 30,
      .unit = "MiB",
      .help = "the most that a world's tiles may take (a small file can describe a large world)"}},
    {TWC_TAKES_OUT | TWC_TAKES_STREAM_OUT,
     {.name = "out", .value = "PATH", .text = &shared_defaults.out, .names = TWC_NAMES_FILE, .help = "where to write"}},
};

enum { SHARED_COUNT = sizeof shared_options / sizeof *shared_options };

static int count_own(const twc_command *command)
{
    int count = 0;
    while (command->options && command->options[count].name)
        count++;
    return count;
}

int twc_command_option(const twc_command *command, int k, twc_option *option)
{
    static const twc_option help = {.name = "help", .help = "this text", .flag = &shared_defaults.json};
    int own = count_own(command);
    if (k < own) {
        *option = command->options[k];
        return 1;
    }
    k -= own;
    for (int s = 0; s < SHARED_COUNT; s++) {
        if (!(shared_options[s].taken & command->shared) || k-- > 0)
            continue;
        *option = shared_options[s].option;
        if (strcmp(option->name, "out") == 0)
            option->otherwise = command->out             ? command->out
                                : command->out_otherwise ? command->out_otherwise
                                                         : "standard output";
        return 1;
    }
    *option = help;
    return k == 0;
}

/* Refused here: what the level is lies in the processor and the build. */
static twc_status take_level(int chosen, twc_level *level)
{
    *level = (twc_level)chosen;
    if (!twc_level_built(*level))
        return twc_fail(TWC_USAGE, "level %s is not in this build", twc_level_name(*level));
    if (!twc_level_supported(*level))
        return twc_fail(TWC_USAGE, "this processor does not have level %s; its best is %s", twc_level_name(*level),
                        twc_level_name(twc_level_best()));
    return twc_ok();
}

static twc_status take_shared(const twc_command *command, const shared_values *shared, twc_cli *cli)
{
    cli->json = shared->json;
    cli->memory = (uint64_t)shared->memory << 20;
    cli->seed_given = twc_cli_given(cli, "seed");
    cli->seed = (uint64_t)(command->shared & TWC_TAKES_REGION_SEED && cli->seed_given ? shared->region_seed
                                                                                      : shared->seed);
    cli->threads_given = twc_cli_given(cli, "threads");
    cli->threads = cli->threads_given ? shared->threads : omp_get_num_procs();
    cli->level = twc_level_best();
    cli->level_given = twc_cli_given(cli, "level");
    cli->out = shared->out ? shared->out : command->out;
    if (cli->out && strcmp(cli->out, "-") == 0 && !(command->shared & TWC_TAKES_STREAM_OUT))
        return twc_fail(TWC_USAGE, "standard output can't take %s: name one with --out", command->out_is);
    return cli->level_given ? take_level(shared->level, &cli->level) : twc_ok();
}

/* ---- the command line ---- */

typedef struct parsing {
    const twc_command *command;
    twc_cli *cli;
    shared_values shared;
    void *values;
    char **word; /* the arguments, gathered at the start of argv */
    int words;
    int *help;
} parsing;

/* The option called by the first `length` letters of a text: the command's own, or a shared one that it takes. */
static const twc_option *find_option(const twc_command *command, const char *text, size_t length, int *shared)
{
    *shared = 0;
    for (const twc_option *o = command->options; o && o->name; o++)
        if (strlen(o->name) == length && strncmp(o->name, text, length) == 0)
            return o;
    *shared = 1;
    for (int k = 0; k < SHARED_COUNT; k++) {
        const twc_option *o = &shared_options[k].option;
        if (shared_options[k].taken & command->shared && strlen(o->name) == length &&
            strncmp(o->name, text, length) == 0)
            return o;
    }
    return NULL;
}

static twc_status unknown_option(const twc_command *command, const char *argument)
{
    char name[64];
    twc_option option;
    const char *nearest = NULL, *typed = argument + strspn(argument, "-");
    size_t least = (size_t)-1;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(typed, "="), typed);
    for (int k = 0; k < SHARED_COUNT; k++)
        if (argument[1] == '-' && strcmp(shared_options[k].option.name, name) == 0)
            return twc_fail(TWC_USAGE, "takes no --%s, which would be ignored (twc %s --help lists the options)", name,
                            command->name);
    for (int k = 0; twc_command_option(command, k, &option); k++) {
        size_t distance = twc_edit_distance(name, option.name);
        if (distance < least) {
            least = distance;
            nearest = option.name;
        }
    }
    if (nearest && twc_is_near(nearest, least))
        return twc_fail(TWC_USAGE, "unknown option %s; did you mean --%s? (twc %s --help lists the options)", argument,
                        nearest, command->name);
    return twc_fail(TWC_USAGE, "unknown option %s (twc %s --help lists the options)", argument, command->name);
}

static void note_given(twc_cli *cli, const char *name)
{
    if (!twc_cli_given(cli, name) && cli->given_count < TWC_CLI_OPTIONS)
        cli->given[cli->given_count++] = name;
}

/* The option at argv[0], "--name value" or "--name=value"; *used: how many words it takes. */
static twc_status parse_option(parsing *p, char **argv, int *used)
{
    const twc_command *command = p->command;
    const char *name = argv[0] + 2, *equals = strchr(name, '=');
    int shared;
    const twc_option *o = find_option(command, name, strcspn(name, "="), &shared);
    *used = 1;
    if (!o)
        return unknown_option(command, argv[0]);
    note_given(p->cli, o->name);
    const void *defaults = shared ? (const void *)&shared_defaults : command->defaults;
    void *values = shared ? (void *)&p->shared : p->values;
    if (o->flag) {
        *(int *)((char *)values + ((const char *)o->flag - (const char *)defaults)) = 1;
        return equals ? twc_fail(TWC_USAGE, "no value belongs to %s (twc %s --help lists the options)", argv[0],
                                 command->name)
                      : twc_ok();
    }
    if (!equals && !argv[1])
        return twc_fail(TWC_USAGE, "a value is missing after %s (twc %s --help lists the options)", argv[0],
                        command->name);
    *used = equals ? 1 : 2;
    return twc_read_value(o, "--", equals ? equals + 1 : argv[1], defaults, values);
}

static int is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && !strchr("0123456789.", word[1]); /* -1,2 is a place */
}

/* Options into values; the other words, and all after "--", to the start of argv. */
static twc_status parse_words(parsing *p, int argc, char **argv)
{
    twc_status status = twc_ok();
    for (int k = 0, used; k < argc && !status.code; k += used) {
        used = 1;
        if (strcmp(argv[k], "--") == 0) {
            while (++k < argc)
                p->word[p->words++] = argv[k];
        } else if (strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "-h") == 0) {
            *p->help = 1;
            break;
        } else if (!is_option(argv[k])) {
            p->word[p->words++] = argv[k];
        } else if (argv[k][1] != '-') {
            status = unknown_option(p->command, argv[k]);
        } else {
            status = parse_option(p, argv + k, &used);
        }
    }
    return status;
}

/* The words into the arguments, in order. */
static twc_status parse_arguments(parsing *p)
{
    const twc_command *command = p->command;
    twc_status status = twc_ok();
    int next = 0, wrong = 0;
    for (const twc_option *o = command->arguments; o && o->name && !status.code; o++) {
        if (o->words) {
            twc_words *words = (twc_words *)((char *)p->values +
                                             ((const char *)o->words - (const char *)command->defaults));
            *words = (twc_words){p->words - next, p->word + next};
            wrong |= words->count < o->least || (o->most && words->count > o->most);
            next = p->words;
        } else if (next < p->words) {
            status = twc_read_value(o, "", p->word[next++], command->defaults, p->values);
        } else {
            wrong = 1;
        }
    }
    if (!status.code && (wrong || next < p->words))
        status = command->arguments || !p->words
                     ? twc_fail(TWC_USAGE, "%s (twc %s --help)", command->wanted, command->name)
                     : twc_fail(TWC_USAGE, "takes no argument \"%s\" (twc %s --help)", p->word[0], command->name);
    return status;
}

twc_status twc_command_parse(const twc_command *command, int argc, char **argv, twc_cli *cli, void *values, int *help)
{
    parsing p = {
        .command = command, .cli = cli, .shared = shared_defaults, .values = values, .word = argv, .help = help};
    memset(cli, 0, sizeof *cli);
    cli->command = command->name;
    *help = 0;
    if (command->size)
        memcpy(values, command->defaults, command->size);
    twc_status status = parse_words(&p, argc, argv);
    if (status.code || *help)
        return status;
    status = parse_arguments(&p);
    return status.code ? status : take_shared(command, &p.shared, cli);
}

int twc_command_run(const twc_command *command, int argc, char **argv)
{
    twc_cli cli;
    int help = 0;
    void *values = calloc(1, command->size + 1);
    char **words = calloc((size_t)argc + 1, sizeof *words); /* to be put in order: argv stays as it was typed */
    twc_status status = values && words ? twc_ok() : twc_fail(TWC_IO, "not enough memory for the command line");
    if (!status.code) {
        memcpy(words, argv, (size_t)argc * sizeof *argv);
        status = twc_command_parse(command, argc, words, &cli, values, &help);
        cli.argv = argv;
    }
    if (!status.code && help)
        twc_print_help(stdout, command);
    else if (!status.code)
        status = twc_paths_check(command, &cli, values);
    if (!status.code && !help)
        status = command->run(&cli, values);
    free(words);
    free(values);
    return twc_cli_report(command->name, status);
}
