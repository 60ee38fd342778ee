/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the measure of the ground holds between computing and writing. */
#ifndef TWC_HARNESS_REPRODUCE_GROUND_H
#define TWC_HARNESS_REPRODUCE_GROUND_H

#include "measure/ensemble.h"
#include "twc/chunk_grid.h"
#include "reproduce/section.h"

typedef struct twc_table5 {
    twc_world_data data;
    twc_chunk_grid meshes[TWC_VARIANT_COUNT]; /* the reference's */
    twc_trial trial;
    twc_ensemble ensemble;
    twc_trial other; /* of the real world measured beside */
    double *scratch; /* for two columns of the ensemble */
} twc_ground_study;

/* world.h5, the meshes, metrics.h5 and the figures, into the run's folder. */
twc_status twc_ground_write(const twc_section *section, const twc_ground_study *study);

#endif
