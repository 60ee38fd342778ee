/* SPDX-License-Identifier: MIT */
/*
 * Samples and classes row by row, and bilinear interpolation. Spec ground 1.3, 2.3; paper section 4.1; twin
 * reference/ground/heightfield.c; test tests/ground/test_heightfield.c.
 */
#include "ground/ground.h"

static const twc_tile *tile_at(const twc_world *world, int32_t tile_x, int32_t tile_z)
{
    twc_rect extent = world->extent;
    return world->tiles[(ptrdiff_t)(tile_z - extent.z) * extent.nx + (tile_x - extent.x)];
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* ---- samples: a row is copied in runs, one per tile, and its ends repeated outside the extent ---- */

static void fill(uint16_t *out, int32_t count, uint16_t value)
{
    for (int32_t k = 0; k < count; k++)
        out[k] = value;
}

/* Samples x .. x + count - 1 of row z, all inside the extent. The last tile along an axis owns its far edge too. */
static void copy_row(const twc_world *world, int32_t x, int32_t z, int32_t count, uint16_t *out)
{
    const twc_rect extent = world->extent;
    const int32_t last_x = extent.x + extent.nx - 1;
    const int32_t tile_z = least(twc_floor_div(z, TWC_TILE_CELLS), extent.z + extent.nz - 1);
    for (const int32_t end = x + count; x < end;) {
        const int32_t tile_x = least(twc_floor_div(x, TWC_TILE_CELLS), last_x), first = tile_x * TWC_TILE_CELLS;
        const int32_t run = least(first + TWC_TILE_CELLS + (tile_x == last_x), end) - x;
        const twc_tile *tile = tile_at(world, tile_x, tile_z);
        if (tile)
            memcpy(out, &tile->sample[z - tile_z * TWC_TILE_CELLS][x - first], (size_t)run * sizeof *out);
        else
            fill(out, run, world->base_sample);
        x += run;
        out += run;
    }
}

void TWC_NAME(samples)(const twc_world *world, twc_rect window, uint16_t *out)
{
    const twc_rect inside = twc_world_samples(world);
    const int32_t last_x = inside.x + inside.nx - 1, last_z = inside.z + inside.nz - 1;
    const int32_t left = twc_clamp(inside.x - window.x, 0, window.nx);                /* columns before the extent */
    const int32_t right = twc_clamp(window.x + window.nx - 1 - last_x, 0, window.nx); /* and beyond it */
    const int32_t middle = window.nx - left - right;
    for (int32_t row = 0; row < window.nz; row++, out += window.nx) {
        const int32_t z = twc_clamp(window.z + row, inside.z, last_z);
        uint16_t edge;
        if (row > 0 && z == twc_clamp(window.z + row - 1, inside.z, last_z)) {
            memcpy(out, out - window.nx, (size_t)window.nx * sizeof *out);
            continue;
        }
        copy_row(world, window.x + left, z, middle, out + left);
        if (left > 0) {
            copy_row(world, inside.x, z, 1, &edge);
            fill(out, left, edge);
        }
        if (right > 0) {
            copy_row(world, last_x, z, 1, &edge);
            fill(out + left + middle, right, edge);
        }
    }
}

/* ---- classes: few enough to take one at a time ---- */

void TWC_NAME(classes)(const twc_world *world, twc_rect window, uint8_t *out)
{
    const twc_rect inside = twc_world_macros(world);
    for (int32_t row = 0; row < window.nz; row++) {
        const int32_t z = twc_clamp(window.z + row, inside.z, inside.z + inside.nz - 1);
        const int32_t tile_z = twc_floor_div(z, TWC_TILE_MACROS);
        for (int32_t column = 0; column < window.nx; column++) {
            const int32_t x = twc_clamp(window.x + column, inside.x, inside.x + inside.nx - 1);
            const int32_t tile_x = twc_floor_div(x, TWC_TILE_MACROS);
            const twc_tile *tile = tile_at(world, tile_x, tile_z);
            out[(ptrdiff_t)row * window.nx + column] =
                tile ? tile->facet[z - tile_z * TWC_TILE_MACROS][x - tile_x * TWC_TILE_MACROS] : TWC_FINE;
        }
    }
}

/* ---- bilinear ---- */

/*
 * Positions relative to the field's first sample are not negative, so the floor is an unsigned quotient, and the
 * remainder is the same as that of the global position: the origin is a multiple of the spacing.
 */
void TWC_NAME(bilinear)(const twc_field *field, size_t n, const int32_t *x, const int32_t *z, float *restrict y)
{
    const int32_t origin_x = field->rect.x * TWC_SAMPLE_CM, origin_z = field->rect.z * TWC_SAMPLE_CM;
    const uint32_t width = (uint32_t)field->rect.nx, spacing = TWC_SAMPLE_CM;
    const float *h = field->h;
    for (size_t k = 0; k < n; k++) {
        const uint32_t px = (uint32_t)x[k] - (uint32_t)origin_x, pz = (uint32_t)z[k] - (uint32_t)origin_z;
        const uint32_t i = px / spacing, j = pz / spacing;
        const float tx = (float)(int32_t)(px - spacing * i) / (float)TWC_SAMPLE_CM;
        const float tz = (float)(int32_t)(pz - spacing * j) / (float)TWC_SAMPLE_CM;
        const size_t at = (size_t)j * width + i;
        y[k] = twc_fast_bilinear(h[at], h[at + 1], h[at + width], h[at + width + 1], tx, tz);
    }
}
