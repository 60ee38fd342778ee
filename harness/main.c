/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc: one program, one file a command (commands/NAME.c), each of which describes itself. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "build_info.h"
#include "commands/command.h"
#include "nearest_name.h"
#include "store/interrupts.h"

extern const twc_command twc_command_reproduce, twc_command_report, twc_command_import, twc_command_export,
    twc_command_build, twc_command_query, twc_command_plot, twc_command_check, twc_command_fuzz, twc_command_bench,
    twc_command_edit, twc_command_replay, twc_command_diff, twc_command_log, twc_command_info, twc_command_walk,
    twc_command_grid, twc_command_feature, twc_command_tower;

static const twc_command *const commands[] = {
    &twc_command_reproduce, &twc_command_report, &twc_command_import,  &twc_command_export, &twc_command_build,
    &twc_command_query,     &twc_command_plot,   &twc_command_check,   &twc_command_fuzz,   &twc_command_bench,
    &twc_command_edit,      &twc_command_replay, &twc_command_diff,    &twc_command_log,    &twc_command_info,
    &twc_command_walk,      &twc_command_grid,   &twc_command_feature, &twc_command_tower,  NULL,
};

static const twc_command *find_command(const char *name)
{
    const twc_command *nearest = NULL;
    size_t least = (size_t)-1;
    for (int k = 0; commands[k]; k++) {
        if (strcmp(commands[k]->name, name) == 0)
            return commands[k];
        size_t distance = twc_edit_distance(name, commands[k]->name);
        if (distance < least) {
            least = distance;
            nearest = commands[k];
        }
    }
    if (nearest && twc_is_near(nearest->name, least))
        fprintf(stderr, "twc: there is no command \"%s\"; did you mean %s? (twc --help lists them)\n", name,
                nearest->name);
    else
        fprintf(stderr, "twc: there is no command \"%s\" (twc --help lists them)\n", name);
    return NULL;
}

static int is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* twc help [COMMAND | --man | --completion] */
static int help(int argc, char **argv)
{
    if (argc > 1) {
        fprintf(stderr, "twc help: takes one command, not %d words\n", argc);
        return TWC_USAGE;
    }
    if (argc == 0 || is_help(argv[0])) {
        twc_print_commands(stdout, commands);
    } else if (strcmp(argv[0], "--man") == 0) {
        twc_print_manual(stdout, commands);
    } else if (strcmp(argv[0], "--completion") == 0) {
        twc_print_completion(stdout, commands);
    } else {
        const twc_command *command = find_command(argv[0]);
        if (!command)
            return TWC_USAGE;
        twc_print_help(stdout, command);
    }
    return TWC_OK;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        twc_print_commands(stderr, commands);
        return TWC_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        twc_build_info build = twc_build_information();
        printf("twc %s (%s, %s)\n", build.version, build.commit, build.compiler);
        return TWC_OK;
    }
    if (is_help(argv[1]))
        return help(0, NULL);
    if (strcmp(argv[1], "help") == 0)
        return help(argc - 2, argv + 2);
    const twc_command *command = find_command(argv[1]);
    return command ? twc_command_run(command, argc - 2, argv + 2) : TWC_USAGE;
}

/*
 * What is still to be written must arrive: a full disk is a failure of the command. A reader that left is none to tell.
 */
static int finish(int code)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    if (errno != EPIPE)
        fprintf(stderr, "twc: cannot write to standard output%s%s\n", errno ? ": " : "", errno ? strerror(errno) : "");
    return TWC_IO;
}

/* Memory that was given back is soon asked for again: taking it from the system each time costs more than using it. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
#endif
}

int main(int argc, char **argv)
{
    keep_memory();
    twc_interrupts_catch();
    return finish(run(argc, argv));
}
