/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of the page. All write to a stream whose errors show when the file is committed. The markup closes every
 * element, so the page is well-formed XML too, which is how the tests read it.
 */
#ifndef TWC_HARNESS_REPORT_PARTS_H
#define TWC_HARNESS_REPORT_PARTS_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "result_values.h"
#include "twc/status.h"

/* ---- text ---- */

/* Escaped. Control characters become spaces. */
void twc_report_text(FILE *out, const char *text);

/* Escaped, with km2 and cm2 as squares. */
void twc_report_title(FILE *out, const char *text);

/* "table5" as "Table 5", "reach" as "Reach". */
void twc_report_section_title(FILE *out, const char *name);

/*
 * A number with thousands separated and a true minus; an en dash for NaN. decimals < 0: as many as it needs, at most
 * six digits.
 */
void twc_report_value(FILE *out, double value, int decimals);

/* ---- parts ---- */

typedef struct twc_report_counts {
    int exact, within, outside; /* claims */
    int builds, different;      /* builds compared with the reference, and those that differ */
} twc_report_counts;

twc_report_counts twc_report_count(const cJSON *sections);

void twc_report_style(FILE *out);
void twc_report_claims(FILE *out, const cJSON *claims);
void twc_report_builds(FILE *out, const cJSON *builds);

/* The members of a section that are numbers, text, or lists of objects of these. */
void twc_report_others(FILE *out, const cJSON *section);
/* `errata`: the list of experiments/errata.json. */
void twc_report_errata(FILE *out, const cJSON *errata, const cJSON *sections);
void twc_report_provenance(FILE *out, const cJSON *results);

/*
 * Figures of one section, as experiments/sections.json has them; then all others. A missing one is named with the
 * command that draws it.
 */
twc_status twc_report_section_figures(FILE *out, const char *folder, const cJSON *section);
twc_status twc_report_figures(FILE *out, const char *folder);
/* The files that sections leave. */
twc_status twc_report_files(FILE *out, const char *folder, const cJSON *sections);

#endif
