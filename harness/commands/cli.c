/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int twc_cli_given(const twc_cli *cli, const char *name)
{
    for (int k = 0; k < cli->given_count; k++)
        if (strcmp(cli->given[k], name) == 0)
            return 1;
    return 0;
}

/* Whether a name is among those of a list with blanks between them. */
static int listed(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; *at; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word == length && strncmp(at, name, length) == 0)
            return 1;
        at += word;
    }
    return 0;
}

twc_status twc_cli_takes_only(const twc_cli *cli, const char *names, const char *why)
{
    for (int k = 0; k < cli->given_count; k++)
        if (!listed(names, cli->given[k]))
            return twc_fail(TWC_USAGE, "--%s %s (twc %s --help)", cli->given[k], why, cli->command);
    return twc_ok();
}

twc_status twc_told(twc_code code)
{
    return (twc_status){.code = code};
}

int twc_cli_report(const char *command, twc_status status)
{
    if (status.code && status.message[0])
        fprintf(stderr, "twc %s: %s\n", command, status.message);
    return (int)status.code;
}

void twc_wait_passively(const twc_cli *cli)
{
    int count = 0;
    while (cli->argv[count])
        count++;
    char **again = cli->threads > 1 ? calloc((size_t)count + 3, sizeof *again) : NULL;
    if (again && !getenv("OMP_WAIT_POLICY") && setenv("OMP_WAIT_POLICY", "passive", 1) == 0) {
        char name[] = "twc", command[32];
        snprintf(command, sizeof command, "%s", cli->command);
        again[0] = name;
        again[1] = command;
        memcpy(again + 2, cli->argv, (size_t)count * sizeof *again);
        execv("/proc/self/exe", again); /* returns only where there is no such file: slow, but right */
    }
    free(again);
}
