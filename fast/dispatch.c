/* SPDX-License-Identifier: MIT */
#include "twc/fast.h"

const char *twc_level_name(twc_level level)
{
    static const char *const names[TWC_LEVEL_COUNT] = {"base", "v2", "v3", "v4"};
    return names[level];
}

int twc_level_built(twc_level level)
{
    (void)level;
    return 0;
}

int twc_level_supported(twc_level level)
{
    (void)level;
    return 0;
}

twc_level twc_level_best(void)
{
    return TWC_LEVEL_BASE;
}

const twc_ground_table *twc_fast_ground(twc_level level)
{
    (void)level;
    return NULL;
}

size_t twc_fast_workspace(int threads)
{
    (void)threads;
    return 0;
}

twc_status twc_fast_ground_build(twc_level level, const twc_world *world, twc_rect chunks, twc_build_options options,
                                 void *workspace, twc_mesh *meshes)
{
    (void)world, (void)chunks, (void)options, (void)workspace, (void)meshes;
    return twc_fail(TWC_USAGE, "level %s is not in this build", twc_level_name(level));
}
