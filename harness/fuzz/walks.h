/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Walks drawn at random on a land, whose every one must end where the reference's ends and never go where it may not.
 * They go round the four kinds of edge, over the land's ground. Walk number k depends on the seed and on k alone.
 */
#ifndef TWC_HARNESS_FUZZ_WALKS_H
#define TWC_HARNESS_FUZZ_WALKS_H

#include "twc/land_kernels.h"

typedef enum twc_walk_fault {
    TWC_WALK_HOLDS,
    TWC_WALK_DEEPER,    /* it ended deeper than it may: it escaped */
    TWC_WALK_PAST,      /* it ended past an edge that holds it, or on one that does not */
    TWC_WALK_OTHERWISE, /* its steps, or the reference, lead elsewhere */
    TWC_WALK_FAULTS
} twc_walk_fault;

typedef struct twc_walks_options {
    uint64_t seed, first;
    int64_t count;
    int plant; /* a walker that is not held at the edge, which must be found */
} twc_walks_options;

typedef struct twc_walks_tally {
    int64_t walks, steps, done, stopped, fell;
    int64_t stuck;    /* stopped on ground to stand on, from where no step in sixteen bearings leads anywhere */
    int64_t followed; /* step by step, and compared with the reference */
    int64_t failures, broken[TWC_WALK_FAULTS]; /* in all, and of each kind */
    uint64_t first;                            /* number of the first broken one */
} twc_walks_tally;

/* `tell` is called now and then with the share that is done; it may be NULL. Fails on memory. */
twc_status twc_walks_run(const twc_land_table *table, const twc_land_ground *ground, const twc_walks_options *options,
                         void (*tell)(double share), twc_walks_tally *tally);

/* "deeper", "past", "otherwise". */
const char *twc_walk_fault_name(twc_walk_fault fault);

/* Walk `number` of a seed, and the kind of edge that it meets. */
twc_walk twc_walks_draw(const twc_land_table *table, const twc_land_ground *ground, uint64_t seed, uint64_t number);
twc_land_edge_kind twc_walks_edge(uint64_t number);

#endif
