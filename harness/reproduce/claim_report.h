/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims beside what was measured: as text, as JSON, as a table of HDF5 columns. */
#ifndef TWC_HARNESS_CLAIM_REPORT_H
#define TWC_HARNESS_CLAIM_REPORT_H

#include "claims.h"
#include "measure/ensemble.h"
#include "reproduce/reproduce.h"

typedef struct twc_claim_value {
    double measured;
    twc_spread spread; /* over an ensemble; count 0: none */
    double other;      /* on another world; NaN: none */
} twc_claim_value;

typedef struct twc_claim_report {
    const twc_claim_table *table;
    const char *ensemble; /* headings of the columns beside; NULL: no such column */
    const char *other;
    twc_claim_value value[TWC_CLAIM_ROWS][TWC_CLAIM_COLUMNS];
} twc_claim_report;

/* One line a claim: paper, measured, band, verdict, and what stands beside. */
void twc_claim_report_print(FILE *out, const twc_claim_report *report);

/* Notes every claim as a check of the run. `arguments` repeat it. */
void twc_claim_report_check(twc_reproduce *context, const twc_claim_report *report, const char *arguments);

/* A list with an object a claim; NULL when memory is short. */
cJSON *twc_claim_report_json(const twc_claim_report *report);

#endif
