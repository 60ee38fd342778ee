/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A land under other seeds: what its noises change, and what they should not. */
#ifndef TWC_MEASURE_LAND_SEEDS_H
#define TWC_MEASURE_LAND_SEEDS_H

#include "twc/land_kernels.h"

/* Measures of measure/land.h that are claimed of the land, whatever its noises are. */
typedef enum twc_land_steady {
    TWC_STEADY_COAST,   /* median distance of the coast, metres */
    TWC_STEADY_LOWLAND, /* median height 85 to 95 m in from the coast, metres */
    TWC_STEADY_FOOT,    /* radius of the hill's foot, metres */
    TWC_STEADY_CRESTS,  /* of stripes, a cell of the gullies; mean of their octaves */
    TWC_STEADY_COUNT
} twc_land_steady;

/*
 * values[measure * count + k] of the land with number 1 + k, over `threads` threads. `middle` is where the coast is
 * seen from.
 */
twc_status twc_land_measure_seeds(const twc_land_table *table, const twc_land *land, twc_spot middle, size_t count,
                                  int threads, double *values);

/* The same of one land; `steady` has room for TWC_STEADY_COUNT. */
twc_status twc_land_measure_steady(const twc_land_table *table, const twc_land *land, twc_spot middle, double *steady);

#endif
