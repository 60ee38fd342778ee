/* SPDX-License-Identifier: MIT */
#ifndef TWC_REFERENCE_COMMON_GRADIENT_NOISE_H
#define TWC_REFERENCE_COMMON_GRADIENT_NOISE_H

#include "twc/noise.h"

double twc_reference_noise(double x, double z, int32_t seed);
double twc_reference_fbm_at(const twc_fbm *noise, double x, double z);
twc_spot twc_reference_warped(const twc_warp *warp, double x, double z);

#endif
