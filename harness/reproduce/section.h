/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A section while it runs: what its measure is given, and what it leaves for the lines, checks and results. */
#ifndef TWC_HARNESS_REPRODUCE_SECTION_H
#define TWC_HARNESS_REPRODUCE_SECTION_H

#include "reproduce/claim_report.h"
#include "reproduce/reproduce.h"
#include "regions/region.h"

typedef struct twc_section {
    twc_reproduce *context;
    const struct twc_measure *measure; /* that computes it */
    const cJSON *about;                /* its entry of experiments/sections.json */
    cJSON *inputs;                     /* the file it reads */
    char repeat[64];                   /* arguments of twc reproduce that run it again, without its ensemble */
    twc_region region;                 /* that the inputs name, or are */
    twc_claim_table claims;            /* row_count 0: none are made */
    twc_claim_report report;
    char ensemble[64], other[TWC_WORLD_NAME_SIZE]; /* headings of the columns beside; empty: no such column */
    cJSON *results;                                /* of the section, in the order in which they are added */
    cJSON *behind; /* results that stand behind the claims: an object, whose members are moved */
    FILE *more;    /* text that stands behind the claims and the lines */
} twc_section;

/* Metric k of a measure, as claims name it; NULL behind the last. */
typedef const char *twc_metric_names(int k);

/* What computes a section: adds results, and fills in the report when claims are made. */
typedef struct twc_measure {
    const char *name; /* as experiments/sections.json calls it */
    twc_status (*run)(twc_section *section);
    twc_metric_names *metric; /* all that can be claimed of it; NULL: nothing can */
} twc_measure;

/* The metric of a measure with a name; -1 when it has none. */
int twc_measure_metric(const twc_measure *measure, const char *name);

/* Whether the section's measure has every metric that is claimed: names the file, the metric, and those there are. */
twc_status twc_section_check(const twc_section *section);

/* The value of metric k in a column of the claims; NaN where there is none. */
typedef twc_claim_value twc_claim_source(const void *study, int metric, int column);

/* Every value of the report from its source. */
void twc_section_fill(twc_section *section, twc_claim_source *source, const void *study);

/* "Table 5: paper region, seed 42", above what is printed while a section runs. */
void twc_section_head(const twc_section *section);

#endif
