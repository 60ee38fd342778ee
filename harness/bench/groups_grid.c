/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Water on a terrain of 820 x 820 cells, a quarter of it under water where pits are filled, and the triangulation of
 * 100,000 points. The reference's time grows with the square of the points: there the first level is what others are
 * held against.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { SIDE = 820, CELLS = SIDE * SIDE, POINTS = 100000 };

typedef enum work { LEVEL, ALIKE, EACH, RECEIVERS, ACCUMULATE, STEADY, TALUS, TRIANGLES, WORKS } work;

static const struct {
    const char *name, *unit;
    int units;
} works[WORKS] = {{"grid.flood/level", "cell", CELLS},        {"grid.flood/alike", "cell", CELLS},
                  {"grid.flood/each", "cell", CELLS},         {"grid.receivers/terrain", "cell", CELLS},
                  {"grid.accumulate/terrain", "cell", CELLS}, {"grid.steady/terrain", "cell", CELLS},
                  {"grid.talus/terrain", "cell", CELLS},      {"grid.delaunay/points", "point", POINTS}};

typedef struct grid_context {
    work what;
    const twc_grid_table *table[TWC_BENCH_VARIANTS];
    twc_cell_grid grid;
    twc_steady steady;
    float z[CELLS], rise[CELLS], w[CELLS];
    uint8_t outlets[CELLS];
    uint32_t receiver[CELLS], area[CELLS];
    double h[CELLS], t[CELLS];
    twc_point points[POINTS];
    twc_trio trios[2 * POINTS];
    size_t found;
    void *scratch;
    uint64_t expected;
} grid_context;

static void close_grid(void *memory)
{
    grid_context *c = memory;
    free(c->scratch);
    free(c);
}

static void flood(grid_context *c, const twc_grid_table *table, float all, const float *each)
{
    const twc_rise rise = {all, each};
    table->flood(&c->grid, c->z, c->outlets, &rise, c->scratch, c->w);
}

static void run(void *memory, int variant)
{
    grid_context *c = memory;
    const twc_grid_table *table = c->table[variant];
    switch (c->what) {
    case LEVEL:
        flood(c, table, 0.0f, NULL);
        break;
    case ALIKE:
        flood(c, table, 0.01f, NULL);
        break;
    case EACH:
        flood(c, table, 0.0f, c->rise);
        break;
    case RECEIVERS:
        table->receivers(&c->grid, c->w, c->outlets, &c->steady, c->receiver);
        break;
    case ACCUMULATE:
        table->accumulate(&c->grid, c->receiver, c->scratch, c->area);
        break;
    case STEADY:
        table->steady(&c->grid, c->receiver, c->area, &c->steady, c->scratch, c->h);
        break;
    case TALUS:
        table->talus(&c->grid, c->h, &c->steady, 0.9, c->scratch, c->t);
        break;
    default:
        c->found = table->delaunay(POINTS, c->points, c->scratch, c->trios);
    }
}

/* ---- what is worked on ------------------------------------------------------------------------------------------- */

/* Values of a lattice, halfway by a smoothstep; eight octaves of them. */
static double terrain(double x, double z)
{
    double sum = 0.0, gain = 1.0;
    for (int32_t octave = 0; octave < 8; octave++, gain *= 0.5, x *= 2.0, z *= 2.0) {
        const int32_t i = (int32_t)floor(x), j = (int32_t)floor(z);
        const double r = x - i, s = z - j, u = r * r * (3 - 2 * r), v = s * s * (3 - 2 * s);
        const double a = twc_hash(i, j, octave), b = twc_hash(i + 1, j, octave);
        const double d = twc_hash(i, j + 1, octave), e = twc_hash(i + 1, j + 1, octave);
        const double north = a + (b - a) * u, south = d + (e - d) * u;
        sum += gain * (north + (south - north) * v) * 0x1p-32;
    }
    return sum;
}

/* The reference's results, each from those before: what is not timed is there. */
static void make(grid_context *c)
{
    const twc_grid_table *table = twc_fast_grid(twc_level_best());
    c->grid = (twc_cell_grid){SIDE, SIDE, 0};
    c->steady = (twc_steady){30.0, 30.0, 30.0 * sqrt(2.0), 600.0, 900.0, 1e6};
    for (int32_t k = 0; k < CELLS; k++) {
        const int32_t i = k % SIDE, j = k / SIDE;
        const double v = twc_hash(k, 1, TWC_SALT_DIAGONAL) * 0x1p-32;
        c->z[k] = (float)(1000.0 * terrain(i / 128.0, j / 128.0));
        c->outlets[k] = i == 0 || j == 0 || i == SIDE - 1 || j == SIDE - 1;
        c->rise[k] = (float)((1.0 + 63.0 * v * v * v) / 256.0);
    }
    for (int32_t k = 0; k < POINTS; k++)
        c->points[k] = (twc_point){(int32_t)(twc_hash(k, 1, TWC_SALT_DIAGONAL) >> 6),
                                   (int32_t)(twc_hash(k, 2, TWC_SALT_DIAGONAL) >> 6)};
    flood(c, table, 0.0f, c->rise);
    table->receivers(&c->grid, c->w, c->outlets, &c->steady, c->receiver);
    table->accumulate(&c->grid, c->receiver, c->scratch, c->area);
    table->steady(&c->grid, c->receiver, c->area, &c->steady, c->scratch, c->h);
}

/* ---- variants ---------------------------------------------------------------------------------------------------- */

static void add_variants(const twc_bench_plan *plan, twc_bench_group *group, grid_context *c)
{
    if (c->what != TRIANGLES) {
        c->table[group->count] = twc_reference_grid();
        twc_bench_add(group, 1, works[c->what].units, 0.0, "reference");
    }
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (twc_fast_grid((twc_level)level) && (!plan->level_given || (int)plan->level == level)) {
            c->table[group->count] = twc_fast_grid((twc_level)level);
            twc_bench_add(group, 1, works[c->what].units, 0.0, twc_level_name((twc_level)level));
        }
}

static uint64_t hash_of(const void *bytes, size_t size)
{
    uint64_t hash = 0xCBF29CE484222325u; /* FNV-1a */
    for (size_t k = 0; k < size; k++)
        hash = (hash ^ ((const unsigned char *)bytes)[k]) * 0x100000001B3u;
    return hash;
}

/* Of what the work writes. */
static uint64_t result_of(const grid_context *c)
{
    switch (c->what) {
    case LEVEL:
    case ALIKE:
    case EACH:
        return hash_of(c->w, sizeof c->w);
    case RECEIVERS:
        return hash_of(c->receiver, sizeof c->receiver);
    case ACCUMULATE:
        return hash_of(c->area, sizeof c->area);
    case STEADY:
        return hash_of(c->h, sizeof c->h);
    case TALUS:
        return hash_of(c->t, sizeof c->t);
    default:
        return hash_of(c->trios, c->found * sizeof *c->trios);
    }
}

static twc_status check_variants(const twc_bench_group *group, grid_context *c)
{
    for (int v = 0; v < group->count; v++) {
        run(c, v);
        const uint64_t hash = result_of(c);
        if (v == 0)
            c->expected = hash;
        if (hash != c->expected)
            return twc_fail(TWC_CHECK_FAILED, "%s/%s is not timed, it differs from %s", group->name,
                            group->variant[v].name, group->variant[0].name);
    }
    return twc_ok();
}

static int planned(const char *stage, work what)
{
    return strncmp(works[what].name, stage, strlen(stage)) == 0;
}

int twc_bench_grid_count(const char *stage)
{
    int count = 0;
    for (work what = LEVEL; what < WORKS; what++)
        count += planned(stage, what);
    return count;
}

twc_status twc_bench_open_grid(const twc_bench_plan *plan, int index, twc_bench_group *group)
{
    work what = LEVEL;
    while (!planned(plan->stage, what) || index-- > 0)
        what++;
    grid_context *c = twc_bench_begin(group, works[what].unit, sizeof *c, run, close_grid);
    if (!c)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, "%s", works[what].name);
    c->what = what;
    const twc_cell_grid grid = {SIDE, SIDE, 0};
    const size_t flooding = twc_flood_bytes(&grid), points = twc_delaunay_bytes(POINTS);
    c->scratch = aligned_alloc(64, ((flooding > points ? flooding : points) + 63) / 64 * 64);
    twc_status status = c->scratch ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a benchmark");
    if (!status.code) {
        make(c);
        add_variants(plan, group, c);
        status = check_variants(group, c);
    }
    if (status.code)
        close_grid(c);
    return status;
}
