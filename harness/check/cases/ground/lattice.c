/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of `lattice` and `diagonals`. */
#include <string.h>

#include "check/case_ground.h"
#include "check/registry.h"

enum { LATTICE_TILE = TWC_TILE_CM / TWC_LATTICE_CM }; /* fine cells along a tile */

/* ---- lattice ---------------------------------------------------------------------------------------------- */

enum { L_I = G_COUNT, L_J, L_NX, L_NZ };
enum { L_OUT = G_ARRAYS };
enum { L_LIMIT = 140 };

static const twc_scalar lattice_scalars[] = {
    TWC_GROUND_SCALARS,
    {"i", -TWC_PLACE_LIMIT(LATTICE_TILE), TWC_PLACE_LIMIT(LATTICE_TILE), 0},
    {"j", -TWC_PLACE_LIMIT(LATTICE_TILE), TWC_PLACE_LIMIT(LATTICE_TILE), 0},
    {"nx", 1, L_LIMIT, 1},
    {"nz", 1, L_LIMIT, 1},
    {NULL, 0, 0, 0},
};

static void lattice_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_ground_draw(random, index, value);
    value[L_I] = twc_sweep_place(random, LATTICE_TILE);
    value[L_J] = twc_sweep_place(random, LATTICE_TILE);
    value[L_NX] = twc_sweep_length(random, index / TWC_CLASS_PATTERNS, L_LIMIT);
    value[L_NZ] = twc_random_between(random, 1, 12);
}

/* The macro cell a lattice index begins in, and the corner at or after it. */
static int32_t macro_before(int64_t index)
{
    return twc_floor_div((int32_t)index, TWC_MACRO_CELLS);
}

static int32_t macro_after(int64_t index)
{
    return -twc_floor_div(-(int32_t)index, TWC_MACRO_CELLS);
}

static int lattice_shape(twc_case *c)
{
    twc_rect vertices = {(int32_t)c->value[L_I], (int32_t)c->value[L_J], (int32_t)c->value[L_NX],
                         (int32_t)c->value[L_NZ]};
    /*
     * The corners of the edges the vertices may lie on, the cells that touch them, and what their heights are read
     * from.
     */
    int32_t x0 = macro_before(vertices.x), x1 = macro_after(vertices.x + vertices.nx - 1);
    int32_t z0 = macro_before(vertices.z), z1 = macro_after(vertices.z + vertices.nz - 1);
    int32_t near = TWC_LATTICE_JITTER_CM, far = TWC_MACRO_JITTER_CM, side = TWC_MACRO_CM;
    twc_case_ground_shape(c, (twc_rect){x0 - 1, z0 - 1, x1 - x0 + 2, z1 - z0 + 2},
                          twc_support(x0 * side - near, z0 * side - near, x1 * side + near, z1 * side + near),
                          twc_support(x0 * side - far, z0 * side - far, x1 * side + far, z1 * side + far));
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_vertex, vertices, TWC_LATTICE_CM);
    return 1;
}

static void lattice_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_ground_window ground = twc_case_ground_view(c, call->buffer);
    twc_implementation_ground(implementation)->lattice(&ground, c->array[L_OUT].rect, call->buffer[L_OUT]);
}

static const twc_planted_fault lattice_faults[] = {
    {"wrong salt", "ground/lattice.c", "broad == 4 ? TWC_SALT_MACRO_Z",
     "broad == 4 ? TWC_FAULT(TWC_SALT_MACRO_Z, TWC_SALT_MACRO_X)"},
    {"off by one", "common/hash.h", "2 * (uint32_t)amplitude + 1", "2 * (uint32_t)amplitude"},
    {"wrong field", "ground/lattice.c", "return broad ? &ground->broad",
     "return TWC_FAULT(broad, broad == 4) ? &ground->broad"},
    {"wrong rule", "ground/lattice.c", "broad == 4 ? TWC_MACRO_JITTER_CM",
     "TWC_FAULT(broad == 4, broad >= 3) ? TWC_MACRO_JITTER_CM"},
    {"wrong rounding", "ground/ground.h", "(to - from) * k + TWC_MACRO_CELLS / 2", "(to - from) * k"},
    {"fused multiply-add", "ground/ground.h", "from.y + (to.y - from.y) * ((float)k / (float)TWC_MACRO_CELLS)",
     "__builtin_fmaf(to.y - from.y, (float)k / (float)TWC_MACRO_CELLS, from.y)"},
    {"stale memory", "ground/lattice.c", "memset(memory->known[1], 0, sizeof memory->known[1])",
     "memset(memory->known[1], 0, TWC_FAULT(sizeof memory->known[1], 0))"},
    {"wrong corner", "ground/lattice.c", "corner_at(row->ground, row->memory, x, 1)",
     "corner_at(row->ground, row->memory, x, 0)"},
    {"missing tail", "ground/lattice.c", "vertices.nx - i < BATCH ? vertices.nx - i : BATCH",
     "vertices.nx - i < BATCH ? (vertices.nx - i > 8 ? (vertices.nx - i) & ~7 : vertices.nx - i) : BATCH"},
    {"wrong batch", "ground/lattice.c", "vertices.x + i, vertices.z + j, n,",
     "TWC_FAULT(vertices.x + i, vertices.x), vertices.z + j, n,"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_lattice = {
    .name = "ground.lattice",
    .cases = 480,
    .scalars = lattice_scalars,
    .draw = lattice_draw,
    .shape = lattice_shape,
    .fill = twc_case_ground_fill,
    .neutral = twc_case_ground_neutral,
    .run = lattice_run,
    .faults = lattice_faults,
};

/* ---- diagonals -------------------------------------------------------------------------------------------- */

enum { D_X, D_Z, D_NX, D_NZ, D_KIND, D_SEED };
enum { D_VERTICES, D_OUT };
enum { D_LIMIT = 140, D_KINDS = 4 };

static const twc_scalar diagonals_scalars[] = {
    {"x", -TWC_PLACE_LIMIT(LATTICE_TILE), TWC_PLACE_LIMIT(LATTICE_TILE), 0},
    {"z", -TWC_PLACE_LIMIT(LATTICE_TILE), TWC_PLACE_LIMIT(LATTICE_TILE), 0},
    {"nx", 1, D_LIMIT, 1},
    {"nz", 1, D_LIMIT, 1},
    {"kind", 0, D_KINDS - 1, 0}, /* of jitter: none, any, only extremes, collinear triples */
    {"fill_seed", 0, TWC_PATTERN_SEED_MAX, 0},
    {NULL, 0, 0, 0},
};

static void diagonals_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[D_NX] = twc_sweep_length(random, index / D_KINDS, D_LIMIT);
    value[D_NZ] = twc_random_between(random, 1, 12);
    if (index % 8 == 7) {
        twc_point cell = twc_tie_cell(random);
        value[D_X] = cell.x - twc_random_between(random, 0, value[D_NX] - 1);
        value[D_Z] = cell.z - twc_random_between(random, 0, value[D_NZ] - 1);
    } else {
        value[D_X] = twc_sweep_place(random, LATTICE_TILE);
        value[D_Z] = twc_sweep_place(random, LATTICE_TILE);
    }
    value[D_KIND] = index % D_KINDS;
    value[D_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

static int diagonals_shape(twc_case *c)
{
    twc_rect cells = {(int32_t)c->value[D_X], (int32_t)c->value[D_Z], (int32_t)c->value[D_NX], (int32_t)c->value[D_NZ]};
    twc_rect corners = {cells.x, cells.z, cells.nx + 1, cells.nz + 1};
    twc_case_grid(c, TWC_INPUT, "vertices", &twc_layout_vertex, corners, TWC_LATTICE_CM);
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_u8, cells, TWC_LATTICE_CM);
    return 1;
}

/*
 * Offsets in the lattice's own range, -608..608. The steps of 400 in kind 3 put d on the line through b and c, or off
 * it by a centimetre: offsets (-400, -400) of d with b and c undisturbed halve the cell exactly.
 */
static int32_t offset(int64_t kind, uint32_t hash)
{
    static const int32_t steps[8] = {-400, -401, -399, 0, 0, 400, 399, 401};
    switch (kind) {
    case 1:
        return twc_jitter(hash, TWC_LATTICE_JITTER_CM);
    case 2:
        return hash & 1 ? TWC_LATTICE_JITTER_CM : -TWC_LATTICE_JITTER_CM;
    case 3:
        return steps[hash >> 29];
    default:
        return 0;
    }
}

static void place_vertex(const twc_case *c, int64_t kind, size_t element, twc_vertex *vertex)
{
    twc_rect rect = c->array[D_VERTICES].rect;
    int32_t i = rect.x + (int32_t)(element % (size_t)rect.nx), j = rect.z + (int32_t)(element / (size_t)rect.nx);
    vertex->x = i * TWC_LATTICE_CM + offset(kind, twc_pattern_hash(c->value[D_SEED], i, j));
    vertex->z = j * TWC_LATTICE_CM + offset(kind, twc_pattern_hash(c->value[D_SEED] + 1, i, j));
    vertex->y = 0.0f;
}

static void diagonals_fill(twc_case *c)
{
    for (size_t k = 0; k < c->array[D_VERTICES].count; k++)
        place_vertex(c, c->value[D_KIND], k, (twc_vertex *)c->array[D_VERTICES].data + k);
}

static int diagonals_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)array;
    place_vertex(c, 0, element, out);
    return 1;
}

static void diagonals_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_implementation_ground(implementation)
        ->diagonals(c->array[D_OUT].rect, call->buffer[D_VERTICES], call->buffer[D_OUT]);
}

static const twc_planted_fault diagonals_faults[] = {
    {"wrong tie", "ground/lattice.c", "(acb > 0)", "(acb >= 0)"},
    {"wrong tie of the hash", "ground/lattice.c", "twc_fast_hash(i + k, j, TWC_SALT_DIAGONAL) < 0x80000000u",
     "twc_fast_hash(i + k, j, TWC_SALT_DIAGONAL) <= 0x80000000u"},
    {"off by one", "ground/lattice.c", "cells.x + i, cells.z + j, LANES,",
     "cells.x + i + TWC_FAULT(0, 1), cells.z + j, LANES,"},
    {"wrong rule", "ground/lattice.c", "(both ^ 1) | hashed", "hashed"},
    {"missing tail", "ground/lattice.c", "cells.z + j, cells.nx - i, vertices",
     "cells.z + j, TWC_FAULT(cells.nx - i, cells.nx - i > 4 ? (cells.nx - i) & ~3 : cells.nx - i), vertices"},
    {"wrong orientation", "ground/lattice.c", "(bcd > 0)", "(bcd != 0)"},
    {"wrong area", "ground/lattice.c", "(acd + adb) - acb", "(acd - adb) + acb"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_diagonals = {
    .name = "ground.diagonals",
    .cases = 480,
    .scalars = diagonals_scalars,
    .draw = diagonals_draw,
    .shape = diagonals_shape,
    .fill = diagonals_fill,
    .neutral = diagonals_neutral,
    .run = diagonals_run,
    .faults = diagonals_faults,
};
