/* SPDX-License-Identifier: MIT */
/*
 * Which instruction-set level runs: built, supported, by name. no spec: a level changes no bit; no twin: the reference
 * has one level; test tests/ground/test_build.c.
 */
#include "dispatch.h"

static int known(twc_level level)
{
    return (int)level >= 0 && (int)level < TWC_LEVEL_COUNT;
}

const char *twc_level_name(twc_level level)
{
    static const char *const names[TWC_LEVEL_COUNT] = {"base", "v2", "v3", "v4"};
    return known(level) ? names[level] : "unknown";
}

int twc_level_built(twc_level level)
{
    return known(level) && twc_level_tables[level] != NULL;
}

/* The compiler's runtime asks cpuid, and the operating system (xgetbv) whether it saves the wide registers. */
int twc_level_supported(twc_level level)
{
    switch (level) {
    case TWC_LEVEL_BASE:
        return 1;
#if defined(__x86_64__)
    case TWC_LEVEL_V2:
        return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    case TWC_LEVEL_V3:
        return twc_level_supported(TWC_LEVEL_V2) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2");
    case TWC_LEVEL_V4:
        return twc_level_supported(TWC_LEVEL_V3) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    default:
        return 0;
    }
}

twc_level twc_level_best(void)
{
    int level = TWC_LEVEL_COUNT - 1;
    while (level > TWC_LEVEL_BASE && !twc_level_table_of((twc_level)level))
        level--;
    return (twc_level)level;
}

const twc_level_table *twc_level_table_of(twc_level level)
{
    return twc_level_built(level) && twc_level_supported(level) ? twc_level_tables[level] : NULL;
}

const twc_ground_table *twc_fast_ground(twc_level level)
{
    const twc_level_table *table = twc_level_table_of(level);
    return table ? &table->ground : NULL;
}

const twc_surface_table *twc_fast_surface(twc_level level)
{
    const twc_level_table *table = twc_level_table_of(level);
    return table ? &table->surface : NULL;
}

const twc_world_table *twc_fast_world(twc_level level)
{
    const twc_level_table *table = twc_level_table_of(level);
    return table ? &table->world : NULL;
}

const twc_land_table *twc_fast_land(twc_level level)
{
    const twc_level_table *table = twc_level_table_of(level);
    return table ? &table->land : NULL;
}

const twc_detail_table *twc_fast_detail(twc_level level)
{
    const twc_level_table *table = twc_level_table_of(level);
    return table ? &table->detail : NULL;
}

const twc_grid_table *twc_fast_grid(twc_level level)
{
    const twc_level_table *table = twc_level_table_of(level);
    return table ? &table->grid : NULL;
}

const twc_tower_table *twc_fast_tower(twc_level level)
{
    const twc_level_table *table = twc_level_table_of(level);
    return table ? &table->tower : NULL;
}
