/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/patterns.h"

uint32_t twc_pattern_hash(int64_t seed, int32_t x, int32_t z)
{
    return (uint32_t)twc_mix64(twc_mix64((uint64_t)seed << 32 | (uint32_t)x) ^ (uint32_t)z);
}

/* Value noise on a lattice 16 samples wide, in integers: hills with slopes on both sides of the class threshold. */
static uint16_t hills(int64_t seed, int32_t x, int32_t z)
{
    int32_t i = twc_floor_div(x, 16), j = twc_floor_div(z, 16), u = x - 16 * i, v = z - 16 * j;
    int64_t corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] = twc_pattern_hash(seed, i + (k & 1), j + (k >> 1)) % 5000;
    int64_t north = corner[0] * (16 - u) + corner[1] * u, south = corner[2] * (16 - u) + corner[3] * u;
    return (uint16_t)(TWC_PLAIN_SAMPLE + (north * (16 - v) + south * v) / 256 + twc_pattern_hash(seed, z, x) % 40);
}

uint16_t twc_pattern_sample(int64_t pattern, int64_t seed, int32_t x, int32_t z)
{
    uint32_t hash = twc_pattern_hash(seed, x, z);
    int32_t across = (int32_t)(seed % 200), down = (int32_t)(seed / 200 % 200);
    switch (pattern) {
    case 1:
        return (uint16_t)(TWC_PLAIN_SAMPLE + (uint32_t)x * (uint32_t)across +
                          (uint32_t)z * (uint32_t)down); /* wraps: cliffs */
    case 2:
        return (uint16_t)(30000 + twc_floor_mod(x, 256) * 120 -
                          (int32_t)(hash % 64 == 0)); /* rise 1.2 m in 4 m: 0.30 */
    case 3:
        return (x ^ z) & 1 ? 65535 : 0;
    case 4:
        return hash & 1 ? 65535 : 0;
    case 5:
        return hash % 97 == 0 ? 65535 : TWC_PLAIN_SAMPLE;
    case 6:
        return (uint16_t)hash;
    case 7:
        return hills(seed, x, z);
    case 8:
        return (uint16_t)(TWC_PLAIN_SAMPLE +
                          500 * (twc_floor_mod(twc_floor_div(x, 8), 16) + twc_floor_mod(twc_floor_div(z, 8), 16)));
    case 9:
        return (uint16_t)(TWC_PLAIN_SAMPLE + (hash & 1)); /* ties, and almost ties */
    case 10:
        return (uint16_t)(TWC_PLAIN_SAMPLE + (uint32_t)z * (uint32_t)(1 + down)); /* along one axis only */
    case 11:
        return (uint16_t)(TWC_PLAIN_SAMPLE + (uint32_t)x * (uint32_t)(1 + across));
    default:
        return TWC_PLAIN_SAMPLE;
    }
}

/* Within the encoding's heights. */
static float height_at(int64_t pattern, int64_t seed, int32_t x, int32_t z)
{
    /* What a prefilter gives lies between samples: the noisy patterns carry bits below the encoding's. */
    uint32_t below = pattern == 6 || pattern == 7 || pattern == 1 ? twc_pattern_hash(seed + 1, x, z) : 0;
    return twc_weighted_height((uint64_t)twc_pattern_sample(pattern, seed, x, z) << 32 | below);
}

uint8_t twc_pattern_class(int64_t pattern, int64_t seed, int32_t x, int32_t z)
{
    uint32_t hash = twc_pattern_hash(seed + 2, x, z);
    int broad;
    switch (pattern) {
    case 1:
        broad = 1;
        break;
    case 2:
        broad = (x ^ z) & 1;
        break;
    case 3:
        broad = hash & 1;
        break;
    case 4:
        broad = twc_floor_mod(x, 5) == 0 && twc_floor_mod(z, 5) == 0;
        break;
    case 5:
        broad = twc_floor_mod(x, 5) != 0 || twc_floor_mod(z, 5) != 0;
        break;
    case 6:
        broad = x + z > (int32_t)(hash % 2);
        break;
    case 7:
        broad = hash % 8 != 0;
        break;
    default:
        broad = 0;
    }
    return broad ? TWC_BROAD : TWC_FINE;
}

/* Column and row of an element of a grid. */
static void place(const twc_array *array, size_t element, int32_t *x, int32_t *z)
{
    *x = array->rect.x + (int32_t)(element % (size_t)array->rect.nx);
    *z = array->rect.z + (int32_t)(element / (size_t)array->rect.nx);
}

void twc_fill_samples(twc_array *array, int64_t pattern, int64_t seed)
{
    int32_t x, z;
    for (size_t k = 0; k < array->count; k++) {
        place(array, k, &x, &z);
        ((uint16_t *)array->data)[k] = twc_pattern_sample(pattern, seed, x, z);
    }
}

void twc_fill_heights(twc_array *array, int64_t pattern, int64_t seed)
{
    int32_t x, z;
    for (size_t k = 0; k < array->count; k++) {
        place(array, k, &x, &z);
        ((float *)array->data)[k] = height_at(pattern, seed, x, z);
    }
}

void twc_fill_classes(twc_array *array, int64_t pattern, int64_t seed)
{
    int32_t x, z;
    for (size_t k = 0; k < array->count; k++) {
        place(array, k, &x, &z);
        ((uint8_t *)array->data)[k] = twc_pattern_class(pattern, seed, x, z);
    }
}

int64_t twc_sweep_length(twc_random *random, uint32_t index, int64_t limit)
{
    static const int64_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65};
    const uint32_t count = sizeof lengths / sizeof *lengths;
    if (index < count && lengths[index] <= limit)
        return lengths[index];
    return twc_random_between(random, 1, limit);
}

int64_t twc_sweep_place(twc_random *random, int64_t per_tile)
{
    switch (twc_random_between(random, 0, 5)) {
    case 0:
        return 0;
    case 1:
        return twc_random_between(random, -70, -1);
    case 2:
        return TWC_PLACE_LIMIT(per_tile);
    case 3:
        return -TWC_PLACE_LIMIT(per_tile);
    default:
        return twc_random_between(random, -5000, 5000);
    }
}

twc_point twc_tie_cell(twc_random *random)
{
    static const twc_point cells[] = {
        {-24424, -8589}, {-51530, -16103}, {60498, -10163}, /* 0x80000000 */
        {-14919, 10066}, {28187, 6568},    {31059, 14336},  /* 0x7fffffff */
    };
    return cells[twc_random_between(random, 0, (int64_t)(sizeof cells / sizeof *cells) - 1)];
}
