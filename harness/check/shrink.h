/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a failing case small: plainer scalars, fewer threads, then plainer input elements, as long as it still fails.
 */
#ifndef TWC_CHECK_SHRINK_H
#define TWC_CHECK_SHRINK_H

#include "check/isolate.h"

/* The failure that is being kept: the case, who fails on it, and how. */
typedef struct twc_failure {
    twc_case c;
    twc_implementation implementation;
    twc_outcome outcome;
    uint32_t index;    /* the case it was drawn as */
    uint32_t attempts; /* that shrinking took */
} twc_failure;

/*
 * Replaces the failure by a smaller one. A smaller case counts when the same side (reference or fast) breaks a rule on
 * it. At most `budget` attempts.
 */
twc_status twc_shrink(twc_failure *failure, uint32_t budget, unsigned seconds, twc_shared *shared);

#endif
