/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading a world.h5 of format 1 or 2, by the HDF5 library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "features_h5.h"
#include "rasters.h"
#include "world_h5_older.h"

static twc_status malformed(const char *path, const char *what)
{
    return twc_fail(TWC_IO, "%s is not a valid world: %s; " TWC_WORLD_AGAIN, path, what);
}

typedef struct header {
    int version; /* that the seal names */
    int64_t extent[4], base_sample;
    double datum;
    char name[TWC_WORLD_NAME_SIZE], hash[TWC_HASH_HEX];
} header;

/* Whether a text is 64 digits as hashes have them. */
static int is_hash(const char *text)
{
    return strspn(text, "0123456789abcdef") == TWC_HASH_HEX - 1 && text[TWC_HASH_HEX - 1] == '\0';
}

/* The place of a snapshot, from the group of its first world. */
static twc_status read_place(const char *path, hid_t group, twc_log_place *place)
{
    int64_t facts = 0;
    if (twc_h5_read_integers(group, "log_facts", 1, &facts) || facts < 1)
        return malformed(path, "attribute log_facts is not a positive integer");
    if (twc_h5_read_text(group, "sha256", place->first, sizeof place->first) || !is_hash(place->first))
        return malformed(path, "attribute sha256 of its first world is not a hash");
    if (twc_h5_read_text(group, "log_sha256", place->digest, sizeof place->digest) || !is_hash(place->digest))
        return malformed(path, "attribute log_sha256 is not a hash");
    place->facts = (uint64_t)facts;
    return twc_ok();
}

static twc_status read_header(const char *path, hid_t file, header *h)
{
    char format[32];
    int64_t version;
    if (twc_h5_read_text(file, "format", format, sizeof format) || strcmp(format, TWC_WORLD_FORMAT) != 0)
        return malformed(path, "attribute format is not \"" TWC_WORLD_FORMAT "\"");
    if (twc_h5_read_integers(file, "format_version", 1, &version) || version != h->version)
        return malformed(path, "attribute format_version is not the one its seal names");
    if (twc_h5_read_integers(file, "extent_in_tiles", 4, h->extent))
        return malformed(path, "attribute extent_in_tiles is not four integers");
    for (int k = 0; k < 4; k++)
        if (h->extent[k] < -TWC_TILE_LIMIT || h->extent[k] > 2 * TWC_TILE_LIMIT || (k >= 2 && h->extent[k] < 1))
            return malformed(path, "its extent is empty or out of range");
    if (twc_h5_read_integers(file, "base_sample", 1, &h->base_sample) || h->base_sample < 0 ||
        h->base_sample > UINT16_MAX)
        return malformed(path, "attribute base_sample is not an integer from 0 to 65535");
    if (twc_h5_read_real(file, "datum", &h->datum) || !isfinite(h->datum))
        return malformed(path, "attribute datum is not a finite number");
    if (twc_h5_read_text(file, "title", h->name, sizeof h->name))
        return malformed(path, "attribute title is not a short text");
    if (twc_h5_read_text(file, "content_sha256", h->hash, sizeof h->hash))
        return malformed(path, "attribute content_sha256 is missing");
    return twc_ok();
}

/* The rasters in `parent` for an extent: read into `r`, or only looked at when it has no memory yet. */
static twc_status read_rasters(const char *path, hid_t parent, const twc_raster_names *names, twc_rect extent,
                               const twc_rasters *r)
{
    const char *const name[TWC_RASTER_COUNT] = {names->height, names->facet, names->present};
    void *const values[TWC_RASTER_COUNT] = {r ? r->sample : NULL, r ? r->facet : NULL, r ? r->present : NULL};
    for (int k = 0; k < TWC_RASTER_COUNT; k++) {
        const twc_raster_shape shape = twc_raster_shape_of(k, extent);
        const hsize_t size[2] = {(hsize_t)shape.nz, (hsize_t)shape.nx};
        const hid_t held = shape.value == 2 ? H5T_NATIVE_UINT16 : H5T_NATIVE_UINT8;
        char what[120];
        if (!(r ? twc_h5_read(parent, name[k], 2, size, H5T_INTEGER, held, values[k])
                : twc_h5_check(parent, name[k], 2, size, H5T_INTEGER, held)))
            continue;
        snprintf(what, sizeof what, "dataset %s does not match its extent, or its bytes are not in the file", name[k]);
        return malformed(path, what);
    }
    return twc_ok();
}

/* Makes a world of its rasters and of the features in `parent`. */
static twc_status make_state(const char *path, hid_t parent, const header *h, const twc_rasters *r,
                             twc_world_data *data)
{
    const twc_rect extent = data->world.extent;
    data->datum = h->datum;
    for (size_t k = 0; k < (size_t)r->macros.nx * (size_t)r->macros.nz; k++)
        if (r->facet[k] > TWC_BROAD)
            return malformed(path, "a facet class is neither 0 nor 1");
    for (size_t k = 0; k < (size_t)extent.nx * (size_t)extent.nz; k++)
        if (r->present[k] > 1)
            return malformed(path, "tile_present is neither 0 nor 1");
    twc_status status = twc_rasters_to_world(r, data);
    if (status.code)
        return status;
    status = twc_features_read_h5(parent, extent, &data->features);
    return status.code ? malformed(path, status.message) : status;
}

/* The first world of a snapshot, from its differences; the place names its hash. */
static twc_status fill_first(const char *path, hid_t group, const header *h, const twc_rasters *now,
                             twc_world_data *data)
{
    twc_rasters r;
    char hash[TWC_HASH_HEX];
    data->first = calloc(1, sizeof *data->first);
    if (!data->first)
        return twc_fail(TWC_IO, "not enough memory for the first world of %s", path);
    twc_status status = twc_world_data_create(data->world.extent, data->world.base_sample, data->name, data->first);
    if (!status.code)
        status = read_rasters(path, group, &twc_first_names, data->world.extent, NULL);
    if (!status.code)
        status = twc_rasters_create(&data->world, &r);
    if (status.code)
        return status;
    status = read_rasters(path, group, &twc_first_names, data->world.extent, &r);
    if (!status.code) {
        twc_rasters_differ(&r, now);
        status = make_state(path, group, h, &r, data->first);
    }
    twc_rasters_destroy(&r);
    if (status.code)
        return status;
    twc_world_hash(data->first, hash);
    return strcmp(hash, data->place.first) == 0
               ? status
               : malformed(path, "its first world is not the one whose hash it states");
}

/* What a snapshot has besides its world; a world without the group is none. */
static twc_status read_snapshot(const char *path, hid_t file, const header *h, const twc_rasters *now,
                                twc_world_data *data)
{
    if (H5Lexists(file, TWC_FIRST_GROUP, H5P_DEFAULT) <= 0)
        return twc_ok();
    if (!twc_h5_is_own(file, TWC_FIRST_GROUP))
        return malformed(path, TWC_FIRST_GROUP " leads out of the file");
    hid_t group = H5Gopen2(file, TWC_FIRST_GROUP, H5P_DEFAULT);
    if (group < 0)
        return malformed(path, TWC_FIRST_GROUP " is not a group");
    twc_status status = read_place(path, group, &data->place);
    if (!status.code)
        status = fill_first(path, group, h, now, data);
    H5Gclose(group);
    return status;
}

/* Fills a world that is made, and compares its hash with the stated one. */
static twc_status fill_world(const char *path, hid_t file, const header *h, twc_world_data *data)
{
    twc_rasters r;
    char hash[TWC_HASH_HEX];
    twc_status status = read_rasters(path, file, &twc_world_names, data->world.extent, NULL);
    if (!status.code)
        status = twc_rasters_create(&data->world, &r);
    if (status.code)
        return status;
    status = read_rasters(path, file, &twc_world_names, data->world.extent, &r);
    if (!status.code)
        status = make_state(path, file, h, &r, data);
    if (!status.code)
        status = read_snapshot(path, file, h, &r, data);
    twc_rasters_destroy(&r);
    if (status.code)
        return status;
    twc_content_hash(data, hash);
    return strcmp(hash, h->hash) == 0 ? status : malformed(path, "its content does not have the hash it states");
}

/* The header is good. */
static twc_status read_world(const char *path, hid_t file, const header *h, twc_world_data *data)
{
    twc_rect extent = {(int32_t)h->extent[0], (int32_t)h->extent[1], (int32_t)h->extent[2], (int32_t)h->extent[3]};
    twc_status status = twc_world_data_create(extent, (uint16_t)h->base_sample, h->name, data);
    if (status.code)
        return malformed(path, status.message);
    status = fill_world(path, file, h, data);
    if (status.code)
        twc_world_data_destroy(data);
    return status;
}

/* What tiles and their rasters take while a world is read. */
static twc_status check_memory(const char *path, const header *h, uint64_t memory)
{
    const uint64_t tiles = (uint64_t)h->extent[2] * (uint64_t)h->extent[3], size = sizeof(twc_tile);
    return tiles <= memory / size
               ? twc_ok()
               : twc_fail(
                     TWC_IO,
                     "%s needs %llu MiB of memory for its tiles, and the limit is %llu; raise it with --memory MIB "
                     "if you trust the file",
                     path, (unsigned long long)((tiles * size >> 20) + 1), (unsigned long long)(memory >> 20));
}

twc_status twc_world_decode_older(const char *name, const unsigned char *bytes, size_t size, int version,
                                  uint64_t memory, twc_world_data *data)
{
    header h = {.version = version};
    hid_t file = twc_h5_open(bytes, size);
    if (file < 0)
        return malformed(name, "HDF5 cannot open it");
    twc_status status = read_header(name, file, &h);
    if (!status.code)
        status = check_memory(name, &h, memory);
    if (!status.code)
        status = read_world(name, file, &h, data);
    H5Fclose(file);
    return status;
}
