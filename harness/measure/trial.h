/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table 5's two columns: the ground of a world built all Fine and built by its classes, measured. */
#ifndef TWC_HARNESS_TRIAL_H
#define TWC_HARNESS_TRIAL_H

#include "measure/ground_measure.h"
#include "twc/chunk_grid.h"

typedef enum twc_variant { TWC_VARIANT_FINE, TWC_VARIANT_BROAD, TWC_VARIANT_COUNT } twc_variant;

typedef struct twc_trial {
    twc_ground_metrics variant[TWC_VARIANT_COUNT];
} twc_trial;

/* The fast library at its best level; the reference where there is none. */
twc_builder twc_trial_builder(void);

/*
 * The value a column of Table 5 holds: "fine", "broad", or "ratio", fine over broad. NaN for any other column or a
 * metric outside the list, and for a ratio to nothing.
 */
double twc_trial_value(const twc_trial *trial, const char *column, int metric);

/* Builds and measures the world's whole extent on one thread. */
twc_status twc_trial_run(const twc_world *world, twc_builder builder, twc_trial *trial);

#endif
