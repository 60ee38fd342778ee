/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fixed_world.h"

#include <stddef.h>

enum { SIDE = 2, FIRST = -1, MISSING = 2 /* tile (-1, 0) */, BASE = 20500 };

int32_t fixed_number(int32_t i, int32_t j, int32_t salt, int32_t limit)
{
    return (int32_t)(twc_hash(i, j, 1000 + salt) % (uint32_t)limit);
}

/* Integer value noise over cells of `size` samples, 0..height. */
static int32_t noise(int32_t x, int32_t z, int32_t size, int32_t salt, int32_t height)
{
    int32_t i = twc_floor_div(x, size), j = twc_floor_div(z, size), u = x - i * size, v = z - j * size;
    int32_t north = fixed_number(i, j, salt, height) * (size - u) + fixed_number(i + 1, j, salt, height) * u;
    int32_t south = fixed_number(i, j + 1, salt, height) * (size - u) + fixed_number(i + 1, j + 1, salt, height) * u;
    return (north / size * (size - v) + south / size * v) / size;
}

/* Hills of 100 m, ridges of 25 m, a plain in the south, some noise; a few spikes reach either end of the encoding. */
static uint16_t height(int32_t x, int32_t z)
{
    int32_t spike = fixed_number(x, z, 9, 5000);
    if (spike < 2)
        return spike ? 65535 : 0;
    int32_t hills = noise(x, z, 64, 1, 10000) + noise(x, z, 16, 2, 2500) + noise(x, z, 6, 3, 600) +
                    fixed_number(x, z, 4, 12);
    return (uint16_t)(BASE + (z > 64 ? hills / 16 : hills));
}

const twc_world *fixed_world(void)
{
    static twc_tile tile[SIDE * SIDE];
    static const twc_tile *view[SIDE * SIDE];
    static twc_world world;
    if (world.tiles)
        return &world;
    world = (twc_world){{FIRST, FIRST, SIDE, SIDE}, BASE, view};
    for (int32_t k = 0; k < SIDE * SIDE; k++) {
        int32_t x0 = (FIRST + k % SIDE) * TWC_TILE_CELLS, z0 = (FIRST + k / SIDE) * TWC_TILE_CELLS;
        int32_t mx = (FIRST + k % SIDE) * TWC_TILE_MACROS, mz = (FIRST + k / SIDE) * TWC_TILE_MACROS;
        view[k] = k == MISSING ? NULL : &tile[k];
        for (int32_t z = 0; z < TWC_TILE_SAMPLES; z++)
            for (int32_t x = 0; x < TWC_TILE_SAMPLES; x++) {
                int owner_missing = x0 + x < 0 && z0 + z >= 0; /* the missing tile begins at sample (-128, 0) */
                tile[k].sample[z][x] = owner_missing ? BASE : height(x0 + x, z0 + z);
            }
        for (int32_t z = 0; z < TWC_TILE_MACROS; z++)
            for (int32_t x = 0; x < TWC_TILE_MACROS; x++)
                tile[k].facet[z][x] = (uint8_t)(noise(mx + x, mz + z, 3, 7, 100) + fixed_number(mx + x, mz + z, 8, 30) >
                                                55);
    }
    return &world;
}
