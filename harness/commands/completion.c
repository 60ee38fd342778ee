/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion for bash, from the declarations of commands. */
#include "commands/command.h"

/* What may follow an option, where there is something to say. */
static void print_values(FILE *out, const twc_command *command, const twc_option *option)
{
    const char *words = option->flag ? NULL : option->names == TWC_NAMES_FOLDER ? "-d" : "-f";
    if (!words)
        return;
    fprintf(out, "    \"%s --%s\") COMPREPLY=($(compgen ", command->name, option->name);
    if (option->choices) {
        fputs("-W \"", out);
        for (int k = 0; option->choices[k]; k++)
            fprintf(out, "%s%s", k ? " " : "", option->choices[k]);
        fputc('"', out);
    } else if (option->names == TWC_NAMES_NOTHING) {
        fputs("-W \"\"", out);
    } else {
        fputs(words, out);
    }
    fputs(" -- \"$cur\")); return ;;\n", out);
}

static void print_words(FILE *out, const twc_command *command)
{
    twc_option option;
    fprintf(out, "    %s) words=\"", command->name);
    for (int k = 0; twc_command_option(command, k, &option); k++)
        fprintf(out, "%s--%s", k ? " " : "", option.name);
    fputs("\"", out);
    for (const twc_option *o = command->arguments; o && o->name; o++) {
        if (!o->choices)
            continue;
        fputs(" choices=\"", out);
        for (int k = 0; o->choices[k]; k++)
            fprintf(out, "%s%s", k ? " " : "", o->choices[k]);
        fputs("\"", out);
    }
    fputs(" ;;\n", out);
}

void twc_print_completion(FILE *out, const twc_command *const *commands)
{
    twc_option option;
    fputs(
        "# bash completion for twc, made by: twc help --completion\n"
        "_twc()\n{\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words= choices=\n"
        "  COMPREPLY=()\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ] || { [ \"$COMP_CWORD\" -eq 2 ] && [ \"$command\" = help ]; }; then\n"
        "    COMPREPLY=($(compgen -W \"",
        out);
    for (const twc_command *const *c = commands; *c; c++)
        fprintf(out, "%s ", (*c)->name);
    fputs("help --help --version\" -- \"$cur\"))\n"
          "    return\n  fi\n"
          "  [ \"$cur\" = \"=\" ] && cur=\n"
          "  [ \"$prev\" = \"=\" ] && prev=${COMP_WORDS[COMP_CWORD-2]}\n"
          "  case \"$command $prev\" in\n",
          out);
    for (const twc_command *const *c = commands; *c; c++)
        for (int k = 0; twc_command_option(*c, k, &option); k++)
            print_values(out, *c, &option);
    fputs("  esac\n  case $command in\n", out);
    for (const twc_command *const *c = commands; *c; c++)
        print_words(out, *c);
    fputs("  esac\n"
          "  case $cur in\n"
          "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
          "    *) COMPREPLY=($(compgen -f -W \"$choices\" -- \"$cur\")) ;;\n"
          "  esac\n}\n"
          "complete -o filenames -F _twc twc\n",
          out);
}
