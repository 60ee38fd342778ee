/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small worlds and random facts for the suites of the world stage; everything from one counter of hashes. */
#ifndef TWC_TESTS_EDIT_WORLDS_H
#define TWC_TESTS_EDIT_WORLDS_H

#include <stdlib.h>
#include <string.h>

#include "twc/session.h"

typedef struct draws {
    int32_t seed, count;
} draws;

static inline uint32_t draw(draws *d)
{
    return twc_hash(d->seed, d->count++, 7);
}

/* Uniform in low..high. */
static inline int32_t draw_in(draws *d, int32_t low, int32_t high)
{
    return low + (int32_t)((uint64_t)draw(d) * (uint64_t)((int64_t)high - low + 1) >> 32);
}

/* Rolling ground with cliffs, classes at random in large patches; some tiles missing when `holes`. */
static inline twc_status edit_world(twc_rect extent, int32_t seed, int holes, twc_world_data *data)
{
    draws d = {seed, 0};
    twc_status status = twc_world_data_create(extent, (uint16_t)draw_in(&d, 0, 65535), "edit", data);
    for (int32_t z = extent.z; !status.code && z < extent.z + extent.nz; z++)
        for (int32_t x = extent.x; !status.code && x < extent.x + extent.nx; x++)
            if (!holes || draw_in(&d, 0, 3))
                status = twc_world_data_add_tile(data, x, z);
    if (status.code)
        return status;
    twc_rect samples = twc_world_samples(&data->world), macros = twc_world_macros(&data->world);
    for (int32_t z = samples.z; z < samples.z + samples.nz; z++) {
        for (int32_t x = samples.x; x < samples.x + samples.nx; x++) {
            uint32_t hill = twc_hash(twc_floor_div(x, 16), twc_floor_div(z, 16), seed) % 6000,
                     grain = twc_hash(x, z, seed) % 200;
            uint16_t value = (uint16_t)(20000 + hill + grain);
            twc_world_data_set_samples(data, (twc_rect){x, z, 1, 1}, &value);
        }
    }
    for (int32_t z = macros.z; z < macros.z + macros.nz; z++) {
        for (int32_t x = macros.x; x < macros.x + macros.nx; x++) {
            uint8_t value = twc_hash(twc_floor_div(x, 3), twc_floor_div(z, 3), seed + 1) % 2 ? TWC_BROAD : TWC_FINE;
            twc_world_data_set_classes(data, (twc_rect){x, z, 1, 1}, &value);
        }
    }
    return twc_world_check(&data->world);
}

/* A session over an edit world; every third seed with surfaces, and water somewhere between the hills. */
static inline twc_session *edit_session(twc_rect extent, int32_t seed, int holes, int fast)
{
    twc_world_data data;
    twc_session *session = NULL;
    twc_status status = edit_world(extent, seed, holes, &data);
    const double water = 40;
    twc_builder builder = fast ? twc_fast_builder(twc_level_best()) : twc_reference_builder();
    if (!status.code)
        status = twc_session_create(&data, builder, (twc_build_options){0, 1, TWC_STATIC},
                                    seed % 3 == 2 ? &water : NULL, &session);
    return session;
}

enum { EDIT_MAX_VALUES = 200 * 200 };

/*
 * A random fact biased to trouble: tile and chunk borders, corners of the extent, one sample, extremes. `values` has
 * room for EDIT_MAX_VALUES.
 */
static inline twc_fact random_fact(draws *d, const twc_world *world, uint64_t sequence, uint16_t *values)
{
    twc_fact fact = {.sequence = sequence, .kind = draw_in(d, 0, 3) ? TWC_FACT_SAMPLES : TWC_FACT_CLASSES};
    int samples = fact.kind == TWC_FACT_SAMPLES;
    twc_rect all = samples ? twc_world_samples(world) : twc_world_macros(world);
    int32_t border = samples ? 64 : 4, side = samples ? (draw_in(d, 0, 5) ? 12 : 140) : 4;
    fact.rect.nx = twc_clamp(draw_in(d, 0, 2) ? draw_in(d, 1, side) : 1, 1, all.nx);
    fact.rect.nz = twc_clamp(draw_in(d, 0, 2) ? draw_in(d, 1, side) : 1, 1, all.nz);
    fact.rect.x = all.x + draw_in(d, 0, all.nx - fact.rect.nx);
    fact.rect.z = all.z + draw_in(d, 0, all.nz - fact.rect.nz);
    if (draw_in(d, 0, 1)) /* beside a chunk border */
        fact.rect.x = twc_clamp(twc_floor_div(fact.rect.x, border) * border + draw_in(d, -2, 2), all.x,
                                all.x + all.nx - fact.rect.nx);
    if (draw_in(d, 0, 1))
        fact.rect.z = twc_clamp(twc_floor_div(fact.rect.z, border) * border + draw_in(d, -2, 2), all.z,
                                all.z + all.nz - fact.rect.nz);
    int mode = draw_in(d, 0, 3);
    uint16_t level = (uint16_t)draw_in(d, 0, 65535);
    for (int32_t k = 0; k < fact.rect.nx * fact.rect.nz; k++) {
        if (samples)
            values[k] = mode == 0   ? level
                        : mode == 1 ? (uint16_t)(draw_in(d, 0, 1) * 65535)
                                    : (uint16_t)draw_in(d, 15000, 30000);
        else
            ((uint8_t *)values)[k] = (uint8_t)(mode == 0 ? level & 1 : draw_in(d, 0, 1));
    }
    fact.samples = samples ? values : NULL;
    fact.classes = samples ? NULL : (const uint8_t *)values;
    return fact;
}

#endif
