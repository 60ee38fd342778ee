/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cases of `brush_apply`: strokes about a rectangle of samples, on its borders, within it, of a centimetre, and over
 * all of it.
 */
#include "check/patterns.h"
#include "check/registry.h"

enum { X, Z, NX, NZ, KIND, CENTRE_X, CENTRE_Z, RADIUS, STRENGTH, TARGET, SALT, MASK, PATTERN, SEED };
enum { AROUND, A_MASK, OUT };
enum { LIMIT = 150, RADIUS_LIMIT = 100000 };
enum { NO_MASK, EMPTY_MASK, FULL_MASK, RANDOM_MASK, MASKS };

static const twc_scalar scalars[] = {
    {"x", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"z", -TWC_PLACE_LIMIT(TWC_TILE_CELLS), TWC_PLACE_LIMIT(TWC_TILE_CELLS), 0},
    {"nx", 1, LIMIT, 1},
    {"nz", 1, LIMIT, 1},
    {"kind", 0, TWC_BRUSH_NOISE, 0},
    {"centre_x", -RADIUS_LIMIT, RADIUS_LIMIT, 0}, /* centimetres from the first sample */
    {"centre_z", -RADIUS_LIMIT, RADIUS_LIMIT, 0},
    {"radius", 1, RADIUS_LIMIT, 1},
    {"strength", 0, 65535, 0},
    {"target", 0, 65535, 0},
    {"salt", -0x7FFFFFFF, 0x7FFFFFFF, 0},
    {"mask", 0, MASKS - 1, NO_MASK},
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static int relative(int64_t kind)
{
    return kind == TWC_BRUSH_SMOOTH || kind == TWC_BRUSH_FLATTEN;
}

/* On a sample, a centimetre beside one, or anywhere about the rectangle. */
static int64_t draw_centre(twc_random *random, int64_t samples)
{
    int64_t sample = twc_random_between(random, -1, samples) * TWC_SAMPLE_CM;
    switch (twc_random_between(random, 0, 3)) {
    case 0:
        return sample;
    case 1:
        return sample + twc_random_between(random, 0, 1) * 2 - 1;
    default:
        return twc_random_between(random, -TWC_SAMPLE_CM, samples * TWC_SAMPLE_CM);
    }
}

/* Of a centimetre, with samples on the rim, as large as can be, or about as large as the rectangle. */
static int64_t draw_radius(twc_random *random, int64_t samples)
{
    switch (twc_random_between(random, 0, 7)) {
    case 0:
        return twc_random_between(random, 1, 2);
    case 1:
        return twc_random_between(random, 1, 5) * TWC_SAMPLE_CM;
    case 2:
        return RADIUS_LIMIT;
    case 3:
        return twc_random_between(random, 1, RADIUS_LIMIT);
    default:
        return twc_random_between(random, 1, samples * TWC_SAMPLE_CM);
    }
}

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[X] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[Z] = twc_sweep_place(random, TWC_TILE_CELLS);
    value[NX] = twc_sweep_length(random, index / 5, LIMIT);
    value[NZ] = twc_random_between(random, 1, index % 7 ? 6 : LIMIT);
    value[KIND] = index % (TWC_BRUSH_NOISE + 1);
    value[CENTRE_X] = draw_centre(random, value[NX]);
    value[CENTRE_Z] = draw_centre(random, value[NZ]);
    value[RADIUS] = draw_radius(random, value[NX] > value[NZ] ? value[NX] : value[NZ]);
    if (index % 6 == 5) { /* as sessions have it: the samples under the brush, no others */
        value[NX] = value[NZ] = LIMIT - twc_random_between(random, 0, 9);
        value[CENTRE_X] = value[CENTRE_Z] = (value[NX] - 1) * TWC_SAMPLE_CM / 2;
        value[RADIUS] = (value[NX] + 1) * TWC_SAMPLE_CM / 2;
    }
    int64_t most = relative(value[KIND]) ? 256 : 65535;
    value[STRENGTH] = twc_random_once_in(random, 3)
                          ? most
                          : twc_random_between(random, 0, twc_random_once_in(random, 2) ? most : most / 40);
    value[TARGET] = twc_random_once_in(random, 3) ? 65535 * twc_random_between(random, 0, 1)
                                                  : twc_random_between(random, 0, 65535);
    value[SALT] = twc_random_once_in(random, 3) ? twc_random_between(random, -0x7FFFFFFF, 0x7FFFFFFF)
                                                : twc_random_between(random, 0, 1000);
    value[MASK] = twc_random_between(random, 0, 5);
    value[MASK] = value[MASK] < MASKS ? value[MASK] : NO_MASK;
    value[PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int shape(twc_case *c)
{
    twc_rect rect = {(int32_t)c->value[X], (int32_t)c->value[Z], (int32_t)c->value[NX], (int32_t)c->value[NZ]};
    if (relative(c->value[KIND]) && c->value[STRENGTH] > 256)
        return 0;
    twc_case_grid(c, TWC_INPUT, "around", &twc_layout_u16, (twc_rect){rect.x - 1, rect.z - 1, rect.nx + 2, rect.nz + 2},
                  TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_INPUT, "mask", &twc_layout_u8, rect, TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_u16, rect, TWC_SAMPLE_CM);
    return 1;
}

static void fill(twc_case *c)
{
    const twc_array *mask = &c->array[A_MASK];
    twc_fill_samples(&c->array[AROUND], c->value[PATTERN], c->value[SEED]);
    for (size_t k = 0; k < mask->count; k++) {
        int32_t x = mask->rect.x + (int32_t)(k % (size_t)mask->rect.nx),
                z = mask->rect.z + (int32_t)(k / (size_t)mask->rect.nx);
        uint32_t hash = twc_pattern_hash(c->value[SEED] + 5, x, z);
        /* Any value but 0 masks. */
        ((uint8_t *)mask->data)[k] = c->value[MASK] == FULL_MASK                 ? 1
                                     : c->value[MASK] == RANDOM_MASK && hash & 1 ? (uint8_t)(hash >> 8)
                                                                                 : 0;
    }
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_rect rect = c->array[OUT].rect;
    const twc_brush brush = {
        .kind = (twc_brush_kind)c->value[KIND],
        .centre = {rect.x * TWC_SAMPLE_CM + (int32_t)c->value[CENTRE_X],
                   rect.z * TWC_SAMPLE_CM + (int32_t)c->value[CENTRE_Z]},
        .radius_cm = (int32_t)c->value[RADIUS],
        .strength = (int32_t)c->value[STRENGTH],
        .target = (uint16_t)c->value[TARGET],
        .salt = (int32_t)c->value[SALT],
    };
    twc_implementation_world(implementation)
        ->brush_apply(&brush, rect, call->buffer[AROUND], c->value[MASK] == NO_MASK ? NULL : call->buffer[A_MASK],
                      call->buffer[OUT]);
}

static const twc_planted_fault brush_apply_faults[] = {
    {"wrong rounding", "world/brush.c", "(2 * sum + 9) / 18", "sum / 9"},
    {"off by one", "world/brush.c", "(double)first.z * TWC_SAMPLE_CM",
     "(double)(first.z + TWC_FAULT(0, 1)) * TWC_SAMPLE_CM"},
    {"missing tail", "world/brush.c", "s.end - x < STRETCH ? s.end - x : STRETCH",
     "s.end - x < STRETCH ? (s.end - x > 8 ? (s.end - x) & ~7 : s.end - x) : STRETCH"},
    {"wrong floor", "world/brush.c", "(int32_t)(change + 65536.5) - 65536",
     "(int32_t)(change + (change < 0.0 ? -0.5 : 0.5))"},
    {"saturation", "world/brush.c", "value > 65535 ? 65535 : value", "value"},
    {"wrong stretch", "world/brush.c", "mask ? mask + k + x : none", "mask ? mask + k : none"},
    {"wrong salt", "world/brush.c", "twc_fast_hash(first_x + k, z, brush->salt)",
     "twc_fast_hash(z, first_x + k, brush->salt)"},
    {"single precision", "world/brush.c", "dx * dx + across", "(double)(float)(dx * dx + across)"},
    {"lost half", "world/brush.c", "+ 0.5) * inverse", "+ TWC_FAULT(0.5, 0.0)) * inverse"},
    {"narrow span", "world/brush.c", "TWC_SAMPLE_CM) + 1 - rect.x", "TWC_SAMPLE_CM) + TWC_FAULT(1, 0) - rect.x"},
    {"missing end", "world/brush.c", "rect.nx - s.end", "rect.nx - s.end - (rect.nx > s.end)"},
    {"wrong sign", "world/brush.c", "brush->kind == TWC_BRUSH_LOWER ? -1 : 1", "1"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_brush_apply = {
    .name = "world.brush_apply",
    .cases = 600,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .run = run,
    .faults = brush_apply_faults,
};
