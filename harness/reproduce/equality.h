/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A world built by every implementation there is, each compared with the reference in every bit. */
#ifndef TWC_HARNESS_EQUALITY_H
#define TWC_HARNESS_EQUALITY_H

#include "twc/chunk_grid.h"
#include "reproduce/reproduce.h"

/*
 * Builds into `reference` (of the world's chunks), then with the fast library at every level this processor has (only
 * --level, when given), at 1 and at --threads threads, and notes each comparison as a check. A level that the processor
 * has and the build lacks fails. Adds an object a build to the list `builds`.
 */
twc_status twc_equality_run(twc_reproduce *context, const twc_world *world, int fine_only, twc_chunk_grid *reference,
                            cJSON *builds);

#endif
