/* SPDX-License-Identifier: MIT */
#include "dispatch.h"

extern const twc_world_table twc_base_world;
#ifdef TWC_BUILD_LEVELS
extern const twc_world_table twc_v2_world, twc_v3_world, twc_v4_world;
static const twc_world_table *const worlds[TWC_LEVEL_COUNT] = {&twc_base_world, &twc_v2_world, &twc_v3_world,
                                                               &twc_v4_world};
#else
static const twc_world_table *const worlds[TWC_LEVEL_COUNT] = {&twc_base_world, NULL, NULL, NULL};
#endif

const twc_world_table *twc_fast_world(twc_level level)
{
    return twc_level_ground_of(level) ? worlds[level] : NULL;
}
