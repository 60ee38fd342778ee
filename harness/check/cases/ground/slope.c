/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `slope`: windows of every width about those of vectors, in fields that are larger on some sides. */
#include <string.h>

#include "check/patterns.h"
#include "check/registry.h"

enum { X, Z, NX, NZ, BEYOND, PATTERN, SEED };
enum { FIELD, OUT };
enum { LIMIT = 150 };

static const twc_scalar scalars[] = {
    {"x", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"z", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"nx", 1, LIMIT, 1},
    {"nz", 1, LIMIT, 1},
    {"beyond", 0, 15, 0}, /* by bit: the field goes on to the west, north, east, south */
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[X] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[Z] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[NX] = twc_sweep_length(random, index, LIMIT);
    value[NZ] = twc_random_between(random, 1, index % 7 ? 6 : LIMIT);
    value[BEYOND] = twc_random_between(random, 0, 15);
    value[PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int shape(twc_case *c)
{
    const int32_t west = 1 + (c->value[BEYOND] & 1), north = 1 + (c->value[BEYOND] >> 1 & 1);
    const int32_t east = 1 + (c->value[BEYOND] >> 2 & 1), south = 1 + (c->value[BEYOND] >> 3 & 1);
    const twc_rect window = {(int32_t)c->value[X], (int32_t)c->value[Z], (int32_t)c->value[NX], (int32_t)c->value[NZ]};
    twc_case_grid(c, TWC_INPUT, "field", &twc_layout_f32,
                  (twc_rect){window.x - west, window.z - north, window.nx + west + east, window.nz + north + south},
                  TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_f32, window, TWC_SAMPLE_CM);
    return 1;
}

static void fill(twc_case *c)
{
    twc_fill_heights(&c->array[FIELD], c->value[PATTERN], c->value[SEED]);
}

static int level(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)c, (void)array, (void)element;
    memset(out, 0, sizeof(float));
    return 1;
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_field field = {c->array[FIELD].rect, call->buffer[FIELD]};
    twc_implementation_ground(implementation)->slope(&field, c->array[OUT].rect, call->buffer[OUT]);
}

static const twc_planted_fault slope_faults[] = {
    {"fused multiply-add", "ground/slope.c", "gx * gx + gz * gz", "__builtin_fmaf(gx, gx, gz * gz)"},
    {"off by one", "ground/slope.c", "(h[x + 1] - h[x - 1]) / 8.0f", "(h[x + 1] - h[x]) / 4.0f"},
    {"missing tail", "ground/slope.c", "x < n; x++", "TWC_FAULT(x < n, x < (n > 8 ? n & ~7 : n)); x++"},
    {"wrong row", "ground/slope.c", "h - width, h + width, out", "h - width, TWC_FAULT(h + width, h), out"},
    {"wrong stride", "ground/slope.c", "h += width, out", "h += TWC_FAULT(width, window.nx + 2), out"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_slope = {
    .name = "ground.slope",
    .cases = 480,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .neutral = level,
    .run = run,
    .faults = slope_faults,
    .fingerprint = 0xcfedc078dc307a80,
};
