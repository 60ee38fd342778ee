/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a table of claims and the trials behind it to the strips that the ensemble figure draws. */
#ifndef TWC_FIGURES_STRIPS_H
#define TWC_FIGURES_STRIPS_H

#include "claims.h"
#include "subject.h"
#include "measure/ensemble.h"

typedef struct twc_strips {
    twc_strip *strip;
    size_t count;
    void *memory; /* labels, formats and values */
} twc_strips;

/* One strip for every claim with a value above 0, in the table's order. `calibrated` may be NULL. */
twc_status twc_strips_create(const twc_claim_table *table, const twc_ensemble *ensemble, const twc_trial *calibrated,
                             twc_strips *strips);
void twc_strips_destroy(twc_strips *strips);

#endif
