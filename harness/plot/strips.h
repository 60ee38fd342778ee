/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a table of claims and the trials behind it to the strips that the ensemble figure draws. */
#ifndef TWC_HARNESS_PLOT_STRIPS_H
#define TWC_HARNESS_PLOT_STRIPS_H

#include "claims.h"
#include "measure/ensemble.h"

typedef struct twc_strips {
    twc_ensemble_strips shown;
    twc_strip *strip; /* of it */
    void *memory;     /* labels, formats, values and shifts */
} twc_strips;

/* One strip for every claim with a value above 0, in the table's order. `calibrated` may be NULL. */
twc_status twc_strips_create(const twc_claim_table *table, const twc_ensemble *ensemble, const twc_trial *calibrated,
                             twc_strips *strips);
void twc_strips_destroy(twc_strips *strips);

#endif
