/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `locate_samples`: points of a chunk, on vertices and borders of cells too, with and without Broad cells. */
#include <string.h>

#include "check/patterns.h"
#include "check/registry.h"

enum { X, Z, N, KIND, PATTERN, CLASSES, SEED };
enum { CLASS, SAMPLES, POINTS, OUT };
enum { LIMIT = 70, KINDS = 3, RING = TWC_CLASS_RING, CHUNK_SAMPLES = TWC_CHUNK_CM / TWC_SAMPLE_CM };

static const twc_scalar scalars[] = {
    {"chunk_x", -TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), 0},
    {"chunk_z", -TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), TWC_PLACE_LIMIT(TWC_TILE_CHUNKS), 0},
    {"points", 1, LIMIT, 1},
    {"kind", 0, KINDS - 1, 0}, /* of points: anywhere, about vertices, about borders of cells */
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"class_pattern", 0, TWC_CLASS_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[X] = twc_sweep_place(random, TWC_TILE_CHUNKS);
    value[Z] = twc_sweep_place(random, TWC_TILE_CHUNKS);
    value[N] = twc_sweep_length(random, index / KINDS, LIMIT);
    value[KIND] = index % KINDS;
    value[PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[CLASSES] = twc_random_between(random, 0, TWC_CLASS_PATTERNS - 1);
    value[SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int shape(twc_case *c)
{
    const int32_t x = (int32_t)c->value[X], z = (int32_t)c->value[Z], margin = TWC_LOCATE_MARGIN,
                  side = CHUNK_SAMPLES + 1 + 2 * margin;
    twc_case_grid(c, TWC_INPUT, "classes", &twc_layout_u8,
                  (twc_rect){x * TWC_CHUNK_MACROS - RING, z * TWC_CHUNK_MACROS - RING, TWC_CHUNK_MACROS + 2 * RING,
                             TWC_CHUNK_MACROS + 2 * RING},
                  TWC_MACRO_CM);
    twc_case_grid(c, TWC_INPUT, "samples", &twc_layout_u16,
                  (twc_rect){x * CHUNK_SAMPLES - margin, z * CHUNK_SAMPLES - margin, side + TWC_LOCATE_BEYOND, side},
                  TWC_SAMPLE_CM);
    twc_case_list(c, TWC_INPUT, "points", &twc_layout_point, (size_t)c->value[N]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_location, (size_t)c->value[N]);
    return 1;
}

/* Along one axis, in the chunk. */
static int32_t place(const twc_case *c, int axis, int32_t k)
{
    const int32_t first = (int32_t)c->value[axis] * TWC_CHUNK_CM;
    const uint32_t hash = twc_pattern_hash(c->value[SEED] + 3 + axis, k, 0);
    const int32_t at = (int32_t)(hash % TWC_CHUNK_CM), cell = at / TWC_LATTICE_CM * TWC_LATTICE_CM;
    if (c->value[KIND] == 0)
        return first + at;
    const int32_t reach = c->value[KIND] == 1 ? TWC_LATTICE_JITTER_CM : 1;
    return first + twc_clamp(cell + (int32_t)(hash >> 16) % (2 * reach + 1) - reach, 0, TWC_CHUNK_CM - 1);
}

static void fill(twc_case *c)
{
    twc_point *points = c->array[POINTS].data;
    twc_fill_classes(&c->array[CLASS], c->value[CLASSES], c->value[SEED]);
    twc_fill_samples(&c->array[SAMPLES], c->value[PATTERN], c->value[SEED]);
    for (int32_t k = 0; k < (int32_t)c->value[N]; k++)
        points[k] = (twc_point){place(c, X, k), place(c, Z, k)};
}

static int neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    const uint8_t fine = TWC_FINE;
    const uint16_t sample = TWC_PLAIN_SAMPLE;
    const twc_point middle = {(int32_t)c->value[X] * TWC_CHUNK_CM + TWC_CHUNK_CM / 2,
                              (int32_t)c->value[Z] * TWC_CHUNK_CM + TWC_CHUNK_CM / 2};
    (void)element;
    if (array == CLASS)
        memcpy(out, &fine, sizeof fine);
    else if (array == SAMPLES)
        memcpy(out, &sample, sizeof sample);
    else
        memcpy(out, &middle, sizeof middle);
    return 1;
}

static void run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_sample_ground ground = {c->array[CLASS].rect, call->buffer[CLASS], c->array[SAMPLES].rect,
                                      call->buffer[SAMPLES]};
    twc_implementation_ground(implementation)
        ->locate_samples(&ground, (size_t)c->value[N], call->buffer[POINTS], call->buffer[OUT]);
}

static void plan(const twc_case *c, uint32_t array, size_t element, int32_t *x, int32_t *z)
{
    (void)array;
    *x = ((const twc_point *)c->array[POINTS].data)[element].x;
    *z = ((const twc_point *)c->array[POINTS].data)[element].z;
}

/* How triangles are asked is `locate`'s, and its faults are planted there; so are those of a block's lattice. */
static const twc_planted_fault locate_samples_faults[] = {
    {"reach too short", "ground/locate.c", "reach = TWC_LATTICE_JITTER_CM + 1", "reach = TWC_FAULT(609, 400)"},
    {"wrong id", "ground/locate.c", "twc_facet_id(TWC_FACET_FINE, global_i, global_j, half)",
     "twc_facet_id(TWC_FACET_FINE, global_i, global_j, TWC_FAULT(half, 0))"},
    {"wrong neighbour", "ground/locate.c", "broad_beyond = {broad[mz + 1][mx + 2], broad[mz + 3]",
     "broad_beyond = {broad[mz + 1][mx + 2], broad[mz + TWC_FAULT(3, 1)]"},
    {"wrong diagonal", "ground/locate.c", ".diagonal = block->broad_diagonal[mz + 1][mx + 1]",
     ".diagonal = TWC_FAULT(block->broad_diagonal[mz + 1][mx + 1], 0)"},
    {"wrong class", "ground/locate.c", "found = block->broad_cell[z + 2][x + 2]",
     "found = block->broad_cell[z + 2][x + TWC_FAULT(2, 1)]"},
    {"wrong corner", "ground/locate.c", "block->corner[mz + 1 + (k >> 1)]",
     "block->corner[mz + TWC_FAULT(1, 0) + (k >> 1)]"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_locate_samples = {
    .name = "ground.locate_samples",
    .cases = 480,
    .scalars = scalars,
    .draw = draw,
    .shape = shape,
    .fill = fill,
    .neutral = neutral,
    .run = run,
    .plan = plan,
    .faults = locate_samples_faults,
    .fingerprint = 0x494b9f711d786ff5,
};
