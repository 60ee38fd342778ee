/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `prefilter` and `bilinear`: heights on rectangles of samples. */
#include <string.h>

#include "check/patterns.h"
#include "check/registry.h"

static int plain_sample(const twc_case *c, uint32_t array, size_t element, void *out)
{
    uint16_t sample = TWC_PLAIN_SAMPLE;
    (void)c, (void)array, (void)element;
    memcpy(out, &sample, sizeof sample);
    return 1;
}

/* ---- prefilter -------------------------------------------------------------------------------------------- */

enum { P_FILTER, P_X, P_Z, P_NX, P_NZ, P_PATTERN, P_SEED };
enum { P_SAMPLES, P_OUT };
enum { P_LIMIT = 300 }; /* a chunk's widest window is 111, a tile's 165 */

static const twc_scalar prefilter_scalars[] = {
    {"filter", 0, TWC_FILTER_COUNT - 1, 0},
    {"x", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"z", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"nx", 1, P_LIMIT, 1},
    {"nz", 1, P_LIMIT, 1},
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void prefilter_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[P_FILTER] = index % TWC_FILTER_COUNT;
    value[P_X] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[P_Z] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[P_NX] = twc_sweep_length(random, index / TWC_FILTER_COUNT, P_LIMIT);
    value[P_NZ] = twc_random_between(random, 1, index % 5 ? 20 : 120);
    value[P_PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[P_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int prefilter_shape(twc_case *c)
{
    int32_t radius = twc_filter_radius((twc_filter)c->value[P_FILTER]);
    twc_rect window = {(int32_t)c->value[P_X], (int32_t)c->value[P_Z], (int32_t)c->value[P_NX],
                       (int32_t)c->value[P_NZ]};
    twc_rect around = {window.x - radius, window.z - radius, window.nx + 2 * radius, window.nz + 2 * radius};
    twc_case_grid(c, TWC_INPUT, "samples", &twc_layout_u16, around, TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_f32, window, TWC_SAMPLE_CM);
    return 1;
}

static void prefilter_fill(twc_case *c)
{
    twc_fill_samples(&c->array[P_SAMPLES], c->value[P_PATTERN], c->value[P_SEED]);
}

static size_t prefilter_scratch(const twc_case *c, const twc_implementation *implementation)
{
    (void)implementation;
    return twc_prefilter_scratch((twc_filter)c->value[P_FILTER], c->array[P_OUT].rect);
}

static void prefilter_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_implementation_ground(implementation)
        ->prefilter((twc_filter)c->value[P_FILTER], c->array[P_OUT].rect, call->buffer[P_SAMPLES], call->buffer[P_OUT],
                    call->scratch);
}

static const twc_planted_fault prefilter_faults[] = {
    {"wrong weight", "ground/prefilter.c", "weight[k] * ((uint32_t)center",
     "weight[k - TWC_FAULT(0, 1)] * ((uint32_t)center"},
    {"missing tail", "ground/prefilter.c",
     "for (int32_t x = 0; x < n; x++) {\n"
     "        const double *at",
     "for (int32_t x = 0; x < TWC_FAULT(n, n < 8 ? n : n & ~7); x++) {\n"
     "        const double *at"},
    {"wrong rounding", "ground/prefilter.c", "twc_fast_weighted_height(sum)",
     "twc_fast_weighted_height((double)(float)sum)"},
    {"lost bit", "ground/prefilter.c", "twc_fast_whole(sum)", "twc_fast_whole(sum & 0x7FFFFFFFu)"},
    {"off by one", "ground/prefilter.c", "at[-k] + at[k]", "at[-k] + at[k - 1]"},
    {"fused multiply-add", "ground/ground.h", "(float)(sum * (0.01 / 4294967296.0) - 200.0)",
     "(float)__builtin_fma(sum, 0.01 / 4294967296.0, -200.0)"},
    {"wrong strip", "ground/prefilter.c", "samples + z * stride + x", "samples + z * stride"},
    {"wrong table", "ground/prefilter.c", "weight->whole[k] = source[k];",
     "weight->whole[k] = source[k] + TWC_FAULT(0u, (uint32_t)(k == 3));"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_prefilter = {
    .name = "ground.prefilter",
    .cases = 480,
    .scalars = prefilter_scalars,
    .draw = prefilter_draw,
    .shape = prefilter_shape,
    .fill = prefilter_fill,
    .neutral = plain_sample,
    .scratch = prefilter_scratch,
    .run = prefilter_run,
    .faults = prefilter_faults,
};

/* ---- bilinear --------------------------------------------------------------------------------------------- */

enum { B_X, B_Z, B_NX, B_NZ, B_N, B_PATTERN, B_SEED };
enum { B_FIELD, B_PX, B_PZ, B_Y };
enum { B_LIMIT = 200, B_SIDE = 40 };

static const twc_scalar bilinear_scalars[] = {
    {"x", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"z", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"nx", 2, B_SIDE, 2},
    {"nz", 2, B_SIDE, 2},
    {"points", 1, B_LIMIT, 1},
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void bilinear_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[B_X] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[B_Z] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[B_NX] = twc_random_between(random, 2, B_SIDE);
    value[B_NZ] = twc_random_between(random, 2, B_SIDE);
    value[B_N] = twc_sweep_length(random, index, B_LIMIT);
    value[B_PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[B_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int bilinear_shape(twc_case *c)
{
    twc_rect field = {(int32_t)c->value[B_X], (int32_t)c->value[B_Z], (int32_t)c->value[B_NX], (int32_t)c->value[B_NZ]};
    size_t n = (size_t)c->value[B_N];
    twc_case_grid(c, TWC_INPUT, "field", &twc_layout_f32, field, TWC_SAMPLE_CM);
    twc_case_list(c, TWC_INPUT, "x", &twc_layout_i32, n);
    twc_case_list(c, TWC_INPUT, "z", &twc_layout_i32, n);
    twc_case_list(c, TWC_OUTPUT, "y", &twc_layout_f32, n);
    return 1;
}

/* On a sample, a centimetre before one, or anywhere, within the columns (rows) that have a next one. */
static int32_t coordinate(int64_t seed, int32_t k, int32_t salt, int32_t first, int32_t count)
{
    uint32_t hash = twc_pattern_hash(seed, k, salt);
    int32_t cell = first + (int32_t)(hash / 1200 % (uint32_t)(count - 1)), within = (int32_t)(hash % 1200);
    return cell * TWC_SAMPLE_CM + (within < 400 ? within : within < 800 ? 0 : TWC_SAMPLE_CM - 1);
}

static void bilinear_fill(twc_case *c)
{
    twc_rect rect = c->array[B_FIELD].rect;
    twc_fill_heights(&c->array[B_FIELD], c->value[B_PATTERN], c->value[B_SEED]);
    for (int32_t k = 0; k < (int32_t)c->value[B_N]; k++) {
        ((int32_t *)c->array[B_PX].data)[k] = coordinate(c->value[B_SEED], k, 1, rect.x, rect.nx);
        ((int32_t *)c->array[B_PZ].data)[k] = coordinate(c->value[B_SEED], k, 2, rect.z, rect.nz);
    }
}

static int bilinear_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    int32_t corner = (array == B_PX ? c->array[B_FIELD].rect.x : c->array[B_FIELD].rect.z) * TWC_SAMPLE_CM;
    float level = 0.0f;
    (void)element;
    memcpy(out, array == B_FIELD ? (void *)&level : (void *)&corner, sizeof level);
    return 1;
}

static void bilinear_plan(const twc_case *c, uint32_t array, size_t element, int32_t *x, int32_t *z)
{
    (void)array;
    *x = ((const int32_t *)c->array[B_PX].data)[element];
    *z = ((const int32_t *)c->array[B_PZ].data)[element];
}

static void bilinear_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_field field = {c->array[B_FIELD].rect, call->buffer[B_FIELD]};
    twc_implementation_ground(implementation)
        ->bilinear(&field, (size_t)c->value[B_N], call->buffer[B_PX], call->buffer[B_PZ], call->buffer[B_Y]);
}

static const twc_planted_fault bilinear_faults[] = {
    {"operand order", "ground/ground.h", "north + (south - north) * tz", "south + (north - south) * (1.0f - tz)"},
    {"fused multiply-add", "ground/ground.h", "nw + (ne - nw) * tx", "__builtin_fmaf(ne - nw, tx, nw)"},
    {"wrong tie", "ground/ground.h", "const uint32_t i = px / spacing",
     "const uint32_t i = TWC_FAULT(px / spacing, (px - (px > 0)) / spacing)"},
    {"wrong rounding", "ground/ground.h", "(float)(int32_t)(px - spacing * i) / (float)TWC_SAMPLE_CM",
     "(float)(int32_t)(px - spacing * i) * (1.0f / 400.0f)"},
    {"missing tail", "ground/heightfield.c", "k < n - LANES ? k : n - LANES", "k <= n - LANES ? k : 0"},
    {"swapped axes", "ground/heightfield.c", "at[k] = place.j * (uint32_t)field->rect.nx + place.i",
     "at[k] = TWC_FAULT(place.j, place.i) * (uint32_t)field->rect.nx + place.i"},
    {"swapped axes of one", "ground/heightfield.c", "(size_t)place.j * (uint32_t)field->rect.nx + place.i",
     "(size_t)place.i * (uint32_t)field->rect.nx + place.j"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_bilinear = {
    .name = "ground.bilinear",
    .cases = 480,
    .scalars = bilinear_scalars,
    .draw = bilinear_draw,
    .shape = bilinear_shape,
    .fill = bilinear_fill,
    .neutral = bilinear_neutral,
    .plan = bilinear_plan,
    .run = bilinear_run,
    .faults = bilinear_faults,
};
