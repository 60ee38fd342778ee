/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions from files: a world, and the log of what happened to it since. */
#ifndef TWC_HARNESS_OPEN_SESSION_H
#define TWC_HARNESS_OPEN_SESSION_H

#include "cli.h"
#include "session.h"

/* What a replay found. */
typedef struct twc_replayed {
    uint64_t facts;   /* applied */
    uint64_t dropped; /* bytes of a torn last record */
} twc_replayed;

/*
 * Loads a world and, when `log` is not NULL, applies the facts of that log up to number `last` (0: all). The level is cli's.
 * The log is only read.
 */
twc_status twc_session_open(const twc_cli *cli, const char *world, const char *log, uint64_t last, twc_session **session,
                            twc_replayed *replayed);

#endif
