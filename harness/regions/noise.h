/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Seeded noise for test worlds: binary64 in the written order, only + - * / and floor, so that every machine
 * generates the same world. Coordinates in metres, below 10^6 in magnitude; wavelengths at least 1 m.
 */
#ifndef TWC_HARNESS_NOISE_H
#define TWC_HARNESS_NOISE_H

#include <stdint.h>

/* One layer of noise. */
typedef struct twc_octave {
    double wavelength, amplitude; /* metres */
} twc_octave;

/* 3 t^2 - 2 t^3 with t clamped to 0..1. */
double twc_smoothstep(double t);

/* A layer of noise and the four slopes around the cell it was last asked in: neighbours in space mostly share them. */
typedef struct twc_noise_layer {
    double wavelength, amplitude;
    int32_t salt;
    int known; /* whether (i, j) is set */
    int32_t i, j;
    double slope[4][2]; /* x and z parts at (i, j), (i+1, j), (i, j+1), (i+1, j+1) */
} twc_noise_layer;

/* The layer of a seed with a number of its own. */
twc_noise_layer twc_noise_begin(uint32_t seed, int32_t number, twc_octave octave);

/*
 * Gradient noise, within -1..1 and mostly within -0.5..0.5, zero at its lattice points; without the amplitude. Every
 * other salt turns its lattice by the angle of the 3-4-5 triangle, so that layers don't line up.
 */
double twc_noise(twc_noise_layer *layer, double x, double z);

/* Ridged: (1 - 2 |noise|)^2 - 0.45, 0.55 on the ridge lines, about 0 in the mean. */
double twc_noise_ridged(twc_noise_layer *layer, double x, double z);

#endif
