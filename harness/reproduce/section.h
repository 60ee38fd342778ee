/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A section while it runs: what its measure is given, and what it leaves for the lines, checks and results. */
#ifndef TWC_HARNESS_REPRODUCE_SECTION_H
#define TWC_HARNESS_REPRODUCE_SECTION_H

#include "reproduce/claim_report.h"
#include "reproduce/reproduce.h"
#include "regions/region.h"

typedef struct twc_section {
    twc_reproduce *context;
    const cJSON *about;     /* its entry of experiments/sections.json */
    cJSON *inputs;          /* the file it reads */
    char repeat[64];        /* arguments of twc reproduce that run it again, without its ensemble */
    twc_region region;      /* that the inputs name, or are */
    twc_claim_table claims; /* row_count 0: none are made */
    twc_claim_report report;
    char ensemble[64], other[TWC_WORLD_NAME_SIZE]; /* headings of the columns beside; empty: no such column */
    cJSON *results;                                /* of the section, in the order in which they are added */
    cJSON *behind; /* results that stand behind the claims: an object, whose members are moved */
    FILE *more;    /* text that stands behind the claims and the lines */
} twc_section;

/* What computes a section: adds results, and fills in the report when claims are made. */
typedef struct twc_measure {
    const char *name; /* as experiments/sections.json calls it */
    twc_status (*run)(twc_section *section);
} twc_measure;

/* The value of a metric in a column of the claims; 0 when nothing measures it. */
typedef int twc_claim_source(const void *study, const char *metric, int column, twc_claim_value *value);

/* Every value of the report from its source; fails, and names the file, where a metric is claimed that it lacks. */
twc_status twc_section_fill(twc_section *section, twc_claim_source *source, const void *study);

/* "Table 5: paper region, seed 42", above what is printed while a section runs. */
void twc_section_head(const twc_section *section);

#endif
