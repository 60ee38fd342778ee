/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `twc reproduce`: sections of the paper, each measured beside what is printed. A section computes, prints its tables,
 * notes every check, writes its files and adds its results to results.json. Adding one is a line in cmd_reproduce.c.
 */
#ifndef TWC_HARNESS_REPRODUCE_H
#define TWC_HARNESS_REPRODUCE_H

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdio.h>

#include "commands/cli.h"

typedef struct twc_reproduce {
    const twc_cli *cli;
    const char *experiments; /* folder of the claims and worlds */
    const char *out;         /* folder that receives the files; exists */
    size_t seeds;            /* of the ensembles */
    FILE *text;              /* where tables go */
    int checks, failures;
} twc_reproduce;

typedef struct twc_reproduce_section {
    const char *name, *summary;
    twc_status (*run)(twc_reproduce *context, cJSON *results); /* results: an object for the section's members */
} twc_reproduce_section;

/* Ends with a NULL name. */
extern const twc_reproduce_section twc_reproduce_sections[];

twc_status twc_section_table5(twc_reproduce *context, cJSON *results);
twc_status twc_section_table6(twc_reproduce *context, cJSON *results);
twc_status twc_section_table7(twc_reproduce *context, cJSON *results);
twc_status twc_section_weather(twc_reproduce *context, cJSON *results);
twc_status twc_section_errata(twc_reproduce *context, cJSON *results);
twc_status twc_section_figures(twc_reproduce *context, cJSON *results);
twc_status twc_section_reach(twc_reproduce *context, cJSON *results);

/*
 * Notes one check. A failed one says why on stderr, with the command that repeats it: `twc reproduce`, the given
 * arguments, and those of this run that decide the result (--seed, --experiments).
 */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void twc_reproduce_check(twc_reproduce *context, int holds, const char *arguments, const char *format, ...);

/* folder/name into `path`; fails when it does not fit. */
twc_status twc_reproduce_path(const char *folder, const char *name, char *path, size_t size);

#endif
