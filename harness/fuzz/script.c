/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "script.h"

#include <stdlib.h>

enum { HOLES_SALT = 1 }; /* of a script's own draws, which take the place of samples and classes */

const char *twc_step_name(twc_step_kind kind)
{
    static const char *const names[TWC_STEP_KIND_COUNT] = {"samples", "classes",  "brush", "undo",   "redo",
                                                           "crash",   "snapshot", "road",  "remove", "move"};
    return names[kind];
}

/* ---- the world ---- */

static uint16_t terrain_sample(const twc_script *script, int32_t x, int32_t z)
{
    int32_t seed = script->world_seed;
    switch (script->terrain) {
    case TWC_TERRAIN_RAMP:
        return (uint16_t)twc_clamp(32768 + (x - script->extent.x * TWC_TILE_CELLS) * (seed % 400), 0, 65535);
    case TWC_TERRAIN_HILLS:
        return (uint16_t)(20000 + twc_hash(twc_floor_div(x, 24), twc_floor_div(z, 24), seed) % 8000 +
                          twc_hash(x, z, seed) % 300);
    case TWC_TERRAIN_SPIKES:
        return twc_hash(x, z, seed) & 1 ? 65535 : 0;
    default:
        return (uint16_t)seed;
    }
}

static uint8_t classing_class(const twc_script *script, int32_t x, int32_t z)
{
    switch (script->classing) {
    case TWC_CLASSING_BROAD:
        return TWC_BROAD;
    case TWC_CLASSING_PATCHES:
        return twc_hash(twc_floor_div(x, 3), twc_floor_div(z, 3), script->world_seed) & 1 ? TWC_BROAD : TWC_FINE;
    case TWC_CLASSING_CHECKERS:
        return (x + z) & 1 ? TWC_BROAD : TWC_FINE;
    default:
        return TWC_FINE;
    }
}

double twc_script_water(const twc_script *script)
{
    return (double)twc_sample_height((uint16_t)script->world_seed);
}

twc_status twc_script_world(const twc_script *script, twc_world_data *data)
{
    twc_rect extent = script->extent;
    twc_status status = twc_world_data_create(extent, (uint16_t)(script->world_seed * 7), "fuzz", data);
    for (int32_t k = 0; !status.code && k < extent.nx * extent.nz; k++)
        if (!script->holes || twc_hash(k, script->world_seed, HOLES_SALT) % 4)
            status = twc_world_data_add_tile(data, extent.x + k % extent.nx, extent.z + k / extent.nx);
    if (status.code)
        return status;
    twc_rect samples = twc_world_samples(&data->world), macros = twc_world_macros(&data->world);
    uint16_t *value = malloc((size_t)samples.nx * (size_t)samples.nz * sizeof *value);
    uint8_t *class = malloc((size_t)macros.nx * (size_t)macros.nz);
    for (int32_t k = 0; value && k < samples.nx * samples.nz; k++)
        value[k] = terrain_sample(script, samples.x + k % samples.nx, samples.z + k / samples.nx);
    for (int32_t k = 0; class && k < macros.nx * macros.nz; k++)
        class[k] = classing_class(script, macros.x + k % macros.nx, macros.z + k / macros.nx);
    if (value && class) {
        twc_world_data_set_samples(data, samples, value);
        twc_world_data_set_classes(data, macros, class);
    } else {
        status = twc_fail(TWC_IO, "not enough memory for the world of a script");
    }
    free(value);
    free(class);
    return status;
}

/* ---- values of a step ---- */

static int32_t fill_value(const twc_step *step, int32_t x, int32_t z, int32_t greatest)
{
    uint32_t hash = twc_hash(x, z, step->seed);
    switch (step->fill) {
    case TWC_PATTERN_TWO:
        return hash & 1 ? twc_clamp(step->value, 0, greatest) : greatest;
    case TWC_PATTERN_NOISE:
        return (int32_t)(hash % ((uint32_t)greatest + 1));
    default:
        return twc_clamp(step->value, 0, greatest);
    }
}

size_t twc_script_values(const twc_step *step, const twc_world *world, twc_rect *rect, void **values)
{
    int samples = step->kind == TWC_STEP_SAMPLES;
    twc_rect all = samples ? twc_world_samples(world) : twc_world_macros(world);
    *values = NULL;
    rect->x = twc_clamp(step->rect.x, all.x, all.x + all.nx - 1);
    rect->z = twc_clamp(step->rect.z, all.z, all.z + all.nz - 1);
    rect->nx = twc_clamp(step->rect.nx, 1, all.x + all.nx - rect->x);
    rect->nz = twc_clamp(step->rect.nz, 1, all.z + all.nz - rect->z);
    size_t count = (size_t)rect->nx * (size_t)rect->nz;
    *values = malloc(count * (samples ? 2 : 1));
    if (!*values)
        return 0;
    for (size_t k = 0; k < count; k++) {
        int32_t x = rect->x + (int32_t)(k % (size_t)rect->nx), z = rect->z + (int32_t)(k / (size_t)rect->nx);
        if (samples)
            ((uint16_t *)*values)[k] = (uint16_t)fill_value(step, x, z, 65535);
        else
            ((uint8_t *)*values)[k] = (uint8_t)fill_value(step, x, z, 1);
    }
    return count;
}
