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

/* Salt of one layer of one seed. */
int32_t twc_noise_salt(uint32_t seed, int32_t layer);

/*
 * Gradient noise of one wavelength, within -1..1 and mostly within -0.5..0.5, zero at its lattice points. Every other
 * salt turns its lattice by the angle of the 3-4-5 triangle, so that layers don't line up.
 */
double twc_noise(double x, double z, double wavelength, int32_t salt);

/* Ridged: (1 - 2 |noise|)^2, 1 on the ridge lines, less elsewhere. */
double twc_noise_ridged(double x, double z, double wavelength, int32_t salt);

#endif
