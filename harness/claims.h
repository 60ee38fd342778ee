/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table of claims, most of them the paper's, with the band each measured value must lie in, read from experiments/
 * (JSON): what is claimed is data, not code.
 */
#ifndef TWC_HARNESS_CLAIMS_H
#define TWC_HARNESS_CLAIMS_H

#include <cjson/cJSON.h>

#include "twc/status.h"

enum { TWC_CLAIM_TEXT = 64, TWC_CLAIM_COLUMNS = 4, TWC_CLAIM_ROWS = 80 };

typedef struct twc_claim {
    int made;                /* 0: nothing is claimed in this column */
    double paper, low, high; /* the value holds when low <= value <= high */
} twc_claim;

typedef struct twc_claim_row {
    char metric[TWC_CLAIM_TEXT], title[TWC_CLAIM_TEXT], unit[TWC_CLAIM_TEXT];
    int decimals;
    twc_claim claim[TWC_CLAIM_COLUMNS];
} twc_claim_row;

typedef struct twc_claim_table {
    char title[TWC_CLAIM_TEXT];
    char source[TWC_CLAIM_TEXT]; /* who claims: "paper" where nothing is said */
    int column_count, row_count;
    char column[TWC_CLAIM_COLUMNS][TWC_CLAIM_TEXT];
    twc_claim_row row[TWC_CLAIM_ROWS];
} twc_claim_table;

/*
 * Reads a table; *json (may be NULL) receives the whole file for the members of its own, to be deleted by the caller.
 */
twc_status twc_claims_read(const char *path, twc_claim_table *table, cJSON **json);

/* Whether a measured value keeps a claim; NaN keeps none. */
int twc_claim_holds(const twc_claim *claim, double value);

#endif
