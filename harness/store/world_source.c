/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_source.h"

#include <stdlib.h>
#include <string.h>

#include "world_chunks.h"
#include "world_seal.h"

/* A chunk's values, kept. */
typedef struct kept_chunk {
    int64_t index; /* -1: none */
    unsigned char *values;
} kept_chunk;

/* A raster: its pages, and the chunks of two rows, so that going through tiles inflates each chunk once. */
typedef struct raster_reader {
    twc_raster_shape shape;
    unsigned char **page; /* NULL: not read yet */
    kept_chunk *kept;     /* 2 chunks_x, by the index modulo that */
} raster_reader;

struct twc_parts_reader {
    twc_world_file file;
    char *name; /* of the file */
    twc_world_head head;
    raster_reader raster[2][TWC_RASTER_COUNT];
    uint64_t memory, used; /* bytes of tiles: at most, and so far */
    int holds;
};

/* What a tile source is: one of the two states of a reader. */
typedef struct state_source {
    twc_parts_reader *reader;
    int state;
} state_source;

/* ---- life ---- */

static void destroy_raster(raster_reader *r, size_t pages)
{
    for (size_t p = 0; r->page && p < pages; p++)
        free(r->page[p]);
    for (int64_t k = 0; r->kept && k < 2 * r->shape.chunks_x; k++)
        free(r->kept[k].values);
    free(r->page);
    free(r->kept);
}

void twc_parts_reader_release(twc_parts_reader *reader)
{
    if (!reader || --reader->holds > 0)
        return;
    for (int s = 0; s < 2; s++)
        for (int r = 0; r < TWC_RASTER_COUNT; r++)
            destroy_raster(&reader->raster[s][r], reader->head.state[s].raster[r].page_count);
    twc_world_file_close(&reader->file);
    twc_world_head_destroy(&reader->head);
    free(reader->name);
    free(reader);
}

static int create_raster(raster_reader *r, int raster, twc_rect extent, size_t pages)
{
    r->shape = twc_raster_shape_of(raster, extent);
    r->page = calloc(pages, sizeof *r->page);
    r->kept = calloc((size_t)(2 * r->shape.chunks_x), sizeof *r->kept);
    for (int64_t k = 0; r->kept && k < 2 * r->shape.chunks_x; k++)
        r->kept[k].index = -1;
    return r->page && r->kept;
}

/* Takes over file and head; on failure they are closed and destroyed. */
static twc_status create_reader(twc_world_file *file, twc_world_head *head, uint64_t memory, twc_parts_reader **out)
{
    twc_parts_reader *reader = calloc(1, sizeof *reader);
    int made = 1;
    *out = NULL;
    if (!reader) {
        twc_world_file_close(file);
        twc_world_head_destroy(head);
        return twc_fail(TWC_IO, "not enough memory to read a world");
    }
    reader->file = *file;
    reader->head = *head;
    reader->memory = memory;
    reader->holds = 1;
    reader->name = strdup(file->name);
    reader->file.name = reader->name;
    file->descriptor = -1;
    memset(head, 0, sizeof *head);
    for (int s = 0; s <= (reader->head.place.facts > 0); s++)
        for (int r = 0; r < TWC_RASTER_COUNT; r++)
            made &= create_raster(&reader->raster[s][r], r, reader->head.extent,
                                  reader->head.state[s].raster[r].page_count);
    if (!made || !reader->name) {
        twc_parts_reader_release(reader);
        return twc_fail(TWC_IO, "not enough memory to read a world");
    }
    *out = reader;
    return twc_ok();
}

twc_status twc_parts_open(twc_world_file *file, const char *seal, uint64_t memory, twc_parts_reader **reader)
{
    unsigned char *text = NULL;
    twc_world_head head;
    *reader = NULL;
    twc_status status = twc_seal_head(file, seal, &text);
    if (!status.code) {
        status = twc_world_head_read((const char *)text, file->size, &head);
        head.head_at = file->size - TWC_SEAL_SIZE - 8 - strlen((const char *)text);
        if (status.code)
            status = twc_fail(TWC_IO, "%s is not a valid world: %.300s; " TWC_WORLD_AGAIN, file->name, status.message);
    }
    free(text);
    return status.code ? status : create_reader(file, &head, memory, reader);
}

const twc_world_file *twc_parts_reader_file(const twc_parts_reader *reader)
{
    return &reader->file;
}

const twc_world_head *twc_parts_reader_head(const twc_parts_reader *reader)
{
    return &reader->head;
}

/* ---- parts ---- */

static const char *const what[2][TWC_RASTER_COUNT] = {
    {"the heights", "the facet classes", "which tiles there are"},
    {"the first world's heights", "the first world's facet classes", "which tiles the first world has"}};

void twc_parts_where(const twc_parts_reader *reader, int state, int raster, int64_t first, int64_t last, char *text)
{
    static const int64_t tiles_of[TWC_RASTER_COUNT] = {1, 8, 64};
    const twc_raster_shape *s = &reader->raster[state][raster].shape;
    const twc_rect e = reader->head.extent;
    const int64_t n = tiles_of[raster], rows = last / s->chunks_x - first / s->chunks_x + 1;
    int64_t x = e.x + (rows > 1 ? 0 : n * (first % s->chunks_x)), z = e.z + n * (first / s->chunks_x);
    int64_t end_x = rows > 1 ? e.x + e.nx : x + n * (last - first + 1), end_z = z + n * rows;
    /* What lies on the far edge of the extent belongs to its last tiles. */
    end_x = end_x > e.x + e.nx ? e.x + e.nx : end_x;
    end_z = end_z > e.z + e.nz ? e.z + e.nz : end_z;
    x = x < end_x ? x : end_x - 1;
    z = z < end_z ? z : end_z - 1;
    const int one = end_x - x == 1 && end_z - z == 1;
    char tiles[128];
    if (one)
        snprintf(tiles, sizeof tiles, "tile (%lld, %lld)", (long long)x, (long long)z);
    else
        snprintf(tiles, sizeof tiles, "tiles (%lld, %lld) to (%lld, %lld)", (long long)x, (long long)z,
                 (long long)end_x - 1, (long long)end_z - 1);
    snprintf(text, TWC_WHERE_SIZE, "%s of %s, x %lld to %lld m, z %lld to %lld m", what[state][raster], tiles,
             512 * (long long)x, 512 * (long long)end_x, 512 * (long long)z, 512 * (long long)end_z);
}

/* Says which part of the world chunks first to last of a raster are. */
static twc_status damaged(const twc_parts_reader *reader, int state, int raster, int64_t first, int64_t last)
{
    char where[TWC_WHERE_SIZE];
    twc_parts_where(reader, state, raster, first, last, where);
    return twc_fail(TWC_IO,
                    "%s is damaged: %s, are not what was written; what lies elsewhere can be read, and twc info "
                    "--check lists what can't; take an undamaged copy, or make it again",
                    reader->name, where);
}

/* Whether bytes have a hash. */
static int has_hash(const unsigned char *bytes, size_t size, const unsigned char hash[32])
{
    char hex[TWC_HASH_HEX];
    unsigned char found[32];
    twc_hash_of(bytes, size, hex);
    twc_hash_bytes(hex, found);
    return memcmp(found, hash, sizeof found) == 0;
}

static twc_status read_page(twc_parts_reader *reader, int state, int raster, size_t p)
{
    const twc_paged_raster *paged = &reader->head.state[state].raster[raster];
    unsigned char **page = &reader->raster[state][raster].page[p], hash[32];
    const twc_raster_shape *s = &reader->raster[state][raster].shape;
    const int64_t first = (int64_t)p * TWC_PAGE_ENTRIES;
    const size_t size = twc_page_size(twc_raster_chunks(s), p);
    *page = malloc(size);
    if (!*page)
        return twc_fail(TWC_IO, "not enough memory for the index of %s", reader->name);
    twc_hash_bytes(paged->page_hash + p * (TWC_HASH_HEX - 1), hash);
    twc_status status = twc_world_file_read(&reader->file, paged->pages + p * TWC_PAGE_SIZE, size, *page);
    if (!status.code && !has_hash(*page, size, hash))
        status = damaged(reader, state, raster, first, first + (int64_t)(size / TWC_PAGE_ENTRY) - 1);
    if (status.code) {
        free(*page);
        *page = NULL;
    }
    return status;
}

twc_status twc_parts_entry(twc_parts_reader *reader, int state, int raster, int64_t k, twc_part *part)
{
    raster_reader *r = &reader->raster[state][raster];
    const size_t p = (size_t)(k / TWC_PAGE_ENTRIES);
    twc_status status = r->page[p] ? twc_ok() : read_page(reader, state, raster, p);
    if (!status.code)
        twc_part_get(r->page[p] + k % TWC_PAGE_ENTRIES * TWC_PAGE_ENTRY, part);
    return status;
}

/* The bytes of a chunk as they are stored (TWC_CHUNK_STORED at most), once they have their hash. */
static twc_status read_stored(twc_parts_reader *reader, int state, int raster, int64_t k, unsigned char *stored,
                              size_t *size)
{
    twc_part part;
    twc_status status = twc_parts_entry(reader, state, raster, k, &part);
    if (!status.code && part.size > TWC_CHUNK_STORED)
        return damaged(reader, state, raster, k, k);
    if (!status.code)
        status = twc_world_file_read(&reader->file, part.offset, part.size, stored);
    if (status.code)
        return status;
    *size = part.size;
    return has_hash(stored, part.size, part.hash) ? status : damaged(reader, state, raster, k, k);
}

twc_status twc_parts_check(twc_parts_reader *reader, int state, int raster, int64_t k)
{
    unsigned char stored[TWC_CHUNK_STORED];
    size_t size;
    return read_stored(reader, state, raster, k, stored, &size);
}

static twc_status read_chunk(twc_parts_reader *reader, int state, int raster, int64_t k, unsigned char *values)
{
    unsigned char stored[TWC_CHUNK_STORED];
    const twc_raster_shape *s = &reader->raster[state][raster].shape;
    size_t size = 0;
    twc_status status = read_stored(reader, state, raster, k, stored, &size);
    if (status.code)
        return status;
    return twc_chunk_inflate(stored, size, twc_chunk_bytes(s), s->value, values) == 0
               ? status
               : damaged(reader, state, raster, k, k);
}

/* The first world's chunks hold the difference from the world's. */
static twc_status make_chunk(twc_parts_reader *reader, int state, int raster, int64_t k, unsigned char *values)
{
    const unsigned char *now;
    twc_status status = read_chunk(reader, state, raster, k, values);
    if (status.code || state == 0)
        return status;
    status = twc_parts_chunk(reader, 0, raster, k, &now);
    for (size_t b = 0; !status.code && b < twc_chunk_bytes(&reader->raster[state][raster].shape); b++)
        values[b] ^= now[b];
    return status;
}

twc_status twc_parts_chunk(twc_parts_reader *reader, int state, int raster, int64_t k, const unsigned char **values)
{
    raster_reader *r = &reader->raster[state][raster];
    kept_chunk *kept = &r->kept[k % (2 * r->shape.chunks_x)];
    if (!kept->values)
        kept->values = malloc(twc_chunk_bytes(&r->shape));
    if (!kept->values)
        return twc_fail(TWC_IO, "not enough memory for a chunk of %s", reader->name);
    *values = kept->values;
    if (kept->index == k)
        return twc_ok();
    kept->index = -1;
    twc_status status = make_chunk(reader, state, raster, k, kept->values);
    if (!status.code)
        kept->index = k;
    return status;
}

/* ---- tiles ---- */

/* A byte of a raster of bytes, from its chunk. */
static twc_status byte_at(const state_source *from, int raster, int64_t x, int64_t z, uint8_t *value)
{
    const twc_raster_shape *s = &from->reader->raster[from->state][raster].shape;
    const unsigned char *values;
    twc_status status = twc_parts_chunk(from->reader, from->state, raster,
                                        z / s->chunk_z * s->chunks_x + x / s->chunk_x, &values);
    if (status.code)
        return status;
    *value = values[z % s->chunk_z * s->chunk_x + x % s->chunk_x];
    return *value <= 1 ? status
                       : twc_fail(TWC_IO, "%s is not a valid world: %s are neither 0 nor 1; make it again",
                                  from->reader->name, what[from->state][raster]);
}

/* Column and row of a tile within the extent. */
typedef struct tile_place {
    int64_t column, row;
} tile_place;

/* Whether samples lie in memory as in the file. */
static int host_order(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/*
 * Copies the samples of chunk (at.column + right, at.row + below) that a tile has: its own, or the first column, row or
 * corner of a neighbour's. Where this neighbour is missing, they are the base sample; beyond the extent is none.
 */
static twc_status copy_samples(const state_source *from, tile_place at, int right, int below, twc_tile *tile)
{
    const twc_world_head *head = &from->reader->head;
    const twc_raster_shape *s = &from->reader->raster[from->state][TWC_RASTER_HEIGHT].shape;
    const tile_place owner = {at.column + right < head->extent.nx ? at.column + right : at.column,
                              at.row + below < head->extent.nz ? at.row + below : at.row};
    const unsigned char *values;
    uint8_t present = 0;
    twc_status status = byte_at(from, TWC_RASTER_PRESENT, owner.column, owner.row, &present);
    if (!status.code)
        status = twc_parts_chunk(from->reader, from->state, TWC_RASTER_HEIGHT,
                                 (at.row + below) * s->chunks_x + at.column + right, &values);
    const int nx = right ? 1 : TWC_TILE_CELLS, nz = below ? 1 : TWC_TILE_CELLS;
    for (int z = 0; z < nz && !status.code; z++) {
        uint16_t *out = &tile->sample[z + below * TWC_TILE_CELLS][right * TWC_TILE_CELLS];
        const unsigned char *in = values + 2 * s->chunk_x * z;
        if (present && host_order()) {
            memcpy(out, in, 2 * (size_t)nx);
            continue;
        }
        for (int x = 0; x < nx; x++)
            out[x] = present ? (uint16_t)(in[2 * x] | in[2 * x + 1] << 8) : head->base_sample;
    }
    return status;
}

static twc_status fill_tile(const state_source *from, tile_place at, twc_tile *tile)
{
    twc_status status = twc_ok();
    for (int part = 0; part < 4 && !status.code; part++)
        status = copy_samples(from, at, part & 1, part >> 1, tile);
    for (int cell = 0; cell < TWC_TILE_MACROS * TWC_TILE_MACROS && !status.code; cell++) {
        const int x = cell % TWC_TILE_MACROS, z = cell / TWC_TILE_MACROS;
        status = byte_at(from, TWC_RASTER_FACET, TWC_TILE_MACROS * at.column + x, TWC_TILE_MACROS * at.row + z,
                         &tile->facet[z][x]);
    }
    return status;
}

static twc_status load_tile(void *context, int32_t tile_x, int32_t tile_z, twc_tile **tile)
{
    const state_source *from = context;
    twc_parts_reader *reader = from->reader;
    const tile_place at = {tile_x - reader->head.extent.x, tile_z - reader->head.extent.z};
    uint8_t present = 0;
    *tile = NULL;
    twc_status status = byte_at(from, TWC_RASTER_PRESENT, at.column, at.row, &present);
    if (status.code || !present)
        return status;
    reader->used += sizeof **tile;
    if (reader->used > reader->memory)
        return twc_fail(TWC_IO,
                        "%s needs more than %llu MiB of memory for its tiles, which is the limit; raise it with "
                        "--memory MIB if you trust the file",
                        reader->name, (unsigned long long)(reader->memory >> 20));
    twc_tile *made = malloc(sizeof *made);
    status = made ? fill_tile(from, at, made) : twc_fail(TWC_IO, "not enough memory for a tile of %s", reader->name);
    if (status.code)
        free(made);
    else
        *tile = made;
    return status;
}

static void close_source(void *context)
{
    state_source *from = context;
    twc_parts_reader_release(from->reader);
    free(from);
}

twc_status twc_parts_source(twc_parts_reader *reader, int state, twc_tile_source *source)
{
    state_source *from = malloc(sizeof *from);
    if (!from)
        return twc_fail(TWC_IO, "not enough memory to read a world");
    reader->holds++;
    *from = (state_source){reader, state};
    *source = (twc_tile_source){from, load_tile, close_source};
    return twc_ok();
}
