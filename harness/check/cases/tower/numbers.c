/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `turn_cos_sin`, `power`, `cube_root` and `tower_fbm`. */
#include <math.h>
#include <string.h>

#include "check/case_tower.h"
#include "check/registry.h"

enum { LIMIT = 400 };

/* ---- turn_cos_sin ----------------------------------------------------------------------------------------- */

enum { T_N, T_PATTERN, T_SEED };

static const twc_scalar turn_scalars[] = {
    {"n", 1, LIMIT, 1},
    {"pattern", 0, TWC_THETA_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void turn_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[T_N] = twc_sweep_length(random, index, LIMIT);
    value[T_PATTERN] = twc_random_between(random, 0, TWC_THETA_PATTERNS - 1);
    value[T_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int turn_shape(twc_case *c)
{
    const size_t n = (size_t)c->value[T_N];
    twc_case_list(c, TWC_INPUT, "theta", &twc_layout_u32, n);
    twc_case_list(c, TWC_OUTPUT, "cosine", &twc_layout_f64, n);
    twc_case_list(c, TWC_OUTPUT, "sine", &twc_layout_f64, n);
    return 1;
}

static void turn_fill(twc_case *c)
{
    uint32_t *theta = c->array[0].data;
    for (size_t k = 0; k < c->array[0].count; k++)
        theta[k] = twc_case_theta(c->value[T_PATTERN], c->value[T_SEED], (int32_t)k);
}

static int zero(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)element;
    memset(out, 0, c->array[array].layout->size);
    return 1;
}

static void turn_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_implementation_tower(implementation)
        ->turn_cos_sin((size_t)c->value[T_N], call->buffer[0], call->buffer[1], call->buffer[2]);
}

static const twc_planted_fault turn_faults[] = {
    {"wrong rounding", "tower/tower.h", "(theta + 0x20000000u) >> 30", "theta >> 30"},
    {"wrong coefficient", "tower/tower.h", "s * b + -1.0 / 5040", "s * b + -1.0 / 5041"},
    {"fused multiply-add", "tower/tower.h", "c * b + -1.0 / 2", "__builtin_fma(c, b, -1.0 / 2)"},
    {"wrong sign", "tower/tower.h", "(uint64_t)((q + 1) >> 1 & 1)", "(uint64_t)(q >> 1 & 1)"},
    {"quarters not swapped", "tower/tower.h", "(uint64_t)(q & 1)", "(uint64_t)0"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_turn_cos_sin = {
    .name = "tower.turn_cos_sin",
    .cases = 240,
    .scalars = turn_scalars,
    .draw = turn_draw,
    .shape = turn_shape,
    .fill = turn_fill,
    .neutral = zero,
    .run = turn_run,
    .faults = turn_faults,
    .fingerprint = 0x11497a7674ebb4e8,
};

/* ---- power and cube_root ---------------------------------------------------------------------------------- */

enum { P_N, P_PATTERN, P_EXPONENT, P_SEED };
enum { EXPONENTS = 9 };
static const double exponents[EXPONENTS] = {3.41, 0.5, 1.6, 0.0, -0.4, 1.0, 37.0, -512.25, 1.0 / 3.0};

static const twc_scalar power_scalars[] = {
    {"n", 1, LIMIT, 1},
    {"pattern", 0, 3, 0},
    {"exponent", 0, EXPONENTS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void power_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[P_N] = twc_sweep_length(random, index, LIMIT);
    value[P_PATTERN] = twc_random_between(random, 0, 3);
    value[P_EXPONENT] = twc_random_between(random, 0, EXPONENTS - 1);
    value[P_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int power_shape(twc_case *c)
{
    twc_case_list(c, TWC_INPUT, "x", &twc_layout_f64, (size_t)c->value[P_N]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_f64, (size_t)c->value[P_N]);
    return 1;
}

/* Winds, all exponents, about 1 and the square root of 2, powers of two. */
static void power_fill(twc_case *c)
{
    double *x = c->array[0].data;
    for (size_t k = 0; k < c->array[0].count; k++) {
        const uint32_t h = twc_pattern_hash(c->value[P_SEED], (int32_t)k, 5);
        uint64_t bits = (uint64_t)(1 + h % 2046) << 52 | (uint64_t)h << 20;
        switch (c->value[P_PATTERN]) {
        case 0:
            x[k] = 0.01 + (double)(h % 100000) * 0.0004;
            break;
        case 1:
            memcpy(&x[k], &bits, sizeof bits);
            break;
        case 2:
            x[k] = (h & 1 ? 1.0 : 1.4142135623730951) + ((double)(h >> 1) - 0x1p30) * (h & 2 ? 0x1p-52 : 0x1p-40);
            break;
        default:
            bits = (uint64_t)(1 + h % 2046) << 52;
            memcpy(&x[k], &bits, sizeof bits);
        }
    }
}

static int one(const twc_case *c, uint32_t array, size_t element, void *out)
{
    const double plain = 1.0;
    (void)c, (void)array, (void)element;
    memcpy(out, &plain, sizeof plain);
    return 1;
}

static void power_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_implementation_tower(implementation)
        ->power((size_t)c->value[P_N], call->buffer[0], exponents[c->value[P_EXPONENT]], call->buffer[1]);
}

static const twc_planted_fault power_faults[] = {
    {"wrong coefficient", "tower/numbers.c", "sum * q + 0.3205988979753252", "sum * q + 0.32059889798"},
    {"wrong half", "tower/numbers.c", "raw >= 1.4142135623730951", "raw >= 1.5"},
    {"fused multiply-add", "tower/numbers.c", "sum * f + 0.05550410866482158",
     "__builtin_fma(sum, f, 0.05550410866482158)"},
    {"underflow too soon", "tower/numbers.c", "!(t >= -1022.5)", "!(t >= -1021.5)"},
    {"no overflow", "tower/numbers.c", "t >= 1023.5;", "t >= TWC_FAULT(1023.5, 1.0e9);"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_power = {
    .name = "tower.power",
    .cases = 360,
    .scalars = power_scalars,
    .draw = power_draw,
    .shape = power_shape,
    .fill = power_fill,
    .neutral = one,
    .run = power_run,
    .faults = power_faults,
    .fingerprint = 0xca1c4680676724f9,
};

static void root_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_implementation_tower(implementation)->cube_root((size_t)c->value[P_N], call->buffer[0], call->buffer[1]);
}

static const twc_planted_fault root_faults[] = {
    {"wrong guess", "tower/numbers.c", "0x2A9F789300000000u", "0x2A9F789300000001u"},
    {"wrong division", "tower/numbers.c", "twc_fast_bits(x[k]) / 3", "twc_fast_bits(x[k]) / 4"},
    {"missing tail", "tower/numbers.c", "k < n; k++) {\n        double y",
     "k < TWC_FAULT(n, n > 4 ? n & ~(size_t)3 : n); k++) {\n        double y"},
    {"a step too few", "tower/numbers.c", "out[k] = y;", "out[k] = TWC_FAULT(y, (y * 3.0 - x[k] / (y * y)) / 2.0);"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_cube_root = {
    .name = "tower.cube_root",
    .cases = 240,
    .scalars = power_scalars,
    .draw = power_draw,
    .shape = power_shape,
    .fill = power_fill,
    .neutral = one,
    .run = root_run,
    .faults = root_faults,
    .fingerprint = 0xeedde259b3f19983,
};

/* ---- tower_fbm -------------------------------------------------------------------------------------------- */

enum { F_N, F_PATTERN, F_SIZE, F_OCTAVES, F_NOISE_SEED, F_SEED };
enum { SIZES = 6 };
static const double sizes[SIZES] = {20000.0, 8000.0, 400.0, 16.0, 50000.0, 1.0};

static const twc_scalar fbm_scalars[] = {
    {"n", 1, LIMIT, 1},
    {"pattern", 0, TWC_THETA_PATTERNS - 1, 0},
    {"size", 0, SIZES - 1, 0},
    {"octaves", 1, TWC_TOWER_OCTAVES, 1},
    {"noise_seed", 0, UINT32_MAX, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void fbm_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[F_N] = twc_sweep_length(random, index, LIMIT);
    value[F_PATTERN] = twc_random_between(random, 0, TWC_THETA_PATTERNS - 1);
    value[F_SIZE] = twc_random_between(random, 0, SIZES - 1);
    value[F_OCTAVES] = twc_random_between(random, 1, TWC_TOWER_OCTAVES);
    value[F_NOISE_SEED] = twc_random_between(random, 0, 1) ? twc_random_between(random, 0, UINT32_MAX)
                                                           : twc_random_between(random, 0, 3);
    value[F_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int fbm_shape(twc_case *c)
{
    const size_t n = (size_t)c->value[F_N];
    twc_case_list(c, TWC_INPUT, "theta", &twc_layout_u32, n);
    twc_case_list(c, TWC_INPUT, "z", &twc_layout_i32, n);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_f64, n);
    return 1;
}

static void fbm_fill(twc_case *c)
{
    uint32_t *theta = c->array[0].data;
    int32_t *z = c->array[1].data;
    for (size_t k = 0; k < c->array[0].count; k++) {
        const uint32_t h = twc_pattern_hash(c->value[F_SEED], (int32_t)k, 6);
        theta[k] = twc_case_theta(c->value[F_PATTERN], c->value[F_SEED], (int32_t)k);
        z[k] = h & 1 ? (int32_t)(h % (TWC_TOWER_LENGTH_CM + 1)) : (int32_t)(h % 540 * 100000);
    }
}

static void fbm_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_tower_noise noise = {sizes[c->value[F_SIZE]], (int32_t)c->value[F_OCTAVES],
                                   (uint32_t)c->value[F_NOISE_SEED]};
    const twc_tower_spots at = {(size_t)c->value[F_N], call->buffer[0], call->buffer[1]};
    twc_implementation_tower(implementation)->tower_fbm(&noise, at, call->buffer[2]);
}

static const twc_planted_fault fbm_faults[] = {
    {"wrong corner", "tower/noise3.c", "twc_fast_hash_end(x ^ y1 ^ z1)", "twc_fast_hash_end(x ^ y ^ z1)"},
    {"wrong edge", "tower/noise3.c", "eight & four & ~one", "eight & four"},
    {"wrong shift", "tower/noise3.c", "i * 7.4375", "i * 7.4376"},
    {"seed of the octave", "tower/noise3.c", "noise->seed + (uint32_t)i", "noise->seed"},
    {"gains", "tower/noise3.c", "gains += gain;", "gains += TWC_FAULT(gain, i < 7 ? gain : 0.0);"},
    {"wrong height", "tower/noise3.c", "at.z[from] * 0.01", "at.z[from] * 0.01f"},
    {"fused multiply-add", "tower/noise3.c", "a + (b - a) * t", "__builtin_fma(b - a, t, a)"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_tower_fbm = {
    .name = "tower.tower_fbm",
    .cases = 240,
    .scalars = fbm_scalars,
    .draw = fbm_draw,
    .shape = fbm_shape,
    .fill = fbm_fill,
    .neutral = zero,
    .run = fbm_run,
    .faults = fbm_faults,
    .fingerprint = 0x7c4d096312498e79,
};
