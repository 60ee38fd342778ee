/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/random.h"

uint64_t twc_mix64(uint64_t value)
{
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

twc_random twc_random_of_case(uint64_t seed, const char *kernel, uint32_t index)
{
    uint64_t name = 0xCBF29CE484222325u; /* FNV-1a */
    for (; *kernel; kernel++)
        name = (name ^ (unsigned char)*kernel) * 0x100000001B3u;
    return (twc_random){twc_mix64(twc_mix64(seed ^ name) + index)};
}

static uint64_t next(twc_random *random)
{
    random->state += 0x9E3779B97F4A7C15u;
    return twc_mix64(random->state);
}

int64_t twc_random_between(twc_random *random, int64_t low, int64_t high)
{
    uint64_t range = (uint64_t)(high - low) + 1; /* at most 2^32: the product below cannot wrap */
    return low + (int64_t)((next(random) >> 32) * range >> 32);
}

int twc_random_once_in(twc_random *random, uint32_t times)
{
    return twc_random_between(random, 1, times) == 1;
}
