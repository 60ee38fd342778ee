/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the commands of `twc` share: the options that several of them know, what was given on the command line.
 * Data goes to stdout, everything else to stderr. Exit codes are those of twc_code.
 */
#ifndef TWC_HARNESS_CLI_H
#define TWC_HARNESS_CLI_H

#include <stdint.h>
#include <stdio.h>

#include "twc/fast.h"
#include "twc/status.h"

enum { TWC_CLI_OPTIONS = 32 }; /* the most that a command takes */

typedef struct twc_cli {
    int json;      /* --json: machine-readable output on stdout */
    uint64_t seed; /* --seed N */
    int seed_given;
    int threads; /* --threads N; default: the processors this process may use */
    int threads_given;
    twc_level level; /* --level base|v2|v3|v4; default: the best usable one */
    int level_given;
    uint64_t memory;                    /* --memory MIB, in bytes: the most that a world's tiles may take */
    const char *out;                    /* --out PATH; default: the command's own */
    char **argv;                        /* what follows the command's name, as it was typed; ends with NULL */
    const char *command;                /* its name */
    const char *given[TWC_CLI_OPTIONS]; /* names of the options that were given, each once */
    int given_count;
} twc_cli;

/* Whether an option was on the command line. */
int twc_cli_given(const twc_cli *cli, const char *name);

/*
 * Refuses what was given and would be ignored: all but `names`, which have blanks between them. `why` ends the message:
 * "--radius means nothing to undo".
 */
twc_status twc_cli_takes_only(const twc_cli *cli, const char *names, const char *why);

/* A verdict that has been printed: a failure with this exit code and without a message. */
twc_status twc_told(twc_code code);

/* Prints a failed status ("twc COMMAND: message") to stderr, when it has a message; returns its exit code. */
int twc_cli_report(const char *command, twc_status status);

/*
 * Workers that spin while they wait take the processor from those they wait for: on a busy machine two threads took 30
 * times as long as one. libgomp reads how to wait when it is loaded, so a command of several threads starts the program
 * again with that said, once, before it reads or writes; who sets OMP_WAIT_POLICY is obeyed.
 */
void twc_wait_passively(const twc_cli *cli);

#endif
