/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The same parameters under many seeds: what is claimed of the calibrated region is shown as a distribution, not as one
 * lucky world.
 */
#ifndef TWC_HARNESS_ENSEMBLE_H
#define TWC_HARNESS_ENSEMBLE_H

#include "measure/trial.h"
#include "regions/region.h"
#include "results/studies.h"

typedef struct twc_ensemble {
    uint32_t first_seed; /* seeds first_seed .. first_seed + count - 1 */
    size_t count;
    twc_trial *trial;
} twc_ensemble;

/* Generates, builds and measures every seed, over `threads` threads; results do not depend on how many. */
twc_status twc_ensemble_run(const twc_region *region, uint32_t first_seed, size_t count, twc_builder builder,
                            int threads, twc_ensemble *ensemble);
void twc_ensemble_destroy(twc_ensemble *ensemble);

/* The values of one column and metric, seed by seed. */
void twc_ensemble_values(const twc_ensemble *ensemble, const char *column, int metric, double *values);

/* `scratch` has room for n values. */
twc_spread twc_spread_of(const double *values, size_t n, double *scratch);

#endif
