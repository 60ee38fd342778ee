/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The island: its whole grid with all steps, and its kernels on positions as many as a caller has. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "generate/island.h"

enum { SIDE = 256, POINTS = SIDE * SIDE, MOST_NUMBERS = 9 };

typedef enum work { BUILD, FBM, PHACELLE, HEIGHTS, LOOK, WALK, WORKS } work;

static const struct {
    const char *name, *unit;
    int points;
} works[WORKS] = {{"land.build/island", "build", 1},
                  {"land.fbm/island", "point", POINTS},
                  {"land.phacelle/island", "point", POINTS},
                  {"land.land_heights/island", "point", POINTS},
                  {"land.land_look/island", "point", POINTS / 8},
                  {"land.walk/island", "walk", 256}};

typedef struct land_context {
    work what;
    twc_land_ground ground; /* asked; a build's own is `built` */
    twc_land_ground built;
    const twc_land_table *table[TWC_BENCH_VARIANTS];
    int level[TWC_BENCH_VARIANTS], threads[TWC_BENCH_VARIANTS]; /* level -1: the reference */
    double x[POINTS], z[POINTS], way_x[POINTS], way_z[POINTS], out[MOST_NUMBERS * POINTS];
    double expected[MOST_NUMBERS * POINTS];
    twc_walk walks[256], walked[256];
} land_context;

static void close_land(void *memory)
{
    land_context *context = memory;
    free(context->ground.heights);
    free(context->built.heights);
    free(context);
}

static twc_status build_with(land_context *c, int variant)
{
    const twc_build_options options = {0, c->threads[variant], TWC_DYNAMIC};
    return c->level[variant] < 0
               ? twc_reference_land_build(c->ground.land, options, &c->built)
               : twc_fast_land_build((twc_level)c->level[variant], c->ground.land, options, &c->built);
}

static void run(void *memory, int variant)
{
    land_context *c = memory;
    const twc_land_table *table = c->table[variant];
    const twc_land *land = c->ground.land;
    const size_t n = (size_t)works[c->what].points;
    const twc_spots at = {n, c->x, c->z};
    switch (c->what) {
    case FBM:
        table->fbm(&land->coast.noise, at, c->out);
        break;
    case PHACELLE:
        table->phacelle(land->gullies.seed, at, c->way_x, c->way_z, (twc_stripes){c->out, c->out + n, c->out + 2 * n});
        break;
    case HEIGHTS:
        table->land_heights(&c->ground, at, c->out);
        break;
    case LOOK:
        table->land_look(&c->ground, at, (twc_land_look){c->out, c->out + 8 * n});
        break;
    case WALK:
        memcpy(c->walked, c->walks, sizeof c->walks);
        table->walk(&c->ground, n, c->walked);
        break;
    default:
        (void)build_with(c, variant); /* opening the group has shown that it succeeds */
    }
}

/* ---- what is asked ----------------------------------------------------------------------------------------------- */

/* Places 3 m apart in rows for noise; anywhere on the grid for heights; along the flanks for stripes. */
static void make_places(land_context *c)
{
    uint64_t state = 1;
    for (int k = 0; k < POINTS; k++) {
        double drawn[2];
        for (int axis = 0; axis < 2; axis++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            drawn[axis] = (double)(state >> 11) * 0x1p-53;
        }
        c->x[k] = -384.0 + 3.0 * (k % SIDE);
        c->z[k] = -384.0 + 3.0 * (k / SIDE);
        if (c->what == HEIGHTS) {
            c->x[k] = 2040.0 * drawn[0] - 1020.0;
            c->z[k] = 2040.0 * drawn[1] - 1020.0;
        }
        const double length = sqrt(c->x[k] * c->x[k] + c->z[k] * c->z[k]) + 1.0;
        c->way_x[k] = c->x[k] / length;
        c->way_z[k] = c->z[k] / length;
        if (c->what == PHACELLE) {
            c->x[k] /= 140.0;
            c->z[k] /= 140.0;
        }
        if (c->what == LOOK) { /* about the walkway and the brook */
            c->x[k] = -120.0 + 2.0 * (k % 128);
            c->z[k] = 270.0 + 4.0 * (k / 128);
        }
    }
    for (int k = 0; k < 256; k++)
        c->walks[k] = (twc_walk){-22.0, 480.0, 60.0 * sin(0.0246 * k), 60.0 * cos(0.0246 * k), 0, 0};
}

/* ---- variants ---------------------------------------------------------------------------------------------------- */

static void add(twc_bench_group *group, land_context *c, int level, int threads, const char *name)
{
    const double bytes = c->what == BUILD ? 4.0 * c->ground.land->grid.points * c->ground.land->grid.points : 0.0;
    c->level[group->count] = level;
    c->threads[group->count] = threads;
    c->table[group->count] = level < 0 ? twc_reference_land() : twc_fast_land((twc_level)level);
    twc_bench_add(group, threads, works[c->what].points, bytes, name);
}

static void add_variants(const twc_bench_plan *plan, twc_bench_group *group, land_context *c)
{
    char name[TWC_BENCH_NAME];
    add(group, c, -1, 1, "reference");
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        if (twc_fast_land((twc_level)level) && (!plan->level_given || (int)plan->level == level))
            add(group, c, level, 1, twc_level_name((twc_level)level));
    if (c->what != BUILD || plan->threads < 2)
        return;
    snprintf(name, sizeof name, "%s/threads:%d", twc_level_name(plan->level), plan->threads);
    add(group, c, (int)plan->level, plan->threads, name);
}

static int same(land_context *c, int variant)
{
    const size_t side = (size_t)c->ground.land->grid.points;
    run(c, variant);
    if (c->what == BUILD)
        return memcmp(c->built.heights, c->ground.heights, side * side * sizeof(float)) == 0;
    if (c->what == WALK)
        memcpy(c->out, c->walked, sizeof c->walked);
    if (variant == 0)
        memcpy(c->expected, c->out, sizeof c->out);
    return memcmp(c->expected, c->out, sizeof c->out) == 0;
}

static twc_status check_variants(const twc_bench_group *group, land_context *c)
{
    for (int v = 0; v < group->count; v++)
        if (!same(c, v))
            return twc_fail(TWC_CHECK_FAILED, "%s/%s is not timed, it differs from the reference", group->name,
                            group->variant[v].name);
    return twc_ok();
}

static int planned(const char *stage, work what)
{
    return strncmp(works[what].name, stage, strlen(stage)) == 0;
}

int twc_bench_land_count(const char *stage)
{
    int count = 0;
    for (work what = BUILD; what < WORKS; what++)
        count += planned(stage, what);
    return count;
}

twc_status twc_bench_open_land(const twc_bench_plan *plan, int index, twc_bench_group *group)
{
    const twc_land *land = twc_island_land();
    work what = BUILD;
    while (!planned(plan->stage, what) || index-- > 0)
        what++;
    land_context *c = twc_bench_begin(group, works[what].unit, sizeof *c, run, close_land);
    if (!c)
        return twc_fail(TWC_IO, "not enough memory for a benchmark");
    snprintf(group->name, sizeof group->name, "%s", works[what].name);
    c->what = what;
    void *memory = malloc(twc_land_ground_bytes(land)), *built = malloc(twc_land_ground_bytes(land));
    twc_status status = memory && built ? twc_ok() : twc_fail(TWC_IO, "not enough memory for a benchmark");
    c->ground.heights = memory;
    c->built.heights = built;
    if (!status.code) {
        twc_land_ground_place(land, memory, &c->ground);
        twc_land_ground_place(land, built, &c->built);
        status = twc_fast_land_build(twc_level_best(), land, (twc_build_options){0, 1, TWC_STATIC}, &c->ground);
    }
    if (!status.code) {
        make_places(c);
        add_variants(plan, group, c);
        status = check_variants(group, c);
    }
    if (status.code)
        close_land(c);
    return status;
}
