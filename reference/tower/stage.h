/* SPDX-License-Identifier: MIT */
/* What the files of the reference's tower stage say to each other: one place at a time. */
#ifndef TWC_REFERENCE_TOWER_STAGE_H
#define TWC_REFERENCE_TOWER_STAGE_H

#include "common/blend.h"
#include "kernels/reference_tower.h"

/* numbers.c */
typedef struct twc_turned {
    double cosine, sine;
} twc_turned;
twc_turned twc_reference_turned(uint32_t theta);
double twc_reference_power_of(double x, double y);
double twc_reference_cube_root_of(double x);

/* noise3.c */
double twc_reference_noise3(double x, double y, double z, uint32_t seed);
double twc_reference_tower_noise(const twc_tower_noise *noise, uint32_t theta, int32_t z);

/* Metres along the arc from one theta to another, the short way. */
static inline double twc_tower_arc(uint32_t from, uint32_t to)
{
    return (int32_t)(to - from) * TWC_TOWER_ARC;
}

#endif
