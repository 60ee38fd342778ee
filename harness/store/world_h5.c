/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_h5.h"

#include <stdlib.h>
#include <string.h>

#include "atomic_file.h"
#include "features_h5.h"
#include "world_chunks.h"
#include "world_tail.h"

/* ---- axes ---- */

/* A coordinate: first + step k, for n values. */
static void put_axis(twc_h5 *h5, const char *name, int32_t n, double first, double step)
{
    double *values = malloc((size_t)n * sizeof *values);
    if (!values)
        return; /* attaching it fails, and is reported */
    for (int32_t k = 0; k < n; k++)
        values[k] = first + step * k;
    hid_t scale = twc_h5_scale(h5, h5->file, name, (hsize_t)n, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values);
    twc_h5_text(h5, scale, "units", step > 1.0 ? "m" : "1");
    H5Dclose(scale);
    free(values);
}

/*
 * The axes of the rasters of `rect`: samples, cells or tiles, `step` apart and the first one `offset` behind the
 * corner.
 */
static void put_axes(twc_h5 *h5, const char *const axis[2], twc_rect rect, double offset, double step)
{
    put_axis(h5, axis[0], rect.nz, step * rect.z + offset, step);
    put_axis(h5, axis[1], rect.nx, step * rect.x + offset, step);
}

static const char *const axes[TWC_RASTER_COUNT][2] = {{"z", "x"}, {"macro_z", "macro_x"}, {"tile_z", "tile_x"}};

/* ---- rasters, chunk by chunk ---- */

/* Chunk k of a raster; `first` is NULL, or the world whose difference from this one is stored. */
static twc_status store_chunk(const twc_world *world, const twc_world *first, int raster, size_t k,
                              twc_stored_chunks *chunks)
{
    unsigned char values[TWC_CHUNK_VALUES], theirs[TWC_CHUNK_VALUES], stored[TWC_CHUNK_STORED];
    const twc_raster_shape shape = twc_raster_shape_of(raster, world->extent);
    const int64_t x = (int64_t)k % shape.chunks_x, z = (int64_t)k / shape.chunks_x;
    const size_t size = twc_chunk_bytes(&shape);
    twc_chunk_fill(world, raster, x, z, values);
    if (first) {
        twc_chunk_fill(first, raster, x, z, theirs);
        for (size_t b = 0; b < size; b++)
            values[b] ^= theirs[b];
    }
    twc_status status = twc_chunk_deflate(values, size, shape.value, stored, &chunks->size[k]);
    if (status.code)
        return status;
    chunks->bytes[k] = malloc(chunks->size[k]);
    if (!chunks->bytes[k])
        return twc_fail(TWC_IO, "not enough memory for the chunks of a world");
    memcpy(chunks->bytes[k], stored, chunks->size[k]);
    return status;
}

static twc_status store_chunks(const twc_world *world, const twc_world *first, int raster, twc_stored_chunks *chunks)
{
    const twc_raster_shape shape = twc_raster_shape_of(raster, world->extent);
    const size_t count = (size_t)(shape.chunks_x * shape.chunks_z);
    twc_status status = twc_ok();
    *chunks = (twc_stored_chunks){count, calloc(count, sizeof *chunks->bytes), calloc(count, sizeof *chunks->size)};
    if (!chunks->bytes || !chunks->size)
        return twc_fail(TWC_IO, "not enough memory for the %zu chunks of a world", count);
    for (size_t k = 0; k < count && !status.code; k++)
        status = store_chunk(world, first, raster, k, chunks);
    return status;
}

/* A raster of stored chunks on two axes that are there; the caller closes it. */
static hid_t put_raster(twc_h5 *h5, hid_t parent, const char *name, int raster, twc_rect extent,
                        const twc_stored_chunks *chunks)
{
    const twc_raster_shape s = twc_raster_shape_of(raster, extent);
    const twc_h5_shape shape = {2, {(hsize_t)s.nz, (hsize_t)s.nx}, {(hsize_t)s.chunk_z, (hsize_t)s.chunk_x}};
    const hid_t stored = s.value == 2 ? H5T_STD_U16LE : H5T_STD_U8LE;
    hid_t set = twc_h5_dataset(h5, parent, name, shape, stored, stored, NULL);
    for (size_t k = 0; k < chunks->count; k++) {
        const int64_t row = (int64_t)k / s.chunks_x * s.chunk_z, column = (int64_t)k % s.chunks_x * s.chunk_x;
        twc_h5_chunk(h5, set, (hsize_t[2]){(hsize_t)row, (hsize_t)column}, chunks->bytes[k], chunks->size[k]);
    }
    for (unsigned k = 0; k < 2; k++) {
        hid_t scale = H5Dopen2(h5->file, axes[raster][k], H5P_DEFAULT);
        twc_h5_attach(h5, set, k, scale);
        H5Dclose(scale);
    }
    return set;
}

/* The rasters of a world, or of the first world: its differences from them. */
static twc_status put_rasters(twc_h5 *h5, hid_t parent, const twc_world *world, const twc_world *first,
                              twc_stored_chunks chunks[TWC_RASTER_COUNT])
{
    static const char *const about[2][TWC_RASTER_COUNT] = {
        {"height above the datum, 0.01 s - 200 m", "facet class of a 64 m cell: 0 Fine, 1 Broad",
         "1 where the tile is stored, 0 where it is flat at base_sample"},
        {"samples, exclusive or with the world's", "facet classes, likewise", "tiles, likewise"}};
    const twc_raster_names names = first ? twc_first_names : twc_world_names;
    const char *const name[TWC_RASTER_COUNT] = {names.height, names.facet, names.present};
    for (int r = 0; r < TWC_RASTER_COUNT; r++) {
        twc_status status = store_chunks(world, first, r, &chunks[r]);
        if (status.code)
            return status;
        hid_t set = put_raster(h5, parent, name[r], r, world->extent, &chunks[r]);
        twc_h5_text(h5, set, "long_name", about[first != NULL][r]);
        if (!first && r == TWC_RASTER_HEIGHT) { /* what makes netCDF readers see metres */
            twc_h5_text(h5, set, "units", "m");
            twc_h5_real(h5, set, "scale_factor", 0.01);
            twc_h5_real(h5, set, "add_offset", -200.0);
        }
        H5Dclose(set);
    }
    return twc_ok();
}

/* ---- the rest of the HDF5 part ---- */

static void put_header(twc_h5 *h5, const twc_world_data *data, const twc_world_head *head)
{
    const twc_rect extent = data->world.extent;
    twc_h5_text(h5, h5->file, "format", TWC_WORLD_FORMAT);
    twc_h5_integers(h5, h5->file, "format_version", 1, &(int64_t){TWC_WORLD_FORMAT_VERSION});
    twc_h5_text(h5, h5->file, "Conventions", "CF-1.8");
    twc_h5_text(h5, h5->file, "title", data->name);
    twc_h5_integers(h5, h5->file, "extent_in_tiles", 4, (int64_t[4]){extent.x, extent.z, extent.nx, extent.nz});
    twc_h5_integers(h5, h5->file, "base_sample", 1, &(int64_t){data->world.base_sample});
    twc_h5_real(h5, h5->file, "datum", data->datum);
    twc_h5_text(h5, h5->file, "content_sha256", head->content_hash);
}

static void put_known(twc_h5 *h5, hid_t object, const char *name, const char *text)
{
    if (text)
        twc_h5_text(h5, object, name, text);
}

/* Where the world lies, for other programs that read the rasters; twc reads it in the head. */
static void put_georeference(twc_h5 *h5, const twc_georeference *g)
{
    hid_t group = twc_h5_group(h5, h5->file, "georeference");
    put_known(h5, group, "crs_wkt", g->crs);
    put_known(h5, group, "unit", g->unit);
    put_known(h5, group, "vertical_datum", g->vertical_datum);
    put_known(h5, group, "source", g->source);
    put_known(h5, group, "history", g->made_by);
    if (twc_georeference_placed(g)) {
        twc_h5_reals(h5, group, "origin", 2, g->origin);
        twc_h5_reals(h5, group, "per_x", 2, g->per_x);
        twc_h5_reals(h5, group, "per_z", 2, g->per_z);
    }
    H5Gclose(group);
}

/*
 * What makes a world a snapshot: its place in the log, and the world that the log starts from, by its differences,
 * which are mostly zeros: undo needs it below the snapshot.
 */
static twc_status put_first(twc_h5 *h5, const twc_world_data *data, twc_world_writing *w)
{
    if (data->place.facts == 0)
        return twc_ok();
    hid_t group = twc_h5_group(h5, h5->file, TWC_FIRST_GROUP);
    twc_h5_text(h5, group, "sha256", data->place.first);
    twc_h5_integers(h5, group, "log_facts", 1, &(int64_t){(int64_t)data->place.facts});
    twc_h5_text(h5, group, "log_sha256", data->place.digest);
    twc_status status = put_rasters(h5, group, &data->world, &data->first->world, w->chunks[1]);
    if (!status.code)
        status = twc_features_put_h5(h5, group, &data->first->features, &w->head.state[1]);
    H5Gclose(group);
    return status;
}

static twc_status put_world(twc_h5 *h5, const twc_world_data *data, twc_world_writing *w)
{
    put_header(h5, data, &w->head);
    put_georeference(h5, &data->georeference);
    put_axes(h5, axes[TWC_RASTER_HEIGHT], twc_world_samples(&data->world), 0, 4);
    put_axes(h5, axes[TWC_RASTER_FACET], twc_world_macros(&data->world), 32, 64);
    put_axes(h5, axes[TWC_RASTER_PRESENT], data->world.extent, 0, 1);
    twc_status status = put_rasters(h5, h5->file, &data->world, NULL, w->chunks[0]);
    if (!status.code)
        status = twc_features_put_h5(h5, h5->file, &data->features, &w->head.state[0]);
    return status.code ? status : put_first(h5, data, w);
}

/* ---- the file ---- */

static twc_status begin_head(const twc_world_data *data, twc_world_head *head)
{
    head->extent = data->world.extent;
    head->base_sample = data->world.base_sample;
    head->datum = data->datum;
    head->place = data->place;
    memcpy(head->name, data->name, sizeof head->name);
    twc_world_hash(data, head->world_hash);
    if (data->place.facts > 0)
        twc_content_hash(data, head->content_hash);
    else
        memcpy(head->content_hash, head->world_hash, sizeof head->content_hash);
    return twc_georeference_copy(&data->georeference, &head->georeference);
}

static twc_status write_hdf5(const twc_world_data *data, twc_world_writing *w, unsigned char **bytes, size_t *size)
{
    twc_h5 h5;
    twc_status status = twc_h5_begin(&h5);
    if (status.code)
        return status;
    status = put_world(&h5, data, w);
    twc_status finished = twc_h5_finish(&h5, bytes, size);
    return status.code ? status : finished;
}

twc_status twc_world_encode(const twc_world_data *data, unsigned char **bytes, size_t *size)
{
    twc_world_writing w = {.head = {.hdf5_size = 0}};
    *bytes = NULL;
    twc_status status = data->source.load ? twc_fail(TWC_USAGE, "a world is saved when all of its tiles are loaded")
                                          : twc_world_check(&data->world);
    if (!status.code)
        status = begin_head(data, &w.head);
    if (!status.code)
        status = write_hdf5(data, &w, bytes, size);
    if (!status.code)
        status = twc_world_add_tail(&w, bytes, size);
    twc_world_writing_destroy(&w);
    if (status.code) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

twc_status twc_world_save(const char *path, const twc_world_data *data)
{
    unsigned char *bytes;
    size_t size;
    twc_status status = twc_world_encode(data, &bytes, &size);
    if (!status.code)
        status = twc_atomic_write(path, bytes, size);
    free(bytes);
    return status;
}
