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

/* The columns of a window that lie before what the extent has, in it, and beyond it; one of them may be all. */
typedef struct columns {
    int32_t left, middle, right;
} columns;

static columns columns_of(twc_rect window, twc_rect inside)
{
    const int32_t left = twc_clamp(inside.x - window.x, 0, window.nx);
    const int32_t right = twc_clamp(window.x + window.nx - (inside.x + inside.nx), 0, window.nx);
    return (columns){left, window.nx - left - right, right};
}

void TWC_NAME(samples)(const twc_world *world, twc_rect window, uint16_t *out)
{
    const twc_rect inside = twc_world_samples(world);
    const int32_t last_x = inside.x + inside.nx - 1, last_z = inside.z + inside.nz - 1;
    const columns c = columns_of(window, inside);
    for (int32_t row = 0; row < window.nz; row++, out += window.nx) {
        const int32_t z = twc_clamp(window.z + row, inside.z, last_z);
        uint16_t edge;
        if (row > 0 && z == twc_clamp(window.z + row - 1, inside.z, last_z)) {
            memcpy(out, out - window.nx, (size_t)window.nx * sizeof *out);
            continue;
        }
        copy_row(world, window.x + c.left, z, c.middle, out + c.left);
        if (c.left > 0) {
            copy_row(world, inside.x, z, 1, &edge);
            fill(out, c.left, edge);
        }
        if (c.right > 0) {
            copy_row(world, last_x, z, 1, &edge);
            fill(out + c.left + c.middle, c.right, edge);
        }
    }
}

/* ---- classes: likewise, but no tile has an edge of another's, and most runs are a whole tile's row ---- */

static void copy_classes(const twc_world *world, int32_t x, int32_t z, int32_t count, uint8_t *out)
{
    const int32_t tile_z = twc_floor_div(z, TWC_TILE_MACROS);
    for (const int32_t end = x + count; x < end;) {
        const int32_t tile_x = twc_floor_div(x, TWC_TILE_MACROS), first = tile_x * TWC_TILE_MACROS;
        const int32_t run = least(first + TWC_TILE_MACROS, end) - x;
        const twc_tile *tile = tile_at(world, tile_x, tile_z);
        if (!tile)
            memset(out, TWC_FINE, (size_t)run);
        else if (run == TWC_TILE_MACROS)
            memcpy(out, tile->facet[z - tile_z * TWC_TILE_MACROS], TWC_TILE_MACROS);
        else
            memcpy(out, &tile->facet[z - tile_z * TWC_TILE_MACROS][x - first], (size_t)run);
        x += run;
        out += run;
    }
}

void TWC_NAME(classes)(const twc_world *world, twc_rect window, uint8_t *out)
{
    const twc_rect inside = twc_world_macros(world);
    const int32_t last_x = inside.x + inside.nx - 1, last_z = inside.z + inside.nz - 1;
    const columns c = columns_of(window, inside);
    for (int32_t row = 0; row < window.nz; row++, out += window.nx) {
        const int32_t z = twc_clamp(window.z + row, inside.z, last_z);
        uint8_t edge;
        if (row > 0 && z == twc_clamp(window.z + row - 1, inside.z, last_z)) {
            memcpy(out, out - window.nx, (size_t)window.nx);
            continue;
        }
        copy_classes(world, window.x + c.left, z, c.middle, out + c.left);
        if (c.left > 0) {
            copy_classes(world, inside.x, z, 1, &edge);
            memset(out, edge, (size_t)c.left);
        }
        if (c.right > 0) {
            copy_classes(world, last_x, z, 1, &edge);
            memset(out + c.left + c.middle, edge, (size_t)c.right);
        }
    }
}

/* ---- bilinear ---- */

enum { LANES = 16 };

/*
 * At v4 clang 14's MemorySanitizer takes the quotients of two initialised positions for uninitialised: by its own
 * account (__msan_test_shadow) the positions, the field and its rectangle are not. The other levels show no such thing.
 */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
__attribute__((no_sanitize("memory")))
#endif
#endif
static float
height_at(const twc_field *field, int32_t x, int32_t z)
{
    const twc_fast_place place = twc_fast_place_in(field->rect, x, z);
    const float *north = field->h + (size_t)place.j * (uint32_t)field->rect.nx + place.i,
                *south = north + field->rect.nx;
    return twc_fast_bilinear(north[0], north[1], south[0], south[1], place.tx, place.tz);
}

/* Sixteen positions; each takes its four samples as two pairs. */
static void heights_at(const twc_field *field, const int32_t *x, const int32_t *z, float *restrict y)
{
    uint32_t at[LANES];
    float tx[LANES], tz[LANES], north[LANES][2], south[LANES][2];
    for (int k = 0; k < LANES; k++) {
        const twc_fast_place place = twc_fast_place_in(field->rect, x[k], z[k]);
        at[k] = place.j * (uint32_t)field->rect.nx + place.i;
        tx[k] = place.tx;
        tz[k] = place.tz;
    }
    for (int k = 0; k < LANES; k++) {
        memcpy(north[k], field->h + at[k], sizeof north[k]);
        memcpy(south[k], field->h + at[k] + field->rect.nx, sizeof south[k]);
    }
    for (int k = 0; k < LANES; k++)
        y[k] = twc_fast_bilinear(north[k][0], north[k][1], south[k][0], south[k][1], tx[k], tz[k]);
}

/* The last lanes may be those of positions that have been asked before: they give the same heights again. */
void TWC_NAME(bilinear)(const twc_field *field, size_t n, const int32_t *x, const int32_t *z, float *restrict y)
{
    if (n < LANES) {
        for (size_t k = 0; k < n; k++)
            y[k] = height_at(field, x[k], z[k]);
        return;
    }
    for (size_t k = 0; k < n; k += LANES) {
        const size_t first = k < n - LANES ? k : n - LANES;
        heights_at(field, x + first, z + first, y + first);
    }
}
