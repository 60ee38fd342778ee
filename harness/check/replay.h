/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A failing case as a file: text, with the inputs themselves, so that it stays what it is when generators change.
 *
 *   twc-replay 1
 *   kernel ground.prefilter
 *   run v3 3 static            (level or "reference", threads, schedule)
 *   scalar nx 5                (one line each)
 *   input samples 35           (elements; then their members' bytes, little-endian hex, 32 bytes a line)
 *   0000...
 *   end
 */
#ifndef TWC_CHECK_REPLAY_H
#define TWC_CHECK_REPLAY_H

#include "check/case.h"

twc_status twc_replay_save(const char *path, const twc_case *c, const twc_implementation *implementation);

/* `kernels` ends with NULL. On success the caller destroys the case. */
twc_status twc_replay_load(const char *path, const twc_kernel *const *kernels, twc_case *c,
                           twc_implementation *implementation);

/* "static", "dynamic", "guided"; and back, -1 when it is none of them. */
const char *twc_schedule_name(twc_schedule schedule);
int twc_schedule_named(const char *name);

#endif
