/* SPDX-License-Identifier: MIT */
/*
 * The Gaussians that heights are read through (docs/spec/ground.md 2): integer weights, exact sums, one rounding at the
 * end.
 */
#ifndef TWC_FILTER_H
#define TWC_FILTER_H

#include <stddef.h>

#include "twc/reach.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum twc_filter {
    TWC_FILTER_FINE,  /* Gaussian, sigma 4 m, radius 3 samples: heights of fine vertices */
    TWC_FILTER_BROAD, /* sigma 16 m, radius 12: heights of broad vertices, landform slope */
    TWC_FILTER_BASIN, /* sigma 24 m, radius 18: the surroundings of a puddle */
    TWC_FILTER_COUNT
} twc_filter;

/* Radius in samples. */
int32_t twc_filter_radius(twc_filter filter);

/* Weights of offsets 0..radius; the weight of -k is that of k, and all of them sum to 65536. */
const uint16_t *twc_filter_weights(twc_filter filter);

/* Bytes of scratch for twc_ground_table.prefilter. */
size_t twc_prefilter_scratch(twc_filter filter, twc_rect window);

/* Heights on a rectangle of global sample indices; h[row * rect.nx + column]. */
typedef struct twc_field {
    twc_rect rect;
    const float *h;
} twc_field;

#ifdef __cplusplus
}
#endif
#endif
