/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening world.h5: the seal, and behind it the head of format 3, or an older file as a whole. */
#include <stdlib.h>
#include <string.h>

#include "features_h5.h"
#include "world_h5.h"
#include "world_h5_older.h"
#include "world_seal.h"
#include "world_source.h"

/* A world of one state of a file, its tiles still there. */
static twc_status begin_state(twc_parts_reader *reader, int state, twc_world_data *data)
{
    const twc_world_head *head = twc_parts_reader_head(reader);
    const char *path = twc_parts_reader_file(reader)->name;
    twc_tile_source source;
    twc_status status = twc_world_data_create(head->extent, head->base_sample, head->name, data);
    if (!status.code)
        status = twc_parts_source(reader, state, &source);
    if (!status.code)
        status = twc_world_data_set_source(data, source);
    if (status.code)
        return status;
    data->datum = head->datum;
    status = twc_features_read_parts(twc_parts_reader_file(reader), &head->state[state], head->extent, &data->features);
    return status.code
               ? twc_fail(status.code, "%s is not a valid world: %.400s; " TWC_WORLD_AGAIN, path, status.message)
               : status;
}

static twc_status begin_world(twc_parts_reader *reader, twc_world_data *data)
{
    const twc_world_head *head = twc_parts_reader_head(reader);
    twc_status status = begin_state(reader, 0, data);
    if (!status.code)
        status = twc_georeference_copy(&head->georeference, &data->georeference);
    if (status.code || head->place.facts == 0)
        return status;
    data->place = head->place;
    data->first = calloc(1, sizeof *data->first);
    return data->first ? begin_state(reader, 1, data->first)
                       : twc_fail(TWC_IO, "not enough memory for a world's first world");
}

/* ---- all formats ---- */

static twc_status decode_older(const twc_world_file *file, const char *seal, int version, uint64_t memory,
                               twc_world_data *data)
{
    unsigned char *bytes;
    twc_status status = twc_seal_older(file, seal, version, &bytes);
    if (!status.code)
        status = twc_world_decode_older(file->name, bytes, (size_t)file->size - TWC_SEAL_SIZE, version, memory, data);
    free(bytes);
    return status;
}

/* Closes the file, or leaves it to the world's source. */
static twc_status open_file(twc_world_file *file, uint64_t memory, twc_world_data *data, char hash[TWC_HASH_HEX])
{
    char seal[TWC_SEAL_SIZE + 1];
    int version = 0;
    twc_parts_reader *reader = NULL;
    memset(data, 0, sizeof *data);
    twc_status status = twc_seal_read(file, seal, &version);
    if (!status.code && version < TWC_WORLD_FORMAT_VERSION) {
        status = decode_older(file, seal, version, memory, data);
        if (!status.code && hash)
            twc_world_hash(data, hash);
    } else if (!status.code) {
        status = twc_parts_open(file, seal, memory, &reader);
        if (!status.code)
            status = begin_world(reader, data);
        if (!status.code && hash)
            memcpy(hash, twc_parts_reader_head(reader)->world_hash, TWC_HASH_HEX);
        twc_parts_reader_release(reader);
    }
    twc_world_file_close(file);
    if (status.code)
        twc_world_data_destroy(data);
    return status;
}

twc_status twc_world_open(const char *path, uint64_t memory, twc_world_data *data, char hash[TWC_HASH_HEX])
{
    twc_world_file file;
    memset(data, 0, sizeof *data);
    twc_status status = twc_world_file_open(path, &file);
    return status.code ? status : open_file(&file, memory, data, hash);
}

/* Loads what an opened world has not loaded yet. */
static twc_status load_all(twc_world_data *data)
{
    twc_status status = twc_world_data_need_all(data);
    if (!status.code && data->first)
        status = twc_world_data_need_all(data->first);
    if (status.code)
        twc_world_data_destroy(data);
    return status;
}

twc_status twc_world_load_within(const char *path, uint64_t memory, twc_world_data *data, char hash[TWC_HASH_HEX])
{
    twc_status status = twc_world_open(path, memory, data, hash);
    return status.code ? status : load_all(data);
}

twc_status twc_world_load(const char *path, twc_world_data *data)
{
    return twc_world_load_within(path, TWC_WORLD_MEMORY, data, NULL);
}

twc_status twc_world_decode(const char *name, const unsigned char *bytes, size_t size, twc_world_data *data)
{
    twc_world_file file = {name, -1, bytes, size};
    twc_status status = open_file(&file, TWC_WORLD_MEMORY, data, NULL);
    return status.code ? status : load_all(data);
}

twc_status twc_world_format(const char *path, int *version)
{
    char seal[TWC_SEAL_SIZE + 1];
    twc_world_file file;
    twc_status status = twc_world_file_open(path, &file);
    if (status.code)
        return status;
    status = twc_seal_read(&file, seal, version);
    twc_world_file_close(&file);
    return status;
}
