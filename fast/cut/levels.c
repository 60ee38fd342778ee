/* SPDX-License-Identifier: MIT */
#include "dispatch.h"
#include "cut/work.h"

extern const fast_sifts twc_base_sifts;
#ifdef TWC_BUILD_LEVELS
extern const fast_sifts twc_v2_sifts, twc_v3_sifts, twc_v4_sifts;
static const fast_sifts *const sifts[TWC_LEVEL_COUNT] = {&twc_base_sifts, &twc_v2_sifts, &twc_v3_sifts, &twc_v4_sifts};
#else
static const fast_sifts *const sifts[TWC_LEVEL_COUNT] = {&twc_base_sifts, NULL, NULL, NULL};
#endif

const fast_sifts *twc_fast_sifts(twc_level level)
{
    return twc_level_ground_of(level) ? sifts[level] : NULL;
}
