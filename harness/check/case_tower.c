/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places on the cylinder as parts of a case. */
#include "check/case_tower.h"

uint32_t twc_case_theta(int64_t pattern, int64_t seed, int32_t k)
{
    const uint32_t any = twc_pattern_hash(seed, k, 21), eighth = 0x20000000u;
    switch (pattern) {
    case 0:
        return any;
    case 1:
        return any % 8 * eighth + any / 8 % 5 - 2;
    case 2:
        return any % 2001 - 1000;
    default:
        return (uint32_t)seed * 7u + (uint32_t)k * 1367u;
    }
}
