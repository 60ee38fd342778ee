/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `initial_classes`: fields in which single samples, on the rim or at the threshold, decide. */
#include <math.h>
#include <string.h>

#include "check/patterns.h"
#include "check/registry.h"

enum { I_X, I_Z, I_NX, I_NZ, I_PATTERN, I_SEED };
enum { I_BROAD, I_OUT };
enum {
    I_LIMIT = 9,
    MACRO_SAMPLES = TWC_MACRO_CM / TWC_SAMPLE_CM,
    SLOPE_REACH = TWC_RELIEF_RADIUS + 1
}; /* 60 m and the difference's one sample */

static const twc_scalar initial_scalars[] = {
    {"x", -TWC_PLACE_LIMIT(TWC_TILE_MACROS), TWC_PLACE_LIMIT(TWC_TILE_MACROS), 0},
    {"z", -TWC_PLACE_LIMIT(TWC_TILE_MACROS), TWC_PLACE_LIMIT(TWC_TILE_MACROS), 0},
    {"nx", 1, I_LIMIT, 1},
    {"nz", 1, I_LIMIT, 1},
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void initial_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[I_X] = twc_sweep_place(random, TWC_TILE_MACROS);
    value[I_Z] = twc_sweep_place(random, TWC_TILE_MACROS);
    value[I_NX] = twc_sweep_length(random, index, I_LIMIT);
    value[I_NZ] = twc_random_between(random, 1, 4);
    /* The verdict turns on the steepest place: ramps at the threshold, lone spikes and hills tell more than noise. */
    static const int64_t telling[] = {5, 2, 5, 7, 5, 1, 5, 8};
    value[I_PATTERN] = index % 4 ? telling[index % 8] : twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[I_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int initial_shape(twc_case *c)
{
    twc_rect macros = {(int32_t)c->value[I_X], (int32_t)c->value[I_Z], (int32_t)c->value[I_NX],
                       (int32_t)c->value[I_NZ]};
    int32_t before = SLOPE_REACH - MACRO_SAMPLES / 2;
    twc_rect field = {macros.x * MACRO_SAMPLES - before, macros.z * MACRO_SAMPLES - before,
                      macros.nx * MACRO_SAMPLES + 2 * before + 1, macros.nz * MACRO_SAMPLES + 2 * before + 1};
    twc_case_grid(c, TWC_INPUT, "broad", &twc_layout_f32, field, TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_u8, macros, TWC_MACRO_CM);
    return 1;
}

static int32_t half_width(int32_t dz)
{
    int32_t width = 0;
    while ((width + 1) * (width + 1) + dz * dz <= TWC_RELIEF_RADIUS * TWC_RELIEF_RADIUS)
        width++;
    return width;
}

/* Samples are put where the disc about a cell's centre must, or must not, see them. */
typedef struct canvas {
    twc_array *broad;
    int32_t x, z; /* the centre */
} canvas;

static void put(const canvas *on, int32_t dx, int32_t dz, float height)
{
    twc_rect rect = on->broad->rect;
    int32_t column = on->x + dx - rect.x, row = on->z + dz - rect.z;
    if (column >= 0 && column < rect.nx && row >= 0 && row < rect.nz)
        ((float *)on->broad->data)[(size_t)row * (size_t)rect.nx + (size_t)column] = height;
}

/* A bump just outside the disc: of the slopes about it, one sample on the rim sees one. */
static void rim_bump(const canvas *on, uint32_t hash)
{
    int32_t along = (int32_t)(hash % (2 * TWC_RELIEF_RADIUS + 1)) - TWC_RELIEF_RADIUS, out = half_width(along) + 1;
    out = hash >> 31 ? -out : out;
    if (hash >> 30 & 1)
        put(on, out, along, 3.0f);
    else
        put(on, along, out, 3.0f);
}

/*
 * Two slopes whose root of squares is the first float above 0.30, or the last one that is not: the rounding of each
 * product and of the sum decides. Heights are eight times the slopes, which is exact.
 */
static void threshold_pair(const canvas *on, uint32_t hash)
{
    float gx = (float)(hash >> 8 & 0xFFFF) * (0.3f / 65536.0f), gz = 0.0f, step = 0.15f;
    for (int halving = 0; halving < 40; halving++, step *= 0.5f)
        if (!(sqrtf(gx * gx + (gz + step) * (gz + step)) > 0.30f))
            gz += step;
    if (hash & 1)
        gz = nextafterf(gz, 1.0f);
    put(on, 1, 0, 8.0f * gx);
    put(on, 0, 1, 8.0f * gz);
}

/* One sample of 2.4 m, whose slope is 0.30, or a bit more or less. */
static void threshold_bump(const canvas *on, uint32_t hash)
{
    static const float heights[3] = {2.4f, 0x1.333334p+1f, 0x1.333330p+1f};
    put(on, (int32_t)(hash % 11) - 5, (int32_t)(hash / 11 % 11) - 5, heights[hash / 121 % 3]);
}

/* Pattern 5 puts one mark to every third cell, so far apart that each decides alone. */
static void initial_fill(twc_case *c)
{
    twc_array *broad = &c->array[I_BROAD];
    twc_rect macros = c->array[I_OUT].rect;
    int64_t seed = c->value[I_SEED];
    twc_fill_heights(broad, c->value[I_PATTERN] == 5 ? 0 : c->value[I_PATTERN], seed);
    for (int32_t k = 0; c->value[I_PATTERN] == 5 && k < macros.nx * macros.nz; k++) {
        int32_t x = macros.x + k % macros.nx, z = macros.z + k / macros.nx;
        uint32_t hash = twc_pattern_hash(seed, x, z);
        canvas on = {broad, x * MACRO_SAMPLES + MACRO_SAMPLES / 2, z * MACRO_SAMPLES + MACRO_SAMPLES / 2};
        if (twc_floor_mod(x, 3) != 0 || twc_floor_mod(z, 3) != 0)
            continue;
        if (hash >> 24 & 1)
            rim_bump(&on, hash);
        else if (hash >> 25 & 1)
            threshold_pair(&on, hash);
        else
            threshold_bump(&on, hash);
    }
}

static int initial_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    float level = 0.0f;
    (void)c, (void)array, (void)element;
    memcpy(out, &level, sizeof level);
    return 1;
}

static void initial_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_field broad = {c->array[I_BROAD].rect, call->buffer[I_BROAD]};
    twc_implementation_ground(implementation)->initial_classes(&broad, c->array[I_OUT].rect, call->buffer[I_OUT]);
}

/* Not told from the original, and so not planted: `/ 8.0f` as `* 0.125f`, as both are exact. */
static const twc_planted_fault initial_classes_faults[] = {
    {"wrong tie", "ground/initial_classes.c", "sqrtf(square) > 0.30f", "sqrtf(square) >= 0.30f"},
    {"fused multiply-add", "ground/initial_classes.c", "gx * gx + gz * gz", "__builtin_fmaf(gx, gx, gz * gz)"},
    {"off by one", "ground/initial_classes.c", "half_width[dz < 0 ? -dz : dz]",
     "half_width[dz < 0 ? -dz : dz] - (dz == 7)"},
    {"dropped last lane", "ground/initial_classes.c", "k <= 2 * reach", "k < 2 * reach"},
    {"dropped row", "ground/initial_classes.c", "dz <= TWC_RELIEF_RADIUS", "dz < TWC_RELIEF_RADIUS"},
    {"wrong maximum", "ground/initial_classes.c", "bits > steepest[k]", "1"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_initial_classes = {
    .name = "ground.initial_classes",
    .cases = 480,
    .scalars = initial_scalars,
    .draw = initial_draw,
    .shape = initial_shape,
    .fill = initial_fill,
    .neutral = initial_neutral,
    .run = initial_run,
    .faults = initial_classes_faults,
};
