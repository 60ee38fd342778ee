/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_verify.h"

#include <stdlib.h>
#include <string.h>

#include "features_h5.h"
#include "world_h5.h"
#include "world_seal.h"
#include "world_source.h"

/* A check on its way. */
typedef struct verifying {
    twc_parts_reader *reader;
    twc_damage_teller *tell;
    void *context;
    twc_verified *found;
    twc_part *part; /* those found, to tell what is in none */
    size_t parts;
} verifying;

static void tell(verifying *v, const char *what)
{
    v->found->damaged++;
    v->tell(v->context, what);
}

static size_t states_of(const twc_world_head *head)
{
    return head->place.facts > 0 ? 2 : 1;
}

/* The chunks of one page; a page that is damaged leaves nothing to go by for all of them. */
static void verify_page(verifying *v, int state, int raster, int64_t first, int64_t end)
{
    char where[TWC_WHERE_SIZE];
    for (int64_t k = first; k < end; k++) {
        const int known = !twc_parts_entry(v->reader, state, raster, k, &v->part[v->parts]).code;
        if (known && !twc_parts_check(v->reader, state, raster, k).code) {
            v->found->parts++;
            v->parts++;
            continue;
        }
        twc_parts_where(v->reader, state, raster, k, known ? k : end - 1, where);
        tell(v, where);
        if (!known)
            return;
        v->parts++;
    }
}

static void verify_state(verifying *v, int state)
{
    const twc_world_head *head = twc_parts_reader_head(v->reader);
    twc_features features;
    for (int r = 0; r < TWC_RASTER_COUNT; r++) {
        const twc_raster_shape shape = twc_raster_shape_of(r, head->extent);
        const int64_t count = (int64_t)twc_raster_chunks(&shape);
        for (int64_t k = 0; k < count; k += TWC_PAGE_ENTRIES)
            verify_page(v, state, r, k, k + TWC_PAGE_ENTRIES < count ? k + TWC_PAGE_ENTRIES : count);
    }
    twc_status status = twc_features_read_parts(twc_parts_reader_file(v->reader), &head->state[state], head->extent,
                                                &features);
    if (status.code)
        tell(v, status.message);
    else
        v->found->parts += head->state[state].feature_count ? TWC_FEATURE_ARRAYS : 0;
    twc_features_destroy(&features);
    twc_feature_parts(&head->state[state], v->part + v->parts);
    v->parts += TWC_FEATURE_ARRAYS;
}

/* The bytes that belong to no part: HDF5's own. It can be known only when all parts are. */
static twc_status verify_structure(verifying *v)
{
    char hash[TWC_HASH_HEX];
    const twc_world_head *head = twc_parts_reader_head(v->reader);
    twc_status status = twc_structure_hash(twc_parts_reader_file(v->reader), head->hdf5_size, v->part, v->parts, hash);
    if (status.code)
        return status;
    v->found->parts++;
    if (strcmp(hash, head->structure_hash) != 0)
        tell(v, "the headers and coordinates that other programs read the file by (twc does not need them)");
    return status;
}

/* Bytes that belong to nothing. The head says where all else ends. */
static void verify_size(verifying *v)
{
    const twc_world_head *head = twc_parts_reader_head(v->reader);
    uint64_t end = head->hdf5_size;
    for (size_t s = 0; s < states_of(head); s++) {
        for (int r = 0; r < TWC_RASTER_COUNT; r++) {
            const twc_raster_shape shape = twc_raster_shape_of(r, head->extent);
            end += twc_raster_chunks(&shape) * TWC_PAGE_ENTRY;
        }
    }
    if (end != head->head_at)
        tell(v, "the bytes before the head, of which there are more or fewer than were written");
}

static twc_status verify_parts(verifying *v)
{
    const twc_world_head *head = twc_parts_reader_head(v->reader);
    size_t most = 0;
    for (size_t s = 0; s < states_of(head); s++) {
        most += TWC_FEATURE_ARRAYS;
        for (int r = 0; r < TWC_RASTER_COUNT; r++)
            most += TWC_PAGE_ENTRIES * head->state[s].raster[r].page_count;
    }
    v->part = malloc(most * sizeof *v->part);
    if (!v->part)
        return twc_fail(TWC_IO, "not enough memory to check a world of %zu parts", most);
    for (size_t s = 0; s < states_of(head); s++)
        verify_state(v, (int)s);
    verify_size(v);
    return v->found->damaged == 0 ? verify_structure(v) : twc_ok();
}

/* Whether a world has the hash that its file states, and the first world too. */
static twc_status verify_content(const twc_world_data *data, const char *stated, verifying *v)
{
    char hash[TWC_HASH_HEX];
    twc_world_hash(data, hash);
    if (strcmp(hash, stated) != 0)
        tell(v, "the hash of the world's content, which is not the one that the file states");
    if (!data->first)
        return twc_ok();
    twc_world_hash(data->first, hash);
    if (strcmp(hash, data->place.first) != 0)
        tell(v, "the first world, whose hash is not the one that the file states");
    return twc_ok();
}

static twc_status verify_file(twc_world_file *file, verifying *v)
{
    char seal[TWC_SEAL_SIZE + 1];
    int version = 0;
    *v->found = (twc_verified){0, 0};
    twc_status status = twc_seal_read(file, seal, &version);
    if (!status.code && version < TWC_WORLD_FORMAT_VERSION) {
        unsigned char *bytes;
        v->found->parts = 1;
        status = twc_seal_older(file, seal, version, &bytes);
        free(bytes);
        return status;
    }
    if (!status.code)
        status = twc_parts_open(file, seal, 0, &v->reader);
    if (!status.code)
        status = verify_parts(v);
    free(v->part);
    twc_parts_reader_release(v->reader);
    return status;
}

twc_status twc_world_verify(const char *path, twc_damage_teller *tell_of, void *context, twc_verified *found)
{
    verifying v = {.tell = tell_of, .context = context, .found = found};
    twc_world_file file;
    twc_world_data data;
    char hash[TWC_HASH_HEX];
    twc_status status = twc_world_file_open(path, &file);
    if (status.code)
        return status;
    status = verify_file(&file, &v);
    twc_world_file_close(&file);
    if (status.code || found->damaged > 0)
        return status;
    status = twc_world_open(path, UINT64_MAX, &data, hash);
    if (!status.code)
        status = twc_world_data_need_all(&data);
    if (!status.code && data.first)
        status = twc_world_data_need_all(data.first);
    if (!status.code)
        status = verify_content(&data, hash, &v);
    twc_world_data_destroy(&data);
    return status;
}

twc_status twc_world_verify_bytes(const char *name, const unsigned char *bytes, size_t size, twc_damage_teller *tell_of,
                                  void *context, twc_verified *found)
{
    verifying v = {.tell = tell_of, .context = context, .found = found};
    twc_world_file file = {name, -1, bytes, size};
    return verify_file(&file, &v);
}
