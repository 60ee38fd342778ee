/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual page, from the declarations of commands. */
#include <string.h>

#include "build_info.h"
#include "commands/command.h"

/* Text as troff shows it: no escapes, no hyphen in place of a minus, no request at the start of a line. */
static void print_text(FILE *out, const char *text)
{
    int start = 1;
    for (; *text; text++) {
        if (start && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
        start = *text == '\n';
    }
}

static void print_entry(FILE *out, const char *dashes, const twc_option *option)
{
    char help[TWC_HELP_SIZE];
    twc_print_option(help, option);
    fputs(".TP\n\\fB", out);
    print_text(out, dashes);
    print_text(out, option->name);
    fputs("\\fR", out);
    if (option->value) {
        fputs(" \\fI", out);
        print_text(out, option->value);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    print_text(out, help);
    fputc('\n', out);
}

static void print_command(FILE *out, const twc_command *command)
{
    char usage[TWC_USAGE_SIZE];
    twc_option option;
    twc_print_usage(usage, command);
    fputs(".SS ", out);
    print_text(out, usage);
    fputc('\n', out);
    print_text(out, command->summary);
    fputc('\n', out);
    for (const twc_option *o = command->arguments; o && o->name; o++)
        print_entry(out, "", o);
    for (int k = 0; twc_command_option(command, k, &option); k++)
        print_entry(out, "--", &option);
    fputs(".PP\n.nf\n", out);
    print_text(out, command->examples);
    fputs(".fi\n", out);
}

void twc_print_manual(FILE *out, const twc_command *const *commands)
{
    fprintf(out, ".TH TWC 1 \"\" \"twc %s\"\n", twc_build_information().version);
    fputs(
        ".SH NAME\ntwc \\- terrain that is proven, not believed\n"
        ".SH SYNOPSIS\n\\fBtwc\\fR \\fICOMMAND\\fR [arguments and options]\n.br\n"
        "\\fBtwc\\fR \\-\\-version, \\-\\-help, help [\\fICOMMAND\\fR]\n"
        ".SH DESCRIPTION\nEvery algorithm is here twice, a plain reference and a fast version; twc runs them side by side, "
        "demands that they agree in every bit, and measures what the paper claims. Options may stand anywhere "
        "after the command; a value follows its option or an equals sign; \\-\\- ends the options. A list of "
        "places is one argument: each place X,Z in metres, with a colon or blanks between them.\n"
        ".SH COMMANDS\n",
        out);
    for (; *commands; commands++)
        print_command(out, *commands);
    fputs(".SH EXIT STATUS\n0 ok, 1 a check failed, 2 usage, 3 inconclusive, 4 input/output.\n", out);
}
