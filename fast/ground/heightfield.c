/* SPDX-License-Identifier: MIT */
#include "ground/ground.h"

/* ---- samples: rows are copied in runs, one per tile ---- */

static const twc_tile *tile_at(const twc_world *world, int32_t tile_x, int32_t tile_z)
{
    twc_rect extent = world->extent;
    return world->tiles[(ptrdiff_t)(tile_z - extent.z) * extent.nx + (tile_x - extent.x)];
}

static void fill_samples(uint16_t *out, int32_t count, uint16_t value)
{
    for (int32_t k = 0; k < count; k++)
        out[k] = value;
}

/* The part of one tile in a window: columns [from, to) and rows [top, bottom) of global indices. */
static void copy_tile(const twc_world *world, twc_rect window, int32_t tile_x, int32_t tile_z, int32_t from, int32_t to,
                      int32_t top, int32_t bottom, uint16_t *out)
{
    const twc_tile *tile = tile_at(world, tile_x, tile_z);
    const size_t count = (size_t)(to - from);
    for (int32_t z = top; z < bottom; z++) {
        uint16_t *row = out + (ptrdiff_t)(z - window.z) * window.nx + (from - window.x);
        if (tile)
            memcpy(row, &tile->sample[z - tile_z * TWC_TILE_CELLS][from - tile_x * TWC_TILE_CELLS], count * sizeof *row);
        else
            fill_samples(row, to - from, world->base_sample);
    }
}

/* The last tile along an axis owns its far edge too. */
static int32_t tile_end(int32_t tile, int32_t last_tile)
{
    return (tile + 1) * TWC_TILE_CELLS + (tile == last_tile);
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Repeats the first and last column and row inside the extent over what lies outside. */
static void repeat_edges(twc_rect window, twc_rect inside, uint16_t *out)
{
    const int32_t left = inside.x - window.x, right = left + inside.nx;
    const int32_t top = inside.z - window.z, bottom = top + inside.nz;
    for (int32_t z = top; z < bottom; z++) {
        uint16_t *row = out + (ptrdiff_t)z * window.nx;
        fill_samples(row, left, row[left]);
        fill_samples(row + right, window.nx - right, row[right - 1]);
    }
    const size_t bytes = (size_t)window.nx * sizeof *out;
    for (int32_t z = 0; z < top; z++)
        memcpy(out + (ptrdiff_t)z * window.nx, out + (ptrdiff_t)top * window.nx, bytes);
    for (int32_t z = bottom; z < window.nz; z++)
        memcpy(out + (ptrdiff_t)z * window.nx, out + (ptrdiff_t)(bottom - 1) * window.nx, bytes);
}

/* The part of [start, start + count) that lies in [low, low + size), or where they do not meet the nearest index in it. */
static void clip(int32_t start, int32_t count, int32_t low, int32_t size, int32_t *first, int32_t *n)
{
    const int32_t last = twc_clamp(start + count - 1, low, low + size - 1);
    *first = twc_clamp(start, low, low + size - 1);
    *n = last - *first + 1;
}

/* A window that does not meet the extent along an axis: each row or column repeats the nearest one inside. */
static void samples_outside(const twc_world *world, twc_rect window, twc_rect inside, uint16_t *out)
{
    for (int32_t z = 0; z < window.nz; z++) {
        for (int32_t x = 0; x < window.nx; x++) {
            twc_rect one = {twc_clamp(window.x + x, inside.x, inside.x + inside.nx - 1),
                            twc_clamp(window.z + z, inside.z, inside.z + inside.nz - 1), 1, 1};
            TWC_NAME(samples)(world, one, out + (ptrdiff_t)z * window.nx + x);
        }
    }
}

void TWC_NAME(samples)(const twc_world *world, twc_rect window, uint16_t *out)
{
    const twc_rect inside = twc_world_samples(world);
    if (window.x >= inside.x + inside.nx || window.x + window.nx <= inside.x || window.z >= inside.z + inside.nz
        || window.z + window.nz <= inside.z) {
        samples_outside(world, window, inside, out);
        return;
    }
    twc_rect part;
    clip(window.x, window.nx, inside.x, inside.nx, &part.x, &part.nx);
    clip(window.z, window.nz, inside.z, inside.nz, &part.z, &part.nz);
    const int32_t last_x = world->extent.x + world->extent.nx - 1, last_z = world->extent.z + world->extent.nz - 1;
    const int32_t right = part.x + part.nx, bottom = part.z + part.nz;
    for (int32_t z = part.z; z < bottom;) {
        const int32_t tile_z = least(twc_floor_div(z, TWC_TILE_CELLS), last_z), z_end = least(tile_end(tile_z, last_z), bottom);
        for (int32_t x = part.x; x < right;) {
            const int32_t tile_x = least(twc_floor_div(x, TWC_TILE_CELLS), last_x);
            const int32_t x_end = least(tile_end(tile_x, last_x), right);
            copy_tile(world, window, tile_x, tile_z, x, x_end, z, z_end, out);
            x = x_end;
        }
        z = z_end;
    }
    repeat_edges(window, part, out);
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
 * Positions relative to the field's first sample are not negative, so the floor is an unsigned quotient, and the remainder
 * is the same as that of the global position: the origin is a multiple of the spacing.
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
