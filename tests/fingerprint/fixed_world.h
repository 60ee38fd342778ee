/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The world of the fingerprint: 2 x 2 tiles about the origin, one of them missing, all of it from integer hashes. */
#ifndef TWC_FINGERPRINT_FIXED_WORLD_H
#define TWC_FINGERPRINT_FIXED_WORLD_H

#include "twc/world.h"

/* Hills and cliffs, Broad and Fine cells in patches. The view and its tiles live as long as the program. */
const twc_world *fixed_world(void);

/* The same number for the same arguments on every machine: 0..limit-1. */
int32_t fixed_number(int32_t i, int32_t j, int32_t salt, int32_t limit);

#endif
