/* SPDX-License-Identifier: MIT */
/*
 * A window of ground from a world: classes and the two filtered fields over some macro cells. Spec ground 5.4; no twin:
 * takes the kernels of either library; test tests/ground/test_locate.c.
 */
#include <string.h>

#include "common/assertion.h"
#include "ground/stage.h"

enum { MACRO_SAMPLES = TWC_MACRO_CM / TWC_SAMPLE_CM };

static int filtered(const twc_ground_table *kernels, const twc_world *world, twc_filter filter, twc_rect rect,
                    twc_arena *arena, twc_field *field)
{
    int32_t radius = twc_filter_radius(filter);
    twc_rect around = {rect.x - radius, rect.z - radius, rect.nx + 2 * radius, rect.nz + 2 * radius};
    float *h = twc_arena_take(arena, (size_t)rect.nx * (size_t)rect.nz, sizeof *h);
    twc_arena scratch = *arena;
    uint16_t *samples = twc_arena_take(&scratch, (size_t)around.nx * (size_t)around.nz, sizeof *samples);
    void *filter_scratch = twc_arena_take(&scratch, twc_prefilter_scratch(filter, rect), 1);
    arena->full |= scratch.full;
    if (arena->full)
        return 0;
    kernels->samples(world, around, samples);
    kernels->prefilter(filter, rect, samples, h, filter_scratch);
    *field = (twc_field){rect, h};
    return 1;
}

int twc_reference_window(const twc_ground_table *kernels, const twc_world *world, int fine_only, twc_rect macros,
                         twc_arena *arena, twc_ground_window *out)
{
    TWC_ASSERT(macros.nx > 2 && macros.nz > 2);
    size_t cells = (size_t)macros.nx * (size_t)macros.nz;
    twc_rect rect = {(macros.x + 1) * MACRO_SAMPLES - TWC_JITTER_SAMPLES,
                     (macros.z + 1) * MACRO_SAMPLES - TWC_JITTER_SAMPLES,
                     (macros.nx - 2) * MACRO_SAMPLES + 1 + 2 * TWC_JITTER_SAMPLES,
                     (macros.nz - 2) * MACRO_SAMPLES + 1 + 2 * TWC_JITTER_SAMPLES};
    uint8_t *classes = twc_arena_take(arena, cells, 1);
    if (!classes || !filtered(kernels, world, TWC_FILTER_FINE, rect, arena, &out->fine) ||
        !filtered(kernels, world, TWC_FILTER_BROAD, rect, arena, &out->broad))
        return 0;
    kernels->classes(world, macros, classes);
    if (fine_only)
        memset(classes, TWC_FINE, cells);
    out->macros = macros;
    out->classes = classes;
    return 1;
}

size_t twc_reference_window_bytes(int32_t macros)
{
    const int32_t side = (macros - 2) * MACRO_SAMPLES + 1 + 2 * TWC_JITTER_SAMPLES,
                  around = side + 2 * TWC_FILTER_BROAD_RADIUS;
    const size_t samples = (size_t)side * (size_t)side, alignment = 5 * 16; /* of each array taken */
    return 2 * samples * sizeof(float) + (size_t)around * (size_t)around * sizeof(uint16_t) +
           twc_prefilter_scratch(TWC_FILTER_BROAD, (twc_rect){0, 0, side, side}) + (size_t)macros * (size_t)macros +
           alignment;
}
