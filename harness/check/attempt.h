/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One implementation on one case: twice, with complementary poisons and the arrays against either guard page. What one
 * poison hides the other shows: no byte can equal both.
 */
#ifndef TWC_CHECK_ATTEMPT_H
#define TWC_CHECK_ATTEMPT_H

#include "check/buffers.h"
#include "check/case.h"
#include "check/outcome.h"

enum { TWC_ATTEMPT_COPIES = 8 }; /* at most so many calls at once */

/* The memory of attempts, reused from one to the next. Zero-initialised; only ever used by one process. */
typedef struct twc_guarded_memory {
    twc_buffer input[TWC_CASE_ARRAYS];
    twc_buffer output[TWC_ATTEMPT_COPIES][TWC_CASE_ARRAYS];
    twc_buffer scratch[TWC_ATTEMPT_COPIES];
    size_t *written[TWC_ATTEMPT_COPIES][TWC_CASE_ARRAYS];
} twc_guarded_memory;

void twc_guarded_memory_release(twc_guarded_memory *arena);

/*
 * Runs the reference and stores its outputs in the case; or runs a fast implementation and compares with what is
 * stored. A kernel that does not take threads itself is called from `threads` threads at once in the second run, each
 * with outputs of its own: hidden shared state shows as a difference. Fails only on memory.
 */
twc_status twc_attempt(twc_guarded_memory *arena, twc_case *c, const twc_implementation *implementation,
                       twc_outcome *outcome);

#endif
