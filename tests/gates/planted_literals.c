/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the gate of literals has to find: a salt and a radius as numbers. Never compiled. */
#include "twc/numbers.h"

enum { BROAD_RADIUS = 12 };

int32_t planted_salt(int32_t i, int32_t j)
{
    return twc_jitter(twc_hash(i, j, 13), TWC_MACRO_JITTER_CM);
}
