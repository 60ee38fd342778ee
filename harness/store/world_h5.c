/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_h5.h"

#include <stdlib.h>

#include "atomic_file.h"
#include "features_h5.h"
#include "rasters.h"
#include "world_format.h"

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

/* A raster on two axes that are there; the caller closes it. */
static hid_t put_raster(twc_h5 *h5, hid_t parent, const char *name, const char *about, const char *const axis[2],
                        twc_rect rect, hsize_t chunk, hid_t stored, hid_t held, const void *data)
{
    twc_h5_shape shape = {2, {(hsize_t)rect.nz, (hsize_t)rect.nx}, {chunk, chunk}};
    hid_t set = twc_h5_dataset(h5, parent, name, shape, stored, held, data);
    twc_h5_text(h5, set, "long_name", about);
    for (unsigned k = 0; k < 2; k++) {
        hid_t scale = H5Dopen2(h5->file, axis[k], H5P_DEFAULT);
        twc_h5_attach(h5, set, k, scale);
        H5Dclose(scale);
    }
    return set;
}

static const char *const sample_axes[2] = {"z", "x"}, *const macro_axes[2] = {"macro_z", "macro_x"},
                         *const tile_axes[2] = {"tile_z", "tile_x"};

/* The rasters of a world, or (not `own`) its first world's differences from them. */
static void put_rasters(twc_h5 *h5, hid_t parent, int own, const twc_rasters *r, twc_rect extent)
{
    const twc_raster_names names = own ? twc_world_names : twc_first_names;
    hid_t height = put_raster(h5, parent, names.height,
                              own ? "height above the datum, 0.01 s - 200 m" : "samples, exclusive or with the world's",
                              sample_axes, r->samples, TWC_TILE_CELLS, H5T_STD_U16LE, H5T_NATIVE_UINT16, r->sample);
    if (own) { /* what makes netCDF readers see metres */
        twc_h5_text(h5, height, "units", "m");
        twc_h5_real(h5, height, "scale_factor", 0.01);
        twc_h5_real(h5, height, "add_offset", -200.0);
    }
    H5Dclose(height);
    H5Dclose(put_raster(h5, parent, names.facet,
                        own ? "facet class of a 64 m cell: 0 Fine, 1 Broad" : "facet classes, likewise", macro_axes,
                        r->macros, 8 * TWC_TILE_MACROS, H5T_STD_U8LE, H5T_NATIVE_UINT8, r->facet));
    H5Dclose(put_raster(h5, parent, names.present,
                        own ? "1 where the tile is stored, 0 where it is flat at base_sample" : "tiles, likewise",
                        tile_axes, extent, 64, H5T_STD_U8LE, H5T_NATIVE_UINT8, r->present));
}

static void put_header(twc_h5 *h5, const twc_world_data *data)
{
    const twc_rect extent = data->world.extent;
    char hash[TWC_HASH_HEX];
    twc_content_hash(data, hash);
    twc_h5_text(h5, h5->file, "format", TWC_WORLD_FORMAT);
    twc_h5_integers(h5, h5->file, "format_version", 1, &(int64_t){TWC_WORLD_FORMAT_VERSION});
    twc_h5_text(h5, h5->file, "Conventions", "CF-1.8");
    twc_h5_text(h5, h5->file, "title", data->name);
    twc_h5_integers(h5, h5->file, "extent_in_tiles", 4, (int64_t[4]){extent.x, extent.z, extent.nx, extent.nz});
    twc_h5_integers(h5, h5->file, "base_sample", 1, &(int64_t){data->world.base_sample});
    twc_h5_real(h5, h5->file, "datum", data->datum);
    twc_h5_text(h5, h5->file, "content_sha256", hash);
}

/*
 * What makes a world a snapshot: its place in the log, and the world that the log starts from, by its differences,
 * which are mostly zeros: undo needs it below the snapshot.
 */
static twc_status put_first(twc_h5 *h5, const twc_world_data *data, const twc_rasters *now)
{
    twc_rasters first;
    if (data->place.facts == 0)
        return twc_ok();
    twc_status status = twc_rasters_create(&data->world, &first);
    if (status.code)
        return status;
    twc_rasters_from_world(&data->first->world, &first);
    twc_rasters_differ(&first, now);
    hid_t group = twc_h5_group(h5, h5->file, TWC_FIRST_GROUP);
    twc_h5_text(h5, group, "sha256", data->place.first);
    twc_h5_integers(h5, group, "log_facts", 1, &(int64_t){(int64_t)data->place.facts});
    twc_h5_text(h5, group, "log_sha256", data->place.digest);
    put_rasters(h5, group, 0, &first, data->world.extent);
    status = twc_features_put_h5(h5, group, &data->first->features);
    H5Gclose(group);
    twc_rasters_destroy(&first);
    return status;
}

static twc_status put_world(twc_h5 *h5, const twc_world_data *data)
{
    twc_rasters r;
    twc_status status = twc_rasters_create(&data->world, &r);
    if (status.code)
        return status;
    twc_rasters_from_world(&data->world, &r);
    put_header(h5, data);
    put_axes(h5, sample_axes, r.samples, 0, 4);
    put_axes(h5, macro_axes, r.macros, 32, 64);
    put_axes(h5, tile_axes, data->world.extent, 0, 1);
    put_rasters(h5, h5->file, 1, &r, data->world.extent);
    status = twc_features_put_h5(h5, h5->file, &data->features);
    if (!status.code)
        status = put_first(h5, data, &r);
    twc_rasters_destroy(&r);
    return status;
}

twc_status twc_world_encode(const twc_world_data *data, unsigned char **bytes, size_t *size)
{
    twc_h5 h5;
    *bytes = NULL;
    twc_status status = twc_world_check(&data->world);
    if (!status.code)
        status = twc_h5_begin(&h5);
    if (status.code)
        return status;
    status = put_world(&h5, data);
    twc_status finished = twc_h5_finish(&h5, TWC_SEAL_SIZE + 1, bytes, size);
    if (!status.code)
        status = finished;
    if (status.code) {
        free(*bytes);
        *bytes = NULL;
        return status;
    }
    twc_make_seal(TWC_WORLD_FORMAT_VERSION, *bytes, *size, (char *)*bytes + *size);
    *size += TWC_SEAL_SIZE;
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
