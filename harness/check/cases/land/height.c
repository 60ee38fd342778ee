/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of what a land's base is made of: noise, stripes, coast, hill, windows of the grid, and builds over threads. */
#include "check/case_land.h"
#include "check/registry.h"

#include <math.h>
#include <stdlib.h>

enum { LIMIT = 300 };

/* ---- fbm ---------------------------------------------------------------------------------------------------- */

enum { N_COUNT = L_COUNT, N_OCTAVES, N_NOISE_SEED };
enum { A_X, A_Z, A_OUT };

static const twc_scalar fbm_scalars[] = {
    TWC_LAND_SCALARS, {"positions", 1, LIMIT, 1}, {"octaves", 1, 9, 1}, {"noise_seed", -2000, 0x7FFFF000, 0},
    {NULL, 0, 0, 0},
};

static void fbm_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_land_draw(random, index, value);
    value[N_COUNT] = twc_sweep_length(random, index, LIMIT);
    value[N_OCTAVES] = twc_random_between(random, 1, 9);
    value[N_NOISE_SEED] = twc_random_once_in(random, 2) ? twc_random_between(random, -2000, 2000)
                                                        : twc_random_between(random, 0, 0x7FFFF000);
}

static int spots_shape(twc_case *c)
{
    twc_case_spots_shape(c, (size_t)c->value[N_COUNT]);
    twc_case_list(c, TWC_OUTPUT, "out", &twc_layout_f64, (size_t)c->value[N_COUNT]);
    return 1;
}

/* Cells of 2 m and of 10 m: positions on the grid lie on the noise's lattice too. */
static twc_land_grid spots_grid(const twc_case *c)
{
    twc_land land;
    twc_case_land(c, 33, &land);
    return land.grid;
}

static void spots_fill(twc_case *c)
{
    const twc_land_grid grid = spots_grid(c);
    twc_case_spots_fill(c, A_X, &grid);
}

static void fbm_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const double size = c->value[L_CHANGES] ? 180.0 : 8.0 * spots_grid(c).cell;
    const twc_fbm noise = {size < 4.0 ? 4.0 : size, (int32_t)c->value[N_OCTAVES], (int32_t)c->value[N_NOISE_SEED]};
    twc_implementation_land(implementation)->fbm(&noise, twc_case_spots(c, call, A_X), call->buffer[A_OUT]);
}

static const twc_planted_fault fbm_faults[] = {
    {"operand order", "common/noise.h", "a + (b - a) * v", "(1.0 - v) * a + b * v"},
    {"off by one", "common/noise.h", "twc_fast_corner(cell.h01, rx, rz - 1.0)",
     "twc_fast_corner(cell.h00, rx, rz - 1.0)"},
    {"truncation", "common/real.h", "whole - ((double)whole > value)", "whole"},
    {"wrong seed", "land/fbm.c", "noise->seed + i", "noise->seed"},
    {"reciprocal", "land/fbm.c", "out[k] / gains", "out[k] * (1.0 / gains)"},
    {"wrong bit", "common/noise.h", "twc_fast_hash_end(x ^ z)", "twc_fast_hash_end(x ^ z) ^ 1u << 30"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_fbm = {
    .name = "land.fbm",
    .cases = 400,
    .scalars = fbm_scalars,
    .draw = fbm_draw,
    .shape = spots_shape,
    .fill = spots_fill,
    .run = fbm_run,
    .faults = fbm_faults,
    .fingerprint = 0x8c5930933e7645b6,
};

/* ---- phacelle ----------------------------------------------------------------------------------------------- */

enum { P_COUNT = L_COUNT };
enum { P_X, P_Z, P_DX, P_DZ, P_DEPTH, P_SLOPE_X, P_SLOPE_Z };

static const twc_scalar count_scalars[] = {
    TWC_LAND_SCALARS,
    {"positions", 1, LIMIT, 1},
    {NULL, 0, 0, 0},
};

static void count_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_land_draw(random, index, value);
    value[P_COUNT] = twc_sweep_length(random, index, LIMIT);
}

static int phacelle_shape(twc_case *c)
{
    const size_t n = (size_t)c->value[P_COUNT];
    twc_case_spots_shape(c, n);
    twc_case_list(c, TWC_INPUT, "dx", &twc_layout_f64, n);
    twc_case_list(c, TWC_INPUT, "dz", &twc_layout_f64, n);
    twc_case_list(c, TWC_OUTPUT, "depth", &twc_layout_f64, n);
    twc_case_list(c, TWC_OUTPUT, "slope_x", &twc_layout_f64, n);
    twc_case_list(c, TWC_OUTPUT, "slope_z", &twc_layout_f64, n);
    return 1;
}

/* Unit directions, a quarter of them along an axis or a diagonal. */
static void phacelle_fill(twc_case *c)
{
    double *dx = c->array[P_DX].data, *dz = c->array[P_DZ].data;
    const int64_t seed = c->value[L_SEED];
    spots_fill(c);
    for (size_t i = 0; i < c->array[P_DX].count; i++) {
        const int32_t k = (int32_t)i;
        double x = twc_case_real(seed, k, 55, -1, 1), z = twc_case_real(seed, k, 56, -1, 1);
        if (twc_pattern_hash(seed, k, 57) % 4 == 0) {
            x = (double)(twc_pattern_hash(seed, k, 58) % 3) - 1;
            z = (double)(twc_pattern_hash(seed, k, 59) % 3) - 1;
        }
        if (x == 0 && z == 0)
            x = 1;
        dx[i] = x / sqrt(x * x + z * z);
        dz[i] = z / sqrt(x * x + z * z);
    }
}

static void phacelle_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    const twc_stripes out = {call->buffer[P_DEPTH], call->buffer[P_SLOPE_X], call->buffer[P_SLOPE_Z]};
    twc_implementation_land(implementation)
        ->phacelle((int32_t)(c->value[L_SEED] % 100), twc_case_spots(c, call, P_X), call->buffer[P_DX],
                   call->buffer[P_DZ], out);
}

/* The bell of a cell farther than 1.5 cells need not be left out to be told: it is below 0.01111 there as well. */
static const twc_planted_fault phacelle_faults[] = {
    {"wrong rounding", "common/polynomial.h", "4.0 * turns + 0x1.8p52", "(4.0 * turns - 0.25) + 0x1.8p52"},
    {"wrong constant", "land/phacelle.c", "twc_fast_expm2(q) - 0.01111", "twc_fast_expm2(q) - 0.0111"},
    {"dropped clamp", "land/phacelle.c", "twc_fast_max(0.5, sqrt(c * c + s * s))", "sqrt(c * c + s * s)"},
    {"wrong mask", "land/phacelle.c", "h & 0xFFFFu", "h & 0x7FFFu"},
    {"wrong sign", "common/polynomial.h", "(quarter + 1) << 62", "quarter << 62"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_phacelle = {
    .name = "land.phacelle",
    .cases = 300,
    .scalars = count_scalars,
    .draw = count_draw,
    .shape = phacelle_shape,
    .fill = phacelle_fill,
    .run = phacelle_run,
    .faults = phacelle_faults,
    .fingerprint = 0xa85f0b68076be733,
};

/* ---- coast, hill -------------------------------------------------------------------------------------------- */

static void coast_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    twc_case_land(c, 33, &land);
    twc_implementation_land(implementation)->coast(&land, twc_case_spots(c, call, A_X), call->buffer[A_OUT]);
}

static void raw_hill_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    twc_case_land(c, 33, &land);
    twc_implementation_land(implementation)->raw_hill(&land, twc_case_spots(c, call, A_X), call->buffer[A_OUT]);
}

static const twc_planted_fault coast_faults[] = {
    {"wrong comparison", "land/coast.c", "fabs(sign * d[k] - other[k]) < width",
     "fabs(sign * d[k] - other[k]) < 0.5 * width"},
    {"joins what it cuts", "land/coast.c", "shape->how == TWC_SHAPE_JOIN ? 1.0 : -1.0", "1.0"},
    {"stale value", "land/coast.c", "near[k] != 0.0", "near[k] > 0.01"},
    {"dropped clamp", "land/coast.c", "twc_fast_unit((px * ex + pz * ez) / square)", "(px * ex + pz * ez) / square"},
    {"operand order", "land/coast.c", "(near[list[k]] * coast->rough) * noise[k]",
     "near[list[k]] * (coast->rough * noise[k])"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_coast = {
    .name = "land.coast",
    .cases = 320,
    .scalars = count_scalars,
    .draw = count_draw,
    .shape = spots_shape,
    .fill = spots_fill,
    .run = coast_run,
    .faults = coast_faults,
    .fingerprint = 0xc50fb6ce14cde7bf,
};

static const twc_planted_fault raw_hill_faults[] = {
    {"wrong reach", "land/hill.c", "dx * dx + dz * dz < square", "dx * dx + dz * dz < 0.1 * square"},
    {"operand order", "land/hill.c", "(e[k] * e[k]) * (3.0 - 2.0 * e[k])", "e[k] * (e[k] * (3.0 - 2.0 * e[k]))"},
    {"dropped term", "land/hill.c", "spread / sqrt(r * r + core) + far_scale", "spread / sqrt(r * r + core)"},
    {"wrong seed", "land/fbm.c", "other.seed += 1000", "other.seed += 100"},
    {"dropped clamp", "land/hill.c", "twc_fast_min(r / foot, 1.0)", "r / foot"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_raw_hill = {
    .name = "land.raw_hill",
    .cases = 320,
    .scalars = count_scalars,
    .draw = count_draw,
    .shape = spots_shape,
    .fill = spots_fill,
    .run = raw_hill_run,
    .faults = raw_hill_faults,
    .fingerprint = 0x818ec80ac1e20e2d,
};

/* ---- base heights ------------------------------------------------------------------------------------------- */

enum { B_X = L_COUNT, B_Z, B_NX, B_NZ };
enum { B_SIDE = 401 };

static const twc_scalar base_scalars[] = {
    TWC_LAND_SCALARS,    {"x", 0, B_SIDE - 1, 0}, {"z", 0, B_SIDE - 1, 0},
    {"nx", 1, LIMIT, 1}, {"nz", 1, LIMIT, 1},     {NULL, 0, 0, 0},
};

static void base_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_land_draw(random, index, value);
    value[B_NX] = twc_sweep_length(random, index, LIMIT);
    value[B_NZ] = twc_random_between(random, 1, index % 4 ? 3 : 40);
    value[B_X] = twc_random_between(random, 0, B_SIDE - value[B_NX]);
    value[B_Z] = twc_random_between(random, 0, B_SIDE - value[B_NZ]);
}

static int base_shape(twc_case *c)
{
    const twc_rect rect = {(int32_t)c->value[B_X], (int32_t)c->value[B_Z], (int32_t)c->value[B_NX],
                           (int32_t)c->value[B_NZ]};
    if (rect.x + rect.nx > B_SIDE || rect.z + rect.nz > B_SIDE)
        return 0;
    twc_case_grid(c, TWC_OUTPUT, "out", &twc_layout_f32, rect, 200);
    return 1;
}

static void no_fill(twc_case *c)
{
    (void)c;
}

static void base_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    twc_case_land(c, B_SIDE, &land);
    twc_implementation_land(implementation)->base_heights(&land, 0.997, c->array[0].rect, call->buffer[0]);
}

/*
 * Not told from the original: another order of a product that is added up for the grid, which is rounded to binary32;
 * hills from 0 m on given to the gullies, which cut nothing below their foot; a test of `on_grid` along one axis only.
 */
static const twc_planted_fault base_heights_faults[] = {
    {"stale row", "land/base.c", "(j % 3 + 3) % 3", "j & 1"},
    {"wrong row", "land/base.c", "south[i] - north[i]", "south[i] - here[i]"},
    {"wrong comparison", "land/base.c", "s > 0.0 ? land : ground", "s > 1.0 ? land : ground"},
    {"dropped choice", "land/gullies.c", "steep[k] > level ? whole : 0.0", "whole"},
    {"dropped weight", "land/base.c", "strip->gullied[k] * strip->fade[k]", "strip->gullied[k]"},
    {"wrong seed", "land/gullies.c", "gullies->seed + i", "gullies->seed"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_base_heights = {
    .name = "land.base_heights",
    .cases = 240,
    .scalars = base_scalars,
    .draw = base_draw,
    .shape = base_shape,
    .fill = no_fill,
    .run = base_run,
    .faults = base_heights_faults,
    .fingerprint = 0x437333872a49ec7f,
};

/* ---- builds over threads ------------------------------------------------------------------------------------ */

enum { T_POINTS = L_COUNT };
enum { T_LIMIT = 200 };

static const twc_scalar build_scalars[] = {
    TWC_LAND_SCALARS,
    {"points", 2, T_LIMIT, 2},
    {NULL, 0, 0, 0},
};

static void build_draw(twc_random *random, uint32_t index, int64_t *value)
{
    twc_case_land_draw(random, index, value);
    value[T_POINTS] = twc_random_between(random, 2, index % 4 ? 70 : T_LIMIT);
}

static int build_shape(twc_case *c)
{
    const int32_t side = (int32_t)c->value[T_POINTS];
    twc_case_grid(c, TWC_OUTPUT, "heights", &twc_layout_f32, (twc_rect){0, 0, side, side}, 200);
    twc_case_list(c, TWC_OUTPUT, "highest", &twc_layout_f64, 1);
    return 1;
}

/* A build that fails writes nothing, and shows as that. */
static void build_run(const twc_case *c, const twc_implementation *implementation, const twc_call *call)
{
    twc_land land;
    twc_land_ground ground;
    twc_case_land(c, (int32_t)c->value[T_POINTS], &land);
    const twc_build_options options = {0, implementation->fast ? implementation->threads : 1, implementation->schedule};
    void *memory = malloc(twc_land_ground_bytes(&land));
    twc_status status = {TWC_IO, ""};
    if (memory) {
        twc_land_ground_place(&land, memory, &ground);
        ground.heights = call->buffer[0];
        status = implementation->fast ? twc_fast_land_build(implementation->level, &land, options, &ground)
                                      : twc_reference_land_build(&land, options, &ground);
    }
    if (status.code)
        call->written[0][0] = call->written[1][0] = 0;
    else
        *(double *)call->buffer[1] = ground.highest;
    free(memory);
}

static const twc_planted_fault land_build_faults[] = {
    {"rounded down", "land/build.c", "(side + BAND - 1) / BAND", "side / BAND"},
    {"dropped last", "land/build.c", "side - first < BAND ? side - first : BAND",
     "side - first < BAND ? side - first - 1 : BAND"},
    {"stale value", "land/build.c", "twc_land_highest(&table->land, land)", "1.0"},
    {"dropped step", "land/build.c", "twc_land_apply_features(&table->land, ground)", "(void)0"},
    {NULL, NULL, NULL, NULL},
};

const twc_kernel twc_kernel_land_build = {
    .name = "land.build",
    .cases = 24,
    .threaded = 1,
    .scalars = build_scalars,
    .draw = build_draw,
    .shape = build_shape,
    .fill = no_fill,
    .run = build_run,
    .faults = land_build_faults,
    .fingerprint = 0xd2f430457973fe3a,
};
