/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions behind main.c's table, one file each (cmd_NAME.c). They return the exit code. */
#ifndef TWC_HARNESS_COMMANDS_H
#define TWC_HARNESS_COMMANDS_H

#include "commands/cli.h"

int twc_cmd_import(const twc_command *command, int argc, char **argv);
int twc_cmd_export(const twc_command *command, int argc, char **argv);
int twc_cmd_build(const twc_command *command, int argc, char **argv);
int twc_cmd_query(const twc_command *command, int argc, char **argv);
int twc_cmd_plot(const twc_command *command, int argc, char **argv);
int twc_cmd_check(const twc_command *command, int argc, char **argv);
int twc_cmd_bench(const twc_command *command, int argc, char **argv);

int twc_cmd_reproduce(const twc_command *command, int argc, char **argv);
int twc_cmd_report(const twc_command *command, int argc, char **argv);
int twc_cmd_fuzz(const twc_command *command, int argc, char **argv);
int twc_cmd_edit(const twc_command *command, int argc, char **argv);
int twc_cmd_replay(const twc_command *command, int argc, char **argv);
int twc_cmd_diff(const twc_command *command, int argc, char **argv);

#endif
