/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help, from the declarations of commands. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "commands/command.h"
#include "commands/values.h"

enum { LEFT = 24, WIDTH = 118 };

/* ---- an option in words ---- */

static void print_number(char *text, size_t size, const char *before, double value)
{
    char number[64];
    snprintf(number, sizeof number, "%s%.10g", before, value);
    twc_append(text, size, number);
}

/* ", 1 to 64 m"; nothing where any number will do. */
static void print_range(char *text, size_t size, const twc_option *o)
{
    if (!(o->integer || o->wide || o->real) || isinf(o->low))
        return;
    if (isinf(o->high)) {
        print_number(text, size, ", at least ", o->low);
    } else {
        print_number(text, size, ", ", o->low);
        print_number(text, size, " to ", o->high);
    }
    if (o->unit) {
        twc_append(text, size, " ");
        twc_append(text, size, o->unit);
    }
}

/* The default, when it is a value; 0 when it is none. */
static int print_value(char *text, size_t size, const twc_option *o)
{
    int count = 0;
    while (o->choices && o->choices[count])
        count++;
    if (o->choice && *o->choice >= 0 && *o->choice < count)
        return snprintf(text, size, "%s", o->choices[*o->choice]);
    if (o->real)
        return *o->real >= o->low && *o->real <= o->high ? snprintf(text, size, "%.10g", *o->real) : 0;
    if (o->integer)
        return *o->integer >= o->low && *o->integer <= o->high ? snprintf(text, size, "%d", *o->integer) : 0;
    if (o->wide)
        return (double)*o->wide >= o->low && (double)*o->wide <= o->high ? snprintf(text, size, "%" PRId64, *o->wide)
                                                                         : 0;
    if (o->size)
        return o->size->width ? snprintf(text, size, "%dx%d", o->size->width, o->size->height) : 0;
    return o->text && *o->text ? snprintf(text, size, "%s", *o->text) : 0;
}

void twc_print_option(char text[TWC_HELP_SIZE], const twc_option *o)
{
    char value[128] = "";
    snprintf(text, TWC_HELP_SIZE, "%s", o->help);
    if (o->choices) {
        twc_append(text, TWC_HELP_SIZE, ": ");
        twc_append_choices(text, TWC_HELP_SIZE, o);
        if (o->real)
            twc_append(text, TWC_HELP_SIZE, " or a number");
    }
    print_range(text, TWC_HELP_SIZE, o);
    if (print_value(value, sizeof value, o))
        twc_append(text, TWC_HELP_SIZE, " (default ");
    else if (o->otherwise)
        twc_append(text, TWC_HELP_SIZE, " (default: ");
    else
        return;
    twc_append(text, TWC_HELP_SIZE, value[0] ? value : o->otherwise);
    twc_append(text, TWC_HELP_SIZE, ")");
}

/* ---- lines ---- */

/* "  left   right", the right side broken between words. */
static void print_entry(FILE *out, const char *left, const char *right)
{
    int column = fprintf(out, "  %-*s", LEFT, left);
    while (*right) {
        size_t blanks = strspn(right, " "), word = strcspn(right + blanks, " ");
        if (column + 1 + (int)word > WIDTH)
            column = fprintf(out, "\n  %-*s", LEFT, "") - 1;
        column += fprintf(out, " %.*s", (int)word, right + blanks);
        right += blanks + word;
    }
    fputc('\n', out);
}

void twc_print_usage(char text[TWC_USAGE_SIZE], const twc_command *command)
{
    snprintf(text, TWC_USAGE_SIZE, "twc %s", command->name);
    for (const twc_option *o = command->arguments; o && o->name; o++) {
        int optional = o->words && o->least == 0;
        twc_append(text, TWC_USAGE_SIZE, optional ? " [" : " ");
        twc_append(text, TWC_USAGE_SIZE, o->name);
        if (o->words && o->most == 0)
            twc_append(text, TWC_USAGE_SIZE, " ...");
        if (optional)
            twc_append(text, TWC_USAGE_SIZE, "]");
    }
    twc_append(text, TWC_USAGE_SIZE, " [options]");
}

void twc_print_help(FILE *out, const twc_command *command)
{
    char usage[TWC_USAGE_SIZE], left[64], right[TWC_HELP_SIZE];
    twc_option option;
    twc_print_usage(usage, command);
    fprintf(out, "Examples:\n%s\nUsage: %s\n\ntwc %s: %s\n", command->examples, usage, command->name, command->summary);
    if (command->arguments)
        fputs("\nArguments:\n", out);
    for (const twc_option *o = command->arguments; o && o->name; o++) {
        twc_print_option(right, o);
        print_entry(out, o->name, right);
    }
    fputs("\nOptions:\n", out);
    for (int k = 0; twc_command_option(command, k, &option); k++) {
        snprintf(left, sizeof left, "--%s%s%s", option.name, option.value ? " " : "", option.value ? option.value : "");
        twc_print_option(right, &option);
        print_entry(out, left, right);
    }
    fputs("\nExit codes: 0 ok, 1 a check failed, 2 usage, 3 inconclusive, 4 input/output.\n", out);
}

void twc_print_commands(FILE *out, const twc_command *const *commands)
{
    fprintf(out, "Examples:\n"
                 "  twc reproduce              the paper's tables, measured beside printed\n"
                 "  twc COMMAND --help         examples and options of one command\n\n"
                 "Usage: twc COMMAND [arguments and options]\n"
                 "       twc --version, twc --help, twc help [COMMAND], twc help --man, twc help --completion\n\n"
                 "Commands:\n");
    for (; *commands; commands++)
        fprintf(out, "  %-12s %s\n", (*commands)->name, (*commands)->summary);
    fprintf(out, "\nExit codes: 0 ok, 1 a check failed, 2 usage, 3 inconclusive, 4 input/output.\n");
}
