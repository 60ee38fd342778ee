/* SPDX-License-Identifier: MIT */
/*
 * Noise as data: gradient noise over octaves, its use as a displacement, and the ramp that turns a quantity into a
 * share.
 */
#ifndef TWC_NOISE_H
#define TWC_NOISE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct twc_spot {
    double x, z;
} twc_spot;

/* A smoothstep's ends: 0 at `from`, 1 at `to`, which may lie below it. */
typedef struct twc_ramp {
    double from, to;
} twc_ramp;

/* Gradient noise summed over octaves, the first `size` metres a cell; octave i has seed + i. */
typedef struct twc_fbm {
    double size;
    int32_t octaves;
    int32_t seed; /* the land's own, no salt of the terrain's hash */
} twc_fbm;

/* A displacement by such noise: along x with its seed, along z with seed + 1000. */
typedef struct twc_warp {
    double by;
    twc_fbm noise;
} twc_warp;

#ifdef __cplusplus
}
#endif
#endif
