/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `uplift`: windows of a ring of the world's size, summits and ridges near them and far, low between high. */
#include <math.h>
#include <string.h>

#include "check/case_tower.h"
#include "check/registry.h"

enum { X, Z, NX, NZ, COLUMNS, PEAKS, RIDGES, PATTERN, SEED };
enum { A_PEAKS, A_RIDGES, A_OUT };
enum { WIDEST = 40, MOST_PEAKS = 24, MOST_RIDGES = 30, ROWS = 425 };

static const twc_scalar scalars[] = {
    {"x", 0, 1571, 0},
    {"z", 0, ROWS - 1, 0},
    {"nx", 1, WIDEST, 1},
    {"nz", 1, WIDEST, 1},
    {"columns", 3, 1571, 1571},
    {"peaks", 1, MOST_PEAKS, 1},
    {"ridges", 0, MOST_RIDGES, 0},
    {"pattern", 0, 3, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[COLUMNS] = index % 4 ? 1571 : twc_random_between(random, 3, 200);
    value[NX] = twc_sweep_length(random, index, WIDEST);
    value[NX] = value[NX] < value[COLUMNS] ? value[NX] : value[COLUMNS];
    value[NZ] = twc_random_between(random, 1, index % 3 ? 9 : WIDEST);
    value[X] = index % 2 ? 0 : twc_random_between(random, 0, value[COLUMNS] - value[NX]);
    value[Z] = twc_random_between(random, 0, ROWS - value[NZ]);
    value[PEAKS] = twc_random_between(random, 1, MOST_PEAKS);
    value[RIDGES] = twc_random_between(random, 0, MOST_RIDGES);
    value[PATTERN] = twc_random_between(random, 0, 3);
    value[SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int shape(twc_case *c)
{
    if (c->value[X] + c->value[NX] > c->value[COLUMNS] || c->value[Z] + c->value[NZ] > ROWS)
        return 0;
    twc_case_list(c, TWC_INPUT, "peaks", &twc_layout_peak, (size_t)c->value[PEAKS]);
    twc_case_list(c, TWC_INPUT, "ridges", &twc_layout_ridge, (size_t)c->value[RIDGES]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_f64, (size_t)(c->value[NX] * c->value[NZ]));
    return 1;
}

static twc_range range_of(const twc_case *c)
{
    return (twc_range){.grid = {(int32_t)c->value[COLUMNS], ROWS, 1},
                       .z_from = 3000000,
                       .z_to = 11500000,
                       .seed = (uint32_t)c->value[SEED] * 2654435761u};
}

/* Within some 60 km of the window, round the ring at times; heights from hills to the highest. */
static void fill(twc_case *c)
{
    const twc_range range = range_of(c);
    twc_peak *peak = c->array[A_PEAKS].data;
    twc_ridge *ridge = c->array[A_RIDGES].data;
    const uint32_t theta = twc_range_theta(&range, (int32_t)c->value[X]);
    for (size_t k = 0; k < c->array[A_PEAKS].count; k++) {
        const uint32_t h = twc_pattern_hash(c->value[SEED], (int32_t)k, 1),
                       g = twc_pattern_hash(c->value[SEED], (int32_t)k, 2);
        const int32_t wide = c->value[PATTERN] == 0 ? 100000000 : 1000000000;
        peak[k].theta = theta + h % (uint32_t)(2 * wide) - (uint32_t)wide;
        peak[k].z = 3000000 + (int32_t)(g % 8500000u);
        peak[k].relief = c->value[PATTERN] == 1 ? 300.0 + (double)(g >> 16) * 0.01 : 200.0 + (double)(h % 4300u);
    }
    for (size_t k = 0; k < c->array[A_RIDGES].count; k++) {
        const uint32_t h = twc_pattern_hash(c->value[SEED], (int32_t)k, 3), n = (uint32_t)c->value[PEAKS];
        ridge[k].a = h % n;
        ridge[k].b = n > 1 ? (ridge[k].a + 1 + h / 64 % (n - 1)) % n : 0;
        const double low = fmin(peak[ridge[k].a].relief, peak[ridge[k].b].relief);
        ridge[k].saddle = low * (0.3 + (double)(h >> 24) / 400.0);
    }
    if (c->value[PEAKS] == 1) /* a ridge of one point has no direction */
        for (size_t k = 0; k < c->array[A_RIDGES].count; k++)
            ridge[k].saddle = 0.0;
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_range range = range_of(c);
    range.peak_count = (size_t)c->value[PEAKS];
    range.peaks = call->buffer[A_PEAKS];
    range.ridge_count = c->value[PEAKS] > 1 ? (size_t)c->value[RIDGES] : 0;
    range.ridges = call->buffer[A_RIDGES];
    const twc_rect window = {(int32_t)c->value[X], (int32_t)c->value[Z], (int32_t)c->value[NX], (int32_t)c->value[NZ]};
    twc_implementation_tower(implementation)->uplift(&range, window, call->buffer[A_OUT]);
}

static const twc_planted_fault faults[] = {
    {"left out too soon", "tower/uplift.c", "- 401.0) * b->least <", "- 401.0) * TWC_FAULT(b->least, 2.0) <"},
    {"ridge of its first end", "tower/uplift.c", "twc_fast_max(x, x + ex), twc_fast_min(z, z + ez)",
     "TWC_FAULT(twc_fast_max(x, x + ex), x), twc_fast_min(z, z + ez)"},
    {"no ground below the land", "tower/uplift.c", "(x >= 1.0) | (relief <= 0.0)", "x >= 1.0"},
    {"wrong order", "tower/uplift.c", "relief * (1.0 - x) * (1.0 - 0.367 * x)",
     "relief * ((1.0 - x) * (1.0 - 0.367 * x))"},
    {"wrong bend", "tower/uplift.c", "- 4.0 * ridge->saddle", "- TWC_FAULT(4.0, 2.0) * ridge->saddle"},
    {"wrong weight", "tower/uplift.c", "4.0 * t * (1.0 - t)", "4.0 * t * t"},
    {"wrong row", "tower/uplift.c", "part.z + (j < part.nz ? j : part.nz - 1)",
     "part.z + (j < part.nz ? TWC_FAULT(j, j - (j == 3)) : part.nz - 1)"},
    {"one edge", "tower/uplift.c", "(range->z_to - z) * 0.01)", "TWC_FAULT(range->z_to - z, z) * 0.01)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_uplift = {
    .name = "tower.uplift",
    .cases = 200,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .run = run,
    .faults = faults,
    .fingerprint = 0xeb593325a9eb67b1,
};
