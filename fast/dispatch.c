/* SPDX-License-Identifier: MIT */
#include "twc/fast.h"

const char *twc_level_name(twc_level level)
{
    static const char *const names[TWC_LEVEL_COUNT] = {"base", "v2", "v3", "v4"};
    return names[level];
}
