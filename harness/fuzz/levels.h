/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Levels of detail that are kept up fact by fact: pyramid and errors equal to those made anew, no chunk of any level
 * stale, a view of mixed levels closed.
 */
#ifndef TWC_HARNESS_FUZZ_LEVELS_H
#define TWC_HARNESS_FUZZ_LEVELS_H

#include "measure/detail_view.h"
#include "twc/facts.h"

typedef struct twc_levels {
    twc_detail_made made;
    size_t count, pending_count, pending_room;
    twc_detail_chunk *chunk; /* every one, with every set of coarser sides */
    uint64_t *hash;          /* of their meshes, when they were last looked at */
    twc_pyramid_change *pending;
    uint64_t checks, reached, changed; /* of the chunks, over all checks */
} twc_levels;

/* Of a world that stays where it is. The caller ends it, after failures too. */
twc_status twc_levels_begin(const twc_world *world, twc_levels *levels);
void twc_levels_end(twc_levels *levels);

/* A fact that the world takes, or has taken, since the last check. */
twc_status twc_levels_note(twc_levels *levels, const twc_fact *fact);

/* Follows what was noted and looks at all of it; `plant`: one fact of it is forgotten. */
twc_status twc_levels_check(twc_levels *levels, uint64_t seed, int plant, int *broken, char *detail);

#endif
