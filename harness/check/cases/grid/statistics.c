/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `box_mean`, `quantile` and `isotonic`: sums that round both ways, equal values, zeros of both signs. */
#include <string.h>

#include "check/case_grid.h"
#include "check/registry.h"

/* ---- box_mean --------------------------------------------------------------------------------------------- */

enum { B_REACH = G_COUNT };
enum { B_IN, B_OUT };

static const twc_scalar box_scalars[] = {
    TWC_GRID_SCALARS,
    {"reach", 0, TWC_GRID_LIMIT + 10, 0},
    {NULL, 0, 0, 0},
};

static void box_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_grid_draw(random, index, value);
    value[B_REACH] = twc_random_between(random, 0, index % 4 ? 5 : TWC_GRID_LIMIT + 10);
    if (value[G_RING] && 2 * value[B_REACH] + 1 > value[G_COLUMNS])
        value[B_REACH] = (value[G_COLUMNS] - 1) / 2;
}

static int box_shape(twc_case *c)
{
    twc_cell_grid grid;
    const size_t cells = twc_case_grid_cells(c);
    if (!twc_case_grid_of(c, &grid) || (grid.ring && 2 * c->value[B_REACH] + 1 > grid.columns))
        return 0;
    twc_case_list(c, TWC_INPUT, "in", &twc_layout_i32, cells);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_i32, cells);
    return 1;
}

static void box_fill(twc_case *c)
{
    int32_t *in = c->array[B_IN].data;
    for (size_t k = 0; k < c->array[B_IN].count; k++) {
        const int32_t wide = (int32_t)twc_case_choice(c, k, 70, 1u << 29) - (1 << 28) + (k == 0);
        in[k] = c->value[G_PATTERN] < 2 ? wide : (int32_t)twc_case_choice(c, k, 71, 9) - 4;
    }
}

static int zero(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)element;
    memset(out, 0, c->array[array].layout->size);
    return 1;
}

static size_t box_scratch(const twc_case *c, const twc_implementation *implementation)
{
    twc_cell_grid grid;
    (void)implementation;
    return twc_case_grid_of(c, &grid) ? twc_box_mean_bytes(&grid) : 0;
}

static void box_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_cell_grid grid;
    (void)twc_case_grid_of(c, &grid);
    twc_implementation_grid(implementation)
        ->box_mean(&grid, (int32_t)c->value[B_REACH], call->buffer[B_IN], call->scratch, call->buffer[B_OUT]);
}

static const twc_planted_fault box_faults[] = {
    {"rounds towards 0", "grid/box_mean.c", "quotient * by > twice", "0"},
    {"rounds down", "grid/box_mean.c", "twice = 2 * sum + count,", "twice = 2 * sum + TWC_FAULT(count, 0),"},
    {"ring left open", "grid/box_mean.c", "i = 0; i < reach; i++)\n        *to++ = all += ring ?",
     "i = 0; i < reach; i++)\n        *to++ = all += TWC_FAULT(ring, 0) ?"},
    {"row not taken off", "grid/box_mean.c", "if (j >= reach)", "if (j > TWC_FAULT(reach - 1, reach))"},
    {"count of the edge", "grid/box_mean.c", "i >= across ? across : i",
     "i >= TWC_FAULT(across, across - 1) ? across : i"},
    {"last row counted twice", "grid/box_mean.c", "reach < nz - 1 - j ? j + reach : nz - 1",
     "TWC_FAULT(reach < nz - 1 - j, 1) ? j + reach : nz - 1"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_box_mean = {
    .name = "grid.box_mean",
    .cases = 360,
    .scalars = box_scalars,
    .draw = box_draw,
    .shape = box_shape,
    .fill = box_fill,
    .neutral = zero,
    .scratch = box_scratch,
    .run = box_run,
    .faults = box_faults,
    .fingerprint = 0xebe21ffa35e2d747,
};

/* ---- quantile --------------------------------------------------------------------------------------------- */

enum { Q_N, Q_RANK, Q_PATTERN, Q_SEED };
enum { Q_VALUES, Q_OUT };
enum { LIMIT = 400 };

static const twc_scalar quantile_scalars[] = {
    {"n", 1, LIMIT, 1}, {"rank", 0, LIMIT - 1, 0}, {"pattern", 0, 4, 0}, {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void quantile_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[Q_N] = twc_sweep_length(random, index, LIMIT);
    value[Q_RANK] = twc_random_between(random, 0, value[Q_N] - 1);
    value[Q_PATTERN] = twc_random_between(random, 0, 4);
    value[Q_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int quantile_shape(twc_case *c)
{
    if (c->value[Q_RANK] >= c->value[Q_N])
        return 0;
    twc_case_list(c, TWC_INPUT, "values", &twc_layout_f64, (size_t)c->value[Q_N]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_f64, 1);
    return 1;
}

/* A value by the pattern: any, few different ones, close together, zeros, all exponents. */
static double value_of(int64_t pattern, int64_t seed, int32_t k)
{
    const double any = (double)twc_pattern_hash(seed, k, 1) - 0x1p31;
    switch (pattern) {
    case 0:
        return any;
    case 1:
        return (double)(twc_pattern_hash(seed, k, 2) % 5) - 2.0;
    case 2:
        return 1.0 + (double)(twc_pattern_hash(seed, k, 2) % 600) * 0x1p-52;
    case 3:
        return twc_pattern_hash(seed, k, 3) % 3 ? 0.0 : -0.0;
    default:
        for (double value = any;; k++)
            if (twc_pattern_hash(seed, k, 4) % 9 == 0)
                return value;
            else
                value *= 0x1p-40;
    }
}

static void quantile_fill(twc_case *c)
{
    double *values = c->array[Q_VALUES].data;
    for (size_t k = 0; k < c->array[Q_VALUES].count; k++)
        values[k] = value_of(c->value[Q_PATTERN], c->value[Q_SEED], (int32_t)k);
}

static size_t quantile_scratch(const twc_case *c, const twc_implementation *implementation)
{
    (void)implementation;
    return twc_quantile_bytes((size_t)c->value[Q_N]);
}

static void quantile_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    *(double *)call->buffer[Q_OUT] = twc_implementation_grid(implementation)
                                         ->quantile((size_t)c->value[Q_N], call->buffer[Q_VALUES],
                                                    (size_t)c->value[Q_RANK], call->scratch);
}

static const twc_planted_fault quantile_faults[] = {
    {"wrong order of signs", "grid/quantile.c", "bits ^ ((uint64_t)1 << 63 | (0 - (bits >> 63)))", "bits"},
    {"rank off by one", "grid/quantile.c", "*rank >= count[digit]", "*rank > count[digit]"},
    {"last digit forgotten", "grid/quantile.c", "while (shift > 0)", "while (shift > TWC_FAULT(0, DIGIT))"},
    {"wrong digit kept", "grid/quantile.c", "kept += digit_of(same, shift) == found;",
     "kept += TWC_FAULT(digit_of(same, shift) == found, 1);"},
    {"sign lost", "grid/quantile.c", "key[0] ^ (uint64_t)1 << 63 : ~key[0]",
     "key[0] ^ (uint64_t)1 << 63 : TWC_FAULT(~key[0], ~key[0] ^ (uint64_t)1 << 63)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_quantile = {
    .name = "grid.quantile",
    .cases = 360,
    .scalars = quantile_scalars,
    .draw = quantile_draw,
    .shape = quantile_shape,
    .fill = quantile_fill,
    .neutral = zero,
    .scratch = quantile_scratch,
    .run = quantile_run,
    .faults = quantile_faults,
    .fingerprint = 0xa96e0439a68521fb,
};

/* ---- isotonic --------------------------------------------------------------------------------------------- */

enum { I_N, I_PARTS, I_PATTERN, I_SEED };
enum { I_VALUES, I_OUT };

static const twc_scalar isotonic_scalars[] = {
    {"n", 1, LIMIT, 1}, {"parts", 2, 9, 2}, {"pattern", 0, 4, 0}, {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void isotonic_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[I_N] = twc_sweep_length(random, index, LIMIT);
    value[I_PARTS] = index & 1 ? 5 : twc_random_between(random, 2, 9);
    value[I_PATTERN] = twc_random_between(random, 0, 4);
    value[I_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int isotonic_shape(twc_case *c)
{
    twc_case_list(c, TWC_INPUT, "values", &twc_layout_weighted, (size_t)c->value[I_N]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_f64, (size_t)c->value[I_N]);
    return 1;
}

/* Falling on the whole, by steps that go up, weights alike or not; sometimes rising, so that all is one block. */
static void isotonic_fill(twc_case *c)
{
    twc_weighted *values = c->array[I_VALUES].data;
    for (size_t k = 0; k < c->array[I_VALUES].count; k++) {
        const uint32_t h = twc_pattern_hash(c->value[I_SEED], (int32_t)k, 5);
        const double trend = (double)(int64_t)k * (c->value[I_PATTERN] == 4 ? 1.0 : -0.25);
        values[k].value = c->value[I_PATTERN] == 3 ? value_of(1, c->value[I_SEED], (int32_t)k)
                                                   : trend + (double)(h % 64) * 0.375;
        values[k].weight = c->value[I_PATTERN] == 0 ? 200000 : 1 + h / 64 % (c->value[I_PATTERN] == 1 ? 3 : 4000);
    }
}

static int isotonic_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    const twc_weighted plain = {0.0, 1};
    (void)c, (void)array, (void)element;
    memcpy(out, &plain, sizeof plain);
    return 1;
}

static size_t isotonic_scratch(const twc_case *c, const twc_implementation *implementation)
{
    (void)implementation;
    return twc_isotonic_bytes((size_t)c->value[I_N]);
}

static void isotonic_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_implementation_grid(implementation)
        ->isotonic((size_t)c->value[I_N], call->buffer[I_VALUES], (uint32_t)c->value[I_PARTS], call->scratch,
                   call->buffer[I_OUT]);
}

static const twc_planted_fault isotonic_faults[] = {
    {"upper quantile", "grid/isotonic.c", "work->parts * sum < weight", "work->parts * sum <= weight"},
    {"small rises kept", "grid/isotonic.c", "fit[blocks - 2] < fit[blocks - 1]",
     "fit[blocks - 2] < fit[blocks - 1] - 0.5"},
    {"wrong merge", "grid/isotonic.c", "right->value < left->value ? *right++ : *left++",
     "right->value > left->value ? *right++ : *left++"},
    {"weights not added", "grid/isotonic.c", "work.weight[blocks - 2] += work.weight[blocks - 1];",
     "work.weight[blocks - 2] += TWC_FAULT(work.weight[blocks - 1], 1);"},
    {"once only", "grid/isotonic.c", "for (blocks++; blocks > 1 &&", "for (blocks++; blocks > TWC_FAULT(1, 2) &&"},
    {"all weigh the same", "grid/isotonic.c", "sum += (++at)->weight;",
     "sum += TWC_FAULT((++at)->weight, at++->weight);"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_isotonic = {
    .name = "grid.isotonic",
    .cases = 360,
    .scalars = isotonic_scalars,
    .draw = isotonic_draw,
    .shape = isotonic_shape,
    .fill = isotonic_fill,
    .neutral = isotonic_neutral,
    .scratch = isotonic_scratch,
    .run = isotonic_run,
    .faults = isotonic_faults,
    .fingerprint = 0x518d542a6b50189f,
};
