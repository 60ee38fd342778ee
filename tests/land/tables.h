/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every table of the land stage that can be run here, and what the suites about them share. */
#ifndef TWC_TESTS_LAND_TABLES_H
#define TWC_TESTS_LAND_TABLES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "generate/island.h"
#include "twc/fast.h"

/* The reference's table, then those of the levels this machine has; NULL past the last. */
static inline const twc_land_table *table_at(int number)
{
    if (number == 0)
        return twc_reference_land();
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (twc_fast_land((twc_level)level) && --number == 0)
            return twc_fast_land((twc_level)level);
    return NULL;
}

/* Uniform over low..high, by a linear congruence's upper bits. */
static inline double between(uint64_t *state, double low, double high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*state >> 11) * 0x1p-53;
}

/* The island's ground; exits where it can't be made. The memory is the ground's heights. */
static inline void make_island(const twc_land *land, twc_land_ground *ground)
{
    void *memory = malloc(twc_land_ground_bytes(land));
    if (!memory)
        exit(4);
    twc_land_ground_place(land, memory, ground);
    if (twc_fast_land_build(twc_level_best(), land, (twc_build_options){0, 1, TWC_STATIC}, ground).code)
        exit(4);
}

#endif
