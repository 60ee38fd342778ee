/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_tail.h"

#include <stdlib.h>
#include <string.h>

static void destroy_chunks(twc_stored_chunks *chunks)
{
    for (size_t k = 0; chunks->bytes && k < chunks->count; k++)
        free(chunks->bytes[k]);
    free(chunks->bytes);
    free(chunks->size);
}

void twc_world_writing_destroy(twc_world_writing *writing)
{
    for (int state = 0; state < 2; state++)
        for (int r = 0; r < TWC_RASTER_COUNT; r++)
            destroy_chunks(&writing->chunks[state][r]);
    twc_world_head_destroy(&writing->head);
}

/* ---- places ---- */

static int stands_at(const twc_world_file *hdf5, uint64_t at, const unsigned char *bytes, size_t size)
{
    return at <= hdf5->size && size <= hdf5->size - at && memcmp(hdf5->bytes + at, bytes, size) == 0;
}

/* The first place from `at` on, and before `end`, where the bytes stand; `end` when there is none. */
static uint64_t find_from(const twc_world_file *hdf5, uint64_t at, uint64_t end, const unsigned char *bytes,
                          size_t size)
{
    while (at < end && !stands_at(hdf5, at, bytes, size)) {
        const unsigned char *next = at + 1 < end ? memchr(hdf5->bytes + at + 1, bytes[0], end - at - 1) : NULL;
        at = next ? (uint64_t)(next - hdf5->bytes) : end;
    }
    return at;
}

/*
 * Where HDF5 has put a chunk: behind the one before it, or else wherever its bytes are found, which is what will be
 * read. The library could be asked, but it answers by going through all chunks for each.
 */
static twc_status place_chunk(const twc_world_file *hdf5, const unsigned char *bytes, size_t size, uint64_t from,
                              twc_part *part)
{
    char hex[TWC_HASH_HEX];
    part->size = (uint32_t)size;
    part->offset = find_from(hdf5, from, hdf5->size, bytes, size);
    if (part->offset == hdf5->size)
        part->offset = find_from(hdf5, 0, from, bytes, size);
    if (!stands_at(hdf5, part->offset, bytes, size))
        return twc_fail(TWC_IO, "HDF5 has not stored a chunk as it was given");
    twc_hash_of(bytes, size, hex);
    twc_hash_bytes(hex, part->hash);
    return twc_ok();
}

static twc_status place_chunks(const twc_world_file *hdf5, const twc_stored_chunks *chunks, twc_part *parts)
{
    twc_status status = twc_ok();
    uint64_t behind = 0;
    for (size_t k = 0; k < chunks->count && !status.code; k++) {
        status = place_chunk(hdf5, chunks->bytes[k], chunks->size[k], behind, &parts[k]);
        behind = parts[k].offset + parts[k].size;
    }
    return status;
}

/* ---- pages ---- */

/* Writes the pages of a raster at `at` bytes of the file. */
static twc_status put_pages(const twc_part *parts, size_t count, unsigned char *file, uint64_t at,
                            twc_paged_raster *raster)
{
    raster->page_count = (count + TWC_PAGE_ENTRIES - 1) / TWC_PAGE_ENTRIES;
    raster->pages = at;
    raster->page_hash = malloc(raster->page_count * (TWC_HASH_HEX - 1) + 1);
    if (!raster->page_hash)
        return twc_fail(TWC_IO, "not enough memory for the index of a world");
    for (size_t p = 0; p < raster->page_count; p++) {
        unsigned char *page = file + at + p * TWC_PAGE_SIZE;
        for (size_t k = p * TWC_PAGE_ENTRIES; k < count && k < (p + 1) * TWC_PAGE_ENTRIES; k++)
            twc_part_put(&parts[k], page + k % TWC_PAGE_ENTRIES * TWC_PAGE_ENTRY);
        twc_hash_of(page, twc_page_size(count, p), raster->page_hash + p * (TWC_HASH_HEX - 1));
    }
    return twc_ok();
}

static size_t states_of(const twc_world_writing *w)
{
    return w->head.place.facts > 0 ? 2 : 1;
}

/* Places all parts, fills the index behind the HDF5 part of `size` bytes, and takes the hash of what is in no part. */
static twc_status put_index(twc_world_writing *w, unsigned char *bytes, uint64_t size, twc_part *parts)
{
    const twc_world_file hdf5 = {"the file", -1, bytes, size};
    uint64_t at = size;
    size_t count = 0;
    for (size_t s = 0; s < states_of(w); s++) {
        twc_feature_parts(&w->head.state[s], parts + count);
        for (int a = 0; a < TWC_FEATURE_ARRAYS; a++)
            twc_hash_of(bytes + parts[count + (size_t)a].offset, parts[count + (size_t)a].size,
                        w->head.state[s].feature[a].hash);
        count += TWC_FEATURE_ARRAYS;
        for (int r = 0; r < TWC_RASTER_COUNT; r++) {
            const twc_stored_chunks *chunks = &w->chunks[s][r];
            twc_status status = place_chunks(&hdf5, chunks, parts + count);
            if (!status.code)
                status = put_pages(parts + count, chunks->count, bytes, at, &w->head.state[s].raster[r]);
            if (status.code)
                return status;
            at += chunks->count * TWC_PAGE_ENTRY;
            count += chunks->count;
        }
    }
    w->head.hdf5_size = size;
    return twc_structure_hash(&hdf5, size, parts, count, w->head.structure_hash);
}

/* ---- head and seal ---- */

enum { TAIL_ROOM = 8 + TWC_SEAL_SIZE + 1 };

/*
 * Adds the head (its size, the seal) of some text behind `size` bytes, for which there is room. Returns the new size.
 */
static size_t add_head(const char *text, unsigned char *bytes, size_t size)
{
    const size_t length = strlen(text);
    memcpy(bytes + size, text, length);
    for (int k = 0; k < 8; k++)
        bytes[size + length + (size_t)k] = (unsigned char)((uint64_t)length >> (8 * k));
    twc_make_seal(TWC_WORLD_FORMAT_VERSION, bytes + size, length + 8, (char *)bytes + size + length + 8);
    return size + length + 8 + TWC_SEAL_SIZE;
}

/* Makes the file `more` bytes larger; it stays on failure. */
static twc_status grow(unsigned char **bytes, size_t size, size_t more)
{
    unsigned char *larger = realloc(*bytes, size + more);
    if (!larger)
        return twc_fail(TWC_IO, "not enough memory for a world's file of %zu bytes", size + more);
    *bytes = larger;
    return twc_ok();
}

static twc_status add_index(twc_world_writing *w, unsigned char **bytes, size_t *size)
{
    size_t count = 0, chunks = 0;
    for (size_t s = 0; s < states_of(w); s++) {
        count += TWC_FEATURE_ARRAYS;
        for (int r = 0; r < TWC_RASTER_COUNT; r++) {
            count += w->chunks[s][r].count;
            chunks += w->chunks[s][r].count;
        }
    }
    twc_part *parts = malloc(count * sizeof *parts);
    twc_status status = parts ? grow(bytes, *size, chunks * TWC_PAGE_ENTRY)
                              : twc_fail(TWC_IO, "not enough memory for the index of a world");
    if (!status.code)
        status = put_index(w, *bytes, *size, parts);
    *size += chunks * TWC_PAGE_ENTRY;
    free(parts);
    return status;
}

twc_status twc_world_add_tail(twc_world_writing *w, unsigned char **bytes, size_t *size)
{
    char *text = NULL;
    twc_status status = add_index(w, bytes, size);
    if (!status.code)
        status = twc_world_head_write(&w->head, &text);
    if (!status.code)
        status = grow(bytes, *size, strlen(text) + TAIL_ROOM);
    if (!status.code)
        *size = add_head(text, *bytes, *size);
    free(text);
    return status;
}
