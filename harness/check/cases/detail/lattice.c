/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `halve` and `detail_lattice`: what a chunk of a level of detail is made from. */
#include <string.h>

#include "check/case_detail.h"
#include "check/registry.h"

/* ---- halve ------------------------------------------------------------------------------------------------ */

enum { H_X, H_Z, H_NX, H_NZ, H_WEST, H_EAST, H_NORTH, H_SOUTH, H_PATTERN, H_SEED };
enum { H_FROM, H_OUT };
enum { H_LIMIT = 150 };

static const twc_scalar halve_scalars[] = {
    {"x", -TWC_PLACE_LIMIT(64), TWC_PLACE_LIMIT(64), 0},
    {"z", -TWC_PLACE_LIMIT(64), TWC_PLACE_LIMIT(64), 0},
    {"nx", 1, H_LIMIT, 1},
    {"nz", 1, H_LIMIT, 1},
    {"missing_west", -1, 4, 0}, /* columns that the window would read and that are not there; -1: one more is */
    {"missing_east", -1, 4, 0},
    {"missing_north", -1, 4, 0},
    {"missing_south", -1, 4, 0},
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void halve_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[H_X] = twc_sweep_place(random, 64);
    value[H_Z] = twc_sweep_place(random, 64);
    value[H_NX] = twc_sweep_length(random, index / 2, H_LIMIT);
    value[H_NZ] = twc_random_between(random, 1, index % 7 ? 6 : H_LIMIT);
    for (int side = H_WEST; side <= H_SOUTH; side++)
        value[side] = index & 1 ? twc_random_between(random, -1, value[side < H_NORTH ? H_NX : H_NZ] < 4 ? 1 : 4) : 0;
    value[H_PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[H_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int halve_shape(twc_case *c)
{
    const int32_t west = (int32_t)c->value[H_WEST], east = (int32_t)c->value[H_EAST];
    const int32_t north = (int32_t)c->value[H_NORTH], south = (int32_t)c->value[H_SOUTH];
    const twc_rect window = {(int32_t)c->value[H_X], (int32_t)c->value[H_Z], (int32_t)c->value[H_NX],
                             (int32_t)c->value[H_NZ]};
    const twc_rect from = {2 * window.x - 1 + west, 2 * window.z - 1 + north, 2 * window.nx + 1 - west - east,
                           2 * window.nz + 1 - north - south};
    if (from.nx < 1 || from.nz < 1)
        return 0;
    twc_case_grid(c, TWC_INPUT, "from", &twc_layout_u16, from, TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_u16, window, 2 * TWC_SAMPLE_CM);
    return 1;
}

static void halve_fill(twc_case *c)
{
    twc_fill_samples(&c->array[H_FROM], c->value[H_PATTERN], c->value[H_SEED]);
}

static int halve_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    const uint16_t plain = TWC_PLAIN_SAMPLE;
    (void)c, (void)array, (void)element;
    memcpy(out, &plain, sizeof plain);
    return 1;
}

static void halve_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_samples from = {c->array[H_FROM].rect, call->buffer[H_FROM]};
    twc_implementation_detail(implementation)->halve(&from, c->array[H_OUT].rect, call->buffer[H_OUT]);
}

static const twc_planted_fault halve_faults[] = {
    {"wrong rounding", "detail/halve.c", "+ 8) >> 4", "+ TWC_FAULT(8, 7)) >> 4"},
    {"wrong weight", "detail/halve.c", "2 * sum[2 * k + 1]", "TWC_FAULT(2, 1) * sum[2 * k + 1]"},
    {"missing tail", "detail/halve.c", "k < n; k++", "TWC_FAULT(k < n, k < (n > 8 ? n & ~7 : n)); k++"},
    {"wrong row", "detail/halve.c", "2 * (window.z + j) + k - 1 - rect.z",
     "2 * (window.z + j) + TWC_FAULT(k, k / 2) - 1 - rect.z"},
    {"edge not repeated", "detail/halve.c", "twc_clamp(first + k, 0, last)",
     "twc_clamp(first + k, TWC_FAULT(0, last > 0), last)"},
    {"reads beyond", "detail/halve.c", "first + columns <= rect.nx", "first + columns <= rect.nx + TWC_FAULT(0, 1)"},
    {"wrong block", "detail/halve.c", "2 * (window.x + i) - 1", "2 * (window.x + TWC_FAULT(i, 0)) - 1"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_halve = {
    .name = "detail.halve",
    .cases = 480,
    .scalars = halve_scalars,
    .draw = halve_draw,
    .shape = halve_shape,
    .fill = halve_fill,
    .neutral = halve_neutral,
    .run = halve_run,
    .faults = halve_faults,
    .fingerprint = 0x042f9eb246f02107,
};

/* ---- detail_lattice --------------------------------------------------------------------------------------- */

enum { L_CLASSES = K_COUNT, L_KNOWN, L_PATTERN, L_BROAD, L_SEED };
/* FIELD and COARSER are heights of vertices where they are known, BROAD those of macro corners. */
enum { A_CLASSES, A_FINE, A_BROAD, A_FIELD, A_COARSER, A_ANCHORS, A_OUT };

static const twc_scalar lattice_scalars[] = {
    TWC_DETAIL_SCALARS,
    {"class_pattern", 0, TWC_CLASS_PATTERNS - 1, 0},
    {"known", 0, 1, 0}, /* heights: from fields, or as a pyramid knows them */
    {"pattern", 0, TWC_PATTERNS - 1, 0},
    {"broad_pattern", 0, TWC_PATTERNS - 1, 0},
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void lattice_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_detail_draw(random, index, value);
    value[L_CLASSES] = twc_random_between(random, 0, TWC_CLASS_PATTERNS - 1);
    value[L_KNOWN] = index / 12 % 2;
    value[L_PATTERN] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[L_BROAD] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[L_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

/* `count` samples of a level along a chunk and what its vertices read beyond; one where the chunk reads none. */
static twc_rect field_of(int32_t x, int32_t z, int32_t count, int32_t margin, int read)
{
    const int32_t side = count + 1 + 2 * margin;
    return read ? (twc_rect){x * count - margin, z * count - margin, side, side} : (twc_rect){0, 0, 1, 1};
}

/* `count` cells along a chunk and the vertices about them; one where the chunk reads none. */
static twc_rect heights_of(int32_t x, int32_t z, int32_t count, int read)
{
    return read ? (twc_rect){x * count, z * count, count + 1, count + 1} : (twc_rect){0, 0, 1, 1};
}

/* What stands in the place of the fields where heights are known. */
static void known_shape(twc_case *c, twc_detail_chunk chunk)
{
    const int32_t ground = chunk.level < 2, spacing = TWC_LATTICE_CM << chunk.level;
    twc_case_grid(c, TWC_INPUT, "corner", &twc_layout_f32,
                  heights_of(chunk.x, chunk.z, TWC_CHUNK_MACROS << (ground ? chunk.level : 0), ground), TWC_MACRO_CM);
    twc_case_grid(c, TWC_INPUT, "own", &twc_layout_f32, heights_of(chunk.x, chunk.z, TWC_CHUNK_CELLS, chunk.level > 0),
                  spacing);
    twc_case_grid(c, TWC_INPUT, "coarser", &twc_layout_f32,
                  heights_of(chunk.x, chunk.z, TWC_CHUNK_CELLS / 2, chunk.coarser != 0), 2 * spacing);
}

static void field_shape(twc_case *c, twc_detail_chunk chunk)
{
    const int32_t x = chunk.x, z = chunk.z, ground = chunk.level < 2, side = TWC_CHUNK_CM / TWC_SAMPLE_CM;
    const int32_t spacing = TWC_SAMPLE_CM << chunk.level;
    twc_case_grid(c, TWC_INPUT, "broad", &twc_layout_f32, field_of(x, z, side << (ground ? chunk.level : 0), 7, ground),
                  TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_INPUT, "field", &twc_layout_f32, field_of(x, z, side, TWC_DETAIL_MARGIN, chunk.level > 0),
                  spacing);
    twc_case_grid(c, TWC_INPUT, "coarser", &twc_layout_f32,
                  field_of(x, z, side / 2, TWC_DETAIL_MARGIN, chunk.coarser != 0), 2 * spacing);
}

static int lattice_shape(twc_case *c)
{
    twc_detail_chunk chunk;
    if (!twc_case_detail_chunk(c->value, &chunk))
        return 0;
    const int32_t x = chunk.x, z = chunk.z, ground = chunk.level < 2, side = TWC_CHUNK_CM / TWC_SAMPLE_CM;
    const int32_t macros = TWC_CHUNK_MACROS << (ground ? chunk.level : 0);
    const twc_rect classes = {x * macros - 1, z * macros - 1, macros + 2, macros + 2};
    twc_case_grid(c, TWC_INPUT, "classes", &twc_layout_u8, ground ? classes : (twc_rect){0, 0, 1, 1}, TWC_MACRO_CM);
    twc_case_grid(c, TWC_INPUT, "fine", &twc_layout_f32, field_of(x, z, side, 2, chunk.level == 0), TWC_SAMPLE_CM);
    if (c->value[L_KNOWN])
        known_shape(c, chunk);
    else
        field_shape(c, chunk);
    twc_case_list(c, TWC_INPUT, "anchors", &twc_layout_vertex, TWC_DETAIL_ANCHORS);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_vertex, TWC_DETAIL_VERTICES);
    return 1;
}

static void lattice_fill(twc_case *c)
{
    twc_detail_chunk chunk;
    const int64_t seed = c->value[L_SEED];
    twc_vertex *anchor = c->array[A_ANCHORS].data;
    (void)twc_case_detail_chunk(c->value, &chunk);
    twc_fill_classes(&c->array[A_CLASSES], c->value[L_CLASSES], seed);
    twc_fill_heights(&c->array[A_FINE], c->value[L_PATTERN], seed);
    twc_fill_heights(&c->array[A_BROAD], c->value[L_BROAD], seed ^ 0x5555);
    twc_fill_heights(&c->array[A_FIELD], c->value[L_PATTERN], seed ^ 0x3333);
    twc_fill_heights(&c->array[A_COARSER], c->value[L_BROAD], seed ^ 0x1111);
    for (int32_t k = 0; k < TWC_DETAIL_ANCHORS; k++)
        anchor[k] = (twc_vertex){(2 * chunk.x + k % 3) * (TWC_CHUNK_CM / 2 << chunk.level) +
                                     (int32_t)(twc_pattern_hash(seed, k, 1) % 4865) - 2432,
                                 (2 * chunk.z + k / 3) * (TWC_CHUNK_CM / 2 << chunk.level) +
                                     (int32_t)(twc_pattern_hash(seed, k, 2) % 4865) - 2432,
                                 (float)(twc_pattern_hash(seed, k, 3) % 1000) * 0.25f};
}

static int lattice_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)element;
    if (array >= A_ANCHORS)
        return 0;
    memset(out, 0, c->array[array].layout->size); /* TWC_FINE, and 0.0f */
    return 1;
}

static void lattice_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_detail_chunk chunk;
    (void)twc_case_detail_chunk(c->value, &chunk);
    const twc_detail_heights known = {call->buffer[A_FIELD],       call->buffer[A_COARSER],
                                      call->buffer[A_BROAD],       c->array[A_FIELD].rect.nx,
                                      c->array[A_COARSER].rect.nx, c->array[A_BROAD].rect.nx};
    twc_detail_ground ground = {
        .ground = {.macros = c->array[A_CLASSES].rect,
                   .classes = call->buffer[A_CLASSES],
                   .fine = {c->array[A_FINE].rect, call->buffer[A_FINE]}},
        .anchors = call->buffer[A_ANCHORS],
    };
    if (c->value[L_KNOWN]) {
        ground.known = &known;
    } else {
        ground.ground.broad = (twc_field){c->array[A_BROAD].rect, call->buffer[A_BROAD]};
        ground.field = (twc_field){c->array[A_FIELD].rect, call->buffer[A_FIELD]};
        ground.coarser = (twc_field){c->array[A_COARSER].rect, call->buffer[A_COARSER]};
    }
    twc_implementation_detail(implementation)->detail_lattice(&ground, chunk, call->buffer[A_OUT]);
}

static const twc_planted_fault lattice_faults[] = {
    {"full jitter on borders", "detail/lattice.c", "border = TWC_DETAIL_BORDER_JITTER << level",
     "border = TWC_FAULT(TWC_DETAIL_BORDER_JITTER, TWC_LATTICE_JITTER_CM) << level"},
    {"full jitter on a coarser chain", "detail/lattice.c", "TWC_DETAIL_BORDER_JITTER << (chunk.level + 1), 0",
     "TWC_FAULT(TWC_DETAIL_BORDER_JITTER, TWC_LATTICE_JITTER_CM) << (chunk.level + 1), 0"},
    {"no anchor in the middle of a side", "detail/lattice.c", "if (k != TWC_DETAIL_ANCHORS / 2)",
     "if (TWC_FAULT(k != TWC_DETAIL_ANCHORS / 2, k % 2 == 0 && k != 4))"},
    {"wrong salt", "detail/lattice.c", "twc_fast_hash(i, j, TWC_SALT_JITTER_Z)",
     "twc_fast_hash(i, j, TWC_FAULT(TWC_SALT_JITTER_Z, TWC_SALT_JITTER_X))"},
    {"off by one", "detail/lattice.c", "(uint64_t)(2 * amplitude + 1)", "(uint64_t)(2 * amplitude + TWC_FAULT(1, 0))"},
    {"fused multiply-add", "detail/lattice.c", "north + (south - north) * tz",
     "__builtin_fmaf(south - north, tz, north)"},
    {"wrong rounding", "detail/lattice.c", "((to.z - from.z + 1) >> 1)", "((to.z - from.z + TWC_FAULT(1, 0)) >> 1)"},
    {"edge not laid anew", "detail/lattice.c", "lay_edge(ground, chunk, k, j, SIDE, out)",
     "TWC_FAULT(lay_edge(ground, chunk, k, j, SIDE, out), (void)j)"},
    {"edge laid where none is Broad", "detail/lattice.c", "if (!touches_broad(&ground->ground, chunk.x",
     "if (TWC_FAULT(1, 0) && !touches_broad(&ground->ground, chunk.x"},
    {"wrong neighbour", "detail/lattice.c", "row[left] == TWC_BROAD", "row[TWC_FAULT(left, 0)] == TWC_BROAD"},
    {"chain without Broad corners", "detail/lattice.c", "chunk.level == 0 && any_broad",
     "TWC_FAULT(chunk.level == 0, 0) && any_broad"},
    {"wrong end of a chain", "detail/lattice.c", "anchors[along_x ? 2 : 6]",
     "anchors[TWC_FAULT(along_x, !along_x) ? 2 : 6]"},
    {"known heights of a wrong row", "detail/lattice.c", "ground->known->own + row * ground->known->own_row",
     "ground->known->own + TWC_FAULT(row, 0) * ground->known->own_row"},
    {"known heights of the near side", "detail/lattice.c", "known->coarser + (far ?",
     "known->coarser + (TWC_FAULT(far, 0) ?"},
    {"known corner too near", "detail/lattice.c", "chunk.z * macros + z, about == 4)",
     "chunk.z * macros + z, about == TWC_FAULT(4, 5))"},
    {"inside of a Broad cell left", "detail/lattice.c", "z < macros && broad && k < (cells - 1)",
     "z < macros && TWC_FAULT(broad, 0) && k < (cells - 1)"},
    {"edge of a Broad cell beyond left", "detail/lattice.c", "(broad || cell[-1] == TWC_BROAD)",
     "(broad || cell[TWC_FAULT(-1, 0)] == TWC_BROAD)"},
    {"chain over what Broad cells share", "detail/lattice.c", "keep_broad(&ground->ground, out, 2 * stride, &r)",
     "TWC_FAULT(keep_broad(&ground->ground, out, 2 * stride, &r), (void)0)"},
    {"odd places not cleared", "detail/lattice.c", "out[k * stride] = (twc_vertex){0, 0, 0}",
     "out[k * stride] = (twc_vertex){0, 0, 1}"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_detail_lattice = {
    .name = "detail.detail_lattice",
    .cases = 480,
    .scalars = lattice_scalars,
    .draw = lattice_draw,
    .shape = lattice_shape,
    .fill = lattice_fill,
    .neutral = lattice_neutral,
    .run = lattice_run,
    .faults = lattice_faults,
    .fingerprint = 0x2af3ba3d33a0b7eb,
};
