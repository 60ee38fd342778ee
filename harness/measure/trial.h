/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table 5's two columns: the ground of a world built all Fine and built by its classes, measured. */
#ifndef TWC_HARNESS_TRIAL_H
#define TWC_HARNESS_TRIAL_H

#include "measure/ground_measure.h"
#include "meshes.h"

typedef enum twc_column { TWC_COLUMN_FINE, TWC_COLUMN_BROAD, TWC_COLUMN_COUNT } twc_column;

typedef struct twc_trial {
    twc_ground_metrics column[TWC_COLUMN_COUNT];
} twc_trial;

/* Builds and measures the world's whole extent on one thread. */
twc_status twc_trial_run(const twc_world *world, twc_builder builder, twc_trial *trial);

#endif
