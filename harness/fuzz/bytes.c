/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts from bytes, so that a fuzzer guided by coverage can change them field by field. Any bytes make a script. */
#include <string.h>

#include "script.h"

/* Bytes that run out read as zeros. */
typedef struct source {
    const uint8_t *at;
    size_t left;
} source;

/* A value in low..high from two bytes. */
static int32_t take(source *s, int32_t low, int32_t high)
{
    uint32_t value = 0;
    for (int k = 0; k < 2 && s->left > 0; k++, s->at++, s->left--)
        value |= (uint32_t)*s->at << 8 * k;
    uint32_t span = (uint32_t)high - (uint32_t)low + 1;
    /* Two bytes over a wide span leave gaps: the low bits are filled up from the same value. */
    return low +
           (int32_t)(span <= 65536 ? value % span : (uint32_t)((uint64_t)value * span >> 16) + value % 401 % span);
}

static twc_builder take_builder(source *s, int fast)
{
    twc_level level = (twc_level)take(s, 0, TWC_LEVEL_COUNT - 1);
    if (!fast && take(s, 0, 1) == 0)
        return twc_reference_builder();
    return twc_fast_builder(twc_level_built(level) && twc_level_supported(level) ? level : TWC_LEVEL_BASE);
}

static void take_step(source *s, const twc_script *script, twc_step *step)
{
    twc_rect extent = script->extent;
    memset(step, 0, sizeof *step);
    step->kind = (twc_step_kind)take(s, 0, TWC_STEP_KIND_COUNT - 1);
    int per_tile = step->kind == TWC_STEP_CLASSES ? TWC_TILE_MACROS : TWC_TILE_CELLS;
    step->rect.x = take(s, extent.x * per_tile, (extent.x + extent.nx) * per_tile);
    step->rect.z = take(s, extent.z * per_tile, (extent.z + extent.nz) * per_tile);
    step->rect.nx = take(s, 1, 20);
    step->rect.nz = take(s, 1, 20);
    step->fill = (twc_pattern)take(s, 0, TWC_PATTERN_COUNT - 1);
    const int about_feature = step->kind == TWC_STEP_ROAD || step->kind == TWC_STEP_REMOVE ||
                              step->kind == TWC_STEP_MOVE;
    step->value = about_feature ? take(s, 1, 3) : take(s, 0, 65535);
    step->seed = take(s, 1, 1000);
    step->brush.kind = (twc_brush_kind)take(s, TWC_BRUSH_RAISE, TWC_BRUSH_NOISE);
    step->brush.radius_cm = take(s, 1, 6000);
    step->brush.strength = step->brush.kind == TWC_BRUSH_SMOOTH || step->brush.kind == TWC_BRUSH_FLATTEN
                               ? take(s, 0, 256)
                               : take(s, 0, 65535);
    step->brush.target = (uint16_t)take(s, 0, 65535);
    step->brush.salt = take(s, 1, 1000);
    step->cut = take(s, 0, 4000);
    step->node_count = take(s, 2, TWC_STEP_NODES);
    for (int k = 0; k < step->node_count; k++) {
        step->node[k].x = take(s, extent.x * TWC_TILE_CM, (extent.x + extent.nx) * TWC_TILE_CM);
        step->node[k].z = take(s, extent.z * TWC_TILE_CM, (extent.z + extent.nz) * TWC_TILE_CM);
    }
    step->brush.centre = step->node[0];
    if (step->kind == TWC_STEP_MOVE)
        step->node[0] = (twc_point){take(s, -8000, 8000), take(s, -8000, 8000)};
}

void twc_script_from_bytes(const uint8_t *bytes, size_t size, twc_script *script)
{
    source s = {bytes, size};
    memset(script, 0, sizeof *script);
    script->extent = (twc_rect){take(&s, -2, 1), take(&s, -2, 1), take(&s, 1, 2), 1};
    script->world_seed = take(&s, 0, 65535);
    script->terrain = (twc_terrain)take(&s, 0, TWC_TERRAIN_COUNT - 1);
    script->classing = (twc_classing)take(&s, 0, TWC_CLASSING_COUNT - 1);
    script->holes = take(&s, 0, 1);
    script->surfaces = take(&s, 0, 3) == 0;
    for (int k = 0; k < 2; k++) {
        script->peer[k] = take_builder(&s, k == 0);
        script->threads[k] = 1; /* libFuzzer and OpenMP's pool do not go well together under sanitizers */
    }
    while (s.left > 0 && script->step_count < 16)
        take_step(&s, script, &script->step[script->step_count++]);
}
