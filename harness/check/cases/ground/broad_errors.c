/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `broad_errors`: rows of cells about the length of a batch, heights that are and are not the facets'. */
#include <string.h>

#include "check/patterns.h"
#include "check/registry.h"

enum { X, Z, NX, NZ, PATTERN, BROAD_PATTERN, SEED };
enum { BROAD, HEIGHTS, OUT };
enum { LIMIT = 70, MACRO_SAMPLES = TWC_MACRO_CM / TWC_SAMPLE_CM, REACH = TWC_MACRO_JITTER_CM / TWC_SAMPLE_CM };

static const twc_scalar scalars[] = {
    {"x", -TWC_PLACE_LIMIT(TWC_TILE_MACROS), TWC_PLACE_LIMIT(TWC_TILE_MACROS), 0},
    {"z", -TWC_PLACE_LIMIT(TWC_TILE_MACROS), TWC_PLACE_LIMIT(TWC_TILE_MACROS), 0},
    {"nx", 1, LIMIT, 1},
    {"nz", 1, LIMIT, 1},
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"broad_pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[X] = twc_sweep_place(random, TWC_TILE_MACROS);
    value[Z] = twc_sweep_place(random, TWC_TILE_MACROS);
    value[NX] = index % 16 == 7 ? twc_random_between(random, LIMIT - 8, LIMIT) : twc_random_between(random, 1, 6);
    value[NZ] = twc_random_between(random, 1, value[NX] > 8 ? 2 : 4);
    value[PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[BROAD_PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static twc_rect samples_of(twc_rect macros, int32_t beyond)
{
    return (twc_rect){macros.x * MACRO_SAMPLES - beyond, macros.z * MACRO_SAMPLES - beyond,
                      macros.nx * MACRO_SAMPLES + 1 + 2 * beyond, macros.nz * MACRO_SAMPLES + 1 + 2 * beyond};
}

static int shape(twc_case *c)
{
    const twc_rect macros = {(int32_t)c->value[X], (int32_t)c->value[Z], (int32_t)c->value[NX], (int32_t)c->value[NZ]};
    twc_case_grid(c, TWC_INPUT, "broad", &twc_layout_f32, samples_of(macros, REACH + 1), TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_INPUT, "heights", &twc_layout_f32, samples_of(macros, REACH), TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_f32, macros, TWC_MACRO_CM);
    return 1;
}

static void fill(twc_case *c)
{
    twc_fill_heights(&c->array[BROAD], c->value[BROAD_PATTERN], c->value[SEED]);
    twc_fill_heights(&c->array[HEIGHTS], c->value[PATTERN], c->value[SEED] ^ 1);
}

static int neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)c, (void)array, (void)element;
    memset(out, 0, sizeof(float));
    return 1;
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_field broad = {c->array[BROAD].rect, call->buffer[BROAD]},
                    heights = {c->array[HEIGHTS].rect, call->buffer[HEIGHTS]};
    twc_implementation_ground(implementation)->broad_errors(&broad, &heights, c->array[OUT].rect, call->buffer[OUT]);
}

/*
 * Not told from the original, and so not planted: a sample on an edge left out (no edge that hashes give meets one but
 * by chance of some millions), and a fused sum of weights (binary32 hides the last place of binary64).
 */
static const twc_planted_fault broad_errors_faults[] = {
    {"dropped row", "ground/broad_errors.c", "z <= z1; z++", "z < TWC_FAULT(z1 + 1, z1); z++"},
    {"dropped last lane", "ground/broad_errors.c", "x1 - x0 + 1, h", "x1 - x0 + TWC_FAULT(1, 0), h"},
    {"wrong maximum", "ground/broad_errors.c", "bits > greatest[k] ? bits", "TWC_FAULT(bits > greatest[k], 1) ? bits"},
    {"wrong precision", "ground/broad_errors.c", "(float)(t->y + rise)",
     "TWC_FAULT((float)(t->y + rise), (float)t->y + (float)rise)"},
    {"invalid diagonal", "ground/broad_errors.c", "valid == 3 ? nearer", "valid == TWC_FAULT(3, valid) ? nearer"},
    {"wrong salt", "ground/broad_errors.c", "twc_fast_hash(i, j, TWC_SALT_MACRO_Z)",
     "twc_fast_hash(i, j, TWC_FAULT(TWC_SALT_MACRO_Z, TWC_SALT_MACRO_X))"},
    {"outside counted", "ground/broad_errors.c", "(wb | wc | (t->area - wb - wc))",
     "(wb | wc | TWC_FAULT(t->area - wb - wc, 0))"},
    {"stale row", "ground/broad_errors.c", "rows[0] = rows[1];", "rows[0] = rows[TWC_FAULT(1, 0)];"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_broad_errors = {
    .name = "ground.broad_errors",
    .cases = 320,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .neutral = neutral,
    .run = run,
    .faults = broad_errors_faults,
    .fingerprint = 0x0c0659b0df4e136a,
};
