/* SPDX-License-Identifier: MIT */
/* A stack of facts that restore what others changed: undo, and redo. It owns their values. */
#ifndef TWC_WORLD_HISTORY_H
#define TWC_WORLD_HISTORY_H

#include "twc/feature_list.h"
#include "twc/facts.h"

typedef struct twc_history_entry {
    twc_fact fact; /* its sequence number is set when it is applied */
    void *values;
    struct twc_history_entry *below;
} twc_history_entry;

typedef struct twc_history {
    twc_history_entry *top;
} twc_history;

/*
 * Pushes the inverse of a checked fact: the values its rectangle has now, the feature it replaces or removes, or the
 * removal of the one it brings.
 */
twc_status twc_history_push(twc_history *history, const twc_world *world, const twc_features *features,
                            const twc_fact *fact);

/* Whether two facts change the same rectangle or feature to the same values. */
int twc_fact_same_values(const twc_fact *a, const twc_fact *b);

/* The last inverse pushed, or NULL. */
const twc_fact *twc_history_top(const twc_history *history);
void twc_history_pop(twc_history *history);
void twc_history_clear(twc_history *history);

#endif
