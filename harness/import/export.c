/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids from worlds: every sample of the extent, far edges included, so that import gives the same samples back. */
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

#include "import.h"
#include "store/atomic_file.h"
#include "twc/ground.h"

static uint16_t *world_samples(const twc_world *world, twc_rect *rect)
{
    *rect = twc_world_samples(world);
    uint16_t *samples = malloc((size_t)rect->nx * (size_t)rect->nz * sizeof *samples);
    if (samples)
        twc_reference_ground()->samples(world, *rect, samples);
    return samples;
}

/* A sample is the height at its point, which an ESRI ASCII grid calls the centre of a cell. */
static void put_ascii(FILE *out, twc_rect rect, const uint16_t *samples, double datum)
{
    int digits = rint(datum * 100) / 100 == datum ? 2 : 6; /* whole centimetres print as such */
    fprintf(out, "ncols %d\nnrows %d\nxllcenter %lld\nyllcenter %lld\ncellsize 4\n", rect.nx, rect.nz, 4ll * rect.x,
            -4ll * (rect.z + rect.nz - 1));
    for (int32_t z = 0; z < rect.nz; z++) {
        for (int32_t x = 0; x < rect.nx; x++) {
            double height = ((double)samples[(size_t)z * (size_t)rect.nx + (size_t)x] - 20000) / 100;
            fprintf(out, "%s%.*f", x ? " " : "", digits, height + datum);
        }
        fputc('\n', out);
    }
}

static void put_raw(FILE *out, size_t count, const uint16_t *samples, int big_endian)
{
    for (size_t k = 0; k < count; k++) {
        int low = samples[k] & 255, high = samples[k] >> 8;
        fputc(big_endian ? high : low, out);
        fputc(big_endian ? low : high, out);
    }
}

/* 0 when written; 1 when libpng gave up (memory, or a write error that the stream remembers). */
static int put_png(FILE *out, twc_rect rect, const uint16_t *samples, unsigned char *row)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 1;
    }
    png_init_io(png, out);
    png_set_IHDR(png, info, (png_uint_32)rect.nx, (png_uint_32)rect.nz, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int32_t z = 0; z < rect.nz; z++) {
        for (int32_t x = 0; x < rect.nx; x++) {
            uint16_t sample = samples[(size_t)z * (size_t)rect.nx + (size_t)x];
            row[2 * x] = (unsigned char)(sample >> 8);
            row[2 * x + 1] = (unsigned char)sample;
        }
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 0;
}

static twc_status put_grid(FILE *out, twc_rect rect, const uint16_t *samples, const twc_world_data *data,
                           twc_grid_format format, int big_endian)
{
    if (format == TWC_GRID_ASCII)
        put_ascii(out, rect, samples, data->datum);
    else if (format == TWC_GRID_RAW)
        put_raw(out, (size_t)rect.nx * (size_t)rect.nz, samples, big_endian);
    else {
        unsigned char *row = malloc(2 * (size_t)rect.nx);
        int failed = !row || put_png(out, rect, samples, row);
        free(row);
        if (failed && !ferror(out))
            return twc_fail(TWC_IO, "libpng cannot write an image of %d x %d samples", rect.nx, rect.nz);
    }
    return twc_ok();
}

twc_status twc_export(const char *path, const twc_world_data *data, twc_grid_format format, int big_endian)
{
    twc_rect rect;
    twc_atomic_file file;
    if (format != TWC_GRID_ASCII && format != TWC_GRID_PNG && format != TWC_GRID_RAW)
        return twc_fail(TWC_USAGE, "cannot tell the format of %s by its name: pass --format ascii, png or raw", path);
    uint16_t *samples = world_samples(&data->world, &rect);
    if (!samples)
        return twc_fail(TWC_IO, "not enough memory for %d x %d samples", rect.nx, rect.nz);
    twc_status status = twc_atomic_open(path, &file);
    if (!status.code) {
        status = put_grid(file.stream, rect, samples, data, format, big_endian);
        if (status.code)
            twc_atomic_discard(&file);
        else
            status = twc_atomic_commit(&file);
    }
    free(samples);
    return status;
}
