/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scripts from seeds. Most worlds are small, so that steps are cheap; now and then one is as large as the paper's
 * region.
 */
#include <string.h>

#include "check/random.h"
#include "script.h"

static int32_t between(twc_random *random, int32_t low, int32_t high)
{
    return (int32_t)twc_random_between(random, low, high);
}

static void draw_extent(twc_random *random, twc_rect *extent)
{
    static const twc_rect corners[] = {{-TWC_TILE_LIMIT, -TWC_TILE_LIMIT, 1, 1},
                                       {TWC_TILE_LIMIT - 1, TWC_TILE_LIMIT - 1, 1, 1}};
    *extent = (twc_rect){between(random, -3, 2), between(random, -3, 2), 1, 1};
    if (twc_random_once_in(random, 20))
        *extent = corners[between(random, 0, 1)];
    else if (twc_random_once_in(random, 6))
        extent->nx = 2;
    else if (twc_random_once_in(random, 8))
        extent->nz = 2;
    else if (twc_random_once_in(random, 200))
        *extent = (twc_rect){-2, -2, 4, 4};
}

/* A coordinate of an axis with `count` values from `first`: anywhere, at an end, or beside a multiple of `border`. */
static int32_t draw_place(twc_random *random, int32_t first, int32_t count, int32_t border)
{
    int32_t last = first + count - 1;
    switch (between(random, 0, 3)) {
    case 0:
        return between(random, 0, 1) ? first : last;
    case 1:
        return twc_clamp(twc_floor_div(between(random, first, last), border) * border + between(random, -2, 2), first,
                         last);
    default:
        return between(random, first, last);
    }
}

static int32_t draw_side(twc_random *random, int32_t small, int32_t whole)
{
    int32_t way = between(random, 0, 15);
    return way < 5 ? 1 : way < 14 ? between(random, 1, small) : whole;
}

static void draw_rect(twc_random *random, const twc_script *script, twc_step *step)
{
    twc_world view = {.extent = script->extent};
    int samples = step->kind == TWC_STEP_SAMPLES;
    twc_rect all = samples ? twc_world_samples(&view) : twc_world_macros(&view);
    int32_t border = samples ? 64 : 4, whole = samples ? TWC_TILE_SAMPLES : TWC_TILE_MACROS;
    step->rect.nx = twc_clamp(draw_side(random, samples ? 16 : 3, whole), 1, all.nx);
    step->rect.nz = twc_clamp(draw_side(random, samples ? 16 : 3, whole), 1, all.nz);
    step->rect.x = twc_clamp(draw_place(random, all.x, all.nx, border), all.x, all.x + all.nx - step->rect.nx);
    step->rect.z = twc_clamp(draw_place(random, all.z, all.nz, border), all.z, all.z + all.nz - step->rect.nz);
    step->fill = (twc_pattern)between(random, 0, TWC_PATTERN_COUNT - 1);
    step->value = samples ? (twc_random_once_in(random, 3) ? between(random, 0, 1) * 65535 : between(random, 0, 65535))
                          : between(random, 0, 1);
    step->seed = between(random, 1, 1000000);
}

static void draw_brush(twc_random *random, const twc_script *script, twc_brush *brush)
{
    int32_t x0 = script->extent.x * TWC_TILE_CM, z0 = script->extent.z * TWC_TILE_CM;
    brush->kind = (twc_brush_kind)between(random, TWC_BRUSH_RAISE, TWC_BRUSH_NOISE);
    brush->centre.x = draw_place(random, x0, script->extent.nx * TWC_TILE_CM + 1, TWC_CHUNK_CM);
    brush->centre.z = draw_place(random, z0, script->extent.nz * TWC_TILE_CM + 1, TWC_CHUNK_CM);
    brush->radius_cm = between(random, 1, twc_random_once_in(random, 4) ? 15000 : 3000);
    int relative = brush->kind == TWC_BRUSH_SMOOTH || brush->kind == TWC_BRUSH_FLATTEN;
    brush->strength = relative ? between(random, 0, 256)
                               : between(random, 0, twc_random_once_in(random, 4) ? 65535 : 2000);
    brush->target = (uint16_t)between(random, 0, 65535);
    brush->salt = between(random, 1, 1000);
}

/*
 * A road of a few dozen metres to a few hundred; nodes often lie on the lattice or on a chunk's border, sometimes a
 * centimetre off.
 */
static void draw_road(twc_random *random, const twc_script *script, twc_step *step)
{
    enum { CLEARANCE = 5500 };
    twc_rect extent = script->extent;
    int32_t x0 = extent.x * TWC_TILE_CM + CLEARANCE, x1 = (extent.x + extent.nx) * TWC_TILE_CM - CLEARANCE;
    int32_t z0 = extent.z * TWC_TILE_CM + CLEARANCE, z1 = (extent.z + extent.nz) * TWC_TILE_CM - CLEARANCE;
    int32_t grid = between(random, 0, 2) == 0 ? 1 : between(random, 0, 1) ? TWC_LATTICE_CM : TWC_CHUNK_CM / 2;
    step->value = between(random, 1, 3);
    step->node_count = between(random, 2, TWC_STEP_NODES);
    for (int k = 0; k < step->node_count; k++) {
        int32_t x = k ? step->node[k - 1].x + between(random, -5000, 11000) : between(random, x0, x1);
        int32_t z = k ? step->node[k - 1].z + between(random, -6000, 6000) : between(random, z0, z1);
        x = twc_floor_div(x, grid) * grid + (twc_random_once_in(random, 4) ? between(random, -1, 1) : 0);
        z = twc_floor_div(z, grid) * grid + (twc_random_once_in(random, 4) ? between(random, -1, 1) : 0);
        step->node[k] = (twc_point){twc_clamp(x, x0, x1), twc_clamp(z, z0, z1)};
    }
}

static void draw_step(twc_random *random, const twc_script *script, twc_step *step)
{
    static const twc_step_kind kinds[] = {
        TWC_STEP_SAMPLES, TWC_STEP_SAMPLES, TWC_STEP_SAMPLES, TWC_STEP_CLASSES, TWC_STEP_CLASSES,
        TWC_STEP_BRUSH,   TWC_STEP_BRUSH,   TWC_STEP_BRUSH,   TWC_STEP_UNDO,    TWC_STEP_UNDO,
        TWC_STEP_UNDO,    TWC_STEP_REDO,    TWC_STEP_REDO,
    };
    memset(step, 0, sizeof *step);
    step->kind = kinds[between(random, 0, (int32_t)(sizeof kinds / sizeof *kinds) - 1)];
    if (twc_random_once_in(random, 8))
        step->kind = TWC_STEP_ROAD;
    else if (twc_random_once_in(random, 24))
        step->kind = TWC_STEP_REMOVE;
    else if (twc_random_once_in(random, 16))
        step->kind = TWC_STEP_MOVE;
    else if (twc_random_once_in(random, 40))
        step->kind = TWC_STEP_CRASH;
    else if (twc_random_once_in(random, 40))
        step->kind = TWC_STEP_SNAPSHOT;
    if (step->kind == TWC_STEP_SAMPLES || step->kind == TWC_STEP_CLASSES)
        draw_rect(random, script, step);
    else if (step->kind == TWC_STEP_BRUSH)
        draw_brush(random, script, &step->brush);
    else if (step->kind == TWC_STEP_CRASH)
        step->cut = between(random, 0, twc_random_once_in(random, 2) ? 100 : 5000);
    else if (step->kind == TWC_STEP_ROAD)
        draw_road(random, script, step);
    else if (step->kind == TWC_STEP_REMOVE || step->kind == TWC_STEP_MOVE)
        step->value = between(random, 1, 3);
    if (step->kind == TWC_STEP_MOVE) {
        const int32_t far = twc_random_once_in(random, 2) ? 200 : 9000; /* a little, or across chunks */
        step->node[0].x = between(random, -far, far);
        step->node[0].z = between(random, -far, far);
    }
}

void twc_script_draw(uint64_t seed, twc_script *script)
{
    twc_random random = twc_random_of_case(seed, "fuzz script", 0);
    memset(script, 0, sizeof *script);
    script->seed = seed;
    draw_extent(&random, &script->extent);
    script->world_seed = between(&random, 0, 65535);
    script->terrain = (twc_terrain)between(&random, 0, TWC_TERRAIN_COUNT - 1);
    script->classing = (twc_classing)between(&random, 0, TWC_CLASSING_COUNT - 1);
    script->holes = twc_random_once_in(&random, 4);
    script->surfaces = twc_random_once_in(&random, 5);
    /* One peer is fast, at any level this machine has; the other is the reference, or now and then fast as well. */
    do
        script->peer[0] = twc_fast_builder((twc_level)between(&random, 0, TWC_LEVEL_COUNT - 1));
    while (!script->peer[0].ground);
    script->peer[1] = twc_reference_builder();
    for (int k = 0; k < 2; k++)
        script->threads[k] = twc_random_once_in(&random, 6) ? between(&random, 2, TWC_SCRIPT_THREADS) : 1;
    script->step_count = between(&random, 8, 40);
    for (int k = 0; k < script->step_count; k++)
        draw_step(&random, script, &script->step[k]);
    /* Half of the steps over one place: overlaps are where undo and groups go wrong. */
    for (int k = 1; k < script->step_count; k++)
        if (script->step[k].kind == script->step[k - 1].kind && script->step[k].kind == TWC_STEP_SAMPLES &&
            twc_random_once_in(&random, 2))
            script->step[k].rect = script->step[k - 1].rect;
}
