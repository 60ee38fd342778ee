/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `twc reproduce`: sections of the paper, each measured beside what is printed. What the sections are is data
 * (experiments/sections.json); what computes them is in measures.c. A new table is a file of claims, an entry of the
 * list, and a measure where there is none that knows its rows.
 */
#ifndef TWC_HARNESS_REPRODUCE_H
#define TWC_HARNESS_REPRODUCE_H

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "twc/fast.h"

typedef struct twc_reproduce {
    const char *experiments; /* folder of the claims and worlds */
    const char *out;         /* folder that receives the files; exists */
    const char *only;        /* the one section that is run; NULL: all */
    size_t seeds;            /* of the ensembles */
    uint64_t seed;           /* of the region, when given */
    int seed_given;
    twc_level level;
    int level_given; /* builds of other levels are not compared */
    int threads;
    FILE *text; /* where tables go */
    int checks, failures;
} twc_reproduce;

/* Runs the sections; prints their tables, writes their files and results.json, adds all results to `results`. */
twc_status twc_reproduce_run(twc_reproduce *context, cJSON *results);

/*
 * Notes one check. A failed one says why on stderr, with the command that repeats it: `twc reproduce`, the given
 * arguments, and those of this run that decide the result (--seed, --experiments).
 */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void twc_reproduce_check(twc_reproduce *context, int holds, const char *arguments, const char *format, ...);

#endif
