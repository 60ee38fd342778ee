/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the section on Table 5 holds between computing and writing. */
#ifndef TWC_HARNESS_TABLE5_H
#define TWC_HARNESS_TABLE5_H

#include "measure/ensemble.h"
#include "meshes.h"
#include "reproduce/claim_report.h"
#include "regions/region.h"

typedef struct twc_table5 {
    cJSON *file; /* experiments/table5.json */
    twc_claim_table claims;
    twc_region region;
    twc_world_data data;
    twc_meshes meshes[TWC_VARIANT_COUNT]; /* the reference's */
    twc_trial trial;
    twc_ensemble ensemble;
    char other_name[TWC_WORLD_NAME_SIZE]; /* the real world measured beside; empty: none */
    twc_trial other;
    twc_claim_report report;
} twc_table5;

/* world.h5, the meshes, metrics.h5 and the figures, into the run's folder. */
twc_status twc_table5_write(const twc_reproduce *context, const twc_table5 *t);

#endif
