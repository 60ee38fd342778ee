/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the commands of `twc` share: the options every command knows, how failures are reported.
 * Data goes to stdout, everything else to stderr. Exit codes are those of twc_code.
 */
#ifndef TWC_HARNESS_CLI_H
#define TWC_HARNESS_CLI_H

#include <stdint.h>
#include <stdio.h>

#include "twc/fast.h"
#include "twc/status.h"

typedef struct twc_cli {
    int json;      /* --json: machine-readable output on stdout */
    uint64_t seed; /* --seed N */
    int seed_given;
    int threads; /* --threads N; default: the processors this process may use */
    int threads_given;
    twc_level level; /* --level base|v2|v3|v4; default: the best usable one */
    int level_given;
    const char *out; /* --out PATH; default: the command's own */
    int argc;        /* what is left: positional arguments, argv[0..argc-1] */
    char **argv;
} twc_cli;

/* A command's own option. `value` NULL: a flag. The command reads the text from `text`. */
typedef struct twc_cli_option {
    const char *name;  /* without the dashes */
    const char *value; /* how help names the value, or NULL */
    const char *help;
    const char *text; /* out: the argument, "" for a flag that was given, NULL when absent */
} twc_cli_option;

typedef struct twc_command {
    const char *name;
    const char *summary;  /* one line */
    const char *examples; /* printed first by --help */
    int (*run)(const struct twc_command *command, int argc, char **argv);
} twc_command;

/* The commands, ending with a NULL name (harness/main.c). */
extern const twc_command twc_commands[];

/*
 * Parses argv (without program and command name). `options` ends with a NULL name; may be NULL. Prints help for
 * --help. Returns -1 to go on, else the exit code to return at once.
 */
int twc_cli_parse(const twc_command *command, int argc, char **argv, twc_cli_option *options, twc_cli *cli);

/* Prints a failed status ("twc COMMAND: message") to stderr; returns its exit code. 0 for TWC_OK. */
int twc_cli_report(const twc_command *command, twc_status status);

/* Whole-string conversions; on failure the status names the option and what it takes. */
twc_status twc_cli_integer(const char *name, const char *text, int64_t low, int64_t high, int64_t *value);
twc_status twc_cli_real(const char *name, const char *text, double low, double high, double *value);

#endif
