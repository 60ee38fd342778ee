/* SPDX-License-Identifier: MIT */
/* The levels' tables, for the files of fast/ that are built once. */
#ifndef TWC_FAST_DISPATCH_H
#define TWC_FAST_DISPATCH_H

/* Types only: the functions of ground.h carry a level's name. */
#define TWC_LEVEL_TAG base
#include "ground/ground.h"
#undef TWC_LEVEL_TAG
#include "twc/fast.h"

/* NULL when the level is not usable. */
const twc_level_ground *twc_level_ground_of(twc_level level);

/* ground/build.c: the omp_sched_t of a schedule. */
int twc_fast_schedule(twc_schedule schedule);

#endif
