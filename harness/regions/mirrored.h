/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A large world from a small one: copies side by side, every second one mirrored, so that borders agree. Each of the
 * four kinds of copies is stored once, whatever the size.
 */
#ifndef TWC_HARNESS_MIRRORED_H
#define TWC_HARNESS_MIRRORED_H

#include "twc/status.h"
#include "twc/world.h"

typedef struct twc_mirrored {
    twc_world world;
    twc_tile *copies;       /* owned */
    const twc_tile **tiles; /* owned */
} twc_mirrored;

/*
 * `times` by `times` copies about the origin, of a world that has all its tiles. The caller destroys it, after failures
 * too.
 */
twc_status twc_mirrored_create(const twc_world *of, int32_t times, twc_mirrored *mirrored);
void twc_mirrored_destroy(twc_mirrored *mirrored);

#endif
