/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a command of `twc` says of itself, once: from this come its help, the manual page, the completion of shells, the
 * check of what was typed and the values it runs with. A file in commands/ defines one; main.c lists them.
 *
 * A command keeps the values of its options in a struct of its own, and a constant of that type holds the defaults. An
 * option points at its field in that constant, so the compiler sees the field's type, and the default that help prints
 * is the one that is used.
 */
#ifndef TWC_HARNESS_COMMAND_H
#define TWC_HARNESS_COMMAND_H

#include <stddef.h>

#include "commands/cli.h"
#include "twc/numbers.h"

/* A place in plan, metres. x is NaN where none was given. */
typedef struct twc_place {
    double x, z;
} twc_place;

/* A place in space, metres, y up. x is NaN where none was given. */
typedef struct twc_position {
    double x, y, z;
} twc_position;

/* A piece of the plan, metres. x is NaN where none was given. */
typedef struct twc_area {
    double x, z, width, depth;
} twc_area;

/* Columns and rows, or the like. width is 0 where none was given. */
typedef struct twc_size {
    int width, height;
} twc_size;

/*
 * Places as one text: each X,Z, with a colon or blanks between them ("0,10:40,25.5" or "0,10 40,25.5"). Every list of
 * places that a command takes is written so.
 */
enum { TWC_PLACES_AT_MOST = 64 };
typedef struct twc_places {
    int count; /* 0: none was given */
    twc_place place[TWC_PLACES_AT_MOST];
} twc_places;

/* Arguments as they were typed. */
typedef struct twc_words {
    int count;
    char **text;
} twc_words;

/* What a text names, for those who complete it; what is an input is not written over (commands/paths.h). */
typedef enum twc_names {
    TWC_NAMES_NOTHING,
    TWC_NAMES_FILE,   /* that is read */
    TWC_NAMES_OUTPUT, /* that is written */
    TWC_NAMES_EITHER, /* as the command's `paths` says */
    TWC_NAMES_FOLDER
} twc_names;

/*
 * An option, or an argument (then `name` is what usage calls it). Its value takes one of the forms whose field is set,
 * tried in the order below; most options have one. A default that could not be given (a number out of range, a choice
 * of -1, no text) is no value: `otherwise` then says what happens.
 */
typedef struct twc_option {
    const char *name;      /* without the dashes */
    const char *value;     /* how help names the value; none for a flag */
    const char *help;      /* what it is: the choices, the range and the default are added */
    const char *otherwise; /* what is done without it, when the default is no value */
    const char *takes;     /* how a refusal says what it takes; NULL: by its forms */

    const int *flag;              /* 0 or 1 */
    const int *choice;            /* one of the choices, by its index */
    const unsigned *set;          /* some of the choices with commas between them, as bits */
    const char *const *choices;   /* ends with NULL */
    const int *integer;           /* decimal */
    const int64_t *wide;          /* likewise */
    const double *real;           /* decimal, finite */
    double low, high;             /* of integers and reals, both of them included; high: of places, 0 for 1e7 m */
    const char *unit;             /* of the number: "m" */
    const twc_size *size;         /* WxH, each from 1 to `high` */
    const twc_rect *rectangle;    /* X,Z,NX,NZ, whole numbers */
    const twc_place *place;       /* X,Z */
    const twc_position *position; /* X,Y,Z */
    const twc_area *area;         /* X,Z,WIDTH,DEPTH */
    const twc_places *places;     /* see twc_places */
    const char *const *text;      /* anything, of a file or folder when `names` says so */
    twc_names names;

    const twc_words *words; /* an argument that takes all that is left, as many as it says */
    int least, most;        /* of the words; most 0: no limit */
} twc_option;

/* The options that several commands share; a command says which of them it takes. */
enum {
    TWC_TAKES_JSON = 1,
    TWC_TAKES_SEED = 2,
    TWC_TAKES_REGION_SEED = 4, /* a seed in place of the one that a file of a region holds */
    TWC_TAKES_THREADS = 8,
    TWC_TAKES_LEVEL = 16,
    TWC_TAKES_OUT = 32,
    TWC_TAKES_STREAM_OUT = 64, /* likewise, and "-" is standard output: it can be written from front to end */
    TWC_TAKES_MEMORY = 128     /* the most that a world's tiles may take */
};

struct twc_paths;

typedef struct twc_command {
    const char *name, *summary;  /* the summary is one line */
    const char *examples;        /* printed first by --help */
    const char *wanted;          /* what is said when the number of arguments is wrong */
    const twc_option *arguments; /* in their order; ends with a NULL name; NULL: none */
    const twc_option *options;   /* its own; ends with a NULL name; NULL: none */
    const void *defaults;        /* of the values they point into; NULL without options and arguments */
    size_t size;                 /* of the values */
    unsigned shared;             /* TWC_TAKES_... */
    const char *out;             /* what --out is when it isn't given; NULL: see below */
    const char *out_otherwise;   /* what is done without --out then; NULL: standard output */
    const char *out_is;          /* with TWC_TAKES_OUT: what is written, and why standard output can't take it */

    /* Tells the files that are read and written beside those that options and arguments name; NULL: none are. */
    void (*paths)(const twc_cli *cli, const void *values, struct twc_paths *paths);

    /* `values`: what the command line says. A failure without a message has been told already. */
    twc_status (*run)(const twc_cli *cli, const void *values);
} twc_command;

/* Reads the command line after the command's name, runs the command, says what failed; the exit code. */
int twc_command_run(const twc_command *command, int argc, char **argv);

/* Fills in cli and values (command->size bytes); *help is set when help is all that was asked for. */
twc_status twc_command_parse(const twc_command *command, int argc, char **argv, twc_cli *cli, void *values, int *help);

/* The k-th option that a command takes, its own first; 0 past the last. For those who print them. */
int twc_command_option(const twc_command *command, int k, twc_option *option);

/* ---- what is printed from the declarations; `commands` ends with NULL ---- */

void twc_print_commands(FILE *out, const twc_command *const *commands);
void twc_print_help(FILE *out, const twc_command *command);
void twc_print_manual(FILE *out, const twc_command *const *commands);
void twc_print_completion(FILE *out, const twc_command *const *commands);

/* "twc query WORLD.h5 [X,Z ...] [options]" and an option's help with its choices, range and default. */
enum { TWC_USAGE_SIZE = 256, TWC_HELP_SIZE = 512 };
void twc_print_usage(char text[TWC_USAGE_SIZE], const twc_command *command);
void twc_print_option(char text[TWC_HELP_SIZE], const twc_option *option);

#endif
