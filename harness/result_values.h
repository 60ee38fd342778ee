/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results by their names, and texts that hold them: what a section prints, checks and reports is data. */
#ifndef TWC_HARNESS_RESULT_VALUES_H
#define TWC_HARNESS_RESULT_VALUES_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* ---- nothing in the results can make these fail ---- */

/* What a path through objects and lists leads to: "reach.edits", "roads.0.length"; NULL when there is none. */
const cJSON *twc_results_member(const cJSON *object, const char *path);
double twc_results_number(const cJSON *object, const char *path);      /* NaN when it is none */
const char *twc_results_string(const cJSON *object, const char *path); /* "" when it is none */

/* Paths and numbers joined by + * /, from left to right: "100*changed/rebuilt". NaN when one of them is no number. */
double twc_results_value(const cJSON *object, const char *expression);

/*
 * Adds every number below an object, flat: "table5.triangles.broad.low": 20052. Members of a list that have a metric
 * and a column, or a name, are called by these instead of by their place. Spaces become _; "claims", "ensemble" and
 * "measured" are left out.
 */
void twc_results_flatten(cJSON *out, const char *prefix, const cJSON *object);

/* ---- texts ---- */

/* A number with thousands separated: 12,030.5. `text` holds at least 48 bytes; NaN gives "-". */
void twc_print_number(double value, int decimals, char text[48]);

/* Writes a text whose {expression:width.decimals} are values of the results; both numbers may be left out (0). */
void twc_print_line(FILE *out, const char *text, const cJSON *results);

#endif
