/* SPDX-License-Identifier: MIT */
/*
 * Samples, classes and heights: what the world says at an index, and between samples. Spec ground 1.3, 2.3, numbers
 * 4.2; paper section 4.1; twin fast/ground/heightfield.c; test tests/ground/test_heightfield.c,
 * tests/ground/test_world.c.
 */
#include "common/assertion.h"
#include "ground/stage.h"

#include <math.h>

float twc_sample_height(uint16_t sample)
{
    return twc_weighted_height((uint64_t)sample << 32);
}

float twc_weighted_height(uint64_t sum)
{
    TWC_ASSERT(sum < (uint64_t)1 << 48);
    /* sum < 2^48, so the conversion to binary64 is exact. */
    return (float)((double)sum * (0.01 / 4294967296.0) - 200.0);
}

uint16_t twc_height_sample(double metres)
{
    double sample = rint((metres + 200.0) * 100.0);
    if (!(sample > 0.0)) /* NaN too */
        return 0;
    if (sample >= 65535.0)
        return 65535;
    return (uint16_t)sample;
}

/* The tile that owns an index along one axis; outside the extent, and on its far edge, the nearest inside. */
static int32_t owner_tile(int32_t index, int32_t first_tile, int32_t tile_count, int32_t per_tile)
{
    return twc_clamp(twc_floor_div(index, per_tile), first_tile, first_tile + tile_count - 1);
}

static const twc_tile *tile_at(const twc_world *world, int32_t tile_x, int32_t tile_z)
{
    twc_rect extent = world->extent;
    TWC_ASSERT(tile_x >= extent.x && tile_x < extent.x + extent.nx && tile_z >= extent.z &&
               tile_z < extent.z + extent.nz);
    return world->tiles[(ptrdiff_t)(tile_z - extent.z) * extent.nx + (tile_x - extent.x)];
}

/* `inside`: the samples of the world's extent. */
static uint16_t sample_at(const twc_world *world, twc_rect inside, int32_t x, int32_t z)
{
    x = twc_clamp(x, inside.x, inside.x + inside.nx - 1);
    z = twc_clamp(z, inside.z, inside.z + inside.nz - 1);
    int32_t tile_x = owner_tile(x, world->extent.x, world->extent.nx, TWC_TILE_CELLS);
    int32_t tile_z = owner_tile(z, world->extent.z, world->extent.nz, TWC_TILE_CELLS);
    const twc_tile *tile = tile_at(world, tile_x, tile_z);
    return tile ? tile->sample[z - tile_z * TWC_TILE_CELLS][x - tile_x * TWC_TILE_CELLS] : world->base_sample;
}

void twc_reference_samples(const twc_world *world, twc_rect window, uint16_t *out)
{
    twc_rect inside = twc_world_samples(world);
    for (int32_t z = 0; z < window.nz; z++)
        for (int32_t x = 0; x < window.nx; x++)
            out[(ptrdiff_t)z * window.nx + x] = sample_at(world, inside, window.x + x, window.z + z);
}

static uint8_t class_at(const twc_world *world, int32_t x, int32_t z)
{
    twc_rect inside = twc_world_macros(world);
    x = twc_clamp(x, inside.x, inside.x + inside.nx - 1);
    z = twc_clamp(z, inside.z, inside.z + inside.nz - 1);
    int32_t tile_x = twc_floor_div(x, TWC_TILE_MACROS), tile_z = twc_floor_div(z, TWC_TILE_MACROS);
    const twc_tile *tile = tile_at(world, tile_x, tile_z);
    return tile ? tile->facet[z - tile_z * TWC_TILE_MACROS][x - tile_x * TWC_TILE_MACROS] : TWC_FINE;
}

void twc_reference_classes(const twc_world *world, twc_rect window, uint8_t *out)
{
    for (int32_t z = 0; z < window.nz; z++)
        for (int32_t x = 0; x < window.nx; x++)
            out[(ptrdiff_t)z * window.nx + x] = class_at(world, window.x + x, window.z + z);
}

static float height_at(const twc_field *field, int32_t x, int32_t z)
{
    TWC_ASSERT(x >= field->rect.x && x < field->rect.x + field->rect.nx && z >= field->rect.z &&
               z < field->rect.z + field->rect.nz);
    return field->h[(ptrdiff_t)(z - field->rect.z) * field->rect.nx + (x - field->rect.x)];
}

float twc_reference_bilinear_at(const twc_field *field, int32_t x, int32_t z)
{
    int32_t i = twc_floor_div(x, TWC_SAMPLE_CM), j = twc_floor_div(z, TWC_SAMPLE_CM);
    float tx = (float)(x - i * TWC_SAMPLE_CM) / (float)TWC_SAMPLE_CM;
    float tz = (float)(z - j * TWC_SAMPLE_CM) / (float)TWC_SAMPLE_CM;
    float north_west = height_at(field, i, j), north_east = height_at(field, i + 1, j);
    float south_west = height_at(field, i, j + 1), south_east = height_at(field, i + 1, j + 1);
    float north = north_west + (north_east - north_west) * tx;
    float south = south_west + (south_east - south_west) * tx;
    return north + (south - north) * tz;
}

void twc_reference_bilinear(const twc_field *field, size_t n, const int32_t *x, const int32_t *z, float *y)
{
    for (size_t k = 0; k < n; k++)
        y[k] = twc_reference_bilinear_at(field, x[k], z[k]);
}

/* An extent in units of `per_tile` to a tile. */
static twc_rect scaled(twc_rect extent, int32_t per_tile)
{
    return (twc_rect){extent.x * per_tile, extent.z * per_tile, extent.nx * per_tile, extent.nz * per_tile};
}

twc_rect twc_world_chunks(const twc_world *world)
{
    return scaled(world->extent, TWC_TILE_CHUNKS);
}

twc_rect twc_world_macros(const twc_world *world)
{
    return scaled(world->extent, TWC_TILE_MACROS);
}

twc_rect twc_world_samples(const twc_world *world)
{
    twc_rect samples = scaled(world->extent, TWC_TILE_CELLS);
    samples.nx += 1;
    samples.nz += 1;
    return samples;
}
