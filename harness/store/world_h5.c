/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_h5.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "atomic_file.h"
#include "h5.h"

#define FORMAT_NAME "twc-world"

enum { SEAL_SIZE = sizeof "twc-world 0001 sha256 " - 1 + 64 + 1 };

/* The rasters of a world as the file holds them; twc_world_data knows tiles. */
typedef struct rasters {
    twc_rect samples, macros;
    uint16_t *sample;
    uint8_t *facet;
    uint8_t *present;
} rasters;

static void rasters_destroy(rasters *r)
{
    free(r->sample);
    free(r->facet);
    free(r->present);
}

static twc_status rasters_create(const twc_world *world, rasters *r)
{
    r->samples = twc_world_samples(world);
    r->macros = twc_world_macros(world);
    r->sample = malloc((size_t)r->samples.nx * (size_t)r->samples.nz * sizeof *r->sample);
    r->facet = malloc((size_t)r->macros.nx * (size_t)r->macros.nz);
    r->present = malloc((size_t)world->extent.nx * (size_t)world->extent.nz);
    if (r->sample && r->facet && r->present)
        return twc_ok();
    rasters_destroy(r);
    return twc_fail(TWC_IO, "not enough memory for a world of %d x %d tiles", world->extent.nx, world->extent.nz);
}

/*
 * Tiles repeat their neighbours' first row and column. Written in ascending order, each tile's own first row and column
 * overwrite what the one before it repeated; a missing tile lays down the base sample, which the rule says too.
 */
static void rasters_from_world(const twc_world *world, rasters *r)
{
    const twc_rect extent = world->extent;
    for (int32_t tz = 0; tz < extent.nz; tz++) {
        for (int32_t tx = 0; tx < extent.nx; tx++) {
            size_t index = (size_t)tz * (size_t)extent.nx + (size_t)tx;
            const twc_tile *tile = world->tiles[index];
            r->present[index] = tile != NULL;
            for (int32_t z = 0; z < TWC_TILE_SAMPLES; z++) {
                size_t row = (size_t)(tz * TWC_TILE_CELLS + z) * (size_t)r->samples.nx;
                uint16_t *out = r->sample + row + (size_t)(tx * TWC_TILE_CELLS);
                for (int32_t x = 0; x < TWC_TILE_SAMPLES; x++)
                    out[x] = tile ? tile->sample[z][x] : world->base_sample;
            }
            for (int32_t z = 0; z < TWC_TILE_MACROS; z++) {
                size_t row = (size_t)(tz * TWC_TILE_MACROS + z) * (size_t)r->macros.nx;
                uint8_t *out = r->facet + row + (size_t)(tx * TWC_TILE_MACROS);
                for (int32_t x = 0; x < TWC_TILE_MACROS; x++)
                    out[x] = tile ? tile->facet[z][x] : TWC_FINE;
            }
        }
    }
}

/* ---- saving ----------------------------------------------------------------------------------------------- */

/* A coordinate: first + step k, for n values. */
static hid_t put_axis(twc_h5 *h5, const char *name, int32_t n, double first, double step, const char *unit)
{
    double *values = malloc((size_t)n * sizeof *values);
    if (!values)
        return -1;
    for (int32_t k = 0; k < n; k++)
        values[k] = first + step * k;
    hid_t scale = twc_h5_scale(h5, h5->file, name, (hsize_t)n, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values, unit);
    free(values);
    return scale;
}

/* One raster with its two axes. */
static void put_raster(twc_h5 *h5, const char *name, const char *about, const char *axis_z, const char *axis_x, twc_rect rect,
                       double first_offset, double step, hsize_t chunk, hid_t stored, hid_t held, const void *data)
{
    const char *unit = step > 1.0 ? "m" : "1";
    twc_h5_shape shape = {2, {(hsize_t)rect.nz, (hsize_t)rect.nx}, {chunk, chunk}};
    hid_t set = twc_h5_dataset(h5, h5->file, name, shape, stored, held, data);
    hid_t z = put_axis(h5, axis_z, rect.nz, step * rect.z + first_offset, step, unit);
    hid_t x = put_axis(h5, axis_x, rect.nx, step * rect.x + first_offset, step, unit);
    twc_h5_attach(h5, set, 0, z);
    twc_h5_attach(h5, set, 1, x);
    twc_h5_text(h5, set, "long_name", about);
    if (stored == H5T_STD_U16LE) { /* what makes netCDF readers see metres */
        twc_h5_text(h5, set, "units", "m");
        twc_h5_real(h5, set, "scale_factor", 0.01);
        twc_h5_real(h5, set, "add_offset", -200.0);
    }
    H5Dclose(x);
    H5Dclose(z);
    H5Dclose(set);
}

static void put_world(twc_h5 *h5, const twc_world_data *data, const rasters *r)
{
    const twc_rect extent = data->world.extent;
    char hash[TWC_HASH_HEX];
    twc_world_hash(&data->world, hash);
    twc_h5_text(h5, h5->file, "format", FORMAT_NAME);
    twc_h5_integers(h5, h5->file, "format_version", 1, &(int64_t){TWC_WORLD_FORMAT_VERSION});
    twc_h5_text(h5, h5->file, "Conventions", "CF-1.8");
    twc_h5_text(h5, h5->file, "title", data->name);
    twc_h5_integers(h5, h5->file, "extent_in_tiles", 4, (int64_t[4]){extent.x, extent.z, extent.nx, extent.nz});
    twc_h5_integers(h5, h5->file, "base_sample", 1, &(int64_t){data->world.base_sample});
    twc_h5_real(h5, h5->file, "datum", data->datum);
    twc_h5_text(h5, h5->file, "content_sha256", hash);
    put_raster(h5, "height", "height above the datum, 0.01 s - 200 m", "z", "x", r->samples, 0, 4, TWC_TILE_CELLS,
               H5T_STD_U16LE, H5T_NATIVE_UINT16, r->sample);
    put_raster(h5, "facet_class", "facet class of a 64 m cell: 0 Fine, 1 Broad", "macro_z", "macro_x", r->macros, 32, 64,
               8 * TWC_TILE_MACROS, H5T_STD_U8LE, H5T_NATIVE_UINT8, r->facet);
    put_raster(h5, "tile_present", "1 where the tile is stored, 0 where it is flat at base_sample", "tile_z", "tile_x", extent,
               0, 1, 64, H5T_STD_U8LE, H5T_NATIVE_UINT8, r->present);
}

/* The line behind the HDF5 part; `out` has SEAL_SIZE + 1 bytes. */
static void make_seal(const unsigned char *bytes, size_t size, char *out)
{
    char hex[TWC_HASH_HEX];
    twc_sha256 hash;
    twc_sha256_begin(&hash);
    twc_sha256_add(&hash, bytes, size);
    twc_sha256_end(&hash, hex);
    snprintf(out, SEAL_SIZE + 1, FORMAT_NAME " %04d sha256 %s\n", TWC_WORLD_FORMAT_VERSION, hex);
}

twc_status twc_world_save(const char *path, const twc_world_data *data)
{
    rasters r;
    twc_h5 h5;
    unsigned char *bytes = NULL;
    size_t size;
    twc_status status = twc_world_check(&data->world);
    if (status.code)
        return status;
    status = rasters_create(&data->world, &r);
    if (status.code)
        return status;
    rasters_from_world(&data->world, &r);
    status = twc_h5_begin(&h5);
    if (!status.code) {
        put_world(&h5, data, &r);
        status = twc_h5_finish(&h5, SEAL_SIZE + 1, &bytes, &size);
    }
    rasters_destroy(&r);
    if (status.code)
        return status;
    make_seal(bytes, size, (char *)bytes + size);
    status = twc_atomic_write(path, bytes, size + SEAL_SIZE);
    free(bytes);
    return status;
}

/* ---- loading ---------------------------------------------------------------------------------------------- */

#define AGAIN "make it again with twc import or twc reproduce, or take an undamaged copy"

/* Where the superblock says the HDF5 part ends; 0 when it is not of the kind that twc writes. */
static uint64_t stated_end(const unsigned char *bytes, size_t size)
{
    uint64_t end = 0;
    if (size < 48 || bytes[8] != 3 || bytes[9] != 8 || bytes[10] != 8)
        return 0;
    for (int k = 0; k < 8; k++)
        end |= (uint64_t)bytes[28 + k] << (8 * k);
    return end;
}

/* Everything that can be told from the bytes alone. On success *size is that of the HDF5 part. */
static twc_status check_bytes(const char *path, const unsigned char *bytes, size_t *size)
{
    char seal[SEAL_SIZE + 1], expected[SEAL_SIZE + 1];
    int version, taken = 0;
    if (*size == 0)
        return twc_fail(TWC_IO, "%s is empty; " AGAIN, path);
    if (*size < 8 || memcmp(bytes, "\211HDF\r\n\032\n", 8) != 0)
        return twc_fail(TWC_IO, "%s is not an HDF5 file; twc import makes a world of an elevation grid", path);
    uint64_t end = stated_end(bytes, *size);
    if (end > *size)
        return twc_fail(TWC_IO, "%s was cut short: it has %zu bytes and needs more than %llu; " AGAIN, path, *size,
                        (unsigned long long)end);
    size_t length = *size > SEAL_SIZE ? *size - SEAL_SIZE : 0;
    memcpy(seal, bytes + length, *size - length < SEAL_SIZE ? *size - length : SEAL_SIZE);
    seal[SEAL_SIZE] = '\0';
    if (!length || sscanf(seal, FORMAT_NAME " %4d sha256 %n", &version, &taken) != 1 || taken == 0)
        return twc_fail(TWC_IO, "%s is an HDF5 file of another kind, was cut short, or was changed by another program "
                        "(it does not end in the seal of a twc world); " AGAIN, path);
    if (version != TWC_WORLD_FORMAT_VERSION)
        return twc_fail(TWC_IO, "%s is a world of format version %d, and this twc reads version %d; use the twc that wrote it, "
                        "whose export and this import carry the heights over", path, version, TWC_WORLD_FORMAT_VERSION);
    make_seal(bytes, length, expected);
    if (memcmp(seal, expected, SEAL_SIZE) != 0)
        return twc_fail(TWC_IO, "%s is damaged: its bytes are not those that were written; " AGAIN, path);
    *size = length;
    return twc_ok();
}

static twc_status malformed(const char *path, const char *what)
{
    return twc_fail(TWC_IO, "%s is not a valid world: %s; " AGAIN, path, what);
}

typedef struct header {
    int64_t extent[4], base_sample;
    double datum;
    char name[TWC_WORLD_NAME_SIZE], hash[TWC_HASH_HEX];
} header;

static twc_status read_header(const char *path, hid_t file, header *h)
{
    char format[32];
    int64_t version;
    if (twc_h5_read_text(file, "format", format, sizeof format) || strcmp(format, FORMAT_NAME) != 0)
        return malformed(path, "attribute format is not \"" FORMAT_NAME "\"");
    if (twc_h5_read_integers(file, "format_version", 1, &version) || version != TWC_WORLD_FORMAT_VERSION)
        return malformed(path, "attribute format_version is not the one its seal names");
    if (twc_h5_read_integers(file, "extent_in_tiles", 4, h->extent))
        return malformed(path, "attribute extent_in_tiles is not four integers");
    for (int k = 0; k < 4; k++)
        if (h->extent[k] < -TWC_TILE_LIMIT || h->extent[k] > 2 * TWC_TILE_LIMIT || (k >= 2 && h->extent[k] < 1))
            return malformed(path, "its extent is empty or out of range");
    if (twc_h5_read_integers(file, "base_sample", 1, &h->base_sample) || h->base_sample < 0 || h->base_sample > UINT16_MAX)
        return malformed(path, "attribute base_sample is not an integer from 0 to 65535");
    if (twc_h5_read_real(file, "datum", &h->datum) || !isfinite(h->datum))
        return malformed(path, "attribute datum is not a finite number");
    if (twc_h5_read_text(file, "title", h->name, sizeof h->name))
        return malformed(path, "attribute title is not a short text");
    if (twc_h5_read_text(file, "content_sha256", h->hash, sizeof h->hash))
        return malformed(path, "attribute content_sha256 is missing");
    return twc_ok();
}

static twc_status read_rasters(const char *path, hid_t file, twc_rect extent, rasters *r)
{
    hsize_t samples[2] = {(hsize_t)r->samples.nz, (hsize_t)r->samples.nx};
    hsize_t macros[2] = {(hsize_t)r->macros.nz, (hsize_t)r->macros.nx};
    hsize_t tiles[2] = {(hsize_t)extent.nz, (hsize_t)extent.nx};
    if (twc_h5_read(file, "height", 2, samples, H5T_INTEGER, H5T_NATIVE_UINT16, r->sample))
        return malformed(path, "dataset height does not match its extent");
    if (twc_h5_read(file, "facet_class", 2, macros, H5T_INTEGER, H5T_NATIVE_UINT8, r->facet))
        return malformed(path, "dataset facet_class does not match its extent");
    if (twc_h5_read(file, "tile_present", 2, tiles, H5T_INTEGER, H5T_NATIVE_UINT8, r->present))
        return malformed(path, "dataset tile_present does not match its extent");
    for (size_t k = 0; k < (size_t)(macros[0] * macros[1]); k++)
        if (r->facet[k] > TWC_BROAD)
            return malformed(path, "a facet class is neither 0 nor 1");
    for (size_t k = 0; k < (size_t)(tiles[0] * tiles[1]); k++)
        if (r->present[k] > 1)
            return malformed(path, "tile_present is neither 0 nor 1");
    return twc_ok();
}

static twc_status fill_world(const rasters *r, twc_world_data *data)
{
    const twc_rect extent = data->world.extent;
    for (int32_t k = 0; k < extent.nx * extent.nz; k++) {
        if (!r->present[k])
            continue;
        twc_status status = twc_world_data_add_tile(data, extent.x + k % extent.nx, extent.z + k / extent.nx);
        if (status.code)
            return status;
    }
    twc_world_data_set_samples(data, r->samples, r->sample);
    twc_world_data_set_classes(data, r->macros, r->facet);
    return twc_ok();
}

/* The header is good: makes the world, reads it, and compares its hash with the stated one. */
static twc_status read_world(const char *path, hid_t file, const header *h, twc_world_data *data)
{
    twc_rect extent = {(int32_t)h->extent[0], (int32_t)h->extent[1], (int32_t)h->extent[2], (int32_t)h->extent[3]};
    rasters r;
    char hash[TWC_HASH_HEX];
    twc_status status = twc_world_data_create(extent, (uint16_t)h->base_sample, h->name, data);
    if (status.code)
        return malformed(path, status.message);
    data->datum = h->datum;
    status = rasters_create(&data->world, &r);
    if (!status.code) {
        status = read_rasters(path, file, extent, &r);
        if (!status.code)
            status = fill_world(&r, data);
        rasters_destroy(&r);
    }
    if (!status.code) {
        twc_world_hash(&data->world, hash);
        if (strcmp(hash, h->hash) != 0)
            status = malformed(path, "its content does not have the hash it states");
    }
    if (status.code)
        twc_world_data_destroy(data);
    return status;
}

twc_status twc_world_load(const char *path, twc_world_data *data)
{
    unsigned char *bytes;
    size_t size;
    header h;
    memset(data, 0, sizeof *data);
    twc_status status = twc_read_file(path, &bytes, &size);
    if (status.code)
        return status;
    status = check_bytes(path, bytes, &size);
    hid_t file = status.code ? -1 : twc_h5_open(bytes, size);
    free(bytes);
    if (status.code)
        return status;
    if (file < 0)
        return malformed(path, "HDF5 cannot open it");
    status = read_header(path, file, &h);
    if (!status.code)
        status = read_world(path, file, &h, data);
    H5Fclose(file);
    return status;
}
