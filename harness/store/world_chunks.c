/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_chunks.h"

#include <string.h>
#include <zlib.h>

#include "h5.h"

/* The tile that a place of a raster lies in; the far edge belongs to the last one. */
static int64_t tile_of(int64_t at, int64_t per_tile, int32_t tiles)
{
    return at / per_tile < tiles ? at / per_tile : tiles - 1;
}

static const twc_tile *tile_at(const twc_world *world, int64_t column, int64_t row)
{
    return world->tiles[row * world->extent.nx + column];
}

static unsigned char *put_sample(unsigned char *out, unsigned sample)
{
    out[0] = (unsigned char)sample;
    out[1] = (unsigned char)(sample >> 8);
    return out + 2;
}

/* One value of a raster. */
static unsigned value_at(const twc_world *world, int raster, int64_t x, int64_t z)
{
    static const int64_t per_tile[TWC_RASTER_COUNT] = {TWC_TILE_CELLS, TWC_TILE_MACROS, 1};
    const int64_t size = per_tile[raster];
    const int64_t column = tile_of(x, size, world->extent.nx), row = tile_of(z, size, world->extent.nz);
    const twc_tile *tile = tile_at(world, column, row);
    if (raster == TWC_RASTER_HEIGHT)
        return tile ? tile->sample[z - row * size][x - column * size] : world->base_sample;
    return raster == TWC_RASTER_PRESENT ? tile != NULL : tile ? tile->facet[z - row * size][x - column * size] : 0;
}

void twc_chunk_fill(const twc_world *world, int raster, int64_t chunk_x, int64_t chunk_z, unsigned char *values)
{
    const twc_raster_shape s = twc_raster_shape_of(raster, world->extent);
    const int64_t x0 = chunk_x * s.chunk_x, z0 = chunk_z * s.chunk_z;
    memset(values, 0, twc_chunk_bytes(&s));
    for (int64_t z = 0; z < s.chunk_z && z0 + z < s.nz; z++) {
        unsigned char *out = values + (size_t)(z * s.chunk_x) * s.value;
        for (int64_t x = 0; x < s.chunk_x && x0 + x < s.nx; x++) {
            const unsigned value = value_at(world, raster, x0 + x, z0 + z);
            if (s.value == 2)
                out = put_sample(out, value);
            else
                *out++ = (unsigned char)value;
        }
    }
}

/* HDF5's shuffle: the first bytes of all values, then the second ones. */
static void shuffle(const unsigned char *values, size_t size, size_t value, unsigned char *out)
{
    const size_t n = size / value;
    for (size_t byte = 0; byte < value; byte++)
        for (size_t k = 0; k < n; k++)
            out[byte * n + k] = values[k * value + byte];
}

twc_status twc_chunk_deflate(const unsigned char *values, size_t size, size_t value, unsigned char *stored,
                             size_t *stored_size)
{
    unsigned char shuffled[TWC_CHUNK_VALUES];
    uLongf length = TWC_CHUNK_STORED;
    shuffle(values, size, value, shuffled);
    if (compress2(stored, &length, shuffled, (uLong)size, TWC_H5_DEFLATE) != Z_OK)
        return twc_fail(TWC_IO, "zlib failed at a chunk of a world (memory may be short)");
    *stored_size = length;
    return twc_ok();
}

int twc_chunk_inflate(const unsigned char *stored, size_t stored_size, size_t size, size_t value, unsigned char *values)
{
    unsigned char shuffled[TWC_CHUNK_VALUES];
    uLongf length = (uLongf)size;
    if (uncompress(shuffled, &length, stored, (uLong)stored_size) != Z_OK || length != size)
        return -1;
    const size_t n = size / value;
    for (size_t byte = 0; byte < value; byte++)
        for (size_t k = 0; k < n; k++)
            values[k * value + byte] = shuffled[byte * n + k];
    return 0;
}
