/* SPDX-License-Identifier: MIT */
#include "twc/world_data.h"

#include <stdlib.h>
#include <string.h>

#include "reference/common/assertion.h"
#include "twc/ground.h"
#include "twc/mesh.h"
#include "twc/reach.h"

/* How many bytes the UTF-8 character at `text` has; 0 when it is none, or a control character. */
static size_t utf8_length(const char *text)
{
    unsigned char lead = (unsigned char)*text;
    size_t length = lead < 0x80                   ? 1
                    : lead >= 0xc2 && lead < 0xe0 ? 2
                    : lead >= 0xe0 && lead < 0xf0 ? 3
                    : lead >= 0xf0 && lead < 0xf5 ? 4
                                                  : 0;
    if (lead < 0x20 || lead == 0x7f)
        return 0;
    for (size_t k = 1; k < length; k++)
        if (((unsigned char)text[k] & 0xc0) != 0x80)
            return 0;
    return length;
}

/* Names end up in headers of text formats and in JSON: what cannot stand there becomes an underscore. */
static void set_name(twc_world_data *data, const char *name)
{
    size_t used = 0;
    while (*name) {
        size_t length = utf8_length(name), step = length ? length : 1;
        if (used + step >= sizeof data->name)
            break;
        memcpy(data->name + used, length ? name : "_", step);
        used += step;
        name += step;
    }
    data->name[used] = '\0';
}

twc_status twc_world_data_create(twc_rect extent, uint16_t base_sample, const char *name, twc_world_data *data)
{
    memset(data, 0, sizeof *data);
    data->world.extent = extent;
    data->world.base_sample = base_sample;
    if (extent.nx < 1 || extent.nz < 1 || (int64_t)extent.nx * extent.nz > INT32_MAX)
        return twc_fail(TWC_USAGE, "an extent of %d x %d tiles holds nothing or too much", extent.nx, extent.nz);
    data->tiles = calloc((size_t)extent.nx * (size_t)extent.nz, sizeof *data->tiles);
    if (!data->tiles)
        return twc_fail(TWC_IO, "not enough memory for %d x %d tiles", extent.nx, extent.nz);
    data->world.tiles = (const twc_tile *const *)data->tiles;
    set_name(data, name);
    twc_status status = twc_world_check(&data->world);
    if (status.code)
        twc_world_data_destroy(data);
    return status;
}

static twc_status copy_tiles(const twc_world_data *from, twc_world_data *to)
{
    for (size_t k = 0; k < (size_t)from->world.extent.nx * (size_t)from->world.extent.nz; k++) {
        if (!from->tiles[k])
            continue;
        to->tiles[k] = malloc(sizeof *to->tiles[k]);
        if (!to->tiles[k])
            return twc_fail(TWC_IO, "not enough memory to copy a world");
        *to->tiles[k] = *from->tiles[k];
    }
    return twc_ok();
}

/* A copy without place and first world, which the caller has to free. */
static twc_status copy_state(const twc_world_data *from, twc_world_data *to)
{
    twc_status status = twc_world_data_create(from->world.extent, from->world.base_sample, from->name, to);
    to->datum = from->datum;
    if (!status.code)
        status = twc_georeference_copy(&from->georeference, &to->georeference);
    if (!status.code)
        status = copy_tiles(from, to);
    if (!status.code)
        status = twc_features_copy(&from->features, &to->features);
    if (status.code)
        twc_world_data_destroy(to);
    return status;
}

static twc_status copy_first(const twc_world_data *from, twc_world_data **first)
{
    *first = malloc(sizeof **first);
    if (!*first)
        return twc_fail(TWC_IO, "not enough memory to copy a world");
    twc_status status = copy_state(from, *first);
    if (status.code) {
        free(*first);
        *first = NULL;
    }
    return status;
}

twc_status twc_world_data_copy(const twc_world_data *from, twc_world_data *to)
{
    twc_status status = copy_state(from, to);
    if (!status.code && from->first)
        status = copy_first(from->first, &to->first);
    to->place = from->place;
    if (status.code)
        twc_world_data_destroy(to);
    return status;
}

static void forget_first(twc_world_data *data)
{
    if (data->first)
        twc_world_data_destroy(data->first);
    free(data->first);
    data->first = NULL;
}

twc_status twc_world_data_keep_first(twc_world_data *data)
{
    forget_first(data);
    return copy_first(data, &data->first);
}

static void close_source(twc_world_data *data)
{
    if (data->source.close)
        data->source.close(data->source.context);
    memset(&data->source, 0, sizeof data->source);
    free(data->loaded);
    data->loaded = NULL;
}

void twc_world_data_destroy(twc_world_data *data)
{
    if (data->tiles)
        for (size_t k = 0; k < (size_t)data->world.extent.nx * (size_t)data->world.extent.nz; k++)
            free(data->tiles[k]);
    free(data->tiles);
    data->tiles = NULL;
    data->world.tiles = NULL;
    close_source(data);
    twc_georeference_destroy(&data->georeference);
    twc_features_destroy(&data->features);
    forget_first(data);
}

/* ---- tiles that come when they are needed ---- */

twc_status twc_world_data_set_source(twc_world_data *data, twc_tile_source source)
{
    const size_t count = (size_t)data->world.extent.nx * (size_t)data->world.extent.nz;
    data->source = source;
    data->loaded = calloc(count, 1);
    return data->loaded ? twc_ok() : twc_fail(TWC_IO, "not enough memory for %zu tiles", count);
}

twc_status twc_world_data_need(twc_world_data *data, twc_rect tiles)
{
    const twc_rect e = data->world.extent;
    if (!data->source.load)
        return twc_ok();
    const int32_t x0 = tiles.x > e.x ? tiles.x : e.x, z0 = tiles.z > e.z ? tiles.z : e.z;
    const int32_t x1 = tiles.x + tiles.nx < e.x + e.nx ? tiles.x + tiles.nx : e.x + e.nx;
    const int32_t z1 = tiles.z + tiles.nz < e.z + e.nz ? tiles.z + tiles.nz : e.z + e.nz;
    for (int32_t z = z0; z < z1; z++) {
        for (int32_t x = x0; x < x1; x++) {
            const size_t index = (size_t)(z - e.z) * (size_t)e.nx + (size_t)(x - e.x);
            if (data->loaded[index])
                continue;
            twc_status status = data->source.load(data->source.context, x, z, &data->tiles[index]);
            if (status.code)
                return status;
            data->loaded[index] = 1;
        }
    }
    return twc_ok();
}

/* A build reads no farther than the ring of macro cells that features ask for, and what places and filters these. */
_Static_assert((TWC_FEATURE_RING_MACROS + TWC_CLASS_RING) * TWC_MACRO_CM / TWC_SAMPLE_CM + TWC_FILTER_MAX_RADIUS + 1 <
                   TWC_TILE_CELLS,
               "what a chunk is built of lies within a tile of it");

twc_status twc_world_data_need_chunks(twc_world_data *data, twc_rect chunks)
{
    const int32_t x = twc_floor_div(chunks.x, TWC_TILE_CHUNKS) - 1, z = twc_floor_div(chunks.z, TWC_TILE_CHUNKS) - 1;
    return twc_world_data_need(data, (twc_rect){x, z, twc_floor_div(chunks.x + chunks.nx - 1, TWC_TILE_CHUNKS) + 2 - x,
                                                twc_floor_div(chunks.z + chunks.nz - 1, TWC_TILE_CHUNKS) + 2 - z});
}

twc_status twc_world_data_need_all(twc_world_data *data)
{
    twc_status status = twc_world_data_need(data, data->world.extent);
    if (!status.code)
        close_source(data);
    return status;
}

twc_rect twc_tiles_about(twc_rect samples, int32_t margin)
{
    /*
     * A tile's last row and column repeat its neighbour's first ones, so the sample before the first is asked for too.
     */
    const int32_t x = twc_floor_div(samples.x - margin - 1, TWC_TILE_CELLS),
                  z = twc_floor_div(samples.z - margin - 1, TWC_TILE_CELLS);
    return (twc_rect){x, z, twc_floor_div(samples.x + samples.nx - 1 + margin, TWC_TILE_CELLS) - x + 1,
                      twc_floor_div(samples.z + samples.nz - 1 + margin, TWC_TILE_CELLS) - z + 1};
}

/* The tile at global tile coordinates; NULL when missing or outside. */
static twc_tile *tile_at(const twc_world_data *data, int32_t tile_x, int32_t tile_z)
{
    twc_rect extent = data->world.extent;
    int32_t column = tile_x - extent.x, row = tile_z - extent.z;
    if (column < 0 || column >= extent.nx || row < 0 || row >= extent.nz)
        return NULL;
    return data->tiles[(size_t)row * (size_t)extent.nx + (size_t)column];
}

/* The tile that owns a sample: the one it is first in; the far edge of the extent belongs to the last tiles. */
static twc_point owner_of(const twc_world_data *data, int32_t x, int32_t z)
{
    twc_rect extent = data->world.extent;
    return (twc_point){twc_clamp(twc_floor_div(x, TWC_TILE_CELLS), extent.x, extent.x + extent.nx - 1),
                       twc_clamp(twc_floor_div(z, TWC_TILE_CELLS), extent.z, extent.z + extent.nz - 1)};
}

/* Takes over a sample that a new tile repeats from the tile that owns it, if there is one. */
static void repeat_sample(const twc_world_data *data, twc_tile *tile, int32_t tile_x, int32_t tile_z, int32_t x,
                          int32_t z)
{
    twc_point owner = owner_of(data, x, z);
    const twc_tile *from = tile_at(data, owner.x, owner.z);
    if (from)
        tile->sample[z - tile_z * TWC_TILE_CELLS][x - tile_x * TWC_TILE_CELLS] =
            from->sample[z - owner.z * TWC_TILE_CELLS][x - owner.x * TWC_TILE_CELLS];
}

twc_status twc_world_data_add_tile(twc_world_data *data, int32_t tile_x, int32_t tile_z)
{
    twc_rect extent = data->world.extent;
    size_t index = (size_t)(tile_z - extent.z) * (size_t)extent.nx + (size_t)(tile_x - extent.x);
    TWC_ASSERT(index < (size_t)extent.nx * (size_t)extent.nz);
    if (data->tiles[index])
        return twc_ok();
    twc_tile *tile = calloc(1, sizeof *tile);
    if (!tile)
        return twc_fail(TWC_IO, "not enough memory for a tile");
    for (int z = 0; z < TWC_TILE_SAMPLES; z++)
        for (int x = 0; x < TWC_TILE_SAMPLES; x++)
            tile->sample[z][x] = data->world.base_sample;
    /* The last row and column repeat what their owners hold; what this tile owns itself stays flat. */
    for (int32_t k = 0; k < TWC_TILE_SAMPLES; k++) {
        int32_t x = tile_x * TWC_TILE_CELLS, z = tile_z * TWC_TILE_CELLS;
        repeat_sample(data, tile, tile_x, tile_z, x + TWC_TILE_CELLS, z + k);
        repeat_sample(data, tile, tile_x, tile_z, x + k, z + TWC_TILE_CELLS);
    }
    data->tiles[index] = tile;
    return twc_ok();
}

/* Whether a sample's owner is there: else copies of it must stay the base sample, and what is given for it is lost. */
static int has_owner(const twc_world_data *data, int32_t x, int32_t z)
{
    twc_point owner = owner_of(data, x, z);
    return tile_at(data, owner.x, owner.z) != NULL;
}

/* Stores those of a rectangle of values that a tile holds. */
static void set_in_tile(twc_world_data *data, int32_t tile_x, int32_t tile_z, twc_rect samples, const uint16_t *values)
{
    twc_tile *tile = tile_at(data, tile_x, tile_z);
    const int32_t x0 = tile_x * TWC_TILE_CELLS, z0 = tile_z * TWC_TILE_CELLS;
    const int32_t first_x = samples.x > x0 ? samples.x : x0, first_z = samples.z > z0 ? samples.z : z0;
    const int32_t end_x = samples.x + samples.nx < x0 + TWC_TILE_SAMPLES ? samples.x + samples.nx
                                                                         : x0 + TWC_TILE_SAMPLES;
    const int32_t end_z = samples.z + samples.nz < z0 + TWC_TILE_SAMPLES ? samples.z + samples.nz
                                                                         : z0 + TWC_TILE_SAMPLES;
    const int32_t own_x = end_x < x0 + TWC_TILE_CELLS ? end_x
                                                      : x0 + TWC_TILE_CELLS; /* the last column is a neighbour's */
    for (int32_t z = first_z; tile && z < end_z; z++) {
        const uint16_t *from = values + (size_t)(z - samples.z) * (size_t)samples.nx;
        uint16_t *to = tile->sample[z - z0];
        if (first_x < own_x && has_owner(data, first_x, z))
            memcpy(to + (first_x - x0), from + (first_x - samples.x), (size_t)(own_x - first_x) * sizeof *to);
        if (end_x > own_x && end_x > first_x && has_owner(data, own_x, z))
            to[own_x - x0] = from[own_x - samples.x];
    }
}

void twc_world_data_set_samples(twc_world_data *data, twc_rect samples, const uint16_t *values)
{
    const twc_rect tiles = twc_tiles_about(samples, 0);
    for (int32_t z = tiles.z; z < tiles.z + tiles.nz; z++)
        for (int32_t x = tiles.x; x < tiles.x + tiles.nx; x++)
            set_in_tile(data, x, z, samples, values);
}

void twc_world_data_set_classes(twc_world_data *data, twc_rect macros, const uint8_t *classes)
{
    for (int32_t z = 0; z < macros.nz; z++) {
        for (int32_t x = 0; x < macros.nx; x++) {
            int32_t cell_x = macros.x + x, cell_z = macros.z + z;
            int32_t tile_x = twc_floor_div(cell_x, TWC_TILE_MACROS), tile_z = twc_floor_div(cell_z, TWC_TILE_MACROS);
            twc_tile *tile = tile_at(data, tile_x, tile_z);
            if (tile)
                tile->facet[cell_z - tile_z * TWC_TILE_MACROS][cell_x - tile_x * TWC_TILE_MACROS] =
                    classes[(size_t)z * (size_t)macros.nx + (size_t)x];
        }
    }
}
