/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the section of the island measures: its grounds step by step, and numbers by their names. */
#ifndef TWC_HARNESS_REPRODUCE_LAND_STUDY_H
#define TWC_HARNESS_REPRODUCE_LAND_STUDY_H

#include "measure/ensemble.h"
#include "measure/land.h"
#include "measure/land_seeds.h"

enum { TWC_LAND_STEPS = 3, TWC_LAND_NUMBERS = 96 };

/* What is claimed of one step of the ground or, in the last column, of the land. */
enum { TWC_LAND_WHOLE = TWC_LAND_STEPS };

typedef struct twc_land_number {
    int metric; /* of twc_land_metric */
    int column;
    double value;
} twc_land_number;

typedef struct twc_land_study {
    const twc_land *land;
    const twc_land_table *table;
    twc_land_made step[TWC_LAND_STEPS]; /* base, pressed, carved */
    uint32_t crc[TWC_LAND_STEPS];       /* of the little-endian heights */
    const char *unknown;                /* a metric that was added and is not listed, or NULL */
    int count, claimed;                 /* numbers; of them, the first are what the description claims */
    twc_land_number number[TWC_LAND_NUMBERS];
    twc_spread steady[TWC_STEADY_COUNT]; /* over other seeds; count 0: none */
} twc_land_study;

/* Adds a number of a metric that land_metrics.c lists. */
void twc_land_study_add(twc_land_study *study, const char *name, int column, double value);

/* What the description claims (land_claims.c), and the island's golden values (land_golden.c). */
twc_status twc_land_study_claims(twc_land_study *study);
twc_status twc_land_study_golden(twc_land_study *study);

#endif
