/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "regions/mirrored.h"

#include <stdlib.h>

enum { KINDS = 4 }; /* by bits: 1 mirrored along x, 2 along z */

static int32_t turned(int32_t at, int32_t count, int mirrored)
{
    return mirrored ? count - 1 - at : at;
}

static void mirror_tile(const twc_tile *from, int kind, twc_tile *to)
{
    for (int32_t z = 0; z < TWC_TILE_SAMPLES; z++)
        for (int32_t x = 0; x < TWC_TILE_SAMPLES; x++)
            to->sample[z][x] =
                from->sample[turned(z, TWC_TILE_SAMPLES, kind & 2)][turned(x, TWC_TILE_SAMPLES, kind & 1)];
    for (int32_t z = 0; z < TWC_TILE_MACROS; z++)
        for (int32_t x = 0; x < TWC_TILE_MACROS; x++)
            to->facet[z][x] = from->facet[turned(z, TWC_TILE_MACROS, kind & 2)][turned(x, TWC_TILE_MACROS, kind & 1)];
}

static void place(const twc_world *of, twc_mirrored *mirrored)
{
    const int32_t nx = of->extent.nx, nz = of->extent.nz;
    const twc_rect all = mirrored->world.extent;
    for (int32_t z = 0; z < all.nz; z++)
        for (int32_t x = 0; x < all.nx; x++) {
            const int kind = (x / nx & 1) | (z / nz & 1) << 1;
            const int32_t from = turned(z % nz, nz, kind & 2) * nx + turned(x % nx, nx, kind & 1);
            mirrored->tiles[(size_t)z * (size_t)all.nx + (size_t)x] = &mirrored->copies[kind * nx * nz + from];
        }
}

twc_status twc_mirrored_create(const twc_world *of, int32_t times, twc_mirrored *mirrored)
{
    const size_t count = (size_t)of->extent.nx * (size_t)of->extent.nz, copies = (size_t)times * (size_t)times;
    const twc_rect extent = {-of->extent.nx * times / 2, -of->extent.nz * times / 2, of->extent.nx * times,
                             of->extent.nz * times};
    *mirrored = (twc_mirrored){.copies = malloc(KINDS * count * sizeof *mirrored->copies),
                               .tiles = malloc(copies * count * sizeof *mirrored->tiles)};
    if (!mirrored->copies || !mirrored->tiles)
        return twc_fail(TWC_IO, "not enough memory for a world of %d x %d tiles", extent.nx, extent.nz);
    for (size_t k = 0; k < count; k++) {
        if (!of->tiles[k])
            return twc_fail(TWC_USAGE, "a world with missing tiles can't be mirrored");
        for (int kind = 0; kind < KINDS; kind++)
            mirror_tile(of->tiles[k], kind, &mirrored->copies[(size_t)kind * count + k]);
    }
    mirrored->world = (twc_world){extent, of->base_sample, mirrored->tiles};
    place(of, mirrored);
    return twc_ok();
}

void twc_mirrored_destroy(twc_mirrored *mirrored)
{
    free(mirrored->copies);
    free(mirrored->tiles);
}
