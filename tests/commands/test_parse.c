/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line against declarations: a command made up for it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "common/suite.h"

typedef struct made_values {
    const char *world;
    twc_words rest;
    int quiet, count, order;
    double radius, level;
    const char *folder;
} made_values;

static const made_values defaults = {.count = 3, .radius = 2.5, .level = NAN, .folder = "here"};
static const char *const orders[] = {"little", "big", NULL};

static const twc_option arguments[] = {
    {.name = "WORLD.h5", .text = &defaults.world, .help = "a world"},
    {.name = "X,Z", .words = &defaults.rest, .help = "places"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "quiet", .flag = &defaults.quiet, .help = "say less"},
    {.name = "count", .value = "N", .integer = &defaults.count, .low = 1, .high = 9, .help = "how many"},
    {.name = "order", .value = "NAME", .choice = &defaults.order, .choices = orders, .help = "of bytes"},
    {.name = "radius", .value = "M", .real = &defaults.radius, .low = 0, .high = 10, .unit = "m", .help = "how far"},
    {.name = "level",
     .value = "M",
     .real = &defaults.level,
     .low = 0,
     .high = 10,
     .help = "height",
     .otherwise = "sea"},
    {.name = "folder", .value = "DIR", .text = &defaults.folder, .help = "where"},
    {.name = NULL},
};

static twc_status run(const twc_cli *cli, const void *values)
{
    (void)cli;
    (void)values;
    return twc_ok();
}

static const twc_command made = {
    .name = "made",
    .summary = "a command",
    .examples = "  twc made\n",
    .wanted = "a world belongs here",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_SEED | TWC_TAKES_OUT,
    .out = "made.out",
    .run = run,
};

enum { MOST_WORDS = 16 };

/* Parses words that end with NULL. */
static twc_status parse(const char *const *words, twc_cli *cli, made_values *values, int *help)
{
    static char *argv[MOST_WORDS + 1];
    int argc = 0;
    while (words[argc]) {
        argv[argc] = (char *)(uintptr_t)words[argc];
        argc++;
    }
    argv[argc] = NULL;
    return twc_command_parse(&made, argc, argv, cli, values, help);
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void expect(const char *const *words, const char *message)
{
    twc_cli cli;
    made_values v;
    int help;
    twc_status status = parse(words, &cli, &v, &help);
    CU_ASSERT_EQUAL(status.code, TWC_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, message));
    if (!strstr(status.message, message))
        fprintf(stderr, "\nexpected \"%s\", not \"%s\"\n", message, status.message);
}

static void values_land_in_their_fields(void)
{
    twc_cli cli;
    made_values v;
    int help;
    CU_ASSERT_EQUAL(parse(WORDS("w.h5"), &cli, &v, &help).code, 0);
    CU_ASSERT_TRUE(v.count == 3 && v.radius == 2.5 && isnan(v.level) && v.rest.count == 0 && !v.quiet && v.order == 0);
    CU_ASSERT_STRING_EQUAL(v.folder, "here");
    CU_ASSERT_TRUE(cli.seed == 1 && !cli.seed_given && !cli.json && cli.given_count == 0);
    CU_ASSERT_STRING_EQUAL(cli.out, "made.out");
    CU_ASSERT_EQUAL(parse(WORDS("--count", "4", "w.h5", "--quiet", "-1,2", "--radius=7", "--order", "big", "--seed=9",
                                "--out", "x", "--", "--json"),
                          &cli, &v, &help)
                        .code,
                    0);
    CU_ASSERT_TRUE(v.count == 4 && v.radius == 7 && v.quiet && v.order == 1 && cli.seed == 9 && cli.seed_given);
    CU_ASSERT_STRING_EQUAL(cli.out, "x");
    CU_ASSERT_STRING_EQUAL(v.world, "w.h5");
    CU_ASSERT_EQUAL_FATAL(v.rest.count, 2);
    CU_ASSERT_STRING_EQUAL(v.rest.text[0], "-1,2");
    CU_ASSERT_STRING_EQUAL(v.rest.text[1], "--json"); /* after the end of the options */
    CU_ASSERT_FALSE(cli.json);
    CU_ASSERT_TRUE(twc_cli_given(&cli, "count") && twc_cli_given(&cli, "out") && !twc_cli_given(&cli, "folder"));
    CU_ASSERT_EQUAL(twc_cli_takes_only(&cli, "count quiet radius order seed out", "x").code, 0);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(twc_cli_takes_only(&cli, "counts quiet radius order seed out", "is lost").message, "--count is lost"));
}

static void refusals(void)
{
    expect(WORDS("--count", "4"), "a world belongs here (twc made --help)");
    expect(WORDS("w", "--cuont", "4"), "unknown option --cuont; did you mean --count?");
    expect(WORDS("w", "--nonsense"), "unknown option --nonsense (");
    expect(WORDS("w", "-count", "4"), "unknown option -count; did you mean --count?");
    expect(WORDS("w", "--threads", "4"), "takes no --threads, which would be ignored");
    expect(WORDS("w", "--quiet=1"), "no value belongs to --quiet=1");
    expect(WORDS("w", "--count"), "a value is missing after --count");
    expect(WORDS("w", "--count", "10"), "--count takes an integer from 1 to 9, not \"10\"");
    expect(WORDS("w", "--radius", "11"), "--radius takes a number from 0 to 10 m");
    expect(WORDS("w", "--out", "-"), "standard output can't take");
}

static void help_is_asked_for(void)
{
    twc_cli cli;
    made_values v;
    int help;
    CU_ASSERT_EQUAL(parse(WORDS("-h"), &cli, &v, &help).code, 0);
    CU_ASSERT_TRUE(help);
    CU_ASSERT_EQUAL(parse(WORDS("w", "--help", "--nonsense"), &cli, &v, &help).code, 0);
    CU_ASSERT_TRUE(help);
    CU_ASSERT_EQUAL(parse(WORDS("w"), &cli, &v, &help).code, 0);
    CU_ASSERT_FALSE(help);
}

/* What help says of a default is what a command runs with. */
static void help_shows_defaults(void)
{
    static const char *const wanted[] = {"say less",
                                         "how many, 1 to 9 (default 3)",
                                         "of bytes: little or big (default little)",
                                         "how far, 0 to 10 m (default 2.5)",
                                         "height, 0 to 10 (default: sea)",
                                         "where (default here)"};
    char text[TWC_HELP_SIZE], usage[TWC_USAGE_SIZE];
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        twc_print_option(text, &options[k]);
        CU_ASSERT_STRING_EQUAL(text, wanted[k]);
    }
    twc_print_usage(usage, &made);
    CU_ASSERT_STRING_EQUAL(usage, "twc made WORLD.h5 [X,Z ...] [options]");
    twc_option option;
    int count = 0;
    while (twc_command_option(&made, count, &option))
        count++;
    CU_ASSERT_EQUAL(count, 6 + 3 + 1); /* its own, the shared that it takes, help */
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"values land in their fields", values_land_in_their_fields},
        {"refusals", refusals},
        {"help is asked for", help_is_asked_for},
        {"help shows defaults", help_shows_defaults},
        CU_TEST_INFO_NULL,
    };
    return suite_run("parse", tests);
}
